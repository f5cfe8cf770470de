/** Somebody else who changes files while an undo writes them: at a chosen system call of it, which makes it the same every time. */
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { sha256Hex } from '../../../src/platform/files/hash.js'
import { bytes } from './tree.js'

export interface Meddling {
  /** Before which of the calls that change something. */
  at: number
  how: number
  pick: number
}

const CALLS = ['renameSync', 'linkSync', 'unlinkSync', 'symlinkSync', 'openSync', 'mkdirSync', 'fchmodSync'] as const

export interface Meddled {
  /** Hashes of what was written, and has to be somewhere afterwards. */
  written: Set<string>
  /** Hashes of what the meddler destroyed itself. */
  released: Set<string>
}

let count = 0

/** Runs `work`; before its calls the files at `paths` below `dir` change as asked. */
export function whileMeddling(
  dir: string,
  paths: readonly string[],
  asked: readonly Meddling[],
  work: () => void,
): Meddled {
  const done: Meddled = { written: new Set(), released: new Set() }
  let calls = 0
  let isBusy = false
  const real = Object.fromEntries(CALLS.map((name) => [name, fs[name]])) as unknown as Record<string, never>
  for (const name of CALLS) {
    const original = fs[name] as (...args: unknown[]) => unknown
    const watched = (...args: unknown[]): unknown => {
      const isHere = Buffer.isBuffer(args[0]) && args[0].toString('latin1').startsWith(`${dir}/`)
      if ((isHere || name === 'fchmodSync') && !isBusy) {
        const now = calls++
        isBusy = true
        for (const one of asked) if (one.at === now) meddle(dir, paths[one.pick % paths.length] ?? '', one.how, done)
        isBusy = false
      }
      return original(...args)
    }
    Object.assign(fs, { [name]: watched })
  }
  syncBuiltinESMExports()
  try {
    work()
  } finally {
    Object.assign(fs, real)
    syncBuiltinESMExports()
  }
  return done
}

function meddle(dir: string, path: string, how: number, done: Meddled): void {
  const at = bytes(dir, path)
  const text = `somebody else wrote this meanwhile, number ${++count}\n`
  try {
    if (how === 0) {
      release(at, done)
      write(at, text, done)
    } else if (how === 1) {
      const beside = bytes(dir, `beside-${count}`)
      write(beside, text, done)
      release(at, done)
      fs.renameSync(beside, at)
    } else if (how === 2) {
      release(at, done)
      fs.unlinkSync(at)
    } else if (how === 3) {
      const before = fs.readFileSync(at)
      release(at, done)
      fs.appendFileSync(at, text)
      done.written.add(sha256Hex(Buffer.concat([before, Buffer.from(text)])))
    } else if (how === 4 && path.includes('/')) {
      const parent = path.slice(0, path.lastIndexOf('/'))
      fs.renameSync(bytes(dir, parent), bytes(dir, '..', `moved-${count}`))
      fs.symlinkSync('../outside', bytes(dir, parent))
    } else if (how === 5) fs.mkdirSync(at)
    else if (how === 6) fs.chmodSync(at, 0o640)
    else if (how === 7) {
      release(at, done)
      fs.unlinkSync(at)
      fs.symlinkSync(text, at)
      done.written.add(sha256Hex(Buffer.from(text)))
    }
  } catch {
    // What cannot be done is not.
  }
}

function write(at: Buffer, text: string, done: Meddled): void {
  fs.writeFileSync(at, text)
  done.written.add(sha256Hex(Buffer.from(text)))
}

/** What stood there is the meddler's to answer for. Written through a link, it is what the link leads to. */
function release(at: Buffer, { released }: Meddled): void {
  for (const read of [() => fs.readlinkSync(at, 'buffer'), () => fs.readFileSync(at)])
    try {
      released.add(sha256Hex(read()))
    } catch {
      // It is no link, or it leads nowhere.
    }
}
