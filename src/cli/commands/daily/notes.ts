/** What is written down between saves: notes for the next one, and prompts that wait to be sent. */
import { safeName } from '../../../core/redact/safe-name.js'
import { present } from '../../../core/present.js'
import { listNotes, note, takeBackNote } from '../../../app/save/note.js'
import { listPrompts, popPrompt, pushPrompt } from '../../../app/session/prompts.js'
import type { World } from '../../../app/world.js'
import { shortId } from '../../../core/entry/id.js'
import { DogearError, EXIT } from '../../../core/errors.js'
import { quoteLine } from '../../../core/printer/quote.js'
import { cleanLine, cleanText } from '../../../core/text/text.js'
import { valueOf } from '../../args/parse.js'
import { readInput } from '../../args/written.js'
import { actionOf, type Context } from '../../context.js'
import { failLate } from '../../print/error.js'
import type { Output } from '../../print/output.js'
import { worldOf } from '../../world.js'

type NoteType = Parameters<typeof note>[1]['type']

export async function runNote(context: Context): Promise<number> {
  const { args, output } = context
  const isList = args.on.has('list')
  const back = valueOf(args, 'take-back')
  const text = args.positionals.join(' ')
  if ((text !== '' ? 1 : 0) + (isList ? 1 : 0) + (back === undefined ? 0 : 1) !== 1)
    throw new DogearError('usage', 'note needs a TEXT, --list or --take-back ID', {
      expected: 'one of them',
      next: 'dogear note --type decision "JWT over cookies" --why "no session store"',
    })
  if (isList) return printNotes(await worldOf(context), output)
  const type = (valueOf(args, 'type') ?? 'note') as NoteType
  const dryRun = args.on.has('dry-run')
  const world = await worldOf(context)
  const result =
    back === undefined
      ? note(world, present({ text, type, dryRun, why: valueOf(args, 'why') }))
      : takeBackNote(world, { id: back, dryRun })
  const done = back === undefined ? (dryRun ? 'Would note' : 'Noted') : dryRun ? 'Would take back' : 'Taken back'
  if (output.json) output.printJson({ ...result, dryRun })
  else if (output.quiet) output.print(result.note.id)
  else output.print(`${done} (${result.note.type}): ${quoteLine(result.note.text)}`)
  return EXIT.ok
}

/** The oldest first, as a save will take them up. */
function printNotes(world: World, output: Output): number {
  const { notes, session } = listNotes(world)
  if (output.json) output.printJson({ notes, session })
  else if (output.quiet) output.print(notes.map(({ id }) => `${id}\n`).join(''))
  else
    output.print(notes.map(({ id, at, type, text }) => `${shortId(id)}\t${at}\t${type}\t${quoteLine(text)}\n`).join(''))
  return EXIT.ok
}

export async function runPrompts(context: Context): Promise<number> {
  const { output } = context
  const world = await worldOf(context)
  const action = actionOf(context, 'list')
  if (action === 'push') return push(world, context)
  if (action === 'pop') return pop(world, context)
  const prompts = listPrompts(world)
  if (output.json) output.printJson({ prompts })
  else if (output.quiet) output.print(prompts.map((prompt) => `${prompt.id}\n`).join(''))
  else output.print(prompts.map((prompt) => `${prompt.id}\t${prompt.at}\t${cleanLine(prompt.text)}\n`).join(''))
  return EXIT.ok
}

function push(world: World, { args, output }: Context): number {
  const typed = args.positionals[1]
  if (typed === undefined)
    throw new DogearError('usage', 'push needs a text', {
      expected: 'dogear prompts push TEXT, or - for standard input',
    })
  const { id } = pushPrompt(world, { text: typed === '-' ? readInput() : typed })
  if (output.json) output.printJson({ id })
  else output.print(id)
  return EXIT.ok
}

/** The prompt counts as delivered only after it has been written out. */
function pop(world: World, context: Context): number {
  const { args, output } = context
  const id = args.positionals[1]
  let printed = false
  try {
    const popped = popPrompt(world, present({ id }), (prompt) => {
      if (output.json) output.printJson({ prompt })
      else output.print(cleanText(prompt.text))
      printed = true
    })
    if (popped) return EXIT.ok
    const message = id === undefined ? 'no prompt is waiting' : `no prompt "${safeName(id).slice(0, 60)}" is waiting`
    throw new DogearError('not-found', message, { next: 'dogear prompts list' })
  } catch (error) {
    if (!printed) throw error
    return failLate(error, context)
  }
}
