/** Autosaves and the files of layouts: they say what their skill would have written, and nothing besides. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hookDesk, type Client, type Desk } from './support.js'

function deskWith(layout: string): Desk {
  const desk = hookDesk()
  desk.config({ layouts: [layout] })
  return desk
}

/** A session that worked: an edit, and a turn. */
function work(desk: Desk, session: string, turns = 1): Client {
  const client = desk.client(session)
  client.fire('SessionStart', { source: 'startup' })
  for (let turn = 0; turn < turns; turn++) {
    client.file.use('Edit', { file_path: join(desk.repo.dir, 'src/login.ts'), old_string: 'a', new_string: 'b' })
    client.turn(`Move the ${session} jobs to the queue, part ${turn}`, 'Next I will bound the retries in src/login.ts.')
  }
  return client
}

test('quoin: turns and ends of sessions write no checkpoint, no sentinel and no row; a compaction does [E6, E7, E14]', () => {
  const desk = deskWith('quoin')
  const folder = join(desk.repo.dir, '.workflow_artifacts')
  const written = (): string[] =>
    existsSync(folder)
      ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => /\.\w+$/.test(path))
      : []
  for (const session of ['s1', 's2', 's3']) work(desk, session, 3).fire('SessionEnd', { reason: 'prompt_input_exit' })
  expect(written()).toEqual([])
  expect(desk.entries().length).toBeGreaterThan(2)
  work(desk, 's4').fire('PreCompact', { trigger: 'auto' })
  expect(written().filter((path) => path.includes('-precompact.md'))).toHaveLength(1)
  expect(written().filter((path) => path.includes('pending-restore-s4'))).toHaveLength(1)
  expect(written().filter((path) => path.endsWith('cost-ledger.md'))).toHaveLength(1)
})

test('session-continuity: autosave.md and its log are for the signals, not for every turn [C9, C10]', () => {
  const desk = deskWith('session-continuity')
  const place = join(desk.repo.dir, 'memory/checkpoints')
  const client = work(desk, 's1', 3)
  expect(existsSync(place)).toBe(false)
  client.fire('UserPromptSubmit', { prompt: 'goodnight' })
  expect(readFileSync(join(place, 'autosave-log.md'), 'utf8')).toMatch(/^- .* — goodnight — /)
  expect(readFileSync(join(place, 'autosave.md'), 'utf8')).toContain('bound the retries')
})

test('session-continuity: the turn that fills the context is a signal itself, and not the one after it [C9, C10]', () => {
  const desk = deskWith('session-continuity')
  const place = join(desk.repo.dir, 'memory/checkpoints')
  const client = work(desk, 's1')
  client.file.counts({ input_tokens: 150_000, output_tokens: 5 })
  client.turn('Now the rest', 'Done.')
  expect(readFileSync(join(place, 'autosave-log.md'), 'utf8')).toMatch(/^- .* — context 75 % — /)
  expect(existsSync(join(place, 'autosave.md'))).toBe(true)
})

test('session-continuity: a poorer autosave of another session does not take the place of a richer one [C10]', () => {
  const desk = deskWith('session-continuity')
  const place = join(desk.repo.dir, 'memory/checkpoints')
  const rich = work(desk, 's1', 3)
  mkdirSync(join(desk.repo.dir, 'src'), { recursive: true })
  for (const file of ['a', 'b', 'c'])
    rich.file.use('Write', { file_path: join(desk.repo.dir, `src/${file}.ts`), content: 'x' })
  writeFileSync(join(desk.repo.dir, 'src/a.ts'), 'x')
  rich.fire('UserPromptSubmit', { prompt: 'goodnight' })
  const before = readFileSync(join(place, 'autosave.md'), 'utf8')
  const poor = desk.client('s2')
  poor.fire('SessionStart', { source: 'startup' })
  poor.file.prompt('What is a queue?')
  poor.file.say('A list.')
  poor.fire('UserPromptSubmit', { prompt: 'goodnight' })
  expect(readFileSync(join(place, 'autosave.md'), 'utf8')).toBe(before)
})
