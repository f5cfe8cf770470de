/**
 * How far a session was read, and what was known then, as JSON (`<home>/hooks/<session>.mark.json`): the next turn goes on
 * from there. It is redacted like everything that is written, and of that only what is new since the last time.
 */
import { redactorFor } from '../../core/redact/redact.js'
import { safeName } from '../../core/redact/safe-name.js'
import { sessionIdFrom } from '../../core/session/session-id.js'
import { readQuick, writeQuick } from '../../platform/files/quick-file.js'
import { forgetIn } from '../forgotten.js'
import { hooksDir, nameBeside } from './hook-state.js'

const MAX_MARK_BYTES = 8_000_000

export interface SavedMark<Texts> {
  /** The reader's own. */
  mark: unknown
  /** What the collectors know: it holds texts of the session, and so is redacted. */
  texts: Texts
}

export interface MarkBefore<Texts> extends SavedMark<Texts> {
  /** The lines of the file: what stands in one of them has been redacted. */
  clean: ReadonlySet<string>
}

/** Whose mark it is. */
export interface Marked {
  session: string
  transcript: string
  /** To be raised when the texts change their shape: what an older version kept is then not used. */
  form: number
}

/** Null: there is nothing to go on from, and the file is read whole. */
export function readMark<Texts>(home: string, { session, transcript, form }: Marked): MarkBefore<Texts> | null {
  try {
    const text = readQuick(`${hooksDir(home)}/${nameBeside(session, 'mark')}`, MAX_MARK_BYTES, home) ?? 'null'
    const kept = JSON.parse(text) as (SavedMark<Texts> & Omit<Marked, 'session'>) | null
    return kept?.form === form && kept.transcript === safeName(transcript)
      ? { ...kept, clean: new Set(text.split('\n')) }
      : null
  } catch {
    return null
  }
}

export function writeMark<Texts>(
  home: string,
  { session, transcript, form }: Marked,
  kept: SavedMark<Texts>,
  clean?: ReadonlySet<string>,
): void {
  try {
    const fresh = new Set<string>()
    const printed = printLines(kept.texts, (value, line) => void (clean?.has(line) || textsOf(value, fresh)))
    const redactor = redactorFor([...fresh])
    const forget = forgetIn(home, true)
    const redact = (text: string): string => (forget ? forget(redactor(text)) : redactor(text))
    const secret = new Map(
      [...fresh].map((text) => [text, redact(text)] as const).filter(([text, safe]) => safe !== text),
    )
    const texts =
      secret.size === 0
        ? printed
        : printLines(
            mapTexts(kept.texts, (text) => secret.get(text) ?? text),
            () => {},
          )
    const head = JSON.stringify({ form, transcript: safeName(transcript), mark: safePlaces(kept.mark) })
    writeQuick(hooksDir(home), nameBeside(session, 'mark'), `${head.slice(0, -1)},"texts":${texts}}`, home)
  } catch {
    // The next turn reads the whole file: slower, not worse.
  }
}

/** A reader keeps where the session was; all else in its mark are numbers and ids. */
function safePlaces(value: unknown, key = ''): unknown {
  if (typeof value === 'string' && key === 'session') return sessionIdFrom(value)
  if (typeof value === 'string') return key === 'cwd' || key === 'branch' ? safeName(value) : value
  if (!isObject(value) || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, safePlaces(one, name)]))
}

/** As JSON, with a line for each text and each item of a list. `see` gets every line, and what is in it. */
function printLines(value: unknown, see: (value: unknown, line: string) => void): string {
  const print = (one: unknown): string => {
    const line = JSON.stringify(one)
    see(one, line)
    return `\n${line}\n`
  }
  if (isNumbers(value) || !isObject(value)) return print(value)
  if (Array.isArray(value)) return `[${value.map(print).join(',')}]`
  const present = Object.entries(value).filter(([, one]) => one !== undefined)
  return `{${present.map(([key, one]) => `"${key}":${printLines(one, see)}`).join(',')}}`
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

/** Half of a state is long lists of them. */
function isNumbers(value: unknown): boolean {
  return Array.isArray(value) && typeof value[0] === 'number'
}

function textsOf(value: unknown, into: Set<string>): void {
  if (typeof value === 'string') into.add(value)
  else if (isObject(value) && !isNumbers(value)) for (const one of Object.values(value)) textsOf(one, into)
}

function mapTexts<T>(value: T, change: (text: string) => string): T {
  if (typeof value === 'string') return change(value) as T
  if (Array.isArray(value)) return value.map((one) => mapTexts<unknown>(one, change)) as T
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, mapTexts<unknown>(one, change)])) as T
}
