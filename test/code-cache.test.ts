/** Bytecode is cached between starts. It may be lost, damaged or planted: the program must not notice, and never run it. */
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { checkout } from './support/checkout.js'
import { dogear, dogearProcess, type Ran, scratchRepo, tempDir } from './support/world.js'

const PROGRAM = 'dist/program.cjs'

const repo = scratchRepo()
let home: string
let store: string
let folder: string
const expected = { code: 0, stderr: '', stdout: expect.stringContaining('auth') }

function list(env: Record<string, string> = {}, program?: string): Ran {
  const more = program === undefined ? {} : { program }
  return dogearProcess(['list'], { cwd: repo.dir, home, env: { ...here(), ...env }, ...more })
}

/** With bytecode of their own. */
function here(): Record<string, string> {
  return { DOGEAR_HOME: store, XDG_CACHE_HOME: join(home, '.cache') }
}

function cacheFile(): string {
  return join(folder, readdirSync(folder).find((name) => name.endsWith('-list')) as string)
}

beforeEach(() => {
  home = tempDir()
  store = join(home, 'store')
  folder = join(home, '.cache', 'dogear')
  dogear(['save', 'auth', '--next', 'Run `make`'], { cwd: repo.dir, home, env: { DOGEAR_HOME: store } })
  list()
})

describe('the cache', () => {
  test('lies in the cache folder of the user, for us alone, and is used again', () => {
    const before = statSync(cacheFile())
    expect([before.mode & 0o777, statSync(folder).mode & 0o777]).toEqual([0o600, 0o700])
    expect(list()).toMatchObject(expected)
    expect(statSync(cacheFile())).toMatchObject({ ino: before.ino, mtimeMs: before.mtimeMs })
    expect(existsSync(join(store, 'index', 'code'))).toBe(false)
  })

  test('grows by what another run of the same command needs, and only then', () => {
    const seen = (): number => statSync(cacheFile()).ino
    const help = (): number | null => dogearProcess(['list', '--help'], { cwd: repo.dir, home, env: here() }).code
    const first = seen()
    expect(help()).toBe(0)
    const second = seen()
    expect(second).not.toBe(first)
    expect([help(), list().code, seen()]).toEqual([0, 0, second])
  })

  test('is not made where dogear was never used, nor where it is switched off', () => {
    rmSync(folder, { recursive: true })
    const nowhere = join(tempDir(), 'never')
    list({ DOGEAR_HOME: nowhere })
    list({ DOGEAR_NO_CODE_CACHE: '1' })
    expect([existsSync(nowhere), existsSync(folder)]).toEqual([false, false])
  })

  test('flipped bits, cuts and zeros never reach V8', () => {
    const good = readFileSync(cacheFile())
    const size = good.length
    const damages = [
      ...[0, 0.3, 0.6, 0.99].map((part) => flip(good, Math.floor(size * part))),
      good.subarray(0, size / 2),
      good.subarray(0, size - 2),
      Buffer.alloc(size),
      Buffer.alloc(0),
    ]
    for (const damaged of damages) {
      writeFileSync(cacheFile(), damaged)
      expect(list()).toMatchObject(expected)
      // It is made again, whole.
      const again = readFileSync(cacheFile())
      expect(again.subarray(0, again.length / 2).equals(again.subarray(again.length / 2))).toBe(true)
      expect(again.length).toBeGreaterThan(1000)
    }
  })

  test('what other builds left goes after a month, and so does what lay in the home before', () => {
    const [old, young] = [join(folder, 'older-list'), join(folder, 'other-list')]
    for (const path of [old, young]) writeFileSync(path, '')
    utimesSync(old, 0, Date.now() / 1000 - 31 * 86_400)
    const before = join(store, 'index', 'code', '0123456789abcdef-v20.19.0-x64-hook-start-startup')
    mkdirSync(join(before, '..'), { recursive: true })
    writeFileSync(before, '')
    rmSync(cacheFile())
    list()
    expect([old, young, cacheFile(), join(before, '..')].map((path) => existsSync(path))).toEqual([
      false,
      true,
      true,
      false,
    ])
  })

  test('is neither made nor used in a work tree, which may have brought it or a link on the way to it', () => {
    const elsewhere = tempDir()
    const cached = readFileSync(cacheFile())
    const inside = scratchRepo({ 'a.txt': 'a' })
    const linked = scratchRepo({ 'a.txt': 'a' })
    symlinkSync(elsewhere, join(linked.dir, '.cache'))
    const tracked = scratchRepo({ '.cache/dogear/note': 'brought' })
    writeFileSync(join(tracked.dir, '.cache/dogear', cacheFile().slice(folder.length + 1)), cached, { mode: 0o600 })
    for (const { dir, git } of [inside, linked, tracked]) {
      const before = git('status', '--porcelain', '--untracked-files=all')
      expect(list({ HOME: dir })).toMatchObject(expected)
      expect(list({ XDG_CACHE_HOME: join(dir, '.cache') })).toMatchObject(expected)
      expect(git('status', '--porcelain', '--untracked-files=all')).toBe(before)
    }
    expect(readdirSync(elsewhere)).toEqual([])
  })

  test('where it cannot be kept, the program works all the same', () => {
    rmSync(folder, { recursive: true })
    writeFileSync(folder, 'a file in the way')
    expect(list()).toMatchObject(expected)
    expect(readFileSync(folder, 'utf8')).toBe('a file in the way')
  })
})

describe('planted bytecode', () => {
  let mark: string
  beforeEach(() => {
    mark = join(home, 'planted-code-ran')
    writeFileSync(cacheFile(), withPlanted(mark), { mode: 0o600 })
  })

  /** Nothing of it ran, and the command did its work. */
  const refused = { ...expected, planted: 'did not run' }
  const listed = (env?: Record<string, string>, program?: string): Ran & { planted: string } => {
    const ran = list(env, program)
    return { ...ran, planted: existsSync(mark) ? 'ran' : 'did not run' }
  }

  test('would be run by V8 where the user himself has put it: what follows proves something', () => {
    expect(listed().planted).toBe('ran')
  })

  test('below the home is never looked at, under the names of today or of before', () => {
    const planted = join(store, 'index', 'code')
    mkdirSync(join(store, 'index'), { recursive: true })
    renameSync(folder, planted)
    expect(listed()).toMatchObject(refused)
  })

  test('in a cache folder that lies below the home, or is a way there, is not run', () => {
    const inside = join(store, 'cache')
    mkdirSync(inside, { mode: 0o700 })
    renameSync(folder, join(inside, 'dogear'))
    expect(listed({ XDG_CACHE_HOME: inside })).toMatchObject(refused)
    const link = join(home, 'link')
    symlinkSync(inside, link)
    expect(listed({ XDG_CACHE_HOME: link })).toMatchObject(refused)
  })

  test('in a relative cache folder is not run', () => {
    cpSync(folder, join(repo.dir, 'here', 'dogear'), { recursive: true })
    rmSync(folder, { recursive: true })
    expect(listed({ XDG_CACHE_HOME: 'here' })).toMatchObject(refused)
  })

  test.each(['666', '660', '602'])('in a file that others may write (%s) is not run', (mode) => {
    chmodSync(cacheFile(), mode)
    expect(listed()).toMatchObject(refused)
  })

  test.each(['777', '770', '702', '1777'])('in a folder that others may write (%s) is not run', (mode) => {
    chmodSync(folder, mode)
    expect(listed()).toMatchObject(refused)
    expect(statSync(folder).mode & 0o7777).toBe(Number.parseInt(mode, 8))
  })

  test.each(['777', '770'])('in a folder that others may replace (%s above it) is not run', (mode) => {
    chmodSync(join(home, '.cache'), mode)
    expect(listed()).toMatchObject(refused)
  })

  test.skipIf(process.getuid?.() !== 0)('of another user is not run, nor in a folder of another user', () => {
    chownSync(cacheFile(), 12_345, 12_345)
    expect(listed()).toMatchObject(refused)
    writeFileSync(cacheFile(), withPlanted(mark))
    for (const path of [folder, join(home, '.cache')]) {
      chownSync(path, 12_345, 12_345)
      expect(listed()).toMatchObject(refused)
      chownSync(path, 0, 0)
    }
  })

  test('behind a link is not run', () => {
    const elsewhere = join(home, 'elsewhere')
    const path = cacheFile()
    renameSync(path, elsewhere)
    symlinkSync(elsewhere, path)
    expect(listed()).toMatchObject(refused)
    renameSync(elsewhere, path)
    const moved = join(home, 'moved')
    renameSync(folder, moved)
    symlinkSync(moved, folder)
    expect(listed()).toMatchObject(refused)
  })

  test('made of another source is not run, though its length is the same', () => {
    const copy = join(tempDir(), 'program')
    for (const part of ['bin', 'dist', 'package.json'])
      cpSync(join(checkout, part), join(copy, part), { recursive: true })
    const listedByCopy = (): Ran & { planted: string } => listed({}, join(copy, 'bin', 'dogear.js'))
    // A copy has bytecode of its own.
    expect(listedByCopy()).toMatchObject(refused)
    const own = readdirSync(folder).filter((name) => name.endsWith('-list') && join(folder, name) !== cacheFile())
    for (const name of readdirSync(folder).filter((one) => one.endsWith('-list')))
      writeFileSync(join(folder, name), withPlanted(mark), { mode: 0o600 })
    expect(own.length).toBeGreaterThan(0)
    expect(listedByCopy().planted).toBe('ran')
    rmSync(mark)
    const program = join(copy, PROGRAM)
    const source = readFileSync(program, 'latin1')
    writeFileSync(program, `${source.trimEnd()}${' '.repeat(source.length - source.trimEnd().length)}`)
    expect(statSync(program).size).toBe(source.length)
    expect(listedByCopy()).toMatchObject(refused)
  })

  test('under the name of another build is not run', () => {
    renameSync(cacheFile(), cacheFile().replace(/[0-9a-f]{16}(?=-[^/]*$)/, '0'.repeat(16)))
    expect(listed()).toMatchObject(refused)
  })
})

/** The cache file with other bytecode: that of a text as long as the program. */
function withPlanted(mark: string): Buffer {
  const { size } = statSync(join(checkout, PROGRAM))
  // At the top, which is compiled at once: a function would be compiled when it is called, of the text of the program.
  const text = `process.getBuiltinModule('node:fs').writeFileSync(${JSON.stringify(mark)}, ''), {}`
  // Made by a Node without the options of the test runner: V8 takes none that was made with others.
  const script = `process.stdout.write(new (require('node:vm').Script)(${JSON.stringify(text)}.padEnd(${size})).createCachedData())`
  const code = spawnSync(process.execPath, ['-e', script]).stdout
  const half = Buffer.concat([code, Buffer.from('\0main.cjs')])
  return Buffer.concat([half, half])
}

function flip(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes)
  copy[at] = (copy[at] as number) ^ (1 << (at % 8))
  return copy
}
