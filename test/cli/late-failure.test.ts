import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { dogear, scratchRepo, tempDir } from '../support/world.js'

test('what fails after the answer is said on standard error: there is one JSON document', () => {
  const repo = scratchRepo()
  const home = tempDir()
  dogear(['prompts', 'push', 'hello'], { cwd: repo.dir, home })
  const projects = join(home, '.local/share/dogear/projects')
  const project = join(projects, readdirSync(projects)[0] as string)
  // The prompt is put there once it was handed over.
  writeFileSync(join(project, 'trash'), 'a file where a folder should be')
  const ran = dogear(['prompts', 'pop', '--json'], { cwd: repo.dir, home })
  expect(ran.json()).toMatchObject({ prompt: { text: 'hello' } })
  expect(ran.stderr).toContain('trash')
  expect(ran.code).toBe(6)
})
