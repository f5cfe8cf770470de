/** Builds the World of a command. The one file of this face that reads the environment, the user and the clock. */
import { isAbsolute, join } from 'node:path'
import { DEFAULT_CONFIG, type Config, type World } from '../app/world.js'
import type { By } from '../core/entry.js'
import { DogearError } from '../core/errors.js'
import { NAME_POLICIES, type NamePolicy } from '../core/name.js'
import { readTextFile } from '../platform/files.js'
import { randomBytes } from '../platform/hash.js'
import { homeOfDogear } from '../platform/home.js'
import { processTag } from '../platform/process-tag.js'
import { findAgent } from './agent-env.js'
import type { Context } from './context.js'
import type { Env } from './output.js'
import { valueOf, type Args } from './parse-args.js'

export interface WorldOptions {
  args: Args
  /** The command makes entries: they record the host. */
  host: boolean
}

export async function readWorld(env: Env, { args, host }: WorldOptions): Promise<World> {
  const userHome = await homeOfUser(env)
  const cwd = workingFolder()
  const home = homeOfDogear(env, userHome, cwd)
  return {
    home,
    cwd,
    userHome,
    // Read only when something is written: a listing needs none.
    get tag() {
      return processTag()
    },
    by: await readBy(env, args, host),
    env,
    now: () => ({ ms: Date.now(), offsetMinutes: -new Date().getTimezoneOffset() }),
    random: randomBytes,
    config: readConfig(home, env, args),
  }
}

async function homeOfUser(env: Env): Promise<string> {
  const given = process.platform === 'win32' ? env['USERPROFILE'] : env['HOME']
  if (given && isAbsolute(given)) return given
  const { homeFolder } = await import('../platform/machine.js')
  return homeFolder()
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

async function readBy(env: Env, args: Args, host: boolean): Promise<By> {
  const found = findAgent(env)
  const agent = valueOf(args, 'agent') ?? found.agent
  const session = valueOf(args, 'session') ?? found.session
  const user = valueOf(args, 'user') ?? (env['DOGEAR_USER'] || env['USER'] || env['LOGNAME'] || env['USERNAME'])
  return {
    ...(agent ? { agent } : {}),
    ...(session ? { session } : {}),
    ...(user ? { user } : {}),
    ...(host ? { host: (await import('../platform/machine.js')).hostName() } : {}),
  }
}

const MOST_CONFIG_BYTES = 64_000

/** Flags win over the environment, which wins over <home>/config.json. */
export function readConfig(home: string, env: Env, args: Args): Config {
  const path = join(home, 'config.json')
  const text = readTextFile(path, MOST_CONFIG_BYTES)
  const written = text === null ? {} : parseConfig(text, path)
  const names = valueOf(args, 'names') ?? env['DOGEAR_NAMES']
  return { ...DEFAULT_CONFIG, ...written, ...(names ? { names: policy(names, 'DOGEAR_NAMES') } : {}) }
}

function parseConfig(text: string, path: string): Partial<Config> {
  const { names, budget } = parseObject(text, path)
  return {
    ...(names === undefined ? {} : { names: policy(names, path) }),
    ...(budget === undefined ? {} : { budget: checkedBudget(budget, path) }),
  }
}

function parseObject(text: string, path: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  } catch {
    // Said below, in the same words as for a document that is no object.
  }
  throw new DogearError('bad-input', `${path} is not a JSON object`, {
    expected: '{"names":"lower","budget":6000}',
    next: `mend or remove ${path}`,
  })
}

function policy(value: unknown, where: string): NamePolicy {
  const found = NAME_POLICIES.find((one) => one === value)
  if (found) return found
  throw new DogearError('bad-input', `"${String(value).slice(0, 40)}" is no policy for names (from ${where})`, {
    expected: `one of ${NAME_POLICIES.join(', ')}`,
  })
}

function checkedBudget(value: unknown, path: string): number {
  if (Number.isSafeInteger(value)) return value as number
  throw new DogearError('bad-input', `"budget" in ${path} is not a number of characters`, {
    expected: '"budget": 6000',
  })
}

/** The World for a command, as its table entry asks for it. */
export function worldOf({ env, args, spec }: Context): Promise<World> {
  return readWorld(env, { args, host: spec.writes === true })
}
