/** dogear as a user sets it up, and the traces its hooks leave. */
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { homeOfDogear } from '../../../src/platform/home.js'
import { scratchRepo, type Repo } from '../../support/world.js'
import { dogearAt, openDesk, type Desk } from './desk.js'
import { eventually } from './eventually.js'
import { client } from './real.js'
import { FILES } from './work.js'

/** A desk whose owner ran `dogear init claude-code`. */
export function wiredDesk(repo: Repo = scratchRepo(FILES), program?: string, tools = '--allow-tools'): Desk {
  const desk = openDesk(repo)
  // Where its own installer puts it: init asks which version it is.
  mkdirSync(join(desk.home, '.local', 'bin'), { recursive: true })
  symlinkSync(client, join(desk.home, '.local', 'bin', 'claude'))
  const ran = dogearAt(desk, ['init', 'claude-code', tools], program)
  if (ran.code !== 0) throw new Error(`dogear init: ${ran.stderr}${ran.stdout}`)
  return desk
}

export interface HookLine {
  event: string
  session: string
  ok: boolean
  did?: string
  error?: string
}

/** What the hooks wrote about themselves. */
export function hookLines(desk: Desk): HookLine[] {
  const path = join(dogearHome(desk), 'log', 'hooks.jsonl')
  if (!existsSync(path)) return []
  const lines = readFileSync(path, 'utf8').split('\n').filter(Boolean)
  return lines.map((line) => JSON.parse(line) as HookLine)
}

/** The client goes on while its last hooks run. */
export function hookDone(desk: Desk, event: string, times = 1): Promise<void> {
  const done = (): boolean => hookLines(desk).filter((line) => line.event === event).length >= times
  return eventually(`the hook ${event} to be done ${times} times`, done, () => JSON.stringify(hookLines(desk)))
}

export function dogearHome(desk: Desk): string {
  return homeOfDogear(desk.env, desk.home) ?? ''
}
