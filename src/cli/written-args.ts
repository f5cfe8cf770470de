/** What the caller of `save` wrote: by flags, in a file, or both. Flags win over the file; lists add up. */
import type { Field, Fields, FileRef, Item, Plan } from '../core/entry.js'
import { addToField, ALL_FIELDS, fieldsOf, makeFields } from '../core/entry.js'
import { DogearError } from '../core/errors.js'
import type * as Readers from '../core/written-entry.js'
import type { Written } from '../core/written-items.js'
import { readInput, readNamedFile } from './input.js'
import { countOf, valueOf, valuesOf, type Args } from './parse-args.js'

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
    prose: (field) => itemFrom(valueOf(args, flagOf(field))),
    line: (field) => valueOf(args, flagOf(field)),
    plan: (field) => planFrom(field, written[field.key], args),
    items: (field) => given(field).map((text) => ({ text })),
    reasoned: (field) => given(field).map((text) => parseFailed(text, field.key)),
    choices: (field) =>
      given(field)
        .filter(isSaid)
        .map((text) => parseDecision(text, field.key)),
    files: (field) => given(field).map((text) => fileFrom(text, parseFileRef)),
  })
  const fields = { ...written }
  for (const field of ALL_FIELDS) addToField(fields, field, said[field.key])
  return fields
}

function flagOf({ flags }: Field): string {
  return (flags[0] as Field['flags'][number]).name
}

/** `--decision none` answers the question, and says nothing. */
function isSaid(text: string): boolean {
  return text.trim().toLowerCase() !== 'none'
}

function readers(): Promise<typeof Readers> {
  return import('../core/written-entry.js')
}

function itemFrom(text: string | undefined): Item | undefined {
  return text === undefined ? undefined : { text }
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
  if (base) return { ...base, ...(step === undefined ? {} : { step }), ...(of === undefined ? {} : { of }) }
  if (step === undefined && of === undefined) return undefined
  throw new DogearError('usage', '--step and --of are about a plan, and none was given', {
    expected: '--plan PATH --step N --of M',
  })
}
