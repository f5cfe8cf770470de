/** decision-log: one JSON file per checkpoint, never changed and never deleted. The format: NOTES.md. */
import type { Entry } from '../../core/entry/entry.js'
import { cleanLine, msOf } from '../../core/text/text.js'
import { nameOf } from '../common/prose.js'
import { sameContent } from '../common/to-entry.js'
import type { BrokenFile, Document, Edit, Layout, Scan, TextFile } from '../layout.js'
import { manifest } from './manifest.js'
import { countOfPath, GLOBAL, isCheckpointPath, msOfPath, parseCheckpoint, placeOf, planOfPath } from './parse.js'
import { messages, printCheckpoint, printTimestamp } from './print.js'
import { parseStateIndex, planLastCheckpoint, STATE_INDEX } from './state-index.js'

export const layout: Layout = {
  id: manifest.id,
  base: manifest.base,
  folders: ['.claude', GLOBAL, '.claude/plans/*/checkpoints'],
  takes: (path) => path === STATE_INDEX || isCheckpointPath(path),
  policy: {
    onResume: 'keep',
    onExisting: 'append',
    several: 'nearest',
    asks: ['task', 'decision', 'next'],
    lacks: ['done'],
    naming: 'lower',
    answer: 'banner',
    none: 'No checkpoints found.',
  },
  messages,
  scan,
  publish,
  // Append-only: what was written stays, whatever becomes of the workstream.
  retract: () => [],
  // Its own checkpoints have no names: one without a name belongs to the same log, so that the latest of both is found.
  gather: (desk) => (desk.isFirst ? { nameElse: namelessIn(desk.files()) } : {}),
}

/** No entry could hold more. */
const MAX_CHARS = 900_000
/** The workstream of what was saved beside no plan. */
const WITHOUT_PLAN = 'global'

/** The workstream of a checkpoint that names none: that of the active plan, as the index says. */
function namelessIn(files: readonly TextFile[]): string {
  const index = files.find(({ path }) => path === STATE_INDEX)
  return nameBeside(index ? parseStateIndex(index.text).activePlan : null)
}

/** In the order of time: together they are one history. */
function scan(files: readonly TextFile[]): Scan {
  const read = files.filter(({ path }) => isCheckpointPath(path)).map(parseFile)
  const documents = read.filter((one) => 'fields' in one)
  return {
    documents: documents.sort((a, b) => a.savedMs - b.savedMs || countOfPath(a.path) - countOfPath(b.path)),
    broken: [...brokenIndex(files), ...read.filter((one) => 'message' in one)],
    orphans: [],
  }
}

/** An autosave is none of the considered steps this log is made of. */
function publish(entry: Entry, files: readonly TextFile[]): Edit[] {
  if (entry.lane === 'auto') return []
  const index = files.find(({ path }) => path === STATE_INDEX)
  const activePlan = index ? parseStateIndex(index.text).activePlan : null
  const text = index ? planLastCheckpoint(index.text, printTimestamp(entry.saved)) : null
  const indexed: Edit[] = text === null ? [] : [{ do: 'write', path: STATE_INDEX, text, shared: true }]
  return [...createEdit(entry, activePlan, files), ...indexed]
}

function createEdit(entry: Entry, activePlan: string | null, files: readonly TextFile[]): Edit[] {
  const path = placeOf(activePlan, printTimestamp(entry.saved))
  const text = printCheckpoint(entry, activePlan)
  const wanted = parseFile({ path, text, mtimeMs: 0 })
  // In whichever folder: the active plan may be another one by now.
  const isThere = scan(files).documents.some(
    (document) => 'fields' in wanted && secondOf(document) === secondOf(wanted) && sameContent(document, wanted),
  )
  return isThere ? [] : [{ do: 'create', path, text }]
}

function secondOf({ savedMs }: Document): number {
  return Math.floor(savedMs / 1000)
}

function parseFile(file: TextFile): Document | BrokenFile {
  const { path, text, mtimeMs } = file
  const checkpoint = text.length > MAX_CHARS ? `is larger than ${MAX_CHARS} characters` : parseCheckpoint(text)
  if (typeof checkpoint === 'string') return brokenCheckpoint(path, checkpoint)
  const { workstream, activePlan, timestamp, fields, extraKeys } = checkpoint
  const plan = planOfPath(path) ?? activePlan
  const writtenMs = (timestamp === null ? null : msOfTimestamp(timestamp)) ?? msOfPath(path)
  return {
    name: workstream ?? nameBeside(plan),
    path,
    lane: 'named',
    savedMs: writtenMs ?? mtimeMs,
    ...(writtenMs !== null && { offsetMinutes: 0 }),
    fields,
    extraKeys,
    extraSections: [],
  }
}

function nameBeside(plan: string | null): string {
  return (plan === null ? null : nameOf(plan)) ?? WITHOUT_PLAN
}

const ISO = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?) ?(Z|[+-]\d\d:\d\d)?)?$/

/** The seed's clock is UTC, said or not. */
function msOfTimestamp(timestamp: string): number | null {
  const [, day, time, zone] = ISO.exec(timestamp.trim()) ?? []
  return day === undefined ? null : msOf(time === undefined ? day : `${day}T${time}${zone ?? 'Z'}`)
}

function brokenCheckpoint(path: string, problem: string): BrokenFile {
  return {
    path,
    message: `${cleanLine(path)} ${problem}.`,
    expected:
      'a JSON object like {"timestamp": "2026-11-15T08:42:00Z", "summary": "Working on X because Y", "decisions": ["Chose A over B because R"], "next_action": "…"}',
    next: 'Mend or move the file; the other checkpoints are not affected.',
  }
}

function brokenIndex(files: readonly TextFile[]): BrokenFile[] {
  const index = files.find(({ path }) => path === STATE_INDEX)
  const problem = index && parseStateIndex(index.text).problem
  if (problem === undefined) return []
  return [
    {
      path: STATE_INDEX,
      message: `${STATE_INDEX} ${cleanLine(problem)}, so the global place ${GLOBAL} is used`,
      expected:
        'a JSON object whose active_plan is null or the name of one folder, like {"active_plan": "auth-refactor"}',
      next: `mend ${STATE_INDEX}; dogear does not write to it until then`,
    },
  ]
}
