import { readdirSync, rmSync, writeFileSync } from 'node:fs'
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

test.each(['sync', 'takes', 'own', 'index', 'hooks', 'log', 'locks'])(
  'a file where a folder of the home should be is no defect, and what is acknowledged counts: %s',
  (folder) => {
    const repo = scratchRepo({ 'a.ts': 'a\n' })
    const home = tempDir()
    const run = (...args: string[]): ReturnType<typeof dogear> => dogear(args, { cwd: repo.dir, home })
    run('save', 'auth', '--task', 'Write the login', '--next', 'Finish src/login.ts')
    const path = join(home, '.local/share/dogear', folder)
    rmSync(path, { recursive: true, force: true })
    writeFileSync(path, 'a file')
    for (const args of [
      ['list'],
      ['save', 'auth', '--next', 'Run the tests'],
      ['resume', 'auth'],
      ['undo', '--list'],
    ]) {
      const { code, stdout, stderr } = run(...args)
      expect(stderr).not.toContain('defect')
      expect(
        code === 0 || /cannot|not a folder|refused/.test(stderr),
        `${args.join(' ')}: ${code} ${stdout}${stderr}`,
      ).toBe(true)
    }
  },
)
