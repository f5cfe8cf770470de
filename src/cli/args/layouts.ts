/** What the flags say about layouts, and what is said about them on standard error. */
import { present } from '../../core/present.js'
import type { LayoutChoice } from '../../app/layouts/live.js'
import type { Opening } from '../../app/layouts/open.js'
import type { LayoutId } from '../../layouts/layout.js'
import type { Context } from '../context.js'
import { valueOf, type Args } from './parse.js'

/** How a command opens the layouts that are live where it runs. `asks`: about what is foreign, if somebody can answer. */
export function openingOf({ args, output }: Context, { asks }: { asks: boolean } = { asks: false }): Opening {
  return {
    choice: choiceOf(args),
    asks: asks && output.interactive,
    warn: (lines) => {
      if (!output.json) output.warn(lines.join('\n'))
    },
  }
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
