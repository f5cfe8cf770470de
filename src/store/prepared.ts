/**
 * The briefing for after a compaction, made before it: `<home>/hooks/<session>.told.json`. It is believed only where
 * everything it was made from is as it was, which takes a fraction of making it anew. Derived: without it the next start is
 * slower, not worse.
 */
import { age } from '../core/time.js'
import { lookQuick, readQuick, writeQuick } from '../platform/quick-file.js'
import type { HookState } from './hook-state.js'
import { hooksDir, nameBeside } from './hook-state.js'

export interface Prepared {
  /** Of the program that made it. */
  build: string
  userHome: string
  cwd: string
  /** As in the state of the session. */
  workstream: string
  entry: string
  judgement?: string | null
  /** Every path that decided what the text says, and how it was found: see lookQuick. */
  looks: [path: string, found: string][]
  /** When the entry was saved, and how the text calls that. */
  savedMs: number
  age: string
  text: string
  /** What the session's state learns from the settings. */
  settings: Pick<HookState, 'bands' | 'block' | 'farewells'>
}

const LARGEST = 200_000
const MOST_LOOKS = 2000

export function writePrepared(home: string, session: string, prepared: Prepared): void {
  if (prepared.looks.length <= MOST_LOOKS)
    writeQuick(hooksDir(home), nameBeside(session, 'told'), JSON.stringify(prepared))
}

/** Null: there is none, or something is no longer as it was. */
export function readPrepared(
  home: string,
  session: string,
  now: Pick<Prepared, 'build' | 'userHome' | 'cwd'>,
  state: HookState,
): Prepared | null {
  const prepared = parsed(readQuick(`${hooksDir(home)}/${nameBeside(session, 'told')}`, LARGEST))
  if (!prepared) return null
  const isFor =
    prepared.build === now.build &&
    prepared.userHome === now.userHome &&
    prepared.cwd === now.cwd &&
    prepared.workstream === state.workstream &&
    prepared.entry === state.lastSave?.id &&
    prepared.judgement === state.judgement
  return isFor && prepared.looks.every(([path, found]) => lookQuick(path) === found) ? prepared : null
}

/** The text as it would be made at this moment. */
export function textAt({ text, savedMs, age: then }: Prepared, nowMs: number): string {
  return text.replace(`Saved ${then} (`, () => `Saved ${age(savedMs, nowMs)} (`)
}

function parsed(text: string | null): Prepared | null {
  try {
    const prepared = JSON.parse(text ?? 'null') as Prepared | null
    return prepared && Array.isArray(prepared.looks) && typeof prepared.text === 'string' ? prepared : null
  } catch {
    return null
  }
}
