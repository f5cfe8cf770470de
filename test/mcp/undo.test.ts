import { execSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { dogear, scratchRepo, tempDir } from '../support/world.js'
import { connectHere, ERAS } from './support/client.js'

const WORK = 'an hour of work that stands in no commit, on the first page of them all\n'

function lostReadme(): { cwd: string; home: string; file: string } {
  const repo = scratchRepo()
  const at = { cwd: repo.dir, home: tempDir() }
  const file = join(repo.dir, 'README.md')
  writeFileSync(file, WORK)
  expect(dogear(['save', 'readme', '--next', 'Run `make`'], at).code).toBe(0)
  execSync('git checkout -q -- .', { cwd: repo.dir })
  return { ...at, file }
}

test.each(ERAS)('what was lost comes back only once the user has said so, to a client of %s [F9]', async (era) => {
  const { file, ...at } = lostReadme()
  const asked = { to: 'readme' }
  const looking = await connectHere({ ...at, era })
  const { data } = await looking.call('undo', asked)
  const { question, options } = data['needs'] as { question: string; options: { value: string }[] }
  expect(question).toContain('write README.md')
  expect(readFileSync(file, 'utf8')).not.toBe(WORK)

  const choice = options[0]?.value ?? ''
  const { call, forms } = await connectHere({ ...at, era, replies: [{ action: 'accept', content: { choice } }] })
  expect((await call('undo', asked)).data).toMatchObject({ done: ['README.md'], left: [] })
  expect(forms).toHaveLength(1)
  expect(readFileSync(file, 'utf8')).toBe(WORK)
  expect((await call('undo', { list: true })).data['takes']).not.toEqual([])
})

test('a no leaves everything as it is', async () => {
  const { file, ...at } = lostReadme()
  const { call } = await connectHere({ ...at, replies: [{ action: 'accept', content: { choice: 'no' } }] })
  expect((await call('undo', { to: 'readme' })).text).toContain('nothing was changed')
  expect(readFileSync(file, 'utf8')).not.toBe(WORK)
})
