/** quoin: one dated file per task in `.workflow_artifacts/memory/checkpoints`, and a sentinel per session that points to it. */
import { type Called, calledSo } from '../../core/choose/name.js'
import type { Entry } from '../../core/entry/entry.js'
import { calledOf } from '../../core/entry/line-keys.js'
import { isCompaction } from '../../core/session/triggers/engine.js'
import { cleanLine, msOf } from '../../core/text/text.js'
import type { AfterSave, Desk } from '../abilities.js'
import type { BrokenFile, Document, Edit, Layout, Scan, TextFile } from '../layout.js'
import { isBroken, parseCheckpoint, printCheckpoint } from './checkpoint.js'
import { gather } from './gather.js'
import { planLedger } from './ledger.js'
import { manifest } from './manifest.js'
import { DISPATCH_UNAVAILABLE, NO_SESSION_ID, NOT_ANNOUNCED, quoinMessages, sizeWarning } from './messages.js'
import {
  ARTIFACTS,
  checkpointPath,
  CHECKPOINTS,
  isCheckpointPath,
  isSentinelPath,
  isSessionId,
  MEMORY,
  parseCheckpointName,
  printSentinel,
  readQuoinFiles,
  resolveSentinel,
  sentinelPath,
} from './paths.js'

export const layout: Layout = {
  id: manifest.id,
  base: manifest.base,
  folders: [MEMORY, CHECKPOINTS],
  reads: [ARTIFACTS],
  takes: (path) => isCheckpointPath(path) || isSentinelPath(path),
  policy: {
    onResume: 'keep',
    onExisting: 'continue',
    several: 'nearest',
    asks: [],
    lacks: ['task', 'done'],
    naming: 'lower',
    freeWords: 'intent',
    answer: 'report',
    none: 'No checkpoints found.',
  },
  // Its skill saves when it is asked to, and its hook before a compaction.
  autosaves: isCompaction,
  messages: quoinMessages,
  scan,
  publish: (entry, files) => {
    const text = printCheckpoint(entry)
    const { path, isSaid } = placeFor(entry, text, files)
    return [...(isSaid ? [] : write(path, text, files)), ...publishSentinel(entry, path, files)]
  },
  retract: (name, files, label) => {
    const gone = calledSo(documentsIn(files), labelIn, { name, label })
    const paths = gone.map((document) => document.path)
    const sentinels = sentinelsIn(files).filter((file) => paths.includes(namedBy(file, files) ?? ''))
    return [...paths, ...sentinels.map((file) => file.path)].map((path): Edit => ({ do: 'remove', path }))
  },
  gather,
  afterSave,
  announces: NOT_ANNOUNCED,
  undrafted: DISPATCH_UNAVAILABLE,
  keepsBack: async () => (await import('./blocked.js')).keepsBack,
  restore: async () => (await import('./restore.js')).restorerOf(layout),
  surface,
}

/** One ledger row for each save: for what was taken up or brought back there is none. */
function afterSave({ entry, file }: { entry: Entry; file?: string }, desk: Desk): AfterSave {
  const { session } = entry.by
  const known = isSessionId(session) ? { sentinel: sentinelPath(session) } : {}
  if (file === undefined || entry.kind !== 'saved') return { ...known, folder: '', edits: [], warnings: () => [] }
  const size = sizeWarning(file, desk.sizeOf(file))
  const ledger = planLedger(desk, '', { ...calledOf(entry), session, note: 'save' })
  const before = [...(size === null ? [] : [size]), ...(isSessionId(session) ? [] : [NO_SESSION_ID])]
  return { ...known, ...ledger, warnings: (refused) => [...before, ...ledger.warnings(refused)] }
}

/** A restore that was announced by a sentinel. */
function surface(desk: Desk): string[] {
  const { sentinels } = readQuoinFiles(desk)
  if (sentinels.length === 0) return []
  const which = sentinels.length === 1 ? 'A checkpoint waits' : `${sentinels.length} checkpoints wait`
  const paths = sentinels.slice(0, 3).map(({ path }) => cleanLine(path))
  return [
    `dogear: ${which} to be restored in this worktree (${paths.join(', ')}). The user restores it by saying "continue".`,
  ]
}

function scan(files: readonly TextFile[]): Scan {
  const parsed = files.filter((file) => isCheckpointPath(file.path)).map(parseCheckpoint)
  return {
    documents: parsed.filter((one): one is Document => !isBroken(one)),
    broken: parsed.filter((one): one is BrokenFile => isBroken(one)),
    orphans: [],
  }
}

function labelIn({ name, label = name }: Called): string {
  return label
}

function documentsIn(files: readonly TextFile[]): Document[] {
  return scan(files).documents
}

/** Where the entry stands already, else where it belongs: the file of that day and task, however it is spelled. */
function placeFor(entry: Entry, text: string, files: readonly TextFile[]): { path: string; isSaid: boolean } {
  const date = entry.saved.slice(0, 10)
  const path = checkpointPath(date, calledOf(entry), entry.lane)
  const ofLane = documentsIn(files).filter(({ lane }) => lane === entry.lane)
  const ofTask = calledSo(ofLane, labelIn, calledOf(entry))
  const ofDay = ofTask.filter((one) => parseCheckpointName(one.path)?.date === date)
  // The day in the name may be that of another zone.
  const ofMoment = ofTask.filter((one) => Math.floor(one.savedMs) === msOf(entry.saved))
  const said = [...ofDay, ...ofMoment].find((one) => saysTheSame(one, text))
  if (said) return { path: said.path, isSaid: true }
  const isThere = files.some((file) => file.path === path)
  return { path: isThere ? path : (ofDay[0]?.path ?? path), isSaid: false }
}

function saysTheSame(document: Document, text: string): boolean {
  const { path, savedMs: mtimeMs } = document
  return JSON.stringify(parseCheckpoint({ path, text, mtimeMs })) === JSON.stringify(document)
}

/** An autosave never takes the place of what somebody meant: it points to itself only where nothing else is pointed to. */
function publishSentinel(entry: Entry, checkpoint: string, files: readonly TextFile[]): Edit[] {
  const { session } = entry.by
  if (!isSessionId(session)) return []
  const path = sentinelPath(session)
  const before = files.find((file) => file.path === path)
  const meant = before && namedBy(before, files)
  if (entry.lane === 'auto' && meant && parseCheckpointName(meant)?.lane === 'named') return []
  return write(path, printSentinel(checkpoint), files)
}

function write(path: string, text: string, files: readonly TextFile[]): Edit[] {
  return files.some((file) => file.path === path && file.text === text) ? [] : [{ do: 'write', path, text }]
}

function sentinelsIn(files: readonly TextFile[]): TextFile[] {
  return files.filter((file) => isSentinelPath(file.path))
}

/** Which of the files at hand a sentinel names. */
function namedBy(sentinel: TextFile, files: readonly TextFile[]): string | null {
  const checkpoints = files.filter((file) => isCheckpointPath(file.path)).map((file) => file.path)
  const named = resolveSentinel(sentinel, checkpoints, '')
  return 'checkpoint' in named ? named.checkpoint : null
}
