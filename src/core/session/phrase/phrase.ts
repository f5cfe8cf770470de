/**
 * From what somebody says ("continue auth", "/checkpoint save x", "保存检查点") to a use case. One parser for skill, hooks
 * and command line. It takes a phrase only as the whole message: a sentence about something else that happens to hold
 * the same words is null, for answering it with a checkpoint would be worse than not hearing the phrase.
 */
import { sameLabel, slugFrom } from '../../choose/name.js'
import { FORMS, type Form, type Phrase } from './forms.js'

export type { Phrase } from './forms.js'

const MAX_LENGTH = 400

/** What the words behind a bare `/checkpoint` are: a name, or where it stands, in words of the user's own. */
export type FreeWords = 'name' | 'intent'

/** `known`: the names and labels of the workstreams there are; one of them may be said in any words that make its name. */
export function parsePhrase(text: string, known: readonly string[] = [], free: FreeWords = 'name'): Phrase | null {
  const line = text.trim()
  if (line.length > MAX_LENGTH || line.includes('\n')) return null
  const guarded = guardDispatch(line, {})
  if (guarded.do === 'abort') return guarded
  const said = tidy(line.replace(/^\[no-redispatch[^\]]*\]\s*/, ''))
  return parseSlash(said, known, free) ?? parseWords(said, known)
}

/** Quotes that are not closed, questions and clauses are left: they make a phrase a sentence. */
function tidy(line: string): string {
  return line
    .replace(/[’‘]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/\s+/g, ' ')
    .replace(/^(?:(?:ok|okay|hey|hi|please|pls|now|and|claude|codex|gemini|dogear)[,:]? )+(?=\S)/i, '')
    .replace(/^请(?:帮我)?|^帮我/, '')
    .replace(/(?:[,]? (?:please|pls|thanks|thank you|now))+[.!]*$/i, '')
    .replace(/(?<=\S)\s*[.!。！]+$/, '')
    .trim()
}

const ACTION_WORDS: Readonly<Record<string, Phrase['do']>> = {
  save: 'save',
  list: 'list',
  ls: 'list',
  show: 'list',
  resume: 'resume',
  restore: 'resume',
  '--restore': 'resume',
  continue: 'resume',
  load: 'resume',
  delete: 'clear',
  clear: 'clear',
  remove: 'clear',
}

/** `/checkpoint …`: an explicit command, so what follows is its name, or says where it stands. */
function parseSlash(said: string, known: readonly string[], free: FreeWords): Phrase | null {
  const found = /^\/(?:dogear:)?(checkpoint|continue)(?: (.*))?$/i.exec(said)
  if (!found) return null
  const rest = (found[2] ?? '').trim()
  if (found[1]?.toLowerCase() === 'continue') return withName({ do: 'resume' }, unquote(rest))
  const act = parseAction(rest)
  if (act) return act
  const { name, ...save } = makeSave(rest)
  // A flag that nobody teaches is no name.
  if (name === undefined || name.startsWith('-')) return name === undefined ? save : null
  const isName = free === 'name' ? canBeName(rest, known) || !name.includes(' ') : isKnown(name, known)
  return isName || save.task !== undefined ? { ...save, name } : { ...save, intent: name }
}

function parseAction(rest: string): Phrase | null {
  const word = /^(\S+)(?: (.*))?$/.exec(rest)
  const act = ACTION_WORDS[word?.[1]?.toLowerCase() ?? '']
  const more = word?.[2] ?? ''
  if (act === undefined) return null
  if (act === 'save') return makeSave(more)
  if (act === 'list') return { do: 'list' }
  if (act === 'clear')
    return /^(?:--all|all)$/i.test(more) ? { do: 'clear', all: true } : withName({ do: 'clear' }, unquote(more))
  return withName({ do: 'resume' }, unquote(more))
}

/** `name --task "…"` or `--summary "…"`, quoted or to the end of the line. */
function makeSave(rest: string): Extract<Phrase, { do: 'save' }> {
  const found = /^(.*?)(?:^| )--(?:task|summary)[= ]\s*(?:"([^"]*)"|'([^']*)'|(.+?))\s*$/.exec(rest)
  const name = unquote((found ? (found[1] as string) : rest).trim())
  const task = (found?.[2] ?? found?.[3] ?? found?.[4])?.trim()
  return { do: 'save', ...(name === '' ? {} : { name }), ...(task ? { task } : {}) }
}

function parseWords(said: string, known: readonly string[]): Phrase | null {
  for (const { pattern, phrase, name } of FORMS) {
    const found = new RegExp(pattern, 'i').exec(said)
    if (!found) continue
    if (!name) return phrase
    const typed = found[1] as string
    if (canBeName(typed, known, name)) return withName(phrase, unquote(typed))
  }
  return parseBareCheckpoint(said, known)
}

/** "checkpoint auth"; also "checkpoint list", which nobody means as a name. */
function parseBareCheckpoint(said: string, known: readonly string[]): Phrase | null {
  const rest = /^checkpoint (?:as |named |called |for )?(.+)$/i.exec(said)?.[1]
  if (rest === undefined) return null
  const [first = '', ...others] = rest.split(' ')
  const isAction = ACTION_WORDS[first.toLowerCase()] !== undefined
  if (isAction && (others.length === 0 || canBeName(others.join(' '), known))) return parseAction(rest)
  return !isAction && canBeName(rest, known) ? withName({ do: 'save' }, unquote(rest)) : null
}

/** "checkpoint sharding" may ask for a checkpoint of a new name, or speak of the program: only who heard the talk can tell. */
export function mayBeTalk(text: string, known: readonly string[]): boolean {
  const word = /^checkpoint (\p{L}+)$/iu.exec(tidy(text.trim()))?.[1]
  return word !== undefined && !isKnown(word, known)
}

function withName<P extends Phrase>(phrase: P, name: string): P {
  return name === '' ? phrase : { ...phrase, name }
}

const MAX_WORDS = 4

/** Words of sentences, not of names. */
const OF_SENTENCES = new Set(
  (
    'a an the this that these those it its me my our your you we i us he she they them all any some more no not ' +
    'to from with without for of in on at by as into onto until till after before while when where why how what which who if then else and or but ' +
    'is are was were be been am do does did done have has had can could should would will must may might ' +
    'please now here there again anyway too also just only next first last ' +
    'every each per always never minutes minute hours hour seconds second ' +
    'work working down up out off through anyways further forward ahead on'
  ).split(' '),
)

/**
 * What programs have or do: "checkpoint interval", "continue tests", "resume upload", "clear checkpoint table" speak of those.
 * Who calls a workstream so is understood once it is there, and in quotes.
 */
const OF_PROGRAMS = new Set(
  (
    'interval intervals frequency period size sizes limit limits count counter number format formats schema table tables row rows ' +
    'column columns file files filename path paths dir directory folder folders bucket disk storage store cache ' +
    'callback callbacks function functions method methods class classes manager loader loading saver saving writer reader ' +
    'logic code config configuration settings option options flag flags argument arguments parameter parameters ' +
    'test tests testing spec specs error errors warning warnings bug bugs issue issues failure failures ' +
    'upload uploads uploading download downloads downloading build builds install installation run runs job jobs task tasks ' +
    'process processes thread threads server service worker queue loop iteration iterations epoch epochs step steps training model models ' +
    'weights tensor playback video animation timer button dialog statement keyword handling handler hook hooks ' +
    'log logs rate overhead latency throughput dump dumps mechanism feature features support system id ids data state version versions'
  ).split(' '),
)

/**
 * Can these words of a message be the name of a workstream, or do they make a sentence? `known`: one of these may be
 * said in any words that make its name. `noun`: "continue testing" names nothing.
 */
function canBeName(text: string, known: readonly string[], kind: NonNullable<Form['name']> = 'any'): boolean {
  const bare = unquote(text)
  if (isKnown(bare, known)) return true
  if (kind === 'known') return false
  // Both patterns stand here because those for all scripts are slow to make.
  if (bare !== text.trim()) return /^[\p{L}\p{N}][\p{L}\p{N} ._/#-]{0,79}$/u.test(bare)
  const words = text.split(' ')
  if (OF_PROGRAMS.has(words.at(-1)?.toLowerCase() ?? '')) return false
  if (words.length > MAX_WORDS || !words.every((word) => /^[\p{L}\p{N}][\p{L}\p{N}._/#-]*$/u.test(word))) return false
  // A dash, a slash or a digit is seldom in a sentence: then it is meant as a name.
  if (words.length === 1 && /[-/_\d]/.test(text)) return true
  if (kind === 'noun' && words.some((word) => /^\p{L}{2,}ing$/iu.test(word))) return false
  return !words.some((word) => OF_SENTENCES.has(word.toLowerCase()))
}

function isKnown(text: string, known: readonly string[]): boolean {
  const [label, slug] = [sameLabel(text), slugFrom(text) ?? '']
  return known.some((one) => one === slug || sameLabel(one) === label)
}

/** Without the quotes around it. */
function unquote(text: string): string {
  return /^(["'`])(.*)\1$/.exec(text.trim())?.[2]?.trim() ?? text.trim()
}

type Tier = 'haiku' | 'sonnet' | 'opus'

const TIERS: readonly Tier[] = ['haiku', 'sonnet', 'opus']

type Guarded =
  | { do: 'proceed' }
  /** It goes in a circle: what is said then stands with the layout whose rule this is (manifest, `inCircle`). */
  | { do: 'abort'; hops: string; skill: string }
  | { do: 'dispatch'; model: Tier; description: string; prompt: string }

const GUARD = /^\s*\[no-redispatch(?::([^\]\n]*))?\]/

/**
 * Drafting a checkpoint is work for the cheapest model. A prompt that begins with `[no-redispatch]` was handed over
 * already, or the user wants it done here; a counted form means that the handing over goes in a circle.
 */
export function guardDispatch(
  prompt: string,
  { model, declared = 'haiku', skill = 'checkpoint' }: { model?: string; declared?: Tier; skill?: string },
): Guarded {
  const guard = GUARD.exec(prompt)
  const hops = guard?.[1]?.trim() ?? ''
  if (/^\d+$/.test(hops) && Number(hops) >= 2) return { do: 'abort', hops, skill }
  // A counter that is no number is still a prompt that was handed over.
  if (guard || !isAbove(model, declared)) return { do: 'proceed' }
  return {
    do: 'dispatch',
    model: declared,
    description: `${skill} dispatched at ${declared} tier`,
    prompt: `[no-redispatch]\n${prompt}`,
  }
}

/** A model nobody has ranked is left alone. */
function isAbove(model: string | undefined, declared: Tier): boolean {
  const tier = TIERS.find((one) => model?.toLowerCase().includes(one))
  return tier !== undefined && TIERS.indexOf(tier) > TIERS.indexOf(declared)
}
