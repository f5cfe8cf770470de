/** Resume where a layout is live: its policy decides what happens to the checkpoint, and its words say so. */
import { restoring, type Opened, type OpenLayouts } from '../../../app/layouts/live.js'
import { dropOrphan, isOffList, keptOrphan } from '../../../app/layouts/look.js'
import { askReady } from '../../../app/resume/questions.js'
import { resume, type ResumeRequest, type ResumeResult } from '../../../app/resume/resume.js'
import { openForeign, trustQuestion } from '../../../app/layouts/trust.js'
import type { World } from '../../../app/world.js'
import { DogearError, EXIT } from '../../../core/errors.js'
import { cleanText } from '../../../core/text/text.js'
import type { Context } from '../../context.js'
import { warnDamaged } from '../../print/error.js'
import { failLate } from '../../print/error.js'
import { printMarkdown } from '../../print/output.js'

export async function resumeWith(
  { world }: Opened,
  layouts: OpenLayouts,
  context: Context,
  request: ResumeRequest,
): Promise<number> {
  const { args, output } = context
  const restored = await restoreFirst(world, layouts, context, request)
  if (restored !== null) return restored
  if (!request.dryRun) dropOrphan(world, layouts, request.name)
  const result = look(world, layouts, request)
  const kept = keptOrphan(layouts, result.entry.name)
  if (kept !== null) output.warn(kept)
  const asks = world.config.policy.onResume === 'confirm' && !args.on.has('yes') && !args.on.has('fresh')
  if (asks) return askFirst(world, layouts, context, result)
  if (args.on.has('fresh')) printFresh(context, result)
  else printResult(world, layouts, context, result)
  return request.dryRun ? EXIT.ok : finish(world, layouts, context, request, result)
}

/** Some layouts have their own way to find what was pending here. Null: nothing was, or something was named. */
async function restoreFirst(
  world: World,
  layouts: OpenLayouts,
  context: Context,
  request: ResumeRequest,
): Promise<number | null> {
  const layout = restoring(layouts)
  if (!layout || request.name !== undefined || request.entry !== undefined) return null
  const { restoreIn } = await import('./restore-layout.js')
  return restoreIn(world, layout, context)
}

/** Nothing is recorded yet. Foreign checkpoints are asked about only where there is nothing of our own to resume. */
function look(world: World, layouts: OpenLayouts, request: ResumeRequest): ResumeResult {
  try {
    return resume(world, { ...request, dryRun: true, mentioned: layouts.mentioned })
  } catch (error) {
    const foreign = openForeign(layouts).filter((one) => request.name === undefined || one.names.includes(request.name))
    const isNone = error instanceof DogearError && ['no-checkpoints', 'not-found'].includes(error.code)
    throw isNone && foreign.length > 0 ? trustQuestion(foreign) : error
  }
}

/** Shown, and then asked; only the answer makes anything of it. */
function askFirst(world: World, layouts: OpenLayouts, context: Context, result: ResumeResult): number {
  const { output } = context
  const question = askReady(result.entry.name)
  if (output.json) {
    output.printJson({ ...documentOf(result), needs: question.needs })
    return EXIT.needsAnswer
  }
  warnDamaged(output, result.damaged)
  const said = headOf(world, layouts, result) ?? result.briefing
  output.print(printMarkdown(withoutQuestion(said), output.style))
  if (output.interactive) throw question
  output.print(question.message)
  output.warn(`yes: dogear resume ${result.entry.name} --yes   no: dogear resume ${result.entry.name} --fresh`)
  return EXIT.needsAnswer
}

/** A terminal asks it with arrow keys. */
function withoutQuestion(text: string): string {
  return text.replace(/\n*Ready to continue\? \(yes\/no\)\s*$/, '\n')
}

function printResult(world: World, layouts: OpenLayouts, { output }: Context, result: ResumeResult): void {
  warnDamaged(output, result.damaged)
  if (output.json) return output.printJson(documentOf(result))
  const head = world.config.policy.onResume === 'confirm' ? null : headOf(world, layouts, result)
  output.print(printMarkdown(head === null ? result.briefing : `${head.trimEnd()}\n\n${result.briefing}`, output.style))
}

function printFresh({ output }: Context, { entry }: ResumeResult): void {
  if (output.json) output.printJson({ fresh: entry.name, entry: entry.id })
  else output.print(`Starting fresh. "${entry.name}" stays in the history: dogear restore ${entry.name}`)
}

/** The answer is out. What the policy takes off the list goes now, and silently. */
function finish(
  world: World,
  layouts: OpenLayouts,
  context: Context,
  request: ResumeRequest,
  { entry }: ResumeResult,
): number {
  const { args, output } = context
  const goes = args.on.has('fresh') || world.config.policy.onResume === 'consume'
  const consume = request.consume || (goes && !args.on.has('keep'))
  try {
    resume(world, { ...request, name: entry.name, entry: entry.id, consume, dryRun: false })
    const warnings = consume && isOffList(world, entry.name) ? layouts.retract([entry.name]) : []
    if (warnings.length > 0) output.warn(warnings.join('\n'))
    return EXIT.ok
  } catch (error) {
    return failLate(error, context)
  }
}

function headOf(world: World, layouts: OpenLayouts, { entry, stale, currentBranch }: ResumeResult): string | null {
  const facts = { entry, nowMs: world.now().ms, stale, ...(currentBranch === undefined ? {} : { currentBranch }) }
  const head = layouts.live[0]?.layout.messages.resumed(facts) ?? null
  return head === null ? null : cleanText(head)
}

function documentOf({ entry, briefing, why, drift, damaged, stale }: ResumeResult): Record<string, unknown> {
  return { entry, briefing, why, drift, damaged, stale }
}
