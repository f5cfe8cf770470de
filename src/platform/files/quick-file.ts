/**
 * Small files that a hook reads and writes at every event: derived, never synced, and read by code that must start in no
 * time. So nothing is imported here but node:fs. Errors are the system's own.
 */
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
  type Stats,
} from 'node:fs'

const NO_LINKS = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

const known = new Set<string>()

/** A folder, no link, this user's (or root's), and nobody else may write to it. */
export function isOwn(stat: Stats): boolean {
  const user = process.getuid?.()
  if (user === undefined || !stat.isDirectory()) return stat.isDirectory()
  return (stat.uid === user || stat.uid === 0) && (stat.mode & OTHERS_MAY_WRITE) === 0
}

const OTHERS_MAY_WRITE = 0o022

/** Each folder below the home is looked at once, as the store does; the home itself was looked at before. */
export function checkOwn(folder: string, home: string): void {
  for (let at = folder; at.length > home.length && !known.has(at); at = at.slice(0, at.lastIndexOf('/'))) {
    const stat = lstatSync(at, { throwIfNoEntry: false })
    if (stat && !isOwn(stat)) throw new Error(`${at} is no folder of your own that only you can write to`)
    known.add(at)
  }
}

/** Null: not there, no regular file, too big, or not readable. */
export function readQuick(path: string, maxBytes: number, home: string): string | null {
  try {
    checkOwn(path.slice(0, path.lastIndexOf('/')), home)
    const fd = openSync(path, constants.O_RDONLY | NO_LINKS)
    try {
      const stat = fstatSync(fd)
      return stat.isFile() && stat.size <= maxBytes ? readText(fd, stat.size) : null
    } finally {
      closeSync(fd)
    }
  } catch {
    return null
  }
}

/** In one call: readFileSync asks for 8 KB at a time. */
function readText(fd: number, size: number, from = 0): string {
  const bytes = Buffer.allocUnsafe(size)
  return bytes.toString('utf8', 0, readSync(fd, bytes, 0, size, from))
}

const END_BYTES = 65_536

/** The last lines of a file of somebody else's, the newest first; the oldest may lack its start. None where it cannot be read. */
export function readEndQuick(path: string): string[] {
  try {
    const fd = openSync(path, constants.O_RDONLY | NO_LINKS)
    try {
      const stat = fstatSync(fd)
      const size = Math.min(stat.size, END_BYTES)
      return stat.isFile()
        ? readText(fd, size, stat.size - size)
            .split('\n')
            .toReversed()
        : []
    } finally {
      closeSync(fd)
    }
  } catch {
    return []
  }
}

/** The names in a folder; none where it is not there, or not readable. */
export function listQuick(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** Nothing where it is gone already. */
export function dropQuick(path: string): void {
  rmSync(path, { force: true })
}

/** What stands at a path, as a text that differs where it was changed, replaced or removed. */
export function lookQuick(path: string): string {
  try {
    const stat = lstatSync(path, { throwIfNoEntry: false })
    return stat ? `${stat.size} ${stat.mtimeMs} ${stat.ctimeMs} ${stat.ino} ${stat.mode}` : ''
  } catch (error) {
    return (error as { code?: string }).code ?? 'unknown'
  }
}

/** Readers see the old bytes or the new ones. `folder` is made if need be. */
export function writeQuick(folder: string, name: string, text: string, home: string): void {
  checkOwn(folder, home)
  const temp = `${folder}/.${name}.${process.pid}.tmp`
  try {
    write(folder, temp, text)
    renameSync(temp, `${folder}/${name}`)
  } catch (error) {
    rmSync(temp, { force: true })
    throw error
  }
}

function write(folder: string, temp: string, text: string): void {
  try {
    writeFileSync(temp, text, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    const { code } = error as { code?: string }
    if (code !== 'ENOENT' && code !== 'EEXIST') throw error
    if (code === 'ENOENT') makeFolders(folder)
    // A process of the same number died here.
    else rmSync(temp, { force: true })
    writeFileSync(temp, text, { flag: 'wx', mode: 0o600 })
  }
}

/** A file whose name says it all. */
export function createEmpty(path: string): void {
  closeSync(openSync(path, constants.O_WRONLY | constants.O_CREAT | NO_LINKS, 0o600))
}

/** One write, at the end; what has grown beyond `maxBytes` becomes `<path>.1` first. */
export function appendQuick(
  folder: string,
  name: string,
  line: string,
  { maxBytes, home }: { maxBytes: number; home: string },
): void {
  checkOwn(folder, home)
  const path = `${folder}/${name}`
  const stat = lstatSync(path, { throwIfNoEntry: false })
  if (!stat) makeFolders(folder)
  else if (!stat.isFile()) throw new Error(`${path} is not a file`)
  else if (stat.size + line.length > maxBytes) renameSync(path, `${path}.1`)
  const fd = openSync(path, constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | NO_LINKS, 0o600)
  try {
    writeSync(fd, line)
  } finally {
    closeSync(fd)
  }
}

const MAX_INPUT_BYTES = 256 * 1024 * 1024

/** What was piped in, to its end. */
export function readStdin(untilMs: number): string {
  const parts: Buffer[] = []
  for (let size = 0; size < MAX_INPUT_BYTES;) {
    const part = readSome(untilMs)
    if (part === null) break
    parts.push(part)
    size += part.length
  }
  return (parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts)).toString('utf8')
}

/** Null: the end, or nothing came in time. */
function readSome(untilMs: number): Buffer | null {
  const chunk = Buffer.allocUnsafe(65_536)
  for (;;) {
    try {
      const count = readSync(0, chunk, 0, chunk.length, null)
      return count === 0 ? null : chunk.subarray(0, count)
    } catch (error) {
      const { code } = error as { code?: string }
      if (code === 'EOF') return null
      if ((code !== 'EAGAIN' && code !== 'EINTR') || Date.now() > untilMs) throw error
      // A pipe that does not block, and whose writer is slow.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2)
    }
  }
}

/** All of it, also where a pipe takes only a part at a time. */
export function writeStdout(text: string): void {
  const bytes = Buffer.from(text, 'utf8')
  for (let at = 0; at < bytes.length;) {
    try {
      at += writeSync(1, bytes, at, bytes.length - at)
    } catch (error) {
      if ((error as { code?: string }).code !== 'EAGAIN') throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2)
    }
  }
}

/**
 * For the user alone, and no `recursive`: where a folder cannot be made though the one around it is there (below /proc),
 * Node tries that for ever, and no deadline ends it.
 */
export function makeFolders(path: string): void {
  try {
    mkdirSync(path, 0o700)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') return
    const parent = path.slice(0, path.lastIndexOf('/'))
    if (code !== 'ENOENT' || parent === '' || statSync(parent, { throwIfNoEntry: false })) throw error
    makeFolders(parent)
    mkdirSync(path, 0o700)
  }
}
