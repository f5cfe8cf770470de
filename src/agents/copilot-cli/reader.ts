/** Copilot CLI's session files: `events.jsonl`, with `workspace.yaml` and `plan.md` beside it. */
import { basename, dirname, join } from 'node:path'
import type { Place, ReadResult, SessionFile, Tail, TranscriptReader } from '../agent.js'
import { commonOf, type Emit } from '../common/events.js'
import { fileAt, foldersOf, type FoundFile, isHere, namesIn, newestFirst } from '../common/sessions.js'
import {
  linesMarkOf,
  planRead,
  readCwd,
  readFirstRecords,
  readLive,
  readRecordsBack,
  surveyRewinds,
} from '../common/lines.js'
import { type Json, numberOf, objectOf, recordsIn, textOf } from '../common/values.js'
import { present } from '../../core/present.js'
import { readTextFile } from '../../platform/files/files.js'
import type { Mark } from '../../platform/files/jsonl.js'
import { homeOf } from './folders.js'
import { manifest } from './manifest.js'
import { readRecords, type State, stateOf, typedIn } from './records.js'

export const reader: TranscriptReader = { agent: manifest.id, sniff, read, readTail, findSessions }

interface CopilotMark {
  lines: Mark
  state: State
}

const OWN_TYPE = /^(?:session|user|assistant|tool|system|hook)\.[a-z_]+$/
const START = /^\{[^\n]{0,200}?"type"\s*:\s*"session\.start"/

const survey = surveyRewinds({
  sign: '"session.snapshot_rewind"',
  targetOf: (record) =>
    record['type'] === 'session.snapshot_rewind' ? textOf(objectOf(record['data'])?.['upToEventId']) : undefined,
  idOf: (record) => textOf(record['id']),
  // The client takes the undone events out of the file; then there is nothing left to undo.
  whenMissing: 'nothing',
})

function sniff(firstLines: string): boolean {
  if (START.test(firstLines)) return true
  return recordsIn(firstLines).some(
    (record) => OWN_TYPE.test(textOf(record['type']) ?? '') && objectOf(record['data']) && 'parentId' in record,
  )
}

function read(path: string, from: unknown, onEvent: Emit): ReadResult {
  const given = objectOf(from)
  const start = linesMarkOf(given?.['lines'])
  const plan = planRead(path, start, survey)
  const before = plan.start ? stateOf(given?.['state']) : undefined
  const machine = readRecords(onEvent, planBeside(path), before)
  const { mark, malformed, tornTail } = readLive(path, plan, machine.record)
  const { where } = machine.state()
  // Only where the events do not tell.
  const { cwd, branch } = readWorkspace(path)
  if (cwd && !where.cwd) onEvent({ kind: 'where', cwd, ...(branch && { branch }), ref: { offset: 0 } })
  return {
    mark: {
      lines: mark,
      state: { ...machine.state(), where: { ...(cwd && { cwd }), ...where } },
    } satisfies CopilotMark,
    restarted: plan.restarted || (from != null && start === null),
    survived: { ...machine.survived, malformed, tornTail },
  }
}

function planBeside(path: string): string | undefined {
  return basename(path) === 'events.jsonl' ? join(dirname(path), 'plan.md') : undefined
}

function readTail(path: string): Tail {
  const found: Tail = {}
  let rewound: string | undefined
  let isContextKnown = false
  readRecordsBack(path, (record) => {
    const { at } = commonOf(0, undefined, record['timestamp'])
    if (at !== undefined) found.at ??= at
    if (rewound !== undefined) {
      if (record['id'] === rewound) rewound = undefined
      return true
    }
    const data = objectOf(record['data']) ?? {}
    rewound = record['type'] === 'session.snapshot_rewind' ? textOf(data['upToEventId']) : undefined
    isContextKnown ||= lookAtUse(record['type'], data, found)
    look(record, data, found)
    return !(found.lastPrompt && found.model && isContextKnown)
  })
  return present<Tail>({ ...readStart(path), ...found })
}

function look(record: Json, data: Json, found: Tail): void {
  const type = record['type']
  const isMain = textOf(record['agentId']) === undefined && textOf(data['parentToolCallId']) === undefined
  const typed = type === 'user.message' && isMain ? typedIn(data) : undefined
  if (typed) found.lastPrompt ??= typed
  const model = textOf(data['newModel']) ?? textOf(data['currentModel']) ?? (isMain ? textOf(data['model']) : undefined)
  if (
    model &&
    typeof type === 'string' &&
    /^(?:session\.(?:model_change|shutdown)|assistant\.message|tool\.)/.test(type)
  ) {
    found.model ??= model
  }
  const context = type === 'session.context_changed' ? data : objectOf(data['context'])
  const branch = textOf(context?.['branch'])
  if (branch) found.branch ??= branch
}

/** True: nothing older tells it any better. */
function lookAtUse(type: unknown, data: Json, found: Tail): boolean {
  const isCount = type === 'session.usage_info' || type === 'session.shutdown'
  const isEnd = type === 'session.compaction_complete' && data['success'] !== false
  const tokens = isCount ? numberOf(data['currentTokens']) : isEnd ? numberOf(data['postCompactionTokens']) : undefined
  const window = numberOf(data['tokenLimit'])
  if (tokens) found.context = present({ tokens, window })
  return Boolean(tokens) || isEnd || type === 'session.context_cleared'
}

function readStart(path: string): Pick<Tail, 'session' | 'branch'> {
  const start = readFirstRecords(path).find(({ type }) => type === 'session.start')
  const data = objectOf(start?.['data'])
  const branch = readWorkspace(path).branch ?? textOf(objectOf(data?.['context'])?.['branch'])
  return present({ session: textOf(data?.['sessionId']), branch })
}

const MAX_YAML_BYTES = 256 * 1024
const HEAD_BYTES = 16 * 1024
const MAX_SESSIONS = 100

function findSessions(place: Place): SessionFile[] {
  const root = join(homeOf(place), 'session-state')
  const folders = foldersOf(place)
  const found = namesIn(root).flatMap((name) => sessionAt(root, name) ?? [])
  const newest = newestFirst(found).slice(0, MAX_SESSIONS)
  return newest.flatMap(({ path, name, mtimeMs }): SessionFile[] => {
    const cwd = readWorkspace(path).cwd ?? readCwd(path, HEAD_BYTES)
    return cwd !== null && isHere(cwd, folders) ? [{ agent: manifest.id, path, session: name, mtimeMs, cwd }] : []
  })
}

/** `<id>/events.jsonl`; the first versions wrote `<id>.jsonl`. */
function sessionAt(root: string, name: string): FoundFile | null {
  if (name.endsWith('.jsonl')) return fileAt(join(root, name), name.slice(0, -'.jsonl'.length))
  return fileAt(join(root, name, 'events.jsonl'), name)
}

interface Workspace {
  cwd?: string
  branch?: string
}

function readWorkspace(events: string): Workspace {
  try {
    return parseWorkspace(readTextFile(join(dirname(events), 'workspace.yaml'), MAX_YAML_BYTES) ?? '')
  } catch {
    return {}
  }
}

export function parseWorkspace(yaml: string): Workspace {
  return present<Workspace>({ cwd: valueOf(yaml, 'cwd'), branch: valueOf(yaml, 'branch') })
}

function valueOf(yaml: string, key: string): string | undefined {
  const value = new RegExp(`^${key}:[ \\t]+(\\S.*)$`, 'm').exec(yaml)?.[1]?.trimEnd()
  if (value === undefined || value === 'null' || value === '~') return undefined
  if (value.startsWith("'") && value.endsWith("'")) return value.slice(1, -1).replaceAll("''", "'")
  if (!value.startsWith('"')) return value.replace(/(?<!\s)\s+#.*$/, '')
  try {
    return JSON.parse(value) as string
  } catch {
    return undefined
  }
}
