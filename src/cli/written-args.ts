/** What the caller of `save` wrote: by flags, in a file, or both. Flags win over the file; lists add up. */
import type { Fields, FileRef, Item, Plan } from '../core/entry.js'
import { DogearError } from '../core/errors.js'
import { parseDecision, parseFailed, parseFileRef, parseWritten, type Written } from '../core/written-entry.js'
import { readInput, readNamedFile } from './input.js'
import { countOf, valueOf, valuesOf, type Args } from './parse-args.js'

export function readWritten(cwd: string, args: Args): Written {
  const from = valueOf(args, 'from')
  if (from === undefined) return withFlags({ fields: {}, extraSections: [] }, args)
  return withFlags(parseWritten(from === '-' ? readInput() : readNamedFile(cwd, from)), args)
}

function withFlags(written: Written, args: Args): Written {
  const { fields } = written
  const plan = planFrom(fields.plan, args)
  const stage = valueOf(args, 'stage')
  return {
    ...written,
    fields: {
      ...fields,
      ...itemFrom(args, 'task', 'task'),
      ...itemFrom(args, 'next', 'next'),
      ...itemFrom(args, 'leftOff', 'left-off'),
      ...itemFrom(args, 'intent', 'intent'),
      ...(stage === undefined ? {} : { stage }),
      ...(plan === undefined ? {} : { plan }),
      done: [...(fields.done ?? []), ...itemsFrom(args, 'done')],
      failed: [...(fields.failed ?? []), ...valuesOf(args, 'failed').map(parseFailed)],
      decisions: [...(fields.decisions ?? []), ...valuesOf(args, 'decision').map(parseDecision)],
      blockers: [...(fields.blockers ?? []), ...itemsFrom(args, 'blocker')],
      questions: [...(fields.questions ?? []), ...itemsFrom(args, 'question')],
      context: [...(fields.context ?? []), ...itemsFrom(args, 'context')],
      commands: [...(fields.commands ?? []), ...itemsFrom(args, 'command')],
      files: [...(fields.files ?? []), ...valuesOf(args, 'file').map(fileFrom)],
    },
  }
}

function itemFrom(args: Args, field: keyof Fields, flag: string): Partial<Fields> {
  const text = valueOf(args, flag)
  return text === undefined ? {} : { [field]: { text } }
}

function itemsFrom(args: Args, flag: string): Item[] {
  return valuesOf(args, flag).map((text) => ({ text }))
}

/** "src/auth.ts:edited": a role is a word, so "src/auth.ts:45" and "C:\\x" are paths. */
function fileFrom(text: string): FileRef {
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
