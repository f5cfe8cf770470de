/** The tour: a session that works and dies, and one that comes back, in a scratch repository. */
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { EXIT } from '../../core/errors.js'
import { ensureDir, removeTree } from '../../platform/files/files.js'
import { processTag } from '../../platform/process/process-tag.js'
import { makeScratchFolder, runSelf, startSelf } from '../../platform/process/scratch.js'
import type { Context } from '../context.js'
import type { Output } from '../print/output.js'
import { worldOf } from '../world.js'
import {
  FIXED_CHECKOUT,
  HALF_PAYMENT,
  makeShop,
  NAME,
  SAVE_WORDS,
  saveLine,
  teammateCommits,
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

async function play(context: Context, stage: Stage, scratch: string): Promise<void> {
  const { bold } = context.output.style
  const shop = join(scratch, 'shop')
  ensureDir(shop)
  makeShop(shop, processTag())
  await stage.say(
    `${bold('A tour of dogear')}, in a scratch repository with a home of its own. Nothing of yours is touched.`,
  )
  await workAndDie(context, stage, scratch, shop)
  await meanwhile(stage, shop)
  await comeBack(context, stage, scratch, shop)
  await farewell(context, stage)
}

async function workAndDie({ env, output }: Context, stage: Stage, scratch: string, shop: string): Promise<void> {
  await stage.title('A session works and saves where it stands')
  await stage.command(saveLine())
  const running = await startSelf(
    ['__tour-session'],
    { cwd: shop, env: sessionEnv(env, scratch, 'monday', output.colour) },
    WORKING,
    output.print,
  )
  await stage.say('It goes on, is in the middle of a line in src/payment.js …')
  await running.kill()
  await stage.say('… and is killed (SIGKILL). No goodbye, no clean-up. What it had saved is on the disk.')
}

/** Should the tour itself die, its session ends by itself. */
const SESSION_MS = 30_000

/** A session at work: it edits, saves, goes on editing, and never comes to its end. */
export async function runTourSession(context: Context): Promise<number> {
  const { cwd, tag } = await worldOf(context)
  writeFiles(cwd, { 'src/checkout.js': FIXED_CHECKOUT }, tag)
  runSelf(SAVE_WORDS, { cwd, env: { ...context.env } })
  writeFiles(cwd, { 'src/payment.js': HALF_PAYMENT }, tag)
  context.output.print(WORKING)
  await sleep(SESSION_MS)
  return EXIT.ok
}

async function meanwhile(stage: Stage, shop: string): Promise<void> {
  await stage.title('Meanwhile the world moves')
  teammateCommits(shop, processTag())
  await stage.say("A teammate's commits land: src/tax.js changes, src/money.js is now called src/currency.js.")
}

async function comeBack({ env, output }: Context, stage: Stage, scratch: string, shop: string): Promise<void> {
  const options = { cwd: shop, env: sessionEnv(env, scratch, 'tuesday', output.colour) }
  await stage.title('A fresh session comes back')
  await stage.command('dogear list')
  runSelf(['list'], options)
  output.print('')
  await stage.command('dogear resume')
  runSelf(['resume'], options)
  await stage.say(
    '\nThat is what the next session is handed: whose it is, what not to try again, what to do next, and what is no longer as it was.',
  )
}

async function farewell({ output }: Context, stage: Stage): Promise<void> {
  await stage.title('Your turn, in a project of yours')
  output.print(
    ['  dogear save NAME --task "…" --next "the very next step"', '  dogear resume', '  dogear help', ''].join('\n'),
  )
  await stage.say(`The scratch repository and its "${NAME}" are gone again.`)
}

/** Each session is somebody else to dogear, and sees only the scratch home. */
function sessionEnv(
  env: Context['env'],
  scratch: string,
  session: string,
  colour: boolean,
): Record<string, string | undefined> {
  return {
    ...env,
    DOGEAR_HOME: join(scratch, 'home'),
    XDG_CACHE_HOME: join(scratch, 'cache'),
    DOGEAR_AGENT: 'tour',
    DOGEAR_SESSION: session,
    ...(colour ? { FORCE_COLOR: '1' } : {}),
  }
}

/** How the tour speaks: short steps, with time to read them where somebody reads. */
interface Stage {
  title(text: string): Promise<void>
  say(text: string): Promise<void>
  /** A command as one would type it. */
  command(line: string): Promise<void>
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
  }
}
