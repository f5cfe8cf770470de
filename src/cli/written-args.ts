/** What the caller of `save` wrote: by flags, in a file, or both. Flags win over the file; lists add up. */
import type { Fields, FileRef, Item, Plan } from '../core/entry.js'
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

async function withFlags(fields: Partial<Fields>, args: Args): Promise<Partial<Fields>> {
  const plan = planFrom(fields.plan, args)
  const stage = valueOf(args, 'stage')
  return {
    ...fields,
    ...itemFrom(args, 'task', 'task'),
    ...itemFrom(args, 'next', 'next'),
    ...itemFrom(args, 'leftOff', 'left-off'),
    ...itemFrom(args, 'intent', 'intent'),
    ...(stage === undefined ? {} : { stage }),
    ...(plan === undefined ? {} : { plan }),
    done: [...(fields.done ?? []), ...itemsFrom(args, 'done')],
    blockers: [...(fields.blockers ?? []), ...itemsFrom(args, 'blocker')],
    questions: [...(fields.questions ?? []), ...itemsFrom(args, 'question')],
    context: [...(fields.context ?? []), ...itemsFrom(args, 'context')],
    commands: [...(fields.commands ?? []), ...itemsFrom(args, 'command')],
    ...(await withParsedFlags(fields, args)),
  }
}

type Parsed = Pick<Fields, 'failed' | 'decisions' | 'files'>

/** What is written in a form of its own. */
async function withParsedFlags(fields: Partial<Fields>, args: Args): Promise<Parsed> {
  const { failed = [], decisions = [], files = [] } = fields
  if (!['failed', 'decision', 'file'].some((flag) => args.values.has(flag))) return { failed, decisions, files }
  const { parseFailed, parseDecision, parseFileRef } = await readers()
  return {
    failed: [...failed, ...valuesOf(args, 'failed').map(parseFailed)],
    decisions: [...decisions, ...valuesOf(args, 'decision').filter(isSaid).map(parseDecision)],
    files: [...files, ...valuesOf(args, 'file').map((text) => fileFrom(text, parseFileRef))],
  }
}

/** `--decision none` answers the question, and says nothing. */
function isSaid(text: string): boolean {
  return text.trim().toLowerCase() !== 'none'
}

/** Loaded where there is something to read: most saves are plain flags. */
function readers(): Promise<typeof Readers> {
  return import('../core/written-entry.js')
}

function itemFrom(args: Args, field: keyof Fields, flag: string): Partial<Fields> {
  const text = valueOf(args, flag)
  return text === undefined ? {} : { [field]: { text } }
}

function itemsFrom(args: Args, flag: string): Item[] {
  return valuesOf(args, flag).map((text) => ({ text }))
}

/** "src/auth.ts:edited": a role is a word, so "src/auth.ts:45" and "C:\\x" are paths. */
function fileFrom(text: string, parseFileRef: (path: string) => FileRef): FileRef {
  const role = /^(.{2,}):([a-z][a-z-]{0,31})$/s.exec(text)
  return role ? { ...parseFileRef(role[1] as string), role: role[2] as string } : parseFileRef(text)
}

function planFrom(written: Plan | undefined, args: Args): Plan | undefined {
  const path = valueOf(args, 'plan')
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
