/** Where quoin is at work, a prompt that is kept back waits in its file as well, and is handed over once. */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { dogear, scratchRepo } from '../support/world.js'
import { type Client, type Desk, hookDesk } from './support.js'

const MEMORY = '.workflow_artifacts/memory'
const TODAY = new Date().toISOString().slice(0, 10)

interface Blocked {
  desk: Desk
  client: Client
  /** Where quoin's skill looks for them. */
  file: string
  trash: string
  types: (prompt: string) => ReturnType<Client['fire']>
  restored: (...answers: string[]) => string
}

/** A session of somebody who works by quoin, its context full, and `block` on. */
function full(session: string, lies?: string): Blocked {
  const desk = hookDesk(scratchRepo({ 'src/tiles.ts': 'export {}\n' }))
  const file = join(desk.repo.dir, MEMORY, `pending-prompt-${session}.txt`)
  mkdirSync(join(desk.repo.dir, MEMORY), { recursive: true })
  if (lies !== undefined) writeFileSync(file, lies)
  expect(desk.dogear('trust', 'quoin').code).toBe(0)
  desk.config({ block: true })
  const client = desk.client(session)
  client.fire('SessionStart', { source: 'startup' })
  client.turn('Split the tiles', 'Next I will merge them.')
  desk.dogear('save', 'tiles', '--next', 'Run npm test -- tiles', '--session', session)
  const context = { tokens: 194_000, window: 200_000, at: Date.now(), from: 'statusline' }
  writeFileSync(join(desk.home, 'hooks', `${session}.json`), JSON.stringify({ ...client.state(), context }))
  return {
    desk,
    client,
    file,
    trash: join(desk.repo.dir, MEMORY, 'trash', TODAY),
    types: (prompt) => client.fire('UserPromptSubmit', { prompt }),
    restored: (...answers) => {
      const env = { CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: session }
      const words = ['resume', '--reread', 'n', ...answers]
      return dogear(words, { cwd: desk.repo.dir, home: desk.userHome, env }).stdout
    },
  }
}

function waiting({ desk, client }: Blocked): string {
  return desk.dogear('prompts', '--session', client.session).stdout
}

function textOf(path: string): string {
  return existsSync(path) ? readFileSync(path, 'utf8') : ''
}

test('it stands in the file as the seed has it, behind what was there, and a restore offers each once [E11] [E13]', () => {
  const one = full('s-one', 'typed before there were headers')
  expect(one.types('merge the labels').decision).toBe('block')
  expect(one.types('and draw the legend').decision).toBe('block')
  expect(textOf(one.file)).toMatch(
    /^typed before there were headers\n=== BLOCKED PROMPT \[\S+Z\] ===\nmerge the labels\n\n=== BLOCKED PROMPT \[\S+Z\] ===\nand draw the legend\n\n$/,
  )
  const asked = JSON.parse(one.restored('--json')) as { needs: { question: string } }
  expect(asked.needs.question).toMatch(
    /^3 blocked prompt\(s\) were saved .*\n1\. \[legacy\] typed before.*\n2\. \[\S+\] merge the labels\.\.\.\n3\. \[\S+\] and draw/,
  )
  expect(one.restored('--replay', '3').endsWith('\nand draw the legend\n')).toBe(true)
  expect(existsSync(one.file)).toBe(false)
  expect(readdirSync(one.trash)).toContain('pending-prompt-s-one.txt')
  expect(waiting(one)).toBe('')
})

test('what quoin’s skill has handed over does not come again from dogear [E11]', () => {
  const one = full('s-two')
  expect(one.types('merge the labels').decision).toBe('block')
  mkdirSync(one.trash, { recursive: true })
  renameSync(one.file, join(one.trash, 'pending-prompt-s-two.txt'))
  expect(waiting(one)).toBe('')
  expect(one.types('continue').context).not.toContain('merge the labels')
})

test('a file that was removed, by a clean of the tree perhaps, loses no prompt [E11]', () => {
  const one = full('s-three')
  expect(one.types('merge the labels').decision).toBe('block')
  rmSync(one.file)
  expect(waiting(one)).toContain('merge the labels')
  expect(one.restored('--replay', 'all').endsWith('merge the labels\n')).toBe(true)
})

test('what dogear has handed over is in the file no more; others are [E11]', () => {
  const one = full('s-four')
  for (const prompt of ['merge the labels', 'and draw the legend']) expect(one.types(prompt).decision).toBe('block')
  expect(one.desk.dogear('prompts', 'pop', '--session', 's-four').stdout).toBe('merge the labels\n')
  expect(textOf(one.file)).toMatch(/^=== BLOCKED PROMPT \[\S+\] ===\nand draw the legend\n\n$/)
  // Sent again it goes through, and the last one takes the file along.
  expect(one.types('and draw the legend')).not.toHaveProperty('decision')
  expect(existsSync(one.file)).toBe(false)
  expect(readdirSync(one.trash)).toEqual(['pending-prompt-s-four.txt'])
})

test('a file that cannot be written keeps nobody from keeping the prompt [E13] [E15]', () => {
  const one = full('s-five')
  mkdirSync(one.file)
  expect(one.types('merge the labels').decision).toBe('block')
  expect(waiting(one)).toContain('merge the labels')
})
