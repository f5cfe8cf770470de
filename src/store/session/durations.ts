/**
 * How long commands took in this project, for expecting the next run. Derived from transcripts:
 * `index/durations/<project>.json` can be deleted at any moment. It holds hashes and seconds, never a command, for
 * commands hold secrets. What a hook adds at the end of a turn waits in `<project>.new`, a line for each turn, until
 * there is enough of it to be worth writing the whole again. Beside it, what `watch` has seen of a session.
 */
import { join } from 'node:path'
import { openRecord, sealRecord } from '../../core/entry/seal.js'
import { isSessionId } from '../../core/session/session-id.js'
import type { CommandTime, TookBefore } from '../../core/session/triggers/command-times.js'
import { NEW_STATE, type TriggerState } from '../../core/session/triggers/engine.js'
import { parseTriggerSettings, type TriggerSettings } from '../../core/session/triggers/settings.js'
import { ensureDir, readTextFile, removeFile, replaceDerived, stampOf } from '../../platform/files/files.js'
import { sha256Hex } from '../../platform/files/hash.js'
import { appendQuick } from '../../platform/files/quick-file.js'
import { indexDir, sessionDir, type Project } from '../paths.js'
import { MAX_SETTINGS_BYTES, parseObject } from '../settings.js'

/** When it ended, and the seconds it took. */
type Sample = [at: number, seconds: number]
type Rows = Map<string, Sample[]>

const MAX_COMMANDS = 500
const MAX_SAMPLES = 9
const MAX_BYTES = 1_000_000

export function readDurations(project: Project): TookBefore {
  let rows: Rows | undefined
  return (key) => {
    rows ??= readRows(project)
    return (rows.get(hashOf(key)) ?? []).map(([, seconds]) => seconds)
  }
}

/** Best effort. The same run told twice counts once. */
export function rememberDurations(project: Project, times: readonly CommandTime[], tag: string): void {
  if (times.length === 0) return
  const rows = readRows(project)
  const isKnown = ({ key, seconds, at }: CommandTime): boolean =>
    (rows.get(hashOf(key)) ?? []).some(([ended, took]) => ended === at && took === seconds)
  if (times.every(isKnown)) return
  for (const { key, seconds, at } of times) addSample(rows, hashOf(key), [at, seconds])
  writeRows(project, printRows(rows), tag)
}

const MAX_ADDED = 20
const MAX_LOG_BYTES = 8000

/** The same for the few commands of one turn: one line is written and nothing is read. */
export function addDurations(project: Project, times: readonly CommandTime[], tag: string): void {
  if (times.length === 0) return
  try {
    const waiting = Number(stampOf(logOf(project))?.stamp.split(' ', 1)[0] ?? 0)
    if (times.length > MAX_ADDED || waiting > MAX_LOG_BYTES) return rememberDurations(project, times, tag)
    // After the line break, so that a torn line is not gone on with.
    const added = times.map(({ key, seconds, at }) => [hashOf(key), at, seconds])
    appendQuick(folderOf(project), `${project.key}.new`, `\n${sealRecord({ added })}`, {
      maxBytes: Infinity,
      home: project.home,
    })
  } catch {
    // As below.
  }
}

function addSample(rows: Rows, hash: string, sample: Sample): void {
  const others = (rows.get(hash) ?? []).filter(([ended]) => ended !== sample[0])
  rows.set(hash, [...others, sample].toSorted((a, b) => a[0] - b[0]).slice(-MAX_SAMPLES))
}

function folderOf(project: Project): string {
  return join(indexDir(project.home), 'durations')
}

function pathOf(project: Project): string {
  return join(folderOf(project), `${project.key}.json`)
}

function logOf(project: Project): string {
  return join(folderOf(project), `${project.key}.new`)
}

function hashOf(key: string): string {
  return sha256Hex(key).slice(0, 16)
}

function readRows(project: Project): Rows {
  const record = openRecord(readText(pathOf(project)))
  const known = Object.entries(record?.['rows'] ?? {})
  const rows: Rows = new Map(known.map(([hash, samples]) => [hash, listOf(samples).filter(isSample)]))
  for (const line of readText(logOf(project)).split('\n').map(openRecord))
    for (const added of listOf(line?.['added'])) {
      const [hash, ...sample] = listOf(added)
      if (typeof hash === 'string' && isSample(sample)) addSample(rows, hash, sample)
    }
  return rows
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

function isSample(value: unknown): value is Sample {
  return Array.isArray(value) && value.length === 2 && value.every(Number.isFinite)
}

function readText(path: string): string {
  try {
    return readTextFile(path, MAX_BYTES) ?? ''
  } catch {
    return ''
  }
}

/** Those that ran last are kept. */
function printRows(rows: Rows): string {
  const newest = [...rows].toSorted(([, a], [, b]) => (b.at(-1)?.[0] ?? 0) - (a.at(-1)?.[0] ?? 0))
  return sealRecord({ rows: Object.fromEntries(newest.slice(0, MAX_COMMANDS)) })
}

function writeRows(project: Project, text: string, tag: string): void {
  try {
    ensureDir(folderOf(project), project.home)
    replaceDerived(pathOf(project), text, tag)
    removeFile(logOf(project))
  } catch {
    // The next run is expected by its kind: that is all that is lost.
  }
}

/** What the user set for the triggers. */
export function readTriggerSettings(home: string): TriggerSettings {
  const path = join(home, 'config.json')
  const text = readTextFile(path, MAX_SETTINGS_BYTES)
  return parseTriggerSettings(text === null ? undefined : parseObject(text, path)['autosave'], path)
}

/**
 * A session as the triggers last looked at it. Derived: without it a session is at worst saved once more. `prompt`: the hash of the prompt that was judged, for polling meets it again.
 */
export interface Seen {
  state: TriggerState
  prompt?: string
}

export function readSeen(project: Project, session: string): Seen {
  if (!isSessionId(session)) return { state: NEW_STATE }
  try {
    return seenIn(openRecord(readTextFile(statePath(project, session), MAX_STATE_BYTES) ?? '') ?? {})
  } catch {
    return { state: NEW_STATE }
  }
}

/** Best effort. */
export function writeSeen(project: Project, session: string, seen: Seen, tag: string): void {
  if (!isSessionId(session)) return
  try {
    ensureDir(sessionDir(project, session), project.home)
    replaceDerived(statePath(project, session), sealRecord(seen), tag)
  } catch {
    // The session is saved once more, no harm done.
  }
}

const MAX_STATE_BYTES = 10_000

function statePath(project: Project, session: string): string {
  return join(sessionDir(project, session), 'triggers.json')
}

function seenIn(record: Record<string, unknown>): Seen {
  const { band, idleSince } = (record['state'] ?? {}) as Record<string, unknown>
  const prompt = record['prompt']
  return {
    state: { band: typeof band === 'number' ? band : 0, ...(typeof idleSince === 'number' ? { idleSince } : {}) },
    ...(typeof prompt === 'string' ? { prompt } : {}),
  }
}
