/** What agents call, and what is read from their sessions. Each command loads only its own part of the program. */
import { resolve } from 'node:path'
import { present } from '../../core/present.js'
import type { StatusMessage } from '../../app/session/statusline.js'
import type { Look } from '../../app/session/watch.js'
import { DogearError, EXIT } from '../../core/errors.js'
import { safeName } from '../../core/redact/safe-name.js'
import { cleanLine } from '../../core/text/text.js'
import { countOf, valueOf } from '../args/parse.js'
import { readInput } from '../args/written.js'
import type { Context } from '../context.js'
import { printMarkdown, type Output } from '../print/output.js'
import { readWorld, VERSION, worldOf } from '../world.js'

export async function runBrief(context: Context): Promise<number> {
  const { args, output } = context
  const { brief } = await import('../../app/look/brief.js')
  const world = await worldOf(context)
  const file = valueOf(args, 'transcript')
  const budget = countOf(args, 'budget') ?? world.config.budget
  const transcript = file === undefined ? {} : { transcript: resolve(world.cwd, file) }
  const result = brief({ ...transcript, budget, world })
  if (output.json) output.printJson(result)
  else output.print(printMarkdown(result.briefing, output.style))
  return EXIT.ok
}

/** Standard output belongs to the protocol; whatever else there is to say goes to standard error. */
export async function runMcp({ args, env, output }: Context): Promise<number> {
  if (output.interactive)
    output.warn(
      'This speaks the Model Context Protocol with an agent, not with people: dogear help mcp. Ctrl-D ends it.',
    )
  const { serve } = await import('../../mcp/server.js')
  const worldIn = async (folder?: string) => {
    const world = await readWorld(env, { args, host: true })
    return folder === undefined ? world : { ...world, cwd: folder }
  }
  const report = (message: string): void => {
    if (env['DOGEAR_DEBUG'] === '1') output.warn(`dogear mcp: ${cleanLine(message)}`)
  }
  await serve({ version: VERSION, worldIn }, report)
  return EXIT.ok
}

/** The phrase becomes a command, and that runs as if it had been typed. */
export async function runSay(context: Context): Promise<number> {
  const { commandFor } = await import('../../app/resume/say.js')
  return context.run(await commandFor(await worldOf(context), context.args.positionals.join(' ')))
}

/** The same as `hook.cjs statusline`, for trying it out. */
export async function runStatusline(context: Context): Promise<number> {
  const { statusLine } = await import('../../app/session/statusline.js')
  const { home, userHome, env, now } = await worldOf(context)
  const message = parseMessage(readInput())
  const request = { home, userHome, env, message, nowMs: now().ms, wraps: valueOf(context.args, 'wrap') }
  context.output.print(await statusLine(present(request)))
  return EXIT.ok
}

function parseMessage(text: string): StatusMessage {
  try {
    return (JSON.parse(text) ?? {}) as StatusMessage
  } catch (cause) {
    throw new DogearError('bad-input', 'this is not the JSON of a status line', {
      expected: '{"session_id":"…"}',
      cause,
    })
  }
}

const DEFAULT_SECONDS = 30
const MIN_SECONDS = 15

export async function runWatch(context: Context): Promise<number> {
  const { args, output } = context
  const seconds = countOf(args, 'every') ?? DEFAULT_SECONDS
  if (seconds < MIN_SECONDS)
    throw new DogearError('usage', `--every ${seconds} is too often`, {
      expected: `${MIN_SECONDS} seconds or more`,
      next: `dogear watch --every ${MIN_SECONDS}`,
    })
  const once = args.on.has('once')
  const { startWatch } = await import('../../app/session/watch.js')
  const watch = startWatch(await worldOf(context), { follow: !once })
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

/** With --json, each look that saved something is one document; --once always prints one. */
function printLook(output: Output, { sessions, saved, warnings }: Look, always: boolean): void {
  for (const warning of warnings) output.warn(cleanLine(warning))
  if (!output.json)
    output.print(
      saved
        .map(({ agent, name, reason, id }) => `${cleanLine(`Autosaved "${name}" (${agent}, ${reason}) ${id}`)}\n`)
        .join(''),
    )
  else if (always || saved.length > 0)
    output.printJson({
      sessions: sessions.map(({ agent, session, path }) => ({ agent, session, path: safeName(path) })),
      saved,
      warnings,
    })
}

/** A look is never broken off: a signal only ends the waiting. */
function untilStopped(): { stopped(): boolean; wait(ms: number): Promise<void> } {
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
