/**
 * Is this checkpoint good enough to continue from without the session that made it?
 * Names what is missing and what is vague, with the sentence that would be better. The words were chosen from what
 * the seeds call bad ("worked on it", "continue testing") and are kept here in one place.
 */
import type { Decision, Failed, Fields, Item } from '../entry/entry.js'

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
const VAGUE_DONE =
  /^(?:i |we )?(?:worked|working|made (?:some |good )?progress|did (?:some|stuff|things)|continued|looked (?:at|into)|started|tried|progress|fixed (?:it|stuff|things|some|bugs?)|updated (?:it|stuff|things|code|files)|various|some (?:work|changes|fixes)|misc)\b/i
const VAGUE_BLOCKER =
  /\b(?:some|several|various|a few|certain)\s+(?:\w+\s+)?(?:conflicts?|errors?|issues?|problems?|bugs?|things|stuff)\b|^(?:it )?(?:does ?n.t|not) work(?:ing)?\W*$|^(?:errors?|issues?|problems?|bugs?|blocked)\W*$/i
const GENERIC_FILE = /^(?:the |a |some |main |relevant )*(?:\w+ )?(?:files?|modules?|code|folder|directory)$/i
const REASON =
  /\b(?:because|since|so that|in order to|due to|as it|to avoid|to keep|for the sake|otherwise|until|rather than|over)\b|因为|以便/i

export function judge(fields: Fields): Finding[] {
  return [
    ...judgeTask(fields),
    ...judgeNext(fields),
    ...judgeDone(fields.done),
    ...fields.failed.filter((item) => !hasReason(item)).map(failedWithoutWhy),
    ...fields.decisions.filter((item) => !hasReason(item)).map(decisionWithoutWhy),
    ...fields.blockers.filter((item) => VAGUE_BLOCKER.test(item.text) && !isSpecific(item.text)).map(vagueBlocker),
    ...fields.files.filter((file) => GENERIC_FILE.test(file.path)).map((file) => genericFile(file.path)),
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

function judgeTask(fields: Fields): Finding[] {
  if (fields.task) return []
  return [
    {
      field: 'task',
      problem: 'missing',
      advice: 'say in one line what this work is: --task "Build the login page with an OAuth fallback"',
    },
  ]
}

function judgeNext({ next, leftOff }: Fields): Finding[] {
  if (!next) {
    // Where work stopped is enough by itself: nobody should invent a next step to please a check.
    if (leftOff) return []
    return [
      {
        field: 'next',
        problem: 'missing',
        advice: 'give the very next command or edit: --next "Run npm test -- auth and fix the first failure"',
      },
    ]
  }
  if (!isVagueNext(next.text)) return []
  return [
    {
      field: 'next',
      problem: 'vague',
      text: next.text,
      advice: 'name the file, command or decision, so that it can be done without asking',
    },
  ]
}

function mayBeVague(text: string): boolean {
  const start = text
    .trim()
    .toLowerCase()
    .replace(/^please /, '')
  return VAGUE_STARTS.some((words) => start.startsWith(words))
}

function isVagueNext(text: string): boolean {
  if (isSpecific(text)) return false
  return (mayBeVague(text) && VAGUE_NEXT.test(text.trim())) || text.trim().split(/\s+/).length < 3
}

function judgeDone(done: readonly Item[]): Finding[] {
  if (done.length === 0)
    return [
      {
        field: 'done',
        problem: 'missing',
        advice: 'say what is finished, with its path: --done "src/auth.ts: login flow, lines 45-120"',
      },
    ]
  return done
    .filter((item) => !item.observed && !isSpecific(item.text) && VAGUE_DONE.test(item.text))
    .map((item) => ({
      field: 'done',
      problem: 'vague',
      text: item.text,
      advice: 'say which file or behaviour, so that it can be checked',
    }))
}

function hasReason(item: Failed | Decision): boolean {
  return item.observed !== undefined || item.why !== undefined || REASON.test(item.text)
}

function failedWithoutWhy(item: Failed): Finding {
  return vague('failed', item.text, 'say why it failed: --failed "what — why"')
}

function decisionWithoutWhy(item: Decision): Finding {
  return vague('decisions', item.text, 'say why: --decision "what — why — rejected: what else"')
}

function vagueBlocker(item: Item): Finding {
  return vague('blockers', item.text, 'name the file, the error message or the person it waits for')
}

function genericFile(path: string): Finding {
  return vague('files', path, 'give the real path')
}

function vague(field: Finding['field'], text: string, advice: string): Finding {
  return { field, problem: 'vague', text, advice }
}
