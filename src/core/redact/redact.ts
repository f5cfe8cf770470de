/**
 * Takes secrets out of a text or an entry before it is written anywhere. What is looked for is in the files it imports.
 * Linear in the length of the text; fails closed: what cannot be judged is not returned.
 */
import type { Entry } from '../entry/entry.js'
import { placeRules } from './call.js'
import { chatRules } from './spoken/chat.js'
import { configRules } from './config-file.js'
import { saidRules } from './spoken/dialog.js'
import { headerRules, urlRules } from './http.js'
import { knownTexts, mapObject, type Mask, maskEntry } from './mask.js'
import { pairRules } from './pair/pair.js'
import { judgePair } from './pair/judge.js'
import { strengthOf } from './pair/name.js'
import { MIN_BARE_LENGTH } from './bare.js'
import { findSpans, makeScanner, type Scanner } from './scan.js'
import { prefixedRules } from './prefixed.js'
import { redactWith } from './rounds.js'
import { shapedRules } from './shaped/shaped.js'
import { encodedPemRule, pemRule, puttyRule } from './private-key.js'
import { commandRules } from './shell/shell.js'
import { spokenRules } from './spoken/spoken.js'
import { walletRules } from './wallet.js'
import { mark, tokenRule, type Rule, type TokenShape } from './token-rule.js'
import { business } from './vendors/business.js'
import { cloud } from './vendors/cloud.js'
import { ai, code } from './vendors/code.js'

let all: Scanner | undefined

/** The secrets in it, to the letter. They must go nowhere: for comparing alone. */
export function secretsIn(text: string): string[] {
  all ??= makeScanner(allRules(), true)
  return findSpans(text, all).spans.map(({ start, end }) => text.slice(start, end))
}

/** The text with every secret replaced by `[redacted: <type>]`; the same string if there is none. */
export function redact(text: string): string {
  all ??= makeScanner(allRules(), true)
  return redactWith(all, text)
}

/**
 * A redactor for a few short texts, made of the rules that could find anything in them: making the scanner of all rules
 * takes longer than such texts do. `clean`: texts that have been redacted and stored before; redacting them again would
 * change nothing.
 */
export function redactorFor(
  texts: readonly string[],
  clean: ReadonlySet<string> = new Set(),
): (text: string) => string {
  const hay = texts.filter((text) => !clean.has(text)).join('\n')
  looked += hay.length
  const redactor = looked > MAX_TEXT ? redact : redactorOfFew(hay)
  return clean.size === 0 ? redactor : (text) => (clean.has(text) ? text : redactor(text))
}

/** Of the rules that could find anything in this text or a part of it. */
export function redactorOfFew(hay: string): (text: string) => string {
  return redactorOf(rulesFor(hay))
}

/** Most short texts hold nothing that any of these rules begins with; then they are not walked through. */
function redactorOf(rules: readonly Rule[]): (text: string) => string {
  let scanner: Scanner | undefined
  return (text) => {
    if (text.length < MIN_BARE_LENGTH && !mayFind(rules, text)) return text
    scanner ??= makeScanner(rules, true)
    return redactWith(scanner, text)
  }
}

/** Every text in a value, keys too. */
function textsIn(value: unknown, into: Set<string> = new Set()): Set<string> {
  if (typeof value === 'string') into.add(value)
  else if (Array.isArray(value)) for (const one of value) textsIn(one, into)
  else if (typeof value === 'object' && value !== null)
    for (const [key, one] of Object.entries(value)) textsIn(one, into.add(key))
  return into
}

/** From here on the scanner of all rules has paid for itself: of one long text, or of many that came one by one. */
const MAX_TEXT = 16_000
let looked = 0

/** A redactor of these rules alone. */
export function makeRedactor(only: readonly Rule[], bare: boolean): (text: string) => string {
  const scanner = makeScanner(only, bare)
  return (text) => redactWith(scanner, text)
}

/**
 * Every rule, in the order they are asked where several begin alike. A rule is made when a text is there that it may
 * apply to.
 */
const sources: readonly (Rule | TokenShape)[] = [
  pemRule,
  encodedPemRule,
  puttyRule,
  ...ai,
  ...business,
  ...cloud,
  ...code,
  ...shapedRules,
  ...prefixedRules,
  ...walletRules,
  ...configRules,
  ...placeRules,
  ...urlRules,
  ...headerRules,
  ...saidRules,
  ...commandRules,
  ...pairRules,
  ...spokenRules,
  ...chatRules,
]

export function allRules(): Rule[] {
  return sources.map(ruleOf)
}

/** Those that could find anything in the text. */
function rulesFor(text: string): Rule[] {
  const lower = text.toLowerCase()
  return sources.filter((source) => standsIn(source, text, lower)).map(ruleOf)
}

function mayFind(rules: readonly Rule[], text: string): boolean {
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

/** `stored`: entries that were made before and whose texts this one carries on: they have been redacted. */
export function redactEntry(entry: Entry, stored: readonly Entry[] = []): Entry {
  const { extraKeys, extraSections, page: _, ...known } = entry
  const texts = knownTexts(known, textsIn([extraKeys, extraSections]))
  return maskEntry(entry, redactorFor([...texts], textsIn(stored)), redactForeign)
}

/** Keys this version does not know: nothing is fixed here, and a key can say that its value is secret. */
function redactForeign(value: unknown, key: string, mask: Mask): unknown {
  if (typeof value === 'string') return redactValue(key, value, mask)
  if (Array.isArray(value)) return value.map((one) => redactForeign(one, key, mask))
  if (typeof value !== 'object' || value === null) return value
  return mapObject(value, mask, (one, name) => redactForeign(one, name, mask))
}

function redactValue(key: string, value: string, mask: Mask): string {
  const strength = strengthOf(key)
  const isSecret = strength !== null && judgePair({ name: key, value, strength, sign: ':', form: 'quoted', next: '"' })
  return isSecret ? mark(strength.type) : mask(value)
}
