/**
 * Is this checkpoint good enough to continue from without the session that made it?
 * Names what is missing and what is vague, with the sentence that would be better. The words were chosen from what
 * the seeds call bad ("worked on it", "continue testing") and are kept here in one place.
 */
import type { Decision, Failed, Fields, Item } from '../entry/entry.js'
import { isWeighed } from '../session/facts/words/reasoned.js'

export interface Finding {
  field: 'task' | 'next' | 'done' | 'failed' | 'decisions' | 'blockers' | 'files'
  problem: 'missing' | 'vague'
  /** The words that are vague; absent where something is missing. */
  text?: string
  advice: string
}

const VAGUE_NEXT =
  /^(?:please )?(?:continue|keep (?:going|on|working)|carry on|go on|finish|proceed|resume|do the rest|complete|next steps?|more work|fix (?:it|bugs?|stuff|things|the (?:rest|issues?|bugs?))|继续|接着做|完成)(?:\s+(?:\w+|on|with|the|it|this|that|work|working|testing|coding|implementation|implementing|task|things|rest)){0,4}[.!。]?$/i
/** How it begins; the pattern itself takes a while to be made. */
const VAGUE_STARTS =
  'continue|keep |carry on|go on|finish|proceed|resume|do the rest|complete|next step|more work|fix |继续|接着做|完成'.split(
    '|',
  )
/** Of small letters: one that looks at the case takes ten times as long to be made. */
const VAGUE_DONE =
  /^(?:i |we )?(?:worked|working|made (?:some |good )?progress|did (?:some|stuff|things)|continued|looked (?:at|into)|started|tried|progress|fixed (?:it|stuff|things|some|bugs?)|updated (?:it|stuff|things|code|files)|various|some (?:work|changes|fixes)|misc)\b/
const VAGUE_BLOCKER =
  /\b(?:some|several|various|a few|certain)\s+(?:\w+\s+)?(?:conflicts?|errors?|issues?|problems?|bugs?|things|stuff)\b|^(?:it )?(?:does ?n.t|not) work(?:ing)?\W*$|^(?:errors?|issues?|problems?|bugs?|blocked)\W*$/i
const GENERIC_FILE = /^(?:the |a |some |main |relevant )*(?:\w+ )?(?:files?|modules?|code|folder|directory)$/i
const REASON =
  /\b(?:because|since|so that|in order to|due to|as it|to avoid|to keep|for the sake|otherwise|until|rather than|over)\b|因为|以便/i

/** A reason given without a word for it: "jose: no ESM build", "SQLite — one file". Not the colon of a path, a time or an address. */
const AFTER_SIGN = /\S(?: [—–-]{1,2}|[:：]) \S+ \S/

export function judge(fields: Fields): Finding[] {
  const { failed, decisions, blockers, files } = fields
  return [
    ...judgeTask(fields),
    ...judgeNext(fields),
    ...judgeDone(fields.done),
    ...failed
      .filter((item) => !hasReason(item))
      .map(({ text }) => vague('failed', text, 'say why it failed: --failed "what — why"')),
    ...decisions
      .filter((item) => !hasReason(item))
      .map(({ text }) => vague('decisions', text, 'say why: --decision "what — why — rejected: what else"')),
    ...blockers
      .filter(({ text }) => VAGUE_BLOCKER.test(text) && !isSpecific(text))
      .map(({ text }) => vague('blockers', text, 'name the file, the error message or the person it waits for')),
    ...files
      .filter(({ path }) => GENERIC_FILE.test(path))
      .map(({ path }) => vague('files', path, 'give the real path')),
  ]
}

/** Has something one can look up: a path, a command, a name from code, a number, a quotation. */
function isSpecific(text: string): boolean {
  return SPECIFIC.some(([sign, pattern]) => text.includes(sign) && pattern.test(text))
}

/** Each with what must stand in the text at least: a pattern takes longer to be made than such a text to be looked through. */
const SPECIFIC: readonly (readonly [sign: string, pattern: RegExp])[] = [
  ['`', /`[^`]+`/],
  ['/', /[\w.-]+\/[\w.-]/],
  ['.', /\b[\w-]+\.[a-z]{1,5}\b/i],
  ['_', /\b\w+_\w+/],
  ['()', /\b\w+\(\)/],
  ['', /\b[a-z]+[A-Z]\w*/],
  ['-', /(?:^|\s)--?[a-z][\w-]*/],
  ['', /[#:]\d+|\bv?\d+(?:\.\d+)+|\b\d{2,}\b/],
  ['"', /"[^"]{3,}"/],
  ['“', /“[^”]{3,}”/],
  ['', /[\u3400-\u9fff\u3040-\u30ff\uac00-\ud7af]{8,}/],
]

function judgeTask({ task }: Fields): Finding[] {
  if (task) return []
  return [missing('task', 'say in one line what this work is: --task "Build the login page with an OAuth fallback"')]
}

function judgeNext({ next, leftOff }: Fields): Finding[] {
  if (next)
    return isVagueNext(next.text)
      ? [vague('next', next.text, 'name the file, command or decision, so that it can be done without asking')]
      : []
  // Where work stopped is enough by itself: nobody should invent a next step to please a check.
  if (leftOff) return []
  return [
    missing('next', 'give the very next command or edit: --next "Run npm test -- auth and fix the first failure"'),
  ]
}

function isVagueNext(text: string): boolean {
  if (isSpecific(text)) return false
  const said = text.trim()
  const start = said.toLowerCase().replace(/^please /, '')
  const mayBeVague = VAGUE_STARTS.some((words) => start.startsWith(words))
  return (mayBeVague && VAGUE_NEXT.test(said)) || said.split(/\s+/).length < 3
}

function judgeDone(done: readonly Item[]): Finding[] {
  if (done.length === 0)
    return [missing('done', 'say what is finished, with its path: --done "src/auth.ts: login flow, lines 45-120"')]
  return done
    .filter((item) => !item.observed && !isSpecific(item.text) && VAGUE_DONE.test(item.text.toLowerCase()))
    .map(({ text }) => vague('done', text, 'say which file or behaviour, so that it can be checked'))
}

function hasReason(item: Failed | Decision): boolean {
  const { observed, why, text } = item
  const isGiven = observed !== undefined || why !== undefined || REASON.test(text) || AFTER_SIGN.test(text)
  return isGiven || isWeighed(` ${text.toLowerCase()} `)
}

function missing(field: Finding['field'], advice: string): Finding {
  return { field, problem: 'missing', advice }
}

function vague(field: Finding['field'], text: string, advice: string): Finding {
  return { field, problem: 'vague', text, advice }
}
