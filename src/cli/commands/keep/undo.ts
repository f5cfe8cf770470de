/** `undo`: the plan is shown, and carried out when somebody says so. */
import { listUndo, showOld, type UndoList } from '../../../app/undo/list.js'
import { type Receipt, undo, type Undone } from '../../../app/undo/apply.js'
import { tidyTakes } from '../../../app/undo/tidy.js'
import { quoteData } from '../../../core/printer/quote.js'
import { printPath } from '../../../core/undo/bytes.js'
import { reasonText, summaryOf } from '../../../core/undo/words.js'
import { isLoose } from '../../../core/choose/loose.js'
import { EXIT, needsAnswer } from '../../../core/errors.js'
import { present } from '../../../core/present.js'
import { age, cleanText, printSize } from '../../../core/text/text.js'
import { valueOf } from '../../args/parse.js'
import type { Context } from '../../context.js'
import { worldOf } from '../../world.js'

export async function run(context: Context): Promise<number> {
  const { args, output } = context
  const world = await worldOf(context)
  const path = valueOf(args, 'show')
  const to = valueOf(args, 'to')
  if (path !== undefined) {
    const bytes = showOld(world, { path, staged: args.on.has('staged'), ...present({ to }) })
    if (output.json) output.printJson({ path, base64: Buffer.from(bytes).toString('base64') })
    else if (output.terminal) output.print(cleanText(Buffer.from(bytes).toString('utf8')))
    else output.raw(bytes)
    return EXIT.ok
  }
  if (args.on.has('list')) return printList(context, listUndo(world), world.now().ms)
  const apply = valueOf(args, 'apply')
  if (apply === NO) return EXIT.ok
  const asked = { paths: args.positionals, redo: args.on.has('redo'), exact: args.on.has('exact') }
  return printUndone(context, undo(world, { ...asked, dryRun: args.on.has('dry-run'), ...present({ to, apply }) }))
}

export async function runTidy(context: Context): Promise<number> {
  const { args, output } = context
  const dryRun = args.on.has('dry-run')
  const { takes, bytes, gone, freed } = tidyTakes(await worldOf(context), dryRun)
  if (output.json) output.printJson({ takes, bytes, gone, freed, dryRun })
  else if (!output.quiet)
    output.print(
      `${takes} ${takes === 1 ? 'take' : 'takes'}, ${printSize(bytes)}; ${gone} ${dryRun ? 'would go' : 'went'}, ${printSize(freed)}.`,
    )
  return EXIT.ok
}

const NO = 'no'

function printUndone({ args, output }: Context, { plan, receipt, settled }: Undone): number {
  const { id, kind, take, notes } = plan
  if (output.json) {
    const steps = plan.steps.map((step) => ({ path: printPath(step.path), do: step.do }))
    const refused = plan.refused.map((one) => ({ path: printPath(one.path), why: one.why }))
    const same = plan.same.map(printPath)
    const shown = { id, kind, take, notes, steps, refused, same }
    output.printJson({
      plan: shown,
      ...(receipt && { receipt: printedReceipt(receipt) }),
      settled: settled.map(printedReceipt),
    })
    return EXIT.ok
  }
  if (settled.length > 0) output.warn('An undo that was cut off was ended first.')
  if (receipt) {
    const back = kind === 'redo' ? 'dogear undo' : 'dogear undo --redo'
    output.print(quoteData(receiptText(receipt, back)))
    return receipt.left.length > 0 ? EXIT.findings : EXIT.ok
  }
  output.print(quoteData(summaryOf(plan)))
  if (plan.steps.length === 0 || args.on.has('dry-run') || output.quiet) return EXIT.ok
  if (output.interactive)
    throw needsAnswer({
      id: 'apply',
      question: 'Do it?',
      options: [
        { value: id, label: 'Yes, bring them back' },
        { value: NO, label: 'No' },
      ],
      answerWith: `dogear undo --apply ${id}`,
    })
  output.print(`Nothing has been changed. To do it: dogear undo --apply ${id}`)
  return EXIT.ok
}

function printedReceipt({ plan, done, left, kept }: Receipt): object {
  const stay = left.map(({ path, why, aside }) => ({
    path: printPath(path),
    why,
    ...(aside && { aside: printPath(aside) }),
  }))
  return { plan, done: done.map(printPath), left: stay, ...present({ kept }) }
}

/** `back`: the command that takes it back. */
function receiptText({ done, left, kept }: Receipt, back: string): string {
  const lines = [`${done.length} ${done.length === 1 ? 'file is' : 'files are'} as before.`]
  for (const { path, aside } of left)
    lines.push(
      `  left alone, written to meanwhile: ${printPath(path)}${aside === undefined ? '' : ` (see ${printPath(aside)})`}`,
    )
  if (kept !== undefined) lines.push(`What was there is kept in ${kept}: ${back} brings it back.`)
  return lines.join('\n')
}

function printList({ output }: Context, list: UndoList, nowMs: number): number {
  if (output.json) output.printJson(list)
  else output.print(quoteData(listText(list, nowMs)))
  return EXIT.ok
}

const MAX_NAMED = 3

function listText({ losses, takes, missed, left }: UndoList, nowMs: number): string {
  const lines: string[] = []
  const part = (title: string, some: readonly string[]): void => {
    if (some.length > 0) lines.push(title, ...some.map((line) => `  ${line}`))
  }
  part(
    'Lost',
    losses.map(({ untilMs, causes, paths, undone, aside, take }) => {
      const by = causes.map(({ command }) => command).find((command) => command !== undefined)
      const names = paths.slice(0, MAX_NAMED).map(({ path }) => path)
      const files = `${paths.length} ${paths.length === 1 ? 'file' : 'files'} (${[...names, ...(paths.length > MAX_NAMED ? ['…'] : [])].join(', ')})`
      const state = undone ? ', undone' : aside === undefined ? '' : `, in a ${aside}`
      return `${age(untilMs, nowMs)}  ${files}${by === undefined ? '' : ` while \`${by}\` ran`}${state}  before: ${take}`
    }),
  )
  part(
    'Takes',
    takes.map(({ take, atMs, files, entry, undo: of, complete }) => {
      const what = of === undefined ? `${files} ${files === 1 ? 'file' : 'files'}` : 'kept by an undo'
      return `${take}  ${age(atMs, nowMs)}  ${what}${entry === undefined ? '' : isLoose(entry) ? ' with an autosave' : ` with the checkpoint "${entry}"`}${complete || of ? '' : ', not complete'}`
    }),
  )
  part(
    'Missed',
    missed.map(({ atMs, why }) => `${age(atMs, nowMs)}  ${why}: nothing was taken`),
  )
  part(
    'Not in the newest take',
    left.map(({ path, why }) => `${path} (${reasonText(why)})`),
  )
  return lines.length === 0 ? 'No takes have been made of this worktree yet.' : lines.join('\n')
}
