/** Every rule, in the order they are asked where several begin alike. */
import { commandRules } from './command.js'
import { headerRules } from './header.js'
import { pairRules } from './pair.js'
import { encodedPemRule, pemRule } from './pem.js'
import type { Rule } from './rule.js'
import { shapedRules } from './shaped.js'
import { tokenRule } from './token-rule.js'
import { urlRules } from './url.js'
import { ai } from './vendors/ai.js'
import { business } from './vendors/business.js'
import { cloud } from './vendors/cloud.js'
import { code } from './vendors/code.js'

export const rules: readonly Rule[] = [
  pemRule,
  encodedPemRule,
  ...[...ai, ...business, ...cloud, ...code].map(tokenRule),
  ...shapedRules,
  ...urlRules,
  ...headerRules,
  ...commandRules,
  ...pairRules,
]
