/** A World without the program around it, for tests that move the clock. */
import { DEFAULT_CONFIG, type World } from '../../src/app/world.js'
import { randomBytes } from '../../src/platform/files/hash.js'
import { processTag } from '../../src/platform/process/process-tag.js'
import { scratchRepo, tempDir, type Repo } from './world.js'

export interface Desk {
  repo: Repo
  world: World
  /** The moment it is in that world, in milliseconds. */
  clock: { ms: number }
}

/** A fresh repository and home. */
export function desk(startMs: number = Date.now(), repo: Repo = scratchRepo({ 'src/a.ts': 'export {}\n' })): Desk {
  const userHome = tempDir()
  const clock = { ms: startMs }
  const world: World = {
    home: `${userHome}/.local/share/dogear`,
    cwd: repo.dir,
    userHome,
    tag: processTag(),
    by: { user: 'ada' },
    env: {},
    now: () => ({ ms: clock.ms, offsetMinutes: 0 }),
    random: randomBytes,
    config: DEFAULT_CONFIG,
  }
  return { repo, world, clock }
}
