/** A repository with a checkpoint of session-continuity that somebody else wrote. */
import { expect } from 'vitest'
import { desk, type Desk } from './desk.js'

export const LOGIN = `# Checkpoint: build-login-page
**Created:** 2026-01-14 17:42 GMT+8
**Task:** Build the login page with an OAuth fallback

## Progress
- Wrote src/auth.py lines 45-120, login flow complete

## Next Action
Run pytest tests/auth_test.py to verify the login

## Blockers
- Git conflict in src/main.py lines 80-95

## Key Decisions
- Keep sessions in the database — the audit asks for it

## Relevant Context
- User prefers verbose error messages
`
export const PLACE = 'memory/checkpoints'

export function loginDesk(): Desk {
  const one = desk({ 'src/auth.py': 'pass\n', [`${PLACE}/build-login-page.md`]: LOGIN })
  return one
}

export function ownLoginDesk(): Desk {
  const one = loginDesk()
  expect(one.run('list', '--trust', 'yes').code).toBe(0)
  return one
}
