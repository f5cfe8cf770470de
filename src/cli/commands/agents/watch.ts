import type { Look, WatchedSave } from '../../../app/session/watch.js'
import { startWatch } from '../../../app/session/watch.js'
import { DogearError, EXIT } from '../../../core/errors.js'
import { cleanLine } from '../../../core/text/text.js'
import { readTriggerSettings } from '../../../store/session/durations.js'
import type { Context } from '../../context.js'
import type { Output } from '../../print/output.js'
import { countOf, type Args } from '../../args/parse.js'
import { worldOf } from '../../world.js'

const DEFAULT_SECONDS = 30
const LEAST_SECONDS = 15

export async function run(context: Context): Promise<number> {
  const { args, output } = context
  const seconds = secondsOf(args)
  const once = args.on.has('once')
  const world = await worldOf(context)
  const watch = startWatch(world, { settings: readTriggerSettings(world.home), follow: !once })
  if (once) {
    printLook(output, await watch.look(), true)
    return EXIT.ok
  }
  output.warn(`Watching the sessions of this worktree, every ${seconds} s. Ctrl-C ends it.`)
  const stop = untilStopped()
  while (!stop.stopped()) {
    printLook(output, await watch.look(), false)
    await stop.wait(seconds * 1000)
  }
  return EXIT.ok
}

function secondsOf(args: Args): number {
  const seconds = countOf(args, 'every') ?? DEFAULT_SECONDS
  if (seconds >= LEAST_SECONDS) return seconds
  throw new DogearError('usage', `--every ${seconds} is too often`, {
    expected: `${LEAST_SECONDS} seconds or more`,
    next: `dogear watch --every ${LEAST_SECONDS}`,
  })
}

/** With --json, each look that saved something is one document; --once always prints one. */
function printLook(output: Output, { sessions, saved, warnings }: Look, always: boolean): void {
  for (const warning of warnings) output.warn(cleanLine(warning))
  if (output.json && (always || saved.length > 0))
    output.printJson({
      sessions: sessions.map(({ agent, session, path }) => ({ agent, session, path })),
      saved,
      warnings,
    })
  else if (!output.json) output.print(saved.map((one) => `${lineOf(one)}\n`).join(''))
}

function lineOf({ agent, name, reason, id }: WatchedSave): string {
  return cleanLine(`Autosaved "${name}" (${agent}, ${reason}) ${id}`)
}

interface Stop {
  stopped(): boolean
  wait(ms: number): Promise<void>
}

/** A look is never broken off: a signal only ends the waiting. */
function untilStopped(): Stop {
  let stopped = false
  let wake = (): void => {}
  const end = (): void => {
    stopped = true
    wake()
  }
  process.once('SIGINT', end)
  process.once('SIGTERM', end)
  return {
    stopped: () => stopped,
    wait: (ms) =>
      new Promise((done) => {
        if (stopped) return done()
        const timer = setTimeout(done, ms)
        wake = () => {
          clearTimeout(timer)
          done()
        }
      }),
  }
}
