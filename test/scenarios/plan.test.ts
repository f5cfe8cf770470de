/** A session that follows a plan: what a fresh one is told of it. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { type Desk, hookDesk } from '../hook/support.js'

const PLAN = '# Sessions\n\n- [x] parse the cookie\n- [ ] sign it\n- [ ] rotate the keys\n- [ ] drop the table\n'

/** Claude Code has followed a plan of its plan mode here, and was closed. */
function planned(): Desk & { plan(text: string): void } {
  const desk = hookDesk()
  const path = join(desk.userHome, '.claude', 'plans', 'calm-river.md')
  const plan = (text: string): void => {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
  plan(PLAN)
  const first = desk.client('aaaa')
  first.fire('SessionStart', { source: 'startup' })
  first.file.prompt('Sessions in signed cookies')
  first.file.use('ExitPlanMode', { plan: PLAN }, { result: { plan: PLAN, filePath: path } })
  first.turn('go on with the plan', 'Now let me sign the cookie in src/login.ts.')
  first.fire('SessionEnd', { reason: 'prompt_input_exit' })
  return { ...desk, plan }
}

test('a resume reads the plan and shows it at its step, as far as it is by now [A12]', () => {
  const { dogear, plan } = planned()
  expect(dogear('resume').stdout).toContain(
    '## To do\n- plan ~/.claude/plans/calm-river.md (step 2 of 4)\n  - step 2, now: sign it\n  - step 3: rotate the keys\n  - step 4: drop the table\n',
  )
  plan(PLAN.replace('[ ] sign', '[x] sign').replace('drop the table', 'keep the table'))
  const later = dogear('resume').stdout
  expect(later).toContain('plan ~/.claude/plans/calm-river.md at step 2: now at step 3 of 4')
  expect(later).toContain('  - step 3, now: rotate the keys\n  - step 4: keep the table\n')
})

test('"continue" in a fresh session hands the step over to the model [A12]', () => {
  const { client } = planned()
  const next = client('bbbb')
  next.fire('SessionStart', { source: 'startup' })
  expect(next.fire('UserPromptSubmit', { prompt: 'continue' }).context).toContain('step 2, now: sign it')
})
