/**
 * Calls that stand in JavaScript, and processes that outlive the call that started them. A cell's calls are `id`, `id.2`,
 * `id.3`; what it prints is their answer. Asking a process how far it is is no call of its own: its end is the answer of the
 * call that began it. Beside a cell stand the client's own records of what its calls did, under other ids.
 */
import type { Answer, Calls } from '../common/calls.js'
import type { Common } from '../common/events.js'
import { type Json, latestMap, listOf, numberOf, objectOf, objectsOf, textOf } from '../common/values.js'
import type { Action } from '../../core/session/transcript.js'
import { hashText } from '../../core/text/text.js'
import type { Finished } from './items.js'
import { callsInScript } from './script.js'
import { actionsOf, answerOf, inputOf } from './tools.js'

/** A call in a cell: what it did is told by a number, so that a mark holds no text. */
interface Part {
  call: string
  type: Action['type']
  sign: number
}

interface Cell {
  parts: Part[]
  /** The processes it asks after. */
  polled: string[]
}

/** Plain JSON, ids only. */
export interface CellsState {
  cells: [id: string, cell: Cell][]
  waits: [id: string, cell: string][]
  running: [process: string, call: string][]
}

export interface Cells {
  /** A cell. `onOther` gets the calls that are no actions: lists, goals, questions. */
  open(id: string, script: string, common: Common, onOther: (tool: string, args: Json | undefined) => boolean): void
  /** `wait`, `write_stdin`: nothing new is done. */
  poll(id: string, args: Json | undefined): void
  /** False: it answers no cell and no process. */
  answer(id: string, output: unknown, common: Common): boolean
  /** The client's own record of something a cell did. */
  isPartOf(finished: Finished, common: Common): boolean
  state(): CellsState
}

const MAX_OPEN = 64
const RUNNING_CELL = /^Script running with cell ID (\S+)/
const CALLS_TOOL = /\btools\s*(?:\?\.|[.[])/
const FAILED_CELL = /^Script (?:failed|error|timed out)/
const HEAD = /^Script [^\n]*\n(?:Wall time[^\n]*\n)?(?:Output:\n?)?/
/** `text("SESSION_ID=" + r.session_id)`, and as the client says it. */
const PRINTED_PROCESS = /(?:^|\n)\W*session[ _]?id\W{1,4}(\d{1,12})\W*$/i
const RUNNING = /^Process running with session ID (\d{1,12})/m
/** `text("EXIT=" + r.exit_code)` */
const PRINTED_EXIT = /(?:^|\n)\s*"?exit(?:[ _]?code)?"?\s*[=:]\s*(-?\d{1,10})\s*$/i

export function trackCells(calls: Calls, before?: CellsState): Cells {
  const cells = latestMap<Cell>(MAX_OPEN, before?.cells)
  const waits = latestMap<string>(MAX_OPEN, before?.waits)
  const running = latestMap<string>(MAX_OPEN, before?.running)

  /** Answers `call`, unless it started a process that is still at work. */
  function end(call: string, answer: Answer, common: Common, process: string | undefined): void {
    if (process === undefined || answer.exit !== undefined) calls.close(call, answer, common)
    else running.set(process, call)
  }

  /** Somebody who prints only what it says is not told how it ends: what it said first counts. */
  function polled(process: string, answer: Answer, isAtWork: boolean, common: Common): void {
    const call = running.get(process)
    if (call === undefined || (answer.exit === undefined && (isAtWork || !answer.text?.trim()))) return
    running.delete(process)
    calls.close(call, answer, common)
  }

  function ended({ parts, polled: processes }: Cell, output: unknown, common: Common): void {
    const { head, texts } = printedBy(output)
    const whole = texts.join('\n')
    const isOne = parts.length + processes.length === 1
    // Mostly only what commands print is passed on.
    const runs = parts.filter(({ type }) => type === 'run')
    const telling = [parts, runs].find((some) => some.length + processes.length === texts.length) ?? []
    const printed = (i: number): string => (isOne ? whole : ((i < 0 ? undefined : texts[i]) ?? ''))
    for (const part of parts) {
      const text = printed(telling.indexOf(part))
      const answer = answerIn(text)
      const isFailed = isOne && FAILED_CELL.test(head)
      end(part.call, isFailed ? { ...answer, ok: answer.ok ?? false } : answer, common, processIn(text))
    }
    for (const [i, process] of processes.entries()) {
      const text = telling.length + processes.length === texts.length || isOne ? printed(telling.length + i) : ''
      polled(process, answerIn(text), processIn(text) !== undefined, common)
    }
  }

  return {
    open(id, script, common, onOther) {
      const cell: Cell = { parts: [], polled: [] }
      const found = callsInScript(script)
      for (const { tool, args } of found) {
        if (onOther(tool, objectOf(args))) continue
        if (tool === 'write_stdin') {
          cell.polled.push(String(objectOf(args)?.['session_id'] ?? ''))
          continue
        }
        const actions = actionsOf(tool, args)
        const [first] = actions as [Action]
        const call = cell.parts.length === 0 ? id : `${id}.${cell.parts.length + 1}`
        if (calls.open(call, tool, actions, common)) cell.parts.push({ call, type: first.type, sign: signOf(first) })
      }
      // Who looks up what tools there are does nothing yet.
      if (found.length === 0 && !(script.includes('ALL_TOOLS') && !CALLS_TOOL.test(script))) {
        calls.open(id, 'exec', [{ type: 'other', tool: 'exec' }], common)
        cell.parts.push({ call: id, type: 'other', sign: 0 })
      }
      cells.set(id, cell)
    },
    poll(id, args) {
      const cell = waits.get(`cell ${String(args?.['cell_id'])}`)
      if (cell !== undefined) return waits.set(id, cell)
      const process = args?.['session_id']
      cells.set(id, { parts: [], polled: process === undefined ? [] : [String(process)] })
    },
    answer(id, output, common) {
      const of = waits.get(id) ?? id
      const cell = cells.get(of)
      if (!cell) {
        const process = calls.isKnown(id) ? RUNNING.exec((textOf(output) ?? '').slice(0, 400))?.[1] : undefined
        if (process !== undefined) end(id, answerOf(output), common, process)
        return process !== undefined
      }
      waits.delete(id)
      const still = RUNNING_CELL.exec(printedBy(output).head)?.[1]
      if (still !== undefined) waits.set(`cell ${still}`, of)
      else {
        cells.delete(of)
        ended(cell, output, common)
      }
      return true
    },
    isPartOf({ call, actions, answer }, common) {
      const [first] = actions
      if (!first || calls.isKnown(call)) return false
      const open = cells.entries().flatMap(([, { parts }]) => parts.filter((part) => !calls.isClosed(part.call)))
      const same = open.filter(({ type }) => type === first.type || (isChange(type) && isChange(first.type)))
      const found = same.find(({ sign }) => sign === signOf(first)) ?? (first.type === 'run' ? undefined : same[0])
      if (found) calls.close(found.call, answer, common)
      return found !== undefined
    },
    state: () => ({ cells: cells.entries(), waits: waits.entries(), running: running.entries() }),
  }
}

function isChange(type: Action['type']): boolean {
  return type === 'edit' || type === 'create' || type === 'delete'
}

function signOf(action: Action): number {
  return hashText(action.type === 'run' ? action.command : 'path' in action ? (action.path ?? '') : action.type)
}

/** How it went, in the words of the client, and each text that was printed. */
function printedBy(output: unknown): { head: string; texts: string[] } {
  const blocks =
    textOf(output) === undefined ? objectsOf(output).map((one) => textOf(one['text']) ?? '') : [output as string]
  const [first = '', ...rest] = blocks
  const left = first.replace(HEAD, '')
  return { head: first.slice(0, 200), texts: left.trim() === '' ? rest : [left, ...rest] }
}

function answerIn(text: string): Answer {
  const answer = answerOf(text)
  const exit = answer.exit ?? numberOf(Number(PRINTED_EXIT.exec(text.slice(-200))?.[1] ?? Number.NaN))
  return exit === undefined ? answer : { ok: exit === 0, exit, ...answer }
}

function processIn(text: string): string | undefined {
  const known = text.startsWith('{') ? objectOf(inputOf(text))?.['session_id'] : undefined
  if (known !== undefined) return String(known)
  return RUNNING.exec(text.slice(0, 400))?.[1] ?? PRINTED_PROCESS.exec(text.slice(-200))?.[1]
}

/** From a mark, which may have been written by anybody. */
export function cellsStateOf(value: unknown): CellsState {
  const state = objectOf(value)
  const pairs = (key: string): [string, unknown][] =>
    listOf(state?.[key]).flatMap((pair): [string, unknown][] => {
      const id = textOf(listOf(pair)[0])
      return id === undefined ? [] : [[id, listOf(pair)[1]]]
    })
  const texts = (key: string): [string, string][] =>
    pairs(key).flatMap(([id, to]): [string, string][] => (typeof to === 'string' ? [[id, to]] : []))
  const cells = pairs('cells').flatMap(([id, one]): [string, Cell][] => {
    const cell = objectOf(one)
    const parts = objectsOf(cell?.['parts']).flatMap((part): Part[] => {
      const [call, type, sign] = [textOf(part['call']), textOf(part['type']), numberOf(part['sign'])]
      return call && type && sign !== undefined ? [{ call, type: type as Action['type'], sign }] : []
    })
    return [[id, { parts, polled: listOf(cell?.['polled']).flatMap((process) => textOf(process) ?? []) }]]
  })
  return { cells, waits: texts('waits'), running: texts('running') }
}
