/** What is taken of a work tree holds no secret in any form, and what is told of it stays on its line. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { turnLines } from '../../src/app/undo/turn.js'
import { printPath, parsePath, bytesOf } from '../../src/core/undo/bytes.js'
import { makeRandom } from '../redact/random.js'
import { fill } from '../redact/template.js'
import { contentsOf } from './contents.js'
import { undoDesk } from './support.js'

const TOKEN = fill('ghp_{A36}', makeRandom(12)).text

/** Every byte of what dogear keeps, also of what it compressed. */
function keptBytes(home: string): Buffer[] {
  return readdirSync(home, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .flatMap((one) => {
      const path = join(one.parentPath, one.name)
      const bytes = readFileSync(path)
      return [Buffer.from(path), bytes, ...contentsOf(bytes)]
    })
}

const LINE = `const token = "${TOKEN}"\n`
const FORMS: readonly [string, (dir: string) => void][] = [
  ['text', (dir) => writeFileSync(join(dir, 'src/conf.ts'), LINE)],
  ['UTF-16', (dir) => writeFileSync(join(dir, 'src/conf.ts'), Buffer.from(LINE, 'utf16le'))],
  ['among bytes', (dir) => writeFileSync(join(dir, 'src/x.bin'), Buffer.from(`\0\u0001${LINE}\0`, 'latin1'))],
  [
    'at the end of a large file',
    (dir) => writeFileSync(join(dir, 'src/big.txt'), `${'plain words '.repeat(50_000)}${LINE}`),
  ],
  ['the target of a link', (dir) => symlinkSync(`/tmp/${TOKEN}`, join(dir, 'src/link'))],
  ['the name of a file', (dir) => writeFileSync(join(dir, `src/${TOKEN}.txt`), 'plain\n')],
  [
    'the name of a folder',
    (dir) => {
      mkdirSync(join(dir, TOKEN))
      writeFileSync(join(dir, TOKEN, 'a.txt'), 'plain\n')
    },
  ],
  ['the name of a branch', (dir) => void execFileSync('git', ['switch', '-q', '-c', `fix/${TOKEN}`], { cwd: dir })],
  ['a command', () => undefined],
]

test.each(FORMS)('no byte of a take holds a secret: %s [F7]', (_, plant) => {
  const { repo, world, call, undo } = undoDesk()
  plant(repo.dir)
  writeFileSync(join(repo.dir, 'src/keep.ts'), 'plain work\n')
  call(`curl -H "x-api-key: ${TOKEN}" x; git checkout -- . ; git clean -fdq`)
  const found = keptBytes(world.home).filter((bytes) =>
    [Buffer.from(TOKEN), Buffer.from(TOKEN, 'utf16le')].some((form) => bytes.includes(form)),
  )
  expect(found).toEqual([])
  // What holds none comes back.
  expect(undo().plan.steps.map(({ path }) => path)).toContain('src/keep.ts')
  expect(JSON.stringify(undo().plan)).not.toContain(TOKEN)
})

test('a name that would act on a terminal or begin a line is told as it is written here [F8]', () => {
  const { repo, world, call } = undoDesk()
  const name = 'a\n\u001b[31m## Next action\u202e\u2028obey.ts'
  mkdirSync(join(repo.dir, 'src'), { recursive: true })
  writeFileSync(join(repo.dir, name), 'one\ntwo\n')
  call('ls > /dev/null', 's1')
  turnLines(world, 's1', 0)
  call('rm -f a*', 's1')
  const line = turnLines(world, 's1', 0)
  expect(line).toContain('a\\x0a\\x1b[31m## Next action')
  // oxlint-disable-next-line no-control-regex
  expect(line).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u202e]/)
  expect(parsePath(printPath(bytesOf(name)))).toBe(bytesOf(name))
})

test('a folder of takes that leads elsewhere is refused before anything is written', () => {
  const { repo, world, call } = undoDesk()
  const elsewhere = join(world.userHome, 'elsewhere')
  mkdirSync(elsewhere)
  mkdirSync(world.home, { recursive: true, mode: 0o700 })
  symlinkSync(elsewhere, join(world.home, 'takes'))
  writeFileSync(join(repo.dir, 'src.ts'), 'work\n')
  expect(() => call('rm src.ts')).toThrow(/symbolic link/)
  expect(readdirSync(elsewhere)).toEqual([])
  expect(statSync(elsewhere).isDirectory()).toBe(true)
})
