/** What the caller of `save` wrote: by flags, in a file, or both. Flags win over the file; lists add up. */
import { resolve } from 'node:path'
import { present } from '../../core/present.js'
import {
  addToField,
  ALL_FIELDS,
  fieldsOf,
  makeFields,
  type Field,
  type Fields,
  type FileRef,
  type Plan,
} from '../../core/entry/entry.js'
import { MAX_ENTRY_BYTES } from '../../core/entry/seal.js'
import type { Written } from '../../core/entry/written-items.js'
import type * as Readers from '../../core/entry/written.js'
import { DogearError } from '../../core/errors.js'
import { readTextFile } from '../../platform/files/files.js'
import { realPathOf } from '../../platform/place.js'
import { readStandardInput } from '../../platform/process/terminal.js'
import { countOf, valueOf, valuesOf, type Args } from './parse.js'

export async function readWritten(cwd: string, args: Args): Promise<Written> {
  const from = valueOf(args, 'from')
  const written: Written =
    from === undefined
      ? { fields: {}, extraSections: [] }
      : (await readers()).parseWritten(from === '-' ? readInput() : readNamedFile(cwd, from))
  return { ...written, fields: await withFlags(written.fields, args) }
}

/** Written in a form of its own. */
const PARSED = fieldsOf(['reasoned', 'choices', 'files'])

async function withFlags(written: Partial<Fields>, args: Args): Promise<Partial<Fields>> {
  const given = (field: Field): readonly string[] => valuesOf(args, flagOf(field))
  const isParsed = PARSED.some((field) => given(field).length > 0)
  // Loaded where there is something to read: most saves are plain flags.
  const { parseFailed, parseDecision, parseFileRef } = isParsed ? await readers() : ({} as typeof Readers)
  const said = makeFields({
    prose: (field) => given(field).map((text) => ({ text }))[0],
    line: (field) => valueOf(args, flagOf(field)),
    plan: (field) => planFrom(field, written[field.key], args),
    items: (field) => given(field).map((text) => ({ text })),
    reasoned: (field) => given(field).map((text) => parseFailed(text, field.key)),
    choices: (field) =>
      given(field)
        // `--decision none` answers the question, and says nothing.
        .filter((text) => text.trim().toLowerCase() !== 'none')
        .map((text) => parseDecision(text, field.key)),
    files: (field) => given(field).map((text) => fileFrom(text, parseFileRef)),
  })
  const fields = { ...written }
  // A list without a flag says nothing, which is not the same as an empty list: an amended save keeps what it said there.
  const isUnsaid = (field: Field): boolean => Array.isArray(said[field.key]) && given(field).length === 0
  for (const field of ALL_FIELDS) if (!isUnsaid(field)) addToField(fields, field, said[field.key])
  return fields
}

function flagOf({ flags }: Field): string {
  return (flags[0] as Field['flags'][number]).name
}

function readers(): Promise<typeof Readers> {
  return import('../../core/entry/written.js')
}

/** "src/auth.ts:edited": a role is a word, so "src/auth.ts:45" and "C:\\x" are paths. */
function fileFrom(text: string, parseFileRef: (path: string) => FileRef): FileRef {
  const role = /^(.{2,}):([a-z][a-z-]{0,31})$/s.exec(text)
  return role ? { ...parseFileRef(role[1] as string), role: role[2] as string } : parseFileRef(text)
}

function planFrom(field: Field, written: Plan | undefined, args: Args): Plan | undefined {
  const path = valueOf(args, flagOf(field))
  const step = countOf(args, 'step')
  const of = countOf(args, 'of')
  // A new path makes the step of the old plan meaningless.
  const base = path === undefined ? written : { path }
  if (base) return { ...base, ...present({ step, of }) }
  if (step === undefined && of === undefined) return undefined
  throw new DogearError('usage', '--step and --of are about a plan, and none was given', {
    expected: '--plan PATH --step N --of M',
  })
}

/** Standard input is there only once, but a command runs again after it has asked something. */
let alreadyRead: string | undefined

export function readInput(maxBytes: number = MAX_ENTRY_BYTES): string {
  if (alreadyRead !== undefined) return alreadyRead
  const bytes = readStandardInput(maxBytes)
  if (bytes !== null) return (alreadyRead = new TextDecoder().decode(bytes))
  throw new DogearError('too-big', `standard input has more than ${maxBytes} bytes`, {
    expected: 'a checkpoint: paths and reasons, not whole files',
  })
}

/** A file by the name somebody typed; links are followed, since that person chose the file. */
export function readNamedFile(cwd: string, typed: string, maxBytes: number = MAX_ENTRY_BYTES): string {
  const path = resolve(cwd, typed)
  const text = readTextFile(realPathOf(path), maxBytes)
  if (text !== null) return text
  throw new DogearError('not-found', `there is no file ${path}`, {
    expected: 'a Markdown or JSON file, or - for standard input',
  })
}
