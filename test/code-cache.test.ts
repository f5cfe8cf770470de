/** The compiled code that is kept between starts may be lost, damaged or foreign: the program must not notice. */
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { dogear, scratchRepo, tempDir } from './support/world.js'

const repo = scratchRepo()
const home = tempDir()
const store = join(home, 'store')
const folder = join(store, 'index', 'code')
const list = () => dogear(['list'], { cwd: repo.dir, home, env: { DOGEAR_HOME: store } })
const expected = { code: 0, stderr: '', stdout: expect.stringContaining('auth') }

beforeAll(() => {
  dogear(['save', 'auth', '--next', 'Run `make`'], { cwd: repo.dir, home, env: { DOGEAR_HOME: store } })
})

test('nothing is kept, and nothing made, where dogear was never used', () => {
  const nowhere = join(tempDir(), 'never')
  dogear(['list'], { cwd: repo.dir, home, env: { DOGEAR_HOME: nowhere } })
  expect(existsSync(nowhere)).toBe(false)
})

describe('compiled code', () => {
  const file = (): string => join(folder, readdirSync(folder).find((name) => /-v.*-list$/.test(name)) as string)

  test('it is kept at the first start, for us alone, and used again', () => {
    expect(list()).toMatchObject(expected)
    const before = readFileSync(file())
    expect(list()).toMatchObject(expected)
    expect(readFileSync(file()).equals(before)).toBe(true)
  })

  test('flipped bits, cuts and zeros never reach V8', () => {
    const good = readFileSync(file())
    const size = good.length
    const damages = [
      ...Array.from({ length: 12 }, (_, i) => flip(good, Math.floor((size / 12) * i) + i)),
      good.subarray(0, size / 2),
      good.subarray(0, size - 2),
      Buffer.alloc(size),
      Buffer.alloc(0),
    ]
    for (const damaged of damages) {
      writeFileSync(file(), damaged)
      expect(list()).toMatchObject(expected)
      // It is made again, whole.
      const again = readFileSync(file())
      expect(again.subarray(0, again.length / 2).equals(again.subarray(again.length / 2))).toBe(true)
      expect(again.length).toBeGreaterThan(1000)
    }
  })

  test('what other builds left goes after a month', () => {
    const [old, young] = [join(folder, 'older-list'), join(folder, 'other-list')]
    for (const path of [old, young]) writeFileSync(path, '')
    utimesSync(old, 0, Date.now() / 1000 - 31 * 86_400)
    rmSync(file())
    list()
    expect([existsSync(old), existsSync(young), existsSync(file())]).toEqual([false, true, true])
    rmSync(young)
  })

  test('a file that others may write is not run', () => {
    list()
    chmodSync(file(), 0o666)
    expect(list()).toMatchObject(expected)
  })

  test('where it cannot be kept, the program works all the same', () => {
    rmSync(folder, { recursive: true, force: true })
    writeFileSync(folder, 'a file in the way')
    expect(list()).toMatchObject(expected)
    rmSync(folder)
    mkdirSync(folder)
  })
})

function flip(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes)
  copy[at] = (copy[at] as number) ^ (1 << (at % 8))
  return copy
}
