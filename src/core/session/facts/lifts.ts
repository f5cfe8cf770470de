/**
 * Which of the constraints that are known a sentence of the user lifts: "you may touch package.json again", "forget the rule
 * about package.json". A wrong lift is worse than none, so it is clear only where sentence and constraint are about the same
 * words, all of them and no others; what merely sounds like it is in doubt, and somebody else has to say.
 */
import {
  CHANGE,
  EAST_CHANGE,
  EAST_FILLERS,
  EAST_FOR_A_WHILE,
  EAST_MAY,
  EAST_NEED_NOT,
  EAST_NEGATIONS,
  EAST_RULE,
  FILLERS,
  FOR_A_WHILE,
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
  if (/[?？؟]["'”’)]*$/.test(sentence)) return null
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
  const rows = constraints.map((text) => ({ text, ...aboutOf(withoutTime(plain(text))) }))
  const near = rows.filter((one) => isKind(lift, one.negated) && isNear(lift, one.words))
  const clear = lift.kind === 'rule' ? onlyRule(lift, near) : near.filter((one) => isSame(lift.words, one.words))
  const texts = (some: typeof rows): string[] => some.map(({ text }) => text)
  return { clear: texts(clear), doubtful: texts(near.filter((one) => !clear.includes(one))) }
}

interface Row {
  text: string
  words: ReadonlySet<string>
}

/** "The rule about package.json", where two are about it, is neither of them for sure; nor is one that is about more. */
function onlyRule<T extends Row>({ words }: Lift, near: readonly T[]): T[] {
  const [only, ...others] = near
  if (!only || others.some((one) => !isSame(one.words, only.words))) return []
  const isNamed = [...words].every((word) => only.words.has(word) && !POINTING.has(word))
  return isNamed && (!SEVERAL.test(only.text) || isSame(words, only.words)) ? [...near] : []
}

/** More than one thing is named. */
const SEVERAL =
  /[,;，、；]|\s(?:and|or|nor|but|und|oder|aber|et|ou|mais|y|o|pero|e|mas|ma|и|или|но)\s|[和或]|以及|[とや]/i

function isKind({ kind }: Lift, negated: boolean): boolean {
  return kind === 'rule' || (kind === 'may') === negated
}

/** All of the words and no others, and none that only the moment explains. */
function isSame(words: ReadonlySet<string>, about: ReadonlySet<string>): boolean {
  return words.size === about.size && [...words].every((word) => about.has(word) && !POINTING.has(word))
}

/**
 * It may be meant: a rule that has a word of it; else one that has all of its words, or shares half of its own and two at
 * least, what is meant and what is to be done with it. Words with another ending count.
 */
function isNear({ kind, words }: Lift, about: ReadonlySet<string>): boolean {
  const has = (some: ReadonlySet<string>, word: string): boolean =>
    some.has(word) || [...some].some((one) => isAlike(one, word))
  const common = [...about].filter((word) => has(words, word))
  if (!common.some((word) => word !== CHANGED)) return false
  if (kind === 'rule') return true
  if (common.length < Math.min(2, about.size)) return false
  return common.length * 2 >= about.size || [...words].every((word) => has(about, word))
}

const STEM = 3
const ENDING = 3

/** "push" and "pushing", "пушь" and "пушить". */
function isAlike(a: string, b: string): boolean {
  if (a === CHANGED || b === CHANGED || /[^\p{L}]/u.test(a + b)) return false
  let same = 0
  while (same < a.length && a[same] === b[same]) same++
  return same >= STEM && a.length - same <= ENDING && b.length - same <= ENDING
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
  // "the file src/a.ts" is that file.
  if ([...words].some((word) => /[./]\w/.test(word))) for (const word of words) if (FILE.has(word)) words.delete(word)
  return { words, negated }
}

const FILE: ReadonlySet<string> = new Set(
  'file|files|datei|dateien|fichier|fichiers|archivo|archivos|arquivo|arquivos|ficheiro|file|файл|файла|файлы|bestand|filen|plik|pliku|dosya|dosyasına|dosyasını|dosyası|tệp|berkas|ملف|الملف|文件|ファイル|파일'.split(
    '|',
  ),
)

function withoutTime(text: string): string {
  const spaced = FOR_A_WHILE.reduce((left, phrase) => left.replace(` ${phrase} `, ' '), ` ${text} `)
  return isDense(text) ? EAST_FOR_A_WHILE.reduce((left, word) => left.replace(word, ' '), spaced) : spaced
}

/** Names of files stay whole. */
function tokensOf(text: string): string[] {
  return text
    .split(/[\s,;:!?"“”„«»`()[\]，；：！？「」、。—–]+/)
    .map((token) => token.replace(/^'+|(?<![.'])[.']+$/g, ''))
    .flatMap((token) => (/^[ldn]'/.test(token) ? [token.slice(0, 1), token.slice(2)] : [token]))
    .filter((token) => token !== '')
}

function plain(text: string): string {
  return (
    text
      .normalize('NFC')
      .toLowerCase()
      .replaceAll('’', "'")
      .replaceAll('`', '')
      .replace(/\b(\w+)n't\b/g, '$1 not')
      // Behind a row of them there is nothing more to look at: else a long row would be gone through from each of its signs.
      .replace(/(?<![.!。！])[.!。！]+$/, '')
      .replace(/[,;:،؛]\s/g, ' ')
      // In Turkish it is an ending: "dokunabilirsin".
      .replace(/(?<=\p{L}{2})y?[ae](?=bilirsin(?:iz)?(?!\p{L}))/gu, ' ')
      .replace(/\bgo ahead and\b/g, ' ')
      .trim()
  )
}

function isDense(text: string): boolean {
  return /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]/.test(text)
}
