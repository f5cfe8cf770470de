import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { tempDir } from '../../../test/support/world.js'
import {
  appendDurable,
  checkDir,
  createDurable,
  ensureDir,
  linkDurable,
  listDir,
  listFolders,
  moveDurable,
  readBytesFile,
  readTextFile,
  removeFile,
  replaceDerived,
  replaceDurable,
  statOf,
} from './files.js'

const TAG = 'boot.space.1.1'
const modeOf = (path: string): number => lstatSync(path).mode & 0o777
const codeOf = (act: () => unknown): string => {
  try {
    act()
  } catch (error) {
    return (error as { code: string }).code
  }
  return 'no error'
}

describe('writing', () => {
  test('create publishes the text once and leaves nothing else behind', () => {
    const dir = tempDir()
    expect(createDurable(join(dir, 'a.md'), 'one', TAG)).toBe(true)
    expect(createDurable(join(dir, 'a.md'), 'two', TAG)).toBe(false)
    expect(readFileSync(join(dir, 'a.md'), 'utf8')).toBe('one')
    expect(readdirSync(dir)).toEqual(['a.md'])
    expect(statSync(join(dir, 'a.md')).nlink).toBe(1)
  })

  test('replace puts the new text in place of the old', () => {
    const path = join(tempDir(), 'a.json')
    replaceDurable(path, 'old', TAG)
    replaceDurable(path, 'new', TAG)
    replaceDerived(path, 'newer', TAG)
    expect(readFileSync(path, 'utf8')).toBe('newer')
  })

  test('a link at the target is neither followed nor replaced by create', () => {
    const dir = tempDir()
    writeFileSync(join(dir, 'victim'), 'precious')
    symlinkSync(join(dir, 'victim'), join(dir, 'a.md'))
    expect(createDurable(join(dir, 'a.md'), 'x', TAG)).toBe(false)
    expect(readFileSync(join(dir, 'victim'), 'utf8')).toBe('precious')
    expect(lstatSync(join(dir, 'a.md')).isSymbolicLink()).toBe(true)
  })

  test('replace takes the place of a link and leaves what it points to alone', () => {
    const dir = tempDir()
    writeFileSync(join(dir, 'victim'), 'precious')
    symlinkSync(join(dir, 'victim'), join(dir, 'a.md'))
    replaceDurable(join(dir, 'a.md'), 'x', TAG)
    expect(readFileSync(join(dir, 'victim'), 'utf8')).toBe('precious')
    expect(lstatSync(join(dir, 'a.md')).isFile()).toBe(true)
  })

  test('append does not follow a link', () => {
    const dir = tempDir()
    writeFileSync(join(dir, 'victim'), 'precious')
    symlinkSync(join(dir, 'victim'), join(dir, 'log'))
    expect(codeOf(() => appendDurable(join(dir, 'log'), 'x'))).toBe('unsafe')
    expect(readFileSync(join(dir, 'victim'), 'utf8')).toBe('precious')
  })

  test('a failed write names the path and the cause, and leaves no temporary file', () => {
    const dir = tempDir()
    mkdirSync(join(dir, 'folder'))
    writeFileSync(join(dir, 'file'), '')
    expect(() => replaceDurable(join(dir, 'folder'), 'x', TAG)).toThrow(/cannot write .*folder: .*EISDIR/)
    expect(() => createDurable(join(dir, 'file', 'a.md'), 'x', TAG)).toThrow(/there is a file where a folder should be/)
    expect(() => createDurable(join(dir, 'gone', 'a.md'), 'x', TAG)).toThrow(/ENOENT/)
    expect(readdirSync(dir).sort()).toEqual(['file', 'folder'])
  })

  test('append writes a line of its own, also after a torn one', () => {
    const path = join(tempDir(), 'log')
    appendDurable(path, 'one')
    writeFileSync(path, 'one\ntor')
    appendDurable(path, 'two')
    expect(readFileSync(path, 'utf8')).toBe('one\ntor\ntwo\n')
    expect(modeOf(path)).toBe(0o600)
  })

  test('move and link say when there is nothing to move or something in the way', () => {
    const dir = tempDir()
    writeFileSync(join(dir, 'a'), 'a')
    expect(moveDurable(join(dir, 'gone'), join(dir, 'b'))).toBe(false)
    expect(moveDurable(join(dir, 'a'), join(dir, 'b'))).toBe(true)
    writeFileSync(join(dir, 'c'), 'c')
    expect(linkDurable(join(dir, 'b'), join(dir, 'c'))).toBe(false)
    expect(linkDurable(join(dir, 'b'), join(dir, 'd'))).toBe(true)
    expect(() => moveDurable(join(dir, 'b'), join(dir, 'none', 'b'))).toThrow(/ENOENT/)
  })
})

describe.skipIf(process.platform === 'win32')('modes', () => {
  const before = process.umask()
  afterEach(() => void process.umask(before))

  test.each([0o000, 0o022, 0o077, 0o777])('files are 0600 and folders 0700 under umask %o', (mask) => {
    const dir = tempDir()
    process.umask(mask)
    ensureDir(join(dir, 'x', 'y'), join(dir, 'x'))
    createDurable(join(dir, 'x', 'y', 'a'), 'a', TAG)
    replaceDurable(join(dir, 'x', 'y', 'b'), 'b', TAG)
    appendDurable(join(dir, 'x', 'y', 'c'), 'c')
    expect(['x', 'x/y'].map((path) => modeOf(join(dir, path)))).toEqual([0o700, 0o700])
    expect(['a', 'b', 'c'].map((name) => modeOf(join(dir, 'x', 'y', name)))).toEqual([0o600, 0o600, 0o600])
  })
})

describe.skipIf(process.platform === 'win32')('folders', () => {
  test('a link below the home is refused', () => {
    const home = tempDir()
    const other = tempDir()
    symlinkSync(other, join(home, 'entries'))
    expect(codeOf(() => ensureDir(join(home, 'entries', 'auth'), home))).toBe('unsafe')
    expect(codeOf(() => checkDir(join(home, 'entries'), home))).toBe('unsafe')
  })

  test('a home that is reached through a link of its owner is fine', () => {
    const dir = tempDir()
    mkdirSync(join(dir, 'real'), 0o700)
    symlinkSync(join(dir, 'real'), join(dir, 'home'))
    ensureDir(join(dir, 'home', 'entries'), join(dir, 'home'))
    expect(existsSync(join(dir, 'real', 'entries'))).toBe(true)
  })

  test.each([0o777, 0o770, 0o702])('a folder that others may write to (%o) is refused with what to do', (mode) => {
    const home = tempDir()
    mkdirSync(join(home, 'entries'))
    chmodSync(join(home, 'entries'), mode)
    expect(() => ensureDir(join(home, 'entries', 'auth'), home)).toThrow(/other users may write to it/)
  })

  test.skipIf(process.getuid?.() !== 0)('a folder of another user is refused', () => {
    const home = tempDir()
    mkdirSync(join(home, 'entries'))
    execFileSync('chown', ['12345', join(home, 'entries')])
    expect(() => ensureDir(join(home, 'entries'), home)).toThrow(/belongs to another user/)
  })

  test('a file in place of a folder is refused', () => {
    const home = tempDir()
    writeFileSync(join(home, 'entries'), '')
    expect(codeOf(() => ensureDir(join(home, 'entries'), home))).toBe('unsafe')
    expect(codeOf(() => ensureDir(join(home, 'entries', 'auth'), home))).toBe('unsafe')
  })
})

describe('reading', () => {
  test('what is not there is null or empty, and removing it is fine', () => {
    const dir = tempDir()
    expect(readTextFile(join(dir, 'x'), 10)).toBeNull()
    expect(statOf(join(dir, 'x'))).toBeNull()
    expect(listDir(join(dir, 'x'))).toEqual([])
    removeFile(join(dir, 'x'))
  })

  test('a file of the allowed size is read, one byte more is refused', () => {
    const path = join(tempDir(), 'a')
    writeFileSync(path, 'äöü')
    expect(readTextFile(path, 6)).toBe('äöü')
    expect(readBytesFile(path, 6)?.length).toBe(6)
    expect(codeOf(() => readTextFile(path, 5))).toBe('too-big')
  })

  test('links, folders and pipes are refused without waiting', () => {
    const dir = tempDir()
    writeFileSync(join(dir, 'a'), 'a')
    symlinkSync(join(dir, 'a'), join(dir, 'link'))
    execFileSync('mkfifo', [join(dir, 'pipe')])
    mkdirSync(join(dir, 'folder'))
    for (const name of ['link', 'pipe', 'folder'])
      expect(codeOf(() => readTextFile(join(dir, name), 10))).toBe('unsafe')
    expect(codeOf(() => appendDurable(join(dir, 'pipe'), 'x'))).toBe('unsafe')
  })

  test('a link to a folder is not listed as one', () => {
    const dir = tempDir()
    mkdirSync(join(dir, 'real'))
    symlinkSync(join(dir, 'real'), join(dir, 'link'))
    expect(listFolders(dir)).toEqual(['real'])
  })
})

describe('a full disk', () => {
  const small = mountSmallDisk()

  test.skipIf(!small)('is named; old bytes stay, nothing torn is published and no temporary file is left', () => {
    const dir = small as string
    try {
      createDurable(join(dir, 'kept'), 'old', TAG)
      expect(codeOf(() => replaceDurable(join(dir, 'kept'), 'x'.repeat(2_000_000), TAG))).toBe('disk-full')
      expect(codeOf(() => createDurable(join(dir, 'new'), 'x'.repeat(2_000_000), TAG))).toBe('disk-full')
      expect(readdirSync(dir)).toEqual(['kept'])
      expect(readFileSync(join(dir, 'kept'), 'utf8')).toBe('old')
      expect(codeOf(() => appendDurable(join(dir, 'log'), 'x'.repeat(2_000_000)))).toBe('disk-full')
    } finally {
      execFileSync('umount', [dir])
    }
  })
})

function mountSmallDisk(): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return skipLoudly('needs root on Linux')
  const dir = tempDir()
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', dir])
  return mounted.status === 0 ? dir : skipLoudly(String(mounted.stderr).trim())
}

function skipLoudly(reason: string): null {
  process.stderr.write(`skipped: the test on a really full disk (cannot mount a small one: ${reason})\n`)
  return null
}
