/** The first look at a rollout: which turns were rolled back, and in which forms it holds prompts and texts. */
import { type CallsState, callsStateOf } from '../common/calls.js'
import { type Where, whereOf } from '../common/events.js'
import type { Stretch, Survey, TakeSurvey } from '../common/lines.js'
import { type Json, listOf, numberOf, objectOf, parseRecord, textOf } from '../common/values.js'
import { present } from '../../core/present.js'
import { hashText } from '../../core/text/text.js'
import { readLines } from '../../platform/files/jsonl.js'
import { type CellsState, cellsStateOf } from './cells.js'
import { typedInEvent, typedInItem, typedInTurnItem } from './items.js'

/** A rollout carries most messages twice: as the model saw them, and as events for the screen. */
export interface Forms {
  /** Prompts stand as events; the model's view of them is then left out. */
  promptEvents: boolean
  /** Texts of the assistant stand as the model's own items; events are then left out. */
  textItems: boolean
}

export interface CodexSurvey extends Survey {
  forms: Forms
}

/** Quoted, they occur only as whole JSON texts: inside another text their quotes are escaped. */
const ROLLBACK = '"thread_rolled_back"'
const PROMPTS = ['"user_message"', '"UserMessage"']
const USER = '"user"'
const TEXT = '"output_text"'

export function surveyWith(before: Forms): TakeSurvey<CodexSurvey> {
  return (path, from) => {
    const forms = from === null ? { promptEvents: false, textItems: false } : { ...before }
    const events = trackTurns()
    const items = trackTurns()
    const lines = readLines(path, from, (line, offset) => {
      forms.textItems ||= line.includes(TEXT)
      const isRollback = line.includes(ROLLBACK)
      const isPrompt = PROMPTS.some((sign) => line.includes(sign))
      if (!isRollback && !isPrompt && !line.includes(USER)) return
      const record = parseRecord(line)
      if (!record) return
      const form = promptForm(record)
      if (form === 'event') forms.promptEvents = true
      if (form) (form === 'event' ? events : items).begin(offset)
      const undone = rolledBack(record)
      if (undone > 0) for (const one of [events, items]) one.undo(undone, offset)
    })
    const turns = forms.promptEvents ? events : items
    return { lines, forms, undone: turns.undone, reachesBack: from !== null && turns.reachedBack() }
  }
}

/** How many turns the record takes back. */
export function rolledBack(record: Json): number {
  const payload = objectOf(record['payload'])
  if (record['type'] !== 'event_msg' || payload?.['type'] !== 'thread_rolled_back') return 0
  return Math.max(0, Math.floor(numberOf(payload['num_turns']) ?? 0))
}

/** Which form of a typed prompt this record is, if it is one. */
export function promptForm(record: Json): 'event' | 'item' | undefined {
  const payload = objectOf(record['payload']) ?? record
  const type = textOf(payload['type'])
  if (record['type'] === 'event_msg') {
    const item = type === 'item_completed' ? objectOf(payload['item']) : undefined
    if (item?.['type'] === 'UserMessage') return typedInTurnItem(item) ? 'event' : undefined
    return type === 'user_message' && typedInEvent(payload) ? 'event' : undefined
  }
  return type === 'message' && payload['role'] === 'user' && typedInItem(payload) ? 'item' : undefined
}

/** Where the turns begin that still count. One number per turn. */
function trackTurns(): {
  begin(offset: number): void
  undo(turns: number, at: number): void
  undone: Stretch[]
  reachedBack(): boolean
} {
  const starts: number[] = []
  const undone: Stretch[] = []
  let isBeyond = false
  return {
    undone,
    begin: (offset) => void starts.push(offset),
    undo(turns, at) {
      if (turns > starts.length) isBeyond = true
      const first = starts.splice(-turns)[0]
      if (first !== undefined) undone.push({ from: first, to: at })
    },
    reachedBack: () => isBeyond,
  }
}

/** Plain JSON without text of the conversation. */
export interface State {
  calls: CallsState
  cells: CellsState
  where: Where
  sub?: string
  /** The last token count, which the client repeats. */
  used?: string
  /** A compaction has been said and nothing happened since. */
  compacted: boolean
  planning: boolean
  /** Of the latest messages said in the form that is not preferred: the other form of them may follow. */
  echoes: number[]
}

const MAX_ECHOES = 8

export function stateOf(value: unknown): State {
  const state = objectOf(value)
  return present<State>({
    calls: callsStateOf(state?.['calls']),
    cells: cellsStateOf(state?.['cells']),
    where: whereOf(state?.['where']),
    sub: textOf(state?.['sub']),
    used: textOf(state?.['used']),
    compacted: state?.['compacted'] === true,
    planning: state?.['planning'] === true,
    echoes: listOf(state?.['echoes']).flatMap((hash) => numberOf(hash) ?? []),
  })
}

/**
 * A rollout carries a message in two forms. Which is there is found out by looking at the whole file; one that is still
 * growing may get the better form only after the other was said.
 */
export function trackEchoes(before: readonly number[] = []): {
  isEcho(text: string, form: 'better' | 'other'): boolean
  state(): number[]
} {
  let hashes = [...before]
  return {
    isEcho(text, form) {
      const hash = hashText(text)
      if (form === 'other') hashes = [...hashes, hash].slice(-MAX_ECHOES)
      const found = form === 'better' && hashes.includes(hash)
      if (found) hashes.splice(hashes.indexOf(hash), 1)
      return found
    },
    state: () => hashes,
  }
}
