/** The questions of the layouts, asked in a real terminal and answered with arrow keys. */
import { expect, test } from 'vitest'
import { runInTerminal } from '../support/terminal.js'
import { desk, isThere, type Desk } from './support/desk.js'

const ENTER = '\r'
const DOWN = '\u001b[B'
const FILE = 'memory/checkpoints/build-menu.md'
const MENU = `# Checkpoint: build-menu
**Created:** 2026-01-14 17:42 GMT+8
**Task:** Build the menu

## Next Action
Run npm test -- menu
`

function inTerminal(one: Desk, args: readonly string[], keys: [string, string][]): ReturnType<typeof runInTerminal> {
  return runInTerminal(args, { cwd: one.repo.dir, home: one.home, env: { NO_COLOR: '1' }, cols: 100, keys })
}

test('what lies in the repository is asked about once, and the answer is kept [F8]', async () => {
  const one = desk({ [FILE]: MENU })
  const asked = await inTerminal(one, ['list'], [['This content is mine', ENTER]])
  expect(asked.code).toBe(0)
  expect(asked.text).toContain('build-menu')
  const again = await inTerminal(one, ['list'], [])
  expect(again.text).not.toContain('This content is mine')
  expect(again.text).toContain('Build the menu')
})

test('resume shows where it stands and asks; no starts fresh [C5]', async () => {
  const one = desk({ [FILE]: MENU })
  one.run('list', '--trust', 'yes')
  const yes = await inTerminal(one, ['resume'], [['Ready to continue?', ENTER]])
  expect(yes.code).toBe(0)
  expect(yes.text.indexOf('📌 Resume: build-menu')).toBeLessThan(yes.text.indexOf('Ready to continue?'))
  expect(yes.text).toContain('# Resuming: build-menu')
  const no = await inTerminal(
    one,
    ['resume'],
    [
      ['Ready to continue?', DOWN],
      ['no', ENTER],
    ],
  )
  expect(no.text).toContain('Starting fresh.')
  expect(isThere(one.repo.dir, FILE)).toBe(false)
})

test('the decision log asks for the work, the decisions and why, the next action, in this order [D1]', async () => {
  const one = desk()
  one.run('config', 'layout', 'decision-log')
  const saved = await inTerminal(
    one,
    ['save'],
    [
      ['What are you currently working on?', `Sessions in the database${ENTER}`],
      ['What key decisions were made (and why)?', DOWN],
      ['Say which', ENTER],
      ['What key decisions were made (and why)?', `Keep argon2 because the audit asks for it${ENTER}`],
      ["What's the next action?", `Run npm test${ENTER}`],
    ],
  )
  expect(saved.code).toBe(0)
  expect(saved.text).toContain('CHECKPOINT SAVED')
  expect(saved.text).toContain('Summary:  Sessions in the database')
  expect(saved.text).toContain('Decisions: 1 recorded')
  expect(saved.text).toContain('Next:     Run npm test')
})
