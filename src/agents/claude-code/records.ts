/**
 * Claude Code's records, one after the other, into events. Pure: no disk. What a later record needs of an earlier one is
 * kept small (open calls, queued prompts, tasks) and can be rebuilt from the records at `needed()`.
 */
import { type CallsState, callsStateOf } from '../common/calls.js'
import { type Common, commonOf, type Emit, trackWhere, type Where, whereOf } from '../common/events.js'
import { type Json, latestMap, numberOf, objectOf, objectsOf, textOf } from '../common/values.js'
import { present } from '../../core/present.js'
import type { CompactionEvent, StatedEvent, Survived } from '../../core/session/transcript.js'
import { trackToolUse } from './calls.js'
import { trackQueue, type Prompt, typedIn, typedInAttachment } from './typed.js'

export interface Machine {
  record(record: Json, offset: number): void
  /** A record from before the mark: only what later ones depend on is taken from it. */
  replay(record: Json, offset: number): void
  /** Emits what waited for an answer that has not come yet. */
  finish(): void
  /** Offsets of earlier records that later ones depend on. */
  needed(): number[]
  /** The latest ids, so that the next read knows what it has counted already. */
  latest(): Latest
  survived: Omit<Survived, 'tornTail'>
}

export interface Latest extends Where {
  ids: string[]
  messages: string[]
  /** Absent in marks of older versions. */
  calls?: CallsState
  /** A skill was launched: what stands next is its text. */
  isSkillNext?: boolean
}

export interface Options {
  /** Where plan files lie, if the place of the transcript tells. */
  plans?: string | undefined
  before?: Latest
}

/** Records that say nothing about the work. */
const BOOKKEEPING: ReadonlySet<string> = new Set(
  `progress file-history-snapshot file-history-delta last-prompt mode permission-mode tools-used cost-state atis-latch
  api-request api-request-shape api-request-blob summary bridge-session agent-name agent-color agent-setting tag
  pr-link attribution-snapshot content-replacement task-summary speculation-accept worktree-state marble-origami-commit
  marble-origami-snapshot`.split(/\s+/),
)
const RECAP_ADVICE = /\s*\(disable recaps in \/config\)\s*$/
/** Written by the client itself, e.g. to show an error of the service. */
export const SYNTHETIC = '<synthetic>'
const LATEST = 32
const MAX_IDS = 65_536

export function readRecords(emit: Emit, options: Options = {}): Machine {
  const survived = { malformed: 0, unknown: 0, duplicate: 0 }
  const ids = [...(options.before?.ids ?? [])]
  const messages = [...(options.before?.messages ?? [])]
  const seen = latestMap<true>(
    MAX_IDS,
    ids.map((id) => [id, true]),
  )
  const calls = trackToolUse(emit, options.plans, callsStateOf(options.before?.calls))
  const queue = trackQueue()
  let isSkillNext = options.before?.isSkillNext === true
  let title: string | undefined
  const where = trackWhere(emit, whereOf(options.before))

  const byType: Record<string, (record: Json, common: Common) => void> = {
    user(record, common) {
      calls.answers(record, common)
      if (record['isCompactSummary'] === true) state('summary', contentOf(record), common)
      const plan = textOf(record['planContent'])
      if (plan) emit({ kind: 'plan', state: 'approved', text: plan, ...common })
      // Copies that some tools keep of a session do not mark the text of a skill as the client's.
      const isSkill = isSkillNext
      isSkillNext = launchesSkill(record)
      const typed = isSkill && !isSkillNext ? undefined : typedIn(record)
      // What was not answered when the turn was over never is, and was done then.
      if (typed) calls.finish()
      recorded(typed, common)
    },
    assistant(record, common) {
      isSkillNext = false
      const message = objectOf(record['message'])
      if (!message || message['model'] === SYNTHETIC) return
      usage(message, common)
      for (const block of objectsOf(message['content'])) {
        const text = block['type'] === 'text' ? textOf(block['text'])?.trim() : undefined
        if (text) emit({ kind: 'text', text, ...common })
        if (block['type'] === 'tool_use') calls.call(block, record, common)
      }
    },
    system(record, common) {
      if (record['subtype'] === 'away_summary')
        state('recap', textOf(record['content'])?.replace(RECAP_ADVICE, ''), common)
      if (record['subtype'] !== 'compact_boundary') return
      const facts = objectOf(record['compactMetadata'])
      const trigger = (['manual', 'auto'] as const).find((one) => one === facts?.['trigger'])
      const said = present<Pick<CompactionEvent, 'trigger' | 'tokensAfter'>>({
        trigger,
        tokensAfter: numberOf(facts?.['postTokens']),
      })
      emit({ kind: 'compaction', ...said, ...common })
    },
    attachment: (record, common) => recorded(typedInAttachment(record), common),
    'queue-operation': (record, common) => prompt(queue.operation(record, common.ref.offset), common, 'queue'),
    'ai-title': (record, common) => state('title', textOf(record['aiTitle']), common),
    'custom-title': (record, common) => state('title', textOf(record['customTitle']), common),
    relocated: (record, common) => where.say({ cwd: record['relocatedCwd'] }, common),
  }

  /** A title is written again and again. */
  function state(what: StatedEvent['what'], text: string | undefined, common: Common): void {
    if (!text || (what === 'title' && text === title)) return
    if (what === 'title') title = text
    emit({ kind: 'stated', what, text, ...common })
  }

  function recorded(text: string | undefined, common: Common): void {
    if (text) prompt({ text, offsets: [common.ref.offset] }, common, 'record')
  }

  function prompt(typed: Prompt | undefined, common: Common, from: 'record' | 'queue'): void {
    if (typed && !queue.isRepeated(typed, from)) emit({ kind: 'prompt', text: typed.text, ...common })
  }

  function usage(message: Json, common: Common): void {
    const id = textOf(message['id'])
    // Newest first: the records of one message mostly follow each other.
    if (id && messages.lastIndexOf(id) >= 0) return
    const used = usageOf(message)
    if (!used || used.context === 0) return
    if (id) pushLatest(messages, id)
    emit({ kind: 'usage', ...present({ model: textOf(message['model']), ...used }), ...common })
  }

  return {
    survived,
    record(record, offset) {
      const type = textOf(record['type']) ?? ''
      if (BOOKKEEPING.has(type)) return
      const id = textOf(record['uuid'])
      if (id && seen.has(id)) return void survived.duplicate++
      if (id) {
        seen.set(id, true)
        pushLatest(ids, id)
      }
      if (!Object.hasOwn(byType, type)) return void survived.unknown++
      const common = commonIn(record, offset)
      const { sessionId, cwd, gitBranch } = record
      if (common.sub === undefined) where.say({ session: sessionId, cwd, branch: gitBranch }, common)
      byType[type]?.(record, common)
    },
    replay(record, offset) {
      const before = [...messages]
      byType[textOf(record['type']) ?? '']?.(record, commonIn(record, offset))
      messages.splice(0, messages.length, ...before)
    },
    finish: () => calls.finish(),
    needed: () => [...new Set([...calls.offsets(), ...queue.offsets()])].toSorted((a, b) => a - b),
    latest: () => ({ ids, messages, calls: calls.state(), ...(isSkillNext && { isSkillNext }), ...where.state() }),
  }
}

function launchesSkill(record: Json): boolean {
  const content = objectsOf(objectOf(record['message'])?.['content'])
  return content.some(
    (block) => block['type'] === 'tool_result' && textOf(block['content'])?.startsWith('Launching skill:') === true,
  )
}

function contentOf(record: Json): string | undefined {
  const content = objectOf(record['message'])?.['content']
  return (
    textOf(content) ??
    objectsOf(content)
      .flatMap((block) => textOf(block['text']) ?? [])
      .join('\n')
  )
}

function pushLatest(list: string[], id: string): void {
  if (list.push(id) > LATEST) list.shift()
}

/** What every event of a record shares. */
export function commonIn(record: Json, offset: number): Common {
  const sub = record['isSidechain'] === true ? (textOf(record['agentId']) ?? 'sub-agent') : undefined
  return commonOf(offset, record['uuid'], record['timestamp'], sub)
}

/** Tokens in the context of one request. */
interface Usage {
  context: number
  output?: number
}

/** A request with tools on the server's side is several requests: the last one holds the whole context. */
export function usageOf(message: Json): Usage | undefined {
  const usage = objectOf(message['usage'])
  if (!usage || message['model'] === SYNTHETIC) return undefined
  const last = objectsOf(usage['iterations']).findLast((one) => contextOf(one) > 0) ?? usage
  const output = numberOf(usage['output_tokens'])
  return output === undefined ? { context: contextOf(last) } : { context: contextOf(last), output }
}

function contextOf(usage: Json): number {
  const parts = ['input_tokens', 'cache_read_input_tokens', 'cache_creation_input_tokens']
  return parts.reduce((sum, key) => sum + (numberOf(usage[key]) ?? 0), 0)
}
