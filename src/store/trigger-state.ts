/**
 * What the triggers remember of a session between two looks, and what the user set for them. The state is derived:
 * without it a session is at worst saved once more.
 */
import { join } from 'node:path'
import { openRecord, sealRecord } from '../core/sealed-record.js'
import type { TriggerState } from '../core/triggers/engine.js'
import { NEW_STATE } from '../core/triggers/engine.js'
import type { TriggerSettings } from '../core/triggers/settings.js'
import { parseTriggerSettings } from '../core/triggers/settings.js'
import { ensureDir, readTextFile, replaceDerived } from '../platform/files.js'
import type { Project } from './paths.js'
import { isSessionKey, sessionDir } from './paths.js'
import { MOST_SETTINGS_BYTES, parseObject } from './settings.js'

export function readTriggerSettings(home: string): TriggerSettings {
  const path = join(home, 'config.json')
  const text = readTextFile(path, MOST_SETTINGS_BYTES)
  return parseTriggerSettings(text === null ? undefined : parseObject(text, path)['autosave'], path)
}

/** A session as it was last looked at. `prompt`: the hash of the prompt that was judged, for polling meets it again. */
export interface Seen {
  state: TriggerState
  prompt?: string
}

export function readSeen(project: Project, session: string): Seen {
  if (!isSessionKey(session)) return { state: NEW_STATE }
  try {
    return seenIn(openRecord(readTextFile(pathOf(project, session), LARGEST) ?? '') ?? {})
  } catch {
    return { state: NEW_STATE }
  }
}

/** Best effort. */
export function writeSeen(project: Project, session: string, seen: Seen, tag: string): void {
  if (!isSessionKey(session)) return
  try {
    ensureDir(sessionDir(project, session), project.home)
    replaceDerived(pathOf(project, session), sealRecord(seen), tag)
  } catch {
    // The session is saved once more, no harm done.
  }
}

const LARGEST = 10_000

function pathOf(project: Project, session: string): string {
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
