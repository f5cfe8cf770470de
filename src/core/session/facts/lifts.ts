/**
 * Which of the constraints that are known a sentence of the user lifts: "you may touch package.json again", "forget the rule
 * about package.json". A wrong lift is worse than none, so it is clear only where sentence and constraint are about the same
 * words, all of them and no others; what merely sounds like it is in doubt, and somebody else has to say.
 */
import {
  CHANGE,
  EAST_CHANGE,
  EAST_FILLERS,
  EAST_MAY,
  EAST_NEED_NOT,
  EAST_NEGATIONS,
  EAST_RULE,
  FILLERS,
  type Form,
  HINTS,
  MAY,
  NEED_NOT,
  NEGATIONS,
  POINTING,
  RULE,
} from './lift-words.js'

export interface Lift {
  /** What it allows: what was forbidden, what was always to be done, or the rule, whichever it was. */
  kind: 'may' | 'need not' | 'rule'
  /** What it is about. */
  words: ReadonlySet<string>
}

const CHANGED = '(change)'

/** Null: it lifts nothing, whatever is known. */
export function liftIn(sentence: string): Lift | null {
  if (/[?？]["'”’)]*$/.test(sentence)) return null
  const said = plain(sentence)
  // What is quoted is not said; the rule that is lifted may be quoted all the same.
  const own = said.replace(/"[^"]*"|“[^”]*”|«[^»]*»|„[^“”]*[“”]|「[^」]*」/g, (quote) => ' '.repeat(quote.length))
  const found = formIn(own)
  if (!found) return null
  const { kind, form } = found
  const left = form.reduce((text, part) => text.replace(part, ' '), said)
  // In Portuguese it stands before what is meant: "pode mexer no package.json".
  const rest = /^(?:você )?pod|regra/.test(form[0] ?? '') ? left.replace(/\bno\b/g, ' ') : left
  const { words, negated } = aboutOf(rest)
  return words.size === 0 || (negated && kind !== 'rule') ? null : { kind, words }
}

function formIn(own: string): { kind: Lift['kind']; form: Form } | null {
  const tables = [
    ['rule', RULE, EAST_RULE],
    ['need not', NEED_NOT, EAST_NEED_NOT],
    ['may', MAY, EAST_MAY],
  ] as const
  const padded = ` ${own} `
  const isSpaced = own.split(' ').some((word) => HINTS.has(word))
  const isEast = isDense(own)
  if (!isSpaced && !isEast) return null
  for (const [kind, spaced, dense] of tables) {
    const form =
      (isSpaced ? spaced.find((one) => one.every((part) => padded.includes(` ${part} `))) : undefined) ??
      (isEast ? dense.find((one) => one.every((part) => own.includes(part))) : undefined)
    if (form) return { kind, form }
  }
  return null
}

export interface Lifted {
  /** These are over. */
  clear: string[]
  /** These may be meant. */
  doubtful: string[]
}

/** Which of the texts of constraints it lifts. */
export function liftedBy(lift: Lift, constraints: readonly string[]): Lifted {
  const rows = constraints.map((text) => ({ text, ...aboutOf(plain(text)) }))
  const near = rows.filter((one) => isKind(lift, one.negated) && shares(lift, one.words))
  const same = near.filter((one) => isSame(lift, one.words))
  // "The rule about package.json", where two are about it, is neither of them for sure.
  const isClear = lift.kind !== 'rule' || near.length === same.length
  const clear = isClear ? same : []
  const texts = (some: typeof rows): string[] => some.map(({ text }) => text)
  return { clear: texts(clear), doubtful: clear.length > 0 ? [] : texts(near) }
}

function isKind({ kind }: Lift, negated: boolean): boolean {
  return kind === 'rule' || (kind === 'may') === negated
}

function isSame({ kind, words }: Lift, about: ReadonlySet<string>): boolean {
  if ([...words, ...about].some((word) => POINTING.has(word))) return false
  const open = [...about].filter((word) => !words.has(word))
  // "The rule about package.json" need not say that it was about changing it.
  const isNamed = open.length === 0 || (kind === 'rule' && open.every((word) => word === CHANGED))
  return isNamed && [...words].every((word) => about.has(word))
}

/** Half of what the constraint is about or more; who names no rule must name two things of it: what, and what to do with it. */
function shares({ kind, words }: Lift, about: ReadonlySet<string>): boolean {
  const common = [...about].filter((word) => words.has(word))
  const isNamed = kind === 'rule' || common.length >= Math.min(2, about.size)
  return isNamed && common.some((word) => word !== CHANGED) && common.length * 2 >= about.size
}

/** The words a text is about, and whether it forbids. */
function aboutOf(text: string): { words: ReadonlySet<string>; negated: boolean } {
  let negated = false
  let rest = text
  if (isDense(text)) {
    for (const word of EAST_NEGATIONS) {
      negated ||= rest.includes(word)
      rest = rest.replaceAll(word, ' ')
    }
    for (const word of EAST_CHANGE) rest = rest.replaceAll(word, ` ${CHANGED} `)
    for (const word of EAST_FILLERS) rest = rest.replaceAll(word, ' ')
  }
  const words = new Set<string>()
  for (const token of tokensOf(rest)) {
    if (NEGATIONS.has(token)) negated = true
    else if (CHANGE.has(token)) words.add(CHANGED)
    else if (!FILLERS.has(token)) words.add(token)
  }
  return { words, negated }
}

/** Names of files stay whole. */
function tokensOf(text: string): string[] {
  return text
    .split(/[\s,;:!?"“”„«»`()[\]，；：！？「」、。—–]+/)
    .map((token) => token.replace(/^'+|[.']+$/g, ''))
    .flatMap((token) => (/^[ldn]'/.test(token) ? [token.slice(0, 1), token.slice(2)] : [token]))
    .filter((token) => token !== '')
}

function plain(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('’', "'")
    .replaceAll('`', '')
    .replace(/\b(\w+)n't\b/g, '$1 not')
    .replace(/[.!。！]+$/, '')
    .replace(/[,;:]\s/g, ' ')
    .trim()
}

function isDense(text: string): boolean {
  return /[\u3040-\u30ff\u3400-\u9fff]/.test(text)
}
