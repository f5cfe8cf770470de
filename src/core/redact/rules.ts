/** Every rule, in the order they are asked where several begin alike. A rule is made when a text is there that it may apply to. */
import { commandRules } from './command.js'
import { headerRules } from './header.js'
import { pairRules } from './pair.js'
import { encodedPemRule, pemRule } from './pem.js'
import type { Rule } from './rule.js'
import { shapedRules } from './shaped.js'
import { tokenRule, type TokenShape } from './token-rule.js'
import { urlRules } from './url.js'
import { ai } from './vendors/ai.js'
import { business } from './vendors/business.js'
import { cloud } from './vendors/cloud.js'
import { code } from './vendors/code.js'

const sources: readonly (Rule | TokenShape)[] = [
  pemRule,
  encodedPemRule,
  ...ai,
  ...business,
  ...cloud,
  ...code,
  ...shapedRules,
  ...urlRules,
  ...headerRules,
  ...commandRules,
  ...pairRules,
]

export function allRules(): Rule[] {
  return sources.map(ruleOf)
}

/** Those that could find anything in the text. */
export function rulesFor(text: string): Rule[] {
  const lower = text.toLowerCase()
  return sources.filter((source) => standsIn(source, text, lower)).map(ruleOf)
}

export function mayFind(rules: readonly Rule[], text: string): boolean {
  const lower = text.toLowerCase()
  return rules.some((rule) => standsIn(rule, text, lower))
}

/** A rule is asked only where one of its literals stands. */
function standsIn(source: Rule | TokenShape, text: string, lower: string): boolean {
  const hay = 'anyCase' in source ? lower : text
  return source.starts.some((start) => hay.includes(start))
}

function ruleOf(source: Rule | TokenShape): Rule {
  return 'find' in source ? source : tokenRule(source)
}
