/** The newest state, read backwards from the end of the file. */
import type { Tail } from '../agent.js'
import { readRecordsBack } from '../common/lines.js'
import { type Json, numberOf, objectOf, textOf } from '../common/values.js'
import { commonIn, SYNTHETIC, usageOf } from './records.js'
import { typedIn, typedInAttachment, typedInQueue, typedText } from './typed.js'

interface Search {
  found: Tail
  /** Nothing newer than the last compaction tells the context any more. */
  contextDone: boolean
  promptDone: boolean
  /** Queue operations met, newest last, whose `enqueue` lies further back. */
  operations: unknown[]
  noted?: string
}

export function readTail(path: string): Tail {
  const search: Search = { found: {}, contextDone: false, promptDone: false, operations: [] }
  readRecordsBack(path, (record) => {
    look(record, search)
    return !isDone(search)
  })
  const { found, noted } = search
  // A prompt further back than is looked is taken from the client's own note of it, where there is one.
  return found.lastPrompt === undefined && noted !== undefined ? { ...found, lastPrompt: noted } : found
}

function isDone({ found, contextDone, promptDone }: Search): boolean {
  return promptDone && contextDone && found.model !== undefined && found.session !== undefined
}

function look(record: Json, search: Search): void {
  const { at, sub } = commonIn(record, 0)
  const { found } = search
  if (at !== undefined) found.at ??= at
  if (sub !== undefined) return
  const [session, branch] = [textOf(record['sessionId']), textOf(record['gitBranch'])]
  if (session) found.session ??= session
  if (branch) found.branch ??= branch
  if (record['type'] === 'assistant') lookAtUse(record, search)
  if (record['subtype'] === 'compact_boundary') lookAtBoundary(record, search)
  if (!search.promptDone) lookForPrompt(record, search)
}

function lookAtUse(record: Json, search: Search): void {
  const message = objectOf(record['message'])
  const model = textOf(message?.['model'])
  if (!message || model === SYNTHETIC) return
  if (model) search.found.model ??= model
  const used = search.contextDone ? undefined : usageOf(message)
  if (!used || used.context === 0) return
  search.found.context = { tokens: used.context }
  search.contextDone = true
}

function lookAtBoundary(record: Json, search: Search): void {
  if (search.contextDone) return
  search.contextDone = true
  const tokens = numberOf(objectOf(record['compactMetadata'])?.['postTokens'])
  if (tokens !== undefined) search.found.context = { tokens }
}

function lookForPrompt(record: Json, search: Search): void {
  const type = record['type']
  if (type === 'queue-operation') return lookAtQueue(record, search)
  if (type === 'last-prompt') {
    const noted = typedText(textOf(record['lastPrompt']) ?? '')
    if (noted) search.noted ??= noted
  }
  const typed = type === 'user' ? typedIn(record) : type === 'attachment' ? typedInAttachment(record) : undefined
  if (!typed) return
  search.found.lastPrompt ??= typed
  // One that was handed over from the queue after this one is newer, but its text lies further back.
  search.promptDone = !search.operations.includes('remove')
}

function lookAtQueue(record: Json, search: Search): void {
  if (record['operation'] !== 'enqueue') return void search.operations.push(record['operation'])
  const text = textOf(record['content']) ?? ''
  if (!typedText(text) || search.operations.pop() !== 'remove') return
  const typed = typedInQueue(text)
  if (!typed) return
  search.found.lastPrompt = typed
  search.promptDone = true
}
