import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { dogear, scratchRepo, tempDir } from '../support/world.js'

const MARK = 'io.modelcontextprotocol'
const home = tempDir()
const cwd = scratchRepo().dir
const spy = join(home, 'spy.cjs')
writeFileSync(
  spy,
  `const fs = require('node:fs')
  const { openSync } = fs
  fs.openSync = function (path) {
    if (String(path).endsWith('.cjs')) fs.appendFileSync(process.env.SPIED, path + '\\n')
    return openSync.apply(this, arguments)
  }`,
)

/** Every file of ours that a command loads. */
function loadedBy(words: readonly string[]): string[] {
  const spied = join(tempDir(), 'loaded')
  const env = { NODE_OPTIONS: `--require ${spy}`, SPIED: spied, DOGEAR_NO_CODE_CACHE: '1' }
  dogear(words, { cwd, home, env })
  return readFileSync(spied, 'utf8').trimEnd().split('\n')
}

test('only the server loads the protocol: every other command starts as if it were not there', () => {
  const holds = (file: string): boolean => readFileSync(file, 'utf8').includes(MARK)
  expect(loadedBy(['mcp']).filter(holds)).toHaveLength(1)
  const others = [
    ['save', 'auth', '--next', 'Run `make`'],
    ['list'],
    ['resume'],
    ['search', 'make'],
    ['note', 'x'],
    ['help'],
    [],
  ]
  expect(others.flatMap(loadedBy).filter(holds)).toEqual([])
})
