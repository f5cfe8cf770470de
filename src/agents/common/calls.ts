/**
 * Tool calls and their answers, each said once, though a file may carry both in several forms. A call that changes
 * several files becomes one call event per file: `id`, `id#2`, `id#3`, …; its answer is repeated for each.
 */
import type { Action } from '../../core/session/transcript.js'
import { latestMap, listOf, numberOf, objectOf, textOf } from './values.js'
import type { Common, Emit } from './events.js'

export interface Answer {
  ok?: boolean
  exit?: number
  interrupted?: boolean
  /** What the user said beside a refusal. */
  said?: string
  text?: string
}

/** Plain JSON, ids only. */
export interface CallsState {
  open: [call: string, files: number][]
  done: string[]
}

export interface Calls {
  /** False: it was said before. */
  open(call: string, tool: string, actions: readonly Action[], common: Common): boolean
  /** The first answer counts. One without a known call is passed on: its call may lie before the start of the file. */
  close(call: string, answer: Answer, common: Common): void
  isKnown(call: string): boolean
  isClosed(call: string): boolean
  /** Whatever is still open was stopped. */
  interrupt(common: Common): void
  state(): CallsState
}

const REASON =
  /(?:To tell you how to proceed, the user said|with the following feedback|[Uu]ser(?:['’]s)? (?:feedback|comment))\s*[:：]\s*([^]+)/
const MAX_REASON = 2000
/** Newer versions add advice for the model. */
const ADVICE = /\n\nNote: The user['’]s next message[^]*$/
/** Words of the client where the user wants to talk first. */
const NO_REASON = /^The user wants to clarify/

/** What the user said beside a refusal, from what the tool answered; undefined: nothing. */
export function reasonIn(text: string): string | undefined {
  const said = REASON.exec(text.slice(0, 2 * MAX_REASON))?.[1]
    ?.replace(ADVICE, '')
    .trim()
  return said === undefined || said === '' || NO_REASON.test(said) ? undefined : said.slice(0, MAX_REASON)
}

const MAX_OPEN = 4096
const MAX_IN_MARK = 256

export function trackCalls(emit: Emit, before?: CallsState): Calls {
  const open = latestMap<number>(MAX_OPEN, before?.open)
  const done = latestMap<true>(
    MAX_OPEN,
    before?.done.map((call) => [call, true]),
  )

  function close(call: string, answer: Answer, common: Common): void {
    if (done.has(call)) return
    const files = open.get(call) ?? 1
    open.delete(call)
    done.set(call, true)
    for (let file = 1; file <= files; file++) emit({ kind: 'result', call: nameOf(call, file), ...answer, ...common })
  }

  return {
    open(call, tool, actions, common) {
      if (open.has(call) || done.has(call)) return false
      open.set(call, actions.length)
      for (const [i, action] of actions.entries()) {
        emit({ kind: 'call', call: nameOf(call, i + 1), tool, action, ...common })
      }
      return true
    },
    close,
    isKnown: (call) => open.has(call) || done.has(call),
    isClosed: (call) => done.has(call),
    interrupt(common) {
      for (const [call] of open.entries()) close(call, { ok: false, interrupted: true }, common)
    },
    state: () => ({
      open: open.entries().slice(-MAX_IN_MARK),
      done: done
        .entries()
        .slice(-MAX_IN_MARK)
        .map(([call]) => call),
    }),
  }
}

/** From a mark, which may have been written by anybody. */
export function callsStateOf(value: unknown): CallsState {
  const state = objectOf(value)
  const open = listOf(state?.['open']).flatMap((pair): [string, number][] => {
    const [call, files] = [textOf(listOf(pair)[0]), numberOf(listOf(pair)[1])]
    return call && files ? [[call, Math.min(files, MAX_OPEN)]] : []
  })
  return { open, done: listOf(state?.['done']).flatMap((call) => textOf(call) ?? []) }
}

function nameOf(call: string, file: number): string {
  return file === 1 ? call : `${call}#${file}`
}
