/**
 * How long commands took in this project, for expecting the next run. Derived from transcripts:
 * `index/durations/<project>.json` can be deleted at any moment. It holds hashes and seconds, never a command, for
 * commands hold secrets.
 */
import { join } from 'node:path'
import { openRecord, sealRecord } from '../core/sealed-record.js'
import type { CommandTime } from '../core/triggers/command-times.js'
import type { TookBefore } from '../core/triggers/expected.js'
import { ensureDir, readTextFile, replaceDerived } from '../platform/files.js'
import { sha256Hex } from '../platform/hash.js'
import type { Project } from './paths.js'
import { indexDir } from './paths.js'

/** When it ended, and the seconds it took. */
type Sample = [at: number, seconds: number]
type Rows = Map<string, Sample[]>

const MOST_COMMANDS = 500
const MOST_SAMPLES = 9
const LARGEST = 1_000_000

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
  if (times.every((time) => isKnown(rows, time))) return
  for (const { key, seconds, at } of times) {
    const hash = hashOf(key)
    const others = (rows.get(hash) ?? []).filter(([ended]) => ended !== at)
    rows.set(hash, [...others, [at, seconds] as Sample].toSorted((a, b) => a[0] - b[0]).slice(-MOST_SAMPLES))
  }
  writeRows(project, printRows(rows), tag)
}

function isKnown(rows: Rows, { key, seconds, at }: CommandTime): boolean {
  return (rows.get(hashOf(key)) ?? []).some(([ended, took]) => ended === at && took === seconds)
}

function pathOf(project: Project): string {
  return join(indexDir(project.home), 'durations', `${project.key}.json`)
}

function hashOf(key: string): string {
  return sha256Hex(key).slice(0, 16)
}

function readRows(project: Project): Rows {
  try {
    const rows = openRecord(readTextFile(pathOf(project), LARGEST) ?? '')?.['rows']
    return new Map(Object.entries((rows ?? {}) as Record<string, Sample[]>))
  } catch {
    return new Map()
  }
}

/** Those that ran last are kept. */
function printRows(rows: Rows): string {
  const newest = [...rows].toSorted(([, a], [, b]) => (b.at(-1)?.[0] ?? 0) - (a.at(-1)?.[0] ?? 0))
  return sealRecord({ rows: Object.fromEntries(newest.slice(0, MOST_COMMANDS)) })
}

function writeRows(project: Project, text: string, tag: string): void {
  try {
    ensureDir(join(indexDir(project.home), 'durations'), project.home)
    replaceDerived(pathOf(project), text, tag)
  } catch {
    // The next run is expected by its kind: that is all that is lost.
  }
}
