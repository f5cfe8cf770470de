/** What the flags say about layouts, and what is said about them on standard error. */
import { present } from '../../core/present.js'
import type { LayoutChoice, OpenLayouts, Opened } from '../../app/layouts/live.js'
import { openWorld } from '../../app/layouts/open.js'
import type { LayoutId } from '../../layouts/layout.js'
import type { Context } from '../context.js'
import { valueOf, type Args } from './parse.js'
import { worldOf } from '../world.js'

/** The World of a command with the layouts that are live where it runs. `asks`: about what is foreign, if somebody can answer. */
export async function openedOf(context: Context, options: { asks: boolean } = { asks: false }): Promise<Opened> {
  const opened = await openWorld(await worldOf(context), choiceOf(context.args))
  if (opened.layouts) await speakOf(opened.layouts, context, options.asks)
  return opened
}

async function speakOf(layouts: OpenLayouts, { output }: Context, asks: boolean): Promise<void> {
  const { noticesOf, openForeign, trustQuestion } = await import('../../app/layouts/trust.js')
  const foreign = openForeign(layouts)
  if (foreign.length > 0 && asks && output.interactive) throw trustQuestion(foreign)
  const lines = noticesOf(layouts)
  if (lines.length > 0 && !output.json) output.warn(lines.join('\n'))
}

export function choiceOf(args: Args): LayoutChoice {
  const layouts = args.values.get('layout')?.filter((id) => id !== 'none') as LayoutId[] | undefined
  return present<LayoutChoice>({
    layouts,
    memoryDir: valueOf(args, 'memory-dir'),
    trust: valueOf(args, 'trust') as 'yes' | 'no' | undefined,
    dryRun: args.on.has('dry-run') || undefined,
  })
}
