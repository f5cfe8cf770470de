/**
 * Builds the World of a command, and says how it opens the layouts there. The one file of this face that reads the
 * environment, the user and the clock.
 */
import { MANIFESTS } from '../agents/registry.js'
import type { LayoutChoice, TrustWord } from '../app/layouts/live.js'
import type { Opening } from '../app/layouts/open.js'
import { type Config, DEFAULT_CONFIG, type World } from '../app/world.js'
import { type Args, valueOf } from './args/parse.js'
import type { Env } from './print/output.js'
import { NAME_POLICIES } from '../core/choose/name.js'
import type { By } from '../core/entry/entry.js'
import { DogearError } from '../core/errors.js'
import { safeName } from '../core/redact/safe-name.js'
import { sessionIdFrom } from '../core/session/session-id.js'
import { present } from '../core/present.js'
import type { LayoutId } from '../layouts/layout.js'
import { randomBytes } from '../platform/files/hash.js'
import { isFolder } from '../platform/files/folders.js'
import { checkedHome } from '../platform/check-home.js'
import { homeOfUser } from '../platform/home.js'
import { processTag } from '../platform/process/process-tag.js'
import { homeConfigPath, readSettings } from '../store/config-file.js'
import { oneOf } from '../store/settings.js'
import type { Context } from './context.js'

interface WorldOptions {
  args: Args
  /** The command makes entries: they record the host. */
  host: boolean
  /** What to do where config.json says nonsense, instead of failing: what holds by default holds then. */
  onBadConfig?: (error: DogearError) => void
}

export async function readWorld(env: Env, { args, host, onBadConfig }: WorldOptions): Promise<World> {
  const userHome = homeOfUser(env)
  const cwd = workingFolder()
  const home = checkedHome(env, userHome)
  return {
    home,
    cwd,
    userHome,
    // Read only when something is written: a listing needs none.
    get tag() {
      return processTag()
    },
    by: await readBy(env, args, host, home),
    env,
    now: () => ({ ms: Date.now(), offsetMinutes: -new Date().getTimezoneOffset() }),
    random: randomBytes,
    config: onBadConfig ? configAnyhow(home, env, args, onBadConfig) : readConfig(home, env, args),
  }
}

function workingFolder(): string {
  try {
    return process.cwd()
  } catch (cause) {
    throw new DogearError('not-found', 'the folder this runs in does not exist any more', {
      next: 'cd to the project',
      cause,
    })
  }
}

async function readBy(env: Env, args: Args, host: boolean, home: string): Promise<By> {
  const found = findAgent(env)
  const agent = valueOf(args, 'agent') ?? found.agent
  const session = sessionIdFrom(
    valueOf(args, 'session') ?? (env['DOGEAR_SESSION'] || (await sessionNow(home, found)) || found.session || ''),
  )
  const user = valueOf(args, 'user') ?? (env['DOGEAR_USER'] || env['USER'] || env['LOGNAME'] || env['USERNAME'])
  return {
    ...(agent ? { agent: safeName(agent) } : {}),
    ...(session ? { session } : {}),
    ...(user ? { user: safeName(user) } : {}),
    ...(host ? { host: (await import('../platform/process/process-tag.js')).hostName() } : {}),
  }
}

/** What the client runs now: a variable that it set when it started this program may be of a session that was cleared. */
async function sessionNow(home: string, { agent }: FoundAgent): Promise<string | null> {
  if (agent === undefined || !isFolder(`${home}/hooks/now`)) return null
  const { readSessionNow } = await import('../store/session/session-now.js')
  return readSessionNow(home)
}

/** Flags win over the environment, which wins over <home>/config.json. */
export function readConfig(home: string, env: Env, args: Args): Config {
  const names = valueOf(args, 'names') ?? env['DOGEAR_NAMES']
  return {
    ...DEFAULT_CONFIG,
    ...readSettings(homeConfigPath(home)),
    ...(names ? { names: oneOf(NAME_POLICIES, names, 'DOGEAR_NAMES', 'policy for names') } : {}),
  }
}

function configAnyhow(home: string, env: Env, args: Args, onBad: (error: DogearError) => void): Config {
  try {
    return readConfig(home, env, args)
  } catch (error) {
    if (!(error instanceof DogearError)) throw error
    onBad(error)
    return DEFAULT_CONFIG
  }
}

/** The World for a command, as its table entry asks for it. */
export function worldOf({ env, args, spec }: Context): Promise<World> {
  return readWorld(env, { args, host: spec.writes === true })
}

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
    trust: valueOf(args, 'trust') as TrustWord | undefined,
    dryRun: args.on.has('dry-run') || undefined,
  })
}

interface FoundAgent {
  agent?: string
  session?: string
}

/**
 * Which agent and session this command runs in, from the variables that agents set for the programs they start.
 * DOGEAR_AGENT and DOGEAR_SESSION say it outright and win.
 */
export function findAgent(env: Env): FoundAgent {
  const marked = MANIFESTS.filter((one) => one.env.marks.some((mark) => env[mark]))
  const manifest = marked.toSorted((a, b) => a.order.env - b.order.env)[0]
  const session = manifest?.env.sessions.map((name) => env[name]).find(Boolean)
  return present<FoundAgent>({
    agent: env['DOGEAR_AGENT'] || manifest?.id,
    session: env['DOGEAR_SESSION'] || session || undefined,
  })
}

/** Pinned to package.json by a test, so that no run has to read that file. */
export const VERSION = '0.9.0'
