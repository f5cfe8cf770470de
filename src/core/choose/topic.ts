/**
 * Which lines of work somebody means by words that are no name: "the parser", "el login", "解析器". The words are looked for
 * in what the lines say about themselves. To be handed the wrong work is worse than to be asked, so more than half of the
 * words must be there, and words that say nothing, or stand in many of the lines, are no ground at all.
 */

export interface About<T> {
  line: T
  /** Those of the words that stand in it, as they were said. */
  words: string[]
}

/** The lines with the most of the words. None: no line is meant; several: nothing tells which. */
export function linesAbout<T>(topic: string, lines: readonly T[], textsOf: (line: T) => readonly string[]): About<T>[] {
  const units = unitsIn(topic)
  if (units.length === 0) return []
  const known = lines.map((line) => ({ line, keys: new Set(textsOf(line).flatMap(keysIn)) }))
  const whole = mostOf(units, known, (forms, keys) => forms.some((form) => keys.has(form)))
  return whole.length > 0 ? whole : mostOf(units, known, isPartOfOne)
}

type IsThere = (forms: readonly string[], keys: ReadonlySet<string>) => boolean

function mostOf<T>(
  units: readonly Unit[],
  lines: readonly { line: T; keys: ReadonlySet<string> }[],
  isThere: IsThere,
): About<T>[] {
  const found = lines.map(({ line, keys }) => ({ line, units: units.filter((unit) => isAmong(unit, keys, isThere)) }))
  const isTelling = (unit: Unit): boolean =>
    found.filter((one) => one.units.includes(unit)).length <= Math.max(MANY, lines.length / 3)
  const telling = new Set(units.filter(isTelling))
  const about = found.flatMap(({ line, units: all }) => {
    const said = all.filter((unit) => telling.has(unit))
    const isMeant = said.length * 2 > telling.size && said.some(({ text }) => !/^\d{1,2}$/.test(text))
    return isMeant ? [{ line, words: said.map(({ text }) => text) }] : []
  })
  const most = Math.max(0, ...about.map(({ words }) => words.length))
  return about.filter(({ words }) => words.length === most)
}

/** A word in more lines than this, and in more than a third of them, does not tell them apart. */
const MANY = 3

/** The same without the small words around it: perhaps that is a name. */
export function bareTopic(topic: string): string {
  const words = topic.trim().split(/\s+/)
  const says = (word: string): boolean => !isSmall(fold(word))
  const first = words.findIndex(says)
  return first < 0 ? '' : words.slice(first, words.findLastIndex(says) + 1).join(' ')
}

const ASCII = /^[\x00-\x7f]*$/

/** Reads of texts the words that say what they are about, each once and without its ending. */
export function wordsTelling(): (text: string) => string[] {
  const stems = new Map<string, string>()
  const stemOf = (word: string): string => {
    const known = stems.get(word)
    if (known !== undefined) return known
    const stem = isSmall(word) ? '' : (formsOf(word).at(-1) ?? word)
    stems.set(word, stem)
    return stem
  }
  return (text) => {
    const plain = text.replace(/[\u2000-\u2bff]/g, ' ')
    // The patterns for other writing take longer to be made than all of this.
    const words = ASCII.test(plain)
      ? (plain.replace(/([a-z\d])(?=[A-Z])/g, '$1 ').match(/[A-Za-z\d]+/g) ?? []).map((word) =>
          stemOf(word.toLowerCase()),
        )
      : runsIn(plain.replace(/(\p{Ll}|\d)(?=\p{Lu})/gu, '$1 ')).flatMap((run) => {
          const word = fold(run.text)
          return run.length === null ? stemOf(word) : piecesOf(word, run.length)
        })
    return [...new Set(words)].filter((word) => word !== '')
  }
}

/** A word of a topic. `keys`: it is there where more than half of them are; any of several forms counts as one. */
interface Unit {
  text: string
  keys: string[][]
}

function isAmong({ keys }: Unit, known: ReadonlySet<string>, isThere: IsThere): boolean {
  return keys.filter((forms) => isThere(forms, known)).length * 2 > keys.length
}

/** "Rechnungen" is in "Rechnungsübersicht" and the other way round: some languages write as one word what belongs together. */
function isPartOfOne(forms: readonly string[], keys: ReadonlySet<string>): boolean {
  const begins = (part: string, one: string): boolean =>
    part.length >= MIN_PART && one.length >= part.length + MIN_REST && one.startsWith(part)
  return forms.some((form) => [...keys].some((key) => begins(form, key) || begins(key, form)))
}

/** Shorter beginnings are those of other words, too: "port" and "portal". */
const MIN_PART = 7
/** Less than that is an ending. */
const MIN_REST = 4

function unitsIn(topic: string): Unit[] {
  const units = runsIn(topic).flatMap((run): Unit[] => {
    const text = fold(run.text)
    const keys = run.length === null ? [formsOf(text)] : piecesOf(text, run.length).map((piece) => [piece])
    return isSmall(text) || keys.length === 0 ? [] : [{ text, keys }]
  })
  return [...new Map(units.map((unit) => [unit.text, unit])).values()]
}

/** All that may be found in a text. A name from code is found whole and by its parts. */
function keysIn(text: string): string[] {
  const parts = text.replace(/(\p{Ll}|\d)(?=\p{Lu})/gu, '$1 ')
  return [...runsIn(text), ...(parts === text ? [] : runsIn(parts))].flatMap((run) =>
    run.length === null ? formsOf(fold(run.text)) : piecesOf(fold(run.text), run.length),
  )
}

interface Run {
  text: string
  /** Written without spaces: so many characters of it are compared at a time. */
  length: number | null
}

/**
 * Little words of Chinese and Japanese stand inside such a run. Hiragana is what stands around words. Made when it is first
 * needed: reading what stands in it takes longer than most names that are typed.
 */
const runs = (): RegExp =>
  /(?<han>(?:(?![的了在和与與及把那这這个個们們])\p{Script=Han})+)|(?<kata>[\p{Script=Katakana}ー]+)|(?<dense>[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+)|(?<word>(?:(?![\p{Script=Han}\p{Script=Katakana}\p{Script=Hiragana}ー])[\p{L}\p{M}\p{N}])+)/gu

function runsIn(text: string): Run[] {
  return [...text.normalize('NFC').matchAll(runs())].map(({ 0: found, groups }) => ({
    text: found,
    length: groups?.['han'] ? 2 : groups?.['dense'] ? 4 : null,
  }))
}

function piecesOf(text: string, length: number): string[] {
  return Array.from({ length: Math.max(0, text.length - length + 1) }, (_, i) => text.slice(i, i + length))
}

/** In small letters, without diacritics. */
function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .normalize('NFC')
    .replace(/ー$/, '')
}

/** The word, and what is left of it without an ending: "tokens" and "token", "парсером" and "парсер", "파서를" and "파서". */
function formsOf(word: string): string[] {
  const stems = ENDINGS.flatMap(({ pattern, least }) => {
    const ending = pattern.exec(word)?.[0] ?? ''
    return ending !== '' && word.length - ending.length >= least ? [word.slice(0, -ending.length)] : []
  })
  return [word, ...stems]
}

/** Endings that change the form of a word and not what it is about; how much must be left. */
const ENDINGS: readonly { pattern: RegExp; least: number }[] = [
  { pattern: /s$/, least: 3 },
  { pattern: /(?:es|ed|en|em|e|n)$/, least: 4 },
  { pattern: /ing$/, least: 3 },
  { pattern: /(?:ами|ями|ах|ях|ам|ям|ом|ем|ов|ев|ой|ей|ою|а|я|у|ю|е|и|ы|ь)$/, least: 3 },
  { pattern: /(?:에서|으로|하고|부터|까지|을|를|이|가|은|는|의|에|로|와|과|도|만|랑)$/, least: 2 },
]

function isSmall(word: string): boolean {
  return SMALL().has(word)
}

let small: ReadonlySet<string> | undefined

/** Words that stand in every sentence, and those that mean whatever is being done. */
function SMALL(): ReadonlySet<string> {
  return (small ??= new Set(SMALL_WORDS.join(' ').split(' ').map(fold)))
}

const SMALL_WORDS = [
  'a an the this that these those it its me my our your you we i us he she they them all any some more no not yes',
  'to from with without for of in on at by as into onto until till after before about over under while when where why how what which who if then else and or but so',
  'is are was were be been am do does did done doing have has had can could should would will must may might let lets please now here there again still just only also too',
  'next last first one ones other another same new old back up out off down today yesterday tomorrow morning earlier later',
  'work works working task tasks thing things stuff job session sessions part piece step steps bit rest place left continue resume checkpoint',
  'der die das den dem des ein eine einen einem einer eines mit von vom zu zum zur im in am an auf aus bei beim fur uber unter nach vor und oder aber ist sind war ich wir du ihr es er sie mein unser dieser diese dieses uns mach machen lass nicht noch auch nur weiter arbeit aufgabe sache gestern heute',
  'el la los las lo un una unos unas con de del al en por para sin sobre y o e es son mi tu su nuestro nuestra este esta esto ese esa eso que trabajo tarea cosa ayer hoy',
  'le les une des du de au aux avec dans sur sous pour par sans et ou est sont mon ma mes ton ta notre votre ce cet cette ces que qui travail tache chose hier',
  'o os as um uma com do da dos das no na nos nas em ao pelo pela sem meu minha nosso nossa esse isso trabalho tarefa coisa ontem hoje',
  'il lo gli i una uno con di del della dei delle al alla nel nella sul sulla per da mio nostro questo quello che lavoro compito cosa ieri oggi',
  'de het een met van op aan voor bij naar dit dat deze die mijn onze werk taak gisteren',
  'z ze na do od w we przy nad o tym ta ten to praca zadanie med och og det den en ett et pa till til av for att ile icin ve bu bir su is dun',
  'с со на над по в во из от до для о об и или но а же этот эта это эти тот мой наш моя наша работа работу работой задача задачу дело вчера',
  'في من على مع إلى عن هذا هذه العمل के की का को में से पर यह वह काम',
  '工作 任务 任務 事情 项目 東西 东西 昨天 之前 上次 昨日 前回 作業 작업 일 것 거 어제',
]
