/** Somebody who has set dogear up, for what doctor finds. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Finding } from '../../../src/agents/install.js'
import { dogear, type Env, type Ran, scratchRepo, tempDir } from '../../support/world.js'

export interface Patient {
  home: string
  dir: string
  store: string
  settings: string
  run: (args: string[], env?: Env) => Ran
  /** What needs somebody, by its id. */
  ails: (env?: Env) => Finding[]
  all: (env?: Env) => Finding[]
}

/** Somebody who ran init and has saved once. */
export function patient(...init: string[]): Patient {
  const home = tempDir()
  const { dir } = scratchRepo()
  const run = (args: string[], env: Env = {}): Ran => dogear(args, { cwd: dir, home, env })
  const all = (env?: Env): Finding[] => run(['doctor', '--json'], env).json<{ findings: Finding[] }>().findings
  run(['init', 'claude-code', ...init])
  run(['save', 'auth', '--task', 'Log in', '--next', 'Run npm test -- auth'])
  return {
    home,
    dir,
    run,
    all,
    store: join(home, '.local', 'share', 'dogear'),
    settings: join(home, '.claude', 'settings.json'),
    ails: (env) => all(env).filter(({ ok }) => !ok),
  }
}

export function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

export function edit(path: string, change: (text: string) => string): void {
  writeFileSync(path, change(readFileSync(path, 'utf8')))
}
