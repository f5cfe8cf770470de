/** What the layouts of a project add to a resume: what is pending in them, lines without a file, files nobody has taken over, their words. */
import { present } from '../../core/present.js'
import { sameLabel } from '../../core/choose/name.js'
import { DogearError } from '../../core/errors.js'
import { isRedacted } from '../../core/entry/line-keys.js'
import { asPrinted, type ModelText } from '../../core/printer/words.js'
import { quoteItem, quoteItemLine } from '../../core/printer/quote.js'
import { maskEntry } from '../../core/redact/mask.js'
import { cleanText } from '../../core/text/text.js'
import type { ResumedFacts } from '../../layouts/layout.js'
import { lineCalled } from '../line-called.js'
import { locate } from '../locate.js'
import { restoring, type OpenLayouts } from '../layouts/live.js'
import { isOffList } from '../layouts/look.js'
import { openForeign, trustQuestion } from '../layouts/trust.js'
import type { World } from '../world.js'
import type { PendingRestore, RestoreRequest } from './restore.js'

/** Some layouts have their own way to find what was pending here. Null: nothing was, or something was named. */
export async function findPending(
  world: World,
  layouts: OpenLayouts,
  request: RestoreRequest & { name?: string; entry?: string },
): Promise<PendingRestore | null> {
  const layout = restoring(layouts)
  if (!layout || request.name !== undefined || request.entry !== undefined) return null
  const { planRestore } = await import('./restore.js')
  return planRestore(world, layout, request)
}

/** A line of an index whose file is gone, and nothing of it is left anywhere: the line goes, and that is said. */
export function dropOrphan(world: World, layouts: OpenLayouts, typed: string | undefined): void {
  const name = typed === undefined ? undefined : orphanCalled(layouts, typed)
  if (name === undefined || !isOffList(world, lineCalled(locate(world), name).name)) return
  layouts.retract([name])
  throw new DogearError('not-found', 'Checkpoint file missing (cleaned up stale entry)', { next: 'dogear list' })
}

/** What to say where dogear still has what the file said. */
export function orphanNotices(layouts: OpenLayouts, name: string): string[] {
  return orphanCalled(layouts, name) !== undefined
    ? [`The file of "${name}" is missing, but its line in MEMORY.md is there. This is what dogear kept of it.`]
    : []
}

/** As its line in the index has it. */
function orphanCalled({ orphans }: OpenLayouts, typed: string): string | undefined {
  return orphans.find(({ name }) => sameLabel(name) === sameLabel(typed))?.name
}

/** Foreign checkpoints are asked about only where there is nothing of our own to resume; else it stays that error. */
export function trustQuestionOr(error: unknown, layouts: OpenLayouts, name: string | undefined): unknown {
  const isNone = error instanceof DogearError && ['no-checkpoints', 'not-found'].includes(error.code)
  const foreign = openForeign(layouts).filter((one) => name === undefined || one.names.includes(name))
  return isNone && foreign.length > 0 ? trustQuestion(foreign) : error
}

/** What the layout says above the briefing. */
export function headingOf(
  world: World,
  layouts: OpenLayouts,
  { entry, stale, currentBranch }: Omit<ResumedFacts, 'nowMs'>,
): ModelText | null {
  // The sentences are the layout's; what somebody wrote is quoted before it gets into them.
  const quoted = { entry: maskEntry(entry, quoteItem), stale: stale.map(quoteItemLine) }
  const facts = { ...quoted, nowMs: world.now().ms, ...present<{ currentBranch?: string }>({ currentBranch }) }
  const heading = layouts.live[0]?.layout.messages.resumed(facts) ?? null
  return heading === null
    ? null
    : asPrinted(withoutQuestion(cleanText(heading)), isRedacted(entry) && stale.length === 0)
}

/** The question is asked by the face: in a terminal with arrow keys. */
function withoutQuestion(text: string): string {
  return text.replace(/\n*Ready to continue\? \(yes\/no\)\s*$/, '').trimEnd()
}
