/** What the flags say about layouts, and what is said about them on standard error. */
import type { LayoutChoice, OpenLayouts, Opened } from '../../app/layouts/live.js'
import { openWorld } from '../../app/layouts/open.js'
import type { LayoutId } from '../../layouts/layout.js'
import type { Context } from '../context.js'
import { valueOf, valuesOf, type Args } from './parse.js'
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
  const layouts = valuesOf(args, 'layout')
  const memoryDir = valueOf(args, 'memory-dir')
  const trust = valueOf(args, 'trust')
  return {
    ...(layouts.length === 0 ? {} : { layouts: layouts.filter((id) => id !== 'none') as LayoutId[] }),
    ...(memoryDir === undefined ? {} : { memoryDir }),
    ...(trust === undefined ? {} : { trust: trust as 'yes' | 'no' }),
    ...(args.on.has('dry-run') ? { dryRun: true } : {}),
  }
}
