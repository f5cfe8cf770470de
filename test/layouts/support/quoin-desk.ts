/** A project in which quoin is at work. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Ran } from '../../support/world.js'
import { desk, put, read, type Desk } from './desk.js'

export const MEMORY = '.workflow_artifacts/memory'
export const OLD = '11111111-1111-4111-8111-111111111111'
export const NEW = '22222222-2222-4222-8222-222222222222'
export const MISMATCH = 'Session-id mismatch: sentinel is from a prior session. Using it anyway.'
export const LAYOUT: string[] = ['--layout', 'quoin']
export const TODAY: string = new Date().toISOString().slice(0, 10)

const STATE = `## Cost
- Session UUID: ${OLD}
- Phase: implement

## Open questions
- Rotate the key on logout?

## Decisions made
- Keep argon2

## Unfinished work
- Run npm test -- auth
- Write the migration
`

/** A project in which quoin is at work. */
export function project(files: Record<string, string> = {}): Desk {
  const one = desk({ 'src/auth.ts': 'export {}\n' })
  put(one.repo.dir, { [`${MEMORY}/.keep`]: '', ...files })
  // What lay there before the first look is the user's only if the user says so.
  one.run('list', ...LAYOUT, '--trust', 'yes')
  return one
}

export function working(): Desk {
  const one = project({
    [`${MEMORY}/sessions/2026-11-15-auth.md`]: STATE,
    '.workflow_artifacts/auth/current-plan.md': '# The plan\n1. do it\n',
    '.workflow_artifacts/auth/critic-response-2.md': 'critic two',
    '.workflow_artifacts/auth/critic-response-10.md': 'critic ten, with ``` in it',
  })
  return one
}

export function save(one: Desk, session: string, name: string, ...more: string[]): Ran {
  return one.run('save', name, ...LAYOUT, '--session', session, '--next', `Run npm test -- ${name}`, ...more)
}

export function resume(one: Desk, session: string, ...more: string[]): Ran {
  return one.withEnv({ CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: session }, 'resume', ...LAYOUT, ...more)
}

export function checkpoints(one: Desk): string[] {
  return readdirSync(join(one.repo.dir, MEMORY, 'checkpoints')).toSorted()
}

export function trashed(one: Desk): string[] {
  const folder = join(one.repo.dir, MEMORY, 'trash')
  if (!existsSync(folder)) return []
  return readdirSync(folder).flatMap((date) => readdirSync(join(folder, date)).toSorted())
}

export function ledger(one: Desk, task = 'auth'): string[] {
  return read(one.repo.dir, `.workflow_artifacts/${task}/cost-ledger.md`).trim().split('\n')
}
