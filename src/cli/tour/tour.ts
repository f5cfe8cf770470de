/** The tour: a piece of work that is compacted, cut off and begun anew, and goes on each time, in a scratch repository. */
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { agentsWith } from '../../agents/abilities.js'
import { EXIT } from '../../core/errors.js'
import { ensureDir, removeTree } from '../../platform/files/files.js'
import { processTag } from '../../platform/process/process-tag.js'
import { makeScratchFolder, type Running, runSelf, startSelf } from '../../platform/process/scratch.js'
import type { Context } from '../context.js'
import type { Output } from '../print/output.js'
import { tourSession, type TourSession } from './session.js'
import {
  ASKED,
  CUT_OFF,
  FIRST,
  FIXED_CHECKOUT,
  HALF_PAYMENT,
  makeShop,
  SECOND,
  teammateCommits,
  WHOLE_PAYMENT,
  WORKING,
  writeFiles,
} from './shop.js'

export async function runTour(context: Context): Promise<number> {
  const scratch = makeScratchFolder('dogear-tour-')
  const cleanUp = () => removeTree(scratch)
  const interrupted = () => {
    cleanUp()
    process.exit(130)
  }
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted)
  try {
    await play(context, makeStage(context.output), scratch)
  } finally {
    process.off('SIGINT', interrupted).off('SIGTERM', interrupted)
    cleanUp()
  }
  return EXIT.ok
}

interface Scene extends Stage {
  shop: string
  scratch: string
  env: Record<string, string | undefined>
  output: Output
}

async function play({ env, output }: Context, stage: Stage, scratch: string): Promise<void> {
  const shop = join(scratch, 'shop')
  ensureDir(shop)
  makeShop(shop, processTag())
  const scene: Scene = { ...stage, shop, scratch, output, env: scratchEnv(env, scratch, output.colour) }
  await scene.say(
    `${output.style.bold('A tour of dogear')}, in a scratch repository with a home of its own. Nothing of yours is touched. The agent's words are made up; what dogear hands over is real.`,
  )
  await scene.title('Once')
  await scene.command('dogear init')
  // No agent has ever run there, so it has to be named.
  runSelf(['init', agentsWith('install')[0]?.id ?? '', '--quiet'], { cwd: shop, env: scene.env })
  await compacted(scene)
  await begunAnew(scene)
  await movedOn(scene)
  await scene.title('Your turn, in a project of yours')
  output.print(['  dogear init', '  … work as ever; after a break, say: continue', '  dogear help', ''].join('\n'))
  await scene.say('The scratch repository is gone again.')
}

/** A context is full: the same session goes on, with what it is handed. Then it dies. */
async function compacted(scene: Scene): Promise<void> {
  await scene.title('You work, and the context is compacted')
  const [client, session] = await open(scene, 'monday')
  session.hear('SessionStart', { source: 'startup' })
  await scene.typed(ASKED)
  session.turn(ASKED, ...FIRST)
  writeFiles(scene.shop, { 'src/checkout.js': FIXED_CHECKOUT }, processTag())
  session.hear('Stop', { stop_hook_active: false })
  await scene.say('It finds the cause, edits a file, fails a test, decides something. Nobody saves anything.')
  await scene.typed('/compact')
  session.hear('PreCompact', { trigger: 'manual' })
  await scene.handed(session.hear('SessionStart', { source: 'compact' }).model)
  await scene.typed('continue')
  session.turn('continue', ...CUT_OFF)
  writeFiles(scene.shop, { 'src/payment.js': HALF_PAYMENT }, processTag())
  await scene.say('It goes on, is in the middle of a line in src/payment.js …')
  await client.kill()
  await scene.say('… and is killed (SIGKILL). No goodbye, no clean-up.')
}

/** The same by a new session that knows nothing. */
async function begunAnew(scene: Scene): Promise<void> {
  await scene.title('A new session')
  const [client, session] = await open(scene, 'tuesday')
  const { model, user } = session.hear('SessionStart', { source: 'startup' })
  await scene.say(`You read one line:\n${user}`)
  await scene.handed(model, 'The model is handed, unasked and in at most 1,000 characters:')
  await scene.typed('continue')
  await scene.handed(session.hear('UserPromptSubmit', { prompt: 'continue' }).model)
  session.turn('continue', ...SECOND)
  writeFiles(scene.shop, { 'src/payment.js': WHOLE_PAYMENT }, processTag())
  session.hear('Stop', { stop_hook_active: false })
  session.hear('SessionEnd', { reason: 'prompt_input_exit' })
  await client.kill()
  await scene.say('It finishes the line, the tests pass, and you close the terminal.')
}

/** And once more, where the world has moved. */
async function movedOn(scene: Scene): Promise<void> {
  await scene.title('And again, after the world has moved')
  teammateCommits(scene.shop, processTag())
  await scene.say("A teammate's commits land: src/tax.js changes, src/money.js is now called src/currency.js.")
  const [client, session] = await open(scene, 'wednesday')
  session.hear('SessionStart', { source: 'startup' })
  await scene.typed('whats next')
  await scene.handed(session.hear('UserPromptSubmit', { prompt: 'whats next' }).model)
  await client.kill()
  await scene.say(
    'What was asked, decided and ruled out on Monday is all there, with what Tuesday added and what changed since.',
  )
}

/** What stands in for the client is a process that can be killed. */
async function open(scene: Scene, day: string): Promise<[Running, TourSession]> {
  const { shop, scratch, env, output } = scene
  const client = await startSelf(['__tour-session'], { cwd: shop, env }, WORKING, output.print)
  const agent = agentsWith('hooks')[0]?.id ?? ''
  const file = join(scratch, `${day}.jsonl`)
  return [
    client,
    tourSession({ agent, session: day, pid: client.pid, folder: shop, file, env, startMs: Date.now() - MINUTE_MS }),
  ]
}

const MINUTE_MS = 60_000
/** Should the tour itself die, what stands in for the client ends by itself. */
const SESSION_MS = 30_000

export async function runTourSession({ output }: Context): Promise<number> {
  output.print(WORKING)
  await sleep(SESSION_MS)
  return EXIT.ok
}

/** Each session sees only the scratch home. */
function scratchEnv(env: Context['env'], scratch: string, colour: boolean): Record<string, string | undefined> {
  const user = join(scratch, 'user')
  ensureDir(user)
  const own = Object.entries(env).filter(
    ([name]) => !/^(?:CLAUDE|CODEX|GEMINI|COPILOT|CURSOR|OPENCODE|DOGEAR|XDG)/.test(name),
  )
  return {
    ...Object.fromEntries(own),
    HOME: user,
    DOGEAR_HOME: join(scratch, 'home'),
    XDG_CACHE_HOME: join(scratch, 'cache'),
    ...(colour ? { FORCE_COLOR: '1' } : {}),
  }
}

/** How the tour speaks: short steps, with time to read them where somebody reads. */
interface Stage {
  title(text: string): Promise<void>
  say(text: string): Promise<void>
  /** A command as one would type it. */
  command(line: string): Promise<void>
  /** What the user types to the agent. */
  typed(text: string): Promise<void>
  /** What the model is handed, whole. */
  handed(text: string, by?: string): Promise<void>
}

function makeStage(output: Output): Stage {
  const { bold, dim, green } = output.style
  const pause = async (ms: number) => {
    if (output.terminal) await sleep(ms)
  }
  let step = 0
  return {
    async title(text) {
      step++
      output.print(`\n${bold(`${step}. ${text}`)}\n`)
      await pause(700)
    },
    async say(text) {
      output.print(text)
      await pause(Math.min(2500, 400 + text.length * 12))
    },
    async command(line) {
      output.print(`${dim('$')} ${green(line)}`)
      await pause(600)
    },
    async typed(text) {
      output.print(`${dim('you>')} ${green(text)}`)
      await pause(600)
    },
    async handed(text, by = 'The model is handed:') {
      output.print(by)
      output.print(text.replace(/^/gm, `${dim('│')} `))
      await pause(2500)
    },
  }
}
