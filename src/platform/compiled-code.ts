/**
 * Starts the program from one file that holds its code as V8 compiled it the last time: nothing is looked up, read and
 * compiled piece by piece, which is a third of the time dogear takes beyond a bare start of Node. Node from 22 on can keep
 * compiled code itself; that takes a fifth longer, because it knows every file by itself and needs node:module.
 *
 * The file is derived and can be deleted at any moment. V8 trusts its bytes and dies of a flipped bit, so the file
 * holds them twice and only two equal halves count: comparing is native and takes no time, a checksum in cold
 * JavaScript would cost what the file saves. Its name must change with the program (see boot/start.ts), because V8
 * compares no more of the source than its length.
 */
import {
  closeSync,
  constants,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname } from 'node:path'
import type { Script } from 'node:vm'
import { isFolder } from './folder.js'

interface Part {
  /** As the function that is run, in ASCII: one piece of memory, half as large. */
  source: string
  code?: Buffer
}

type Wrapper = (
  exports: object,
  require: (id: string) => unknown,
  module: object,
  filename: string,
  folder: string,
) => void

interface Kept {
  home: string
  /** Differs for every build. */
  build: string
  /** What runs the same code. */
  kind: string
}

const LARGEST = 16_000_000

/**
 * `program`: a CommonJS file; what it requires from its own folder is kept with it, the rest comes from `requireOther`.
 * At exit it is written if need be, to `<home>/index/code/<build>-<kind>`, but only where there is a home. Returns what the
 * program exports.
 */
export function runKept(program: string, { home, build, kind }: Kept, requireOther: (id: string) => unknown): object {
  // Loaded here because a hook that has nothing to do never gets here.
  const vm = process.getBuiltinModule('node:vm')
  const path = `${home}/index/code/${build}-${process.version}-${process.arch}-${kind}`
  const kept = readParts(path)
  const scripts = new Map<string, Script>()
  const sources = new Map<string, string>()
  const loaded = new Map<string, { exports: object }>()
  let fits = kept !== null
  const folder = dirname(program)
  const require = (id: string): unknown => (id.startsWith('./') ? load(id.slice(2)) : requireOther(id))

  // By its name in the folder: two copies of one build share the file.
  function load(name: string): object {
    const known = loaded.get(name)
    if (known) return known.exports
    const filename = `${folder}/${name}`
    const { source, code } = kept?.get(name) ?? ({ source: wrap(readFileSync(filename, 'utf8')) } as Part)
    const script = new vm.Script(source, { filename, ...(code && { cachedData: code }) })
    if (!code || script.cachedDataRejected) fits = false
    sources.set(name, source)
    scripts.set(name, script)
    const module = { exports: {} }
    loaded.set(name, module)
    const run = script.runInThisContext() as Wrapper
    run.call(module.exports, module.exports, require, module, filename, folder)
    return module.exports
  }

  process.on('exit', () => {
    if (fits || !isFolder(home)) return
    writeParts(
      path,
      [...scripts].map(([name, script]) => [name, sources.get(name) ?? '', script]),
    )
    quietly(() => removeOld(dirname(path), build))
  })
  return load(basename(program))
}

function wrap(source: string): string {
  return `(function (exports, require, module, __filename, __dirname) { ${source}\n})`
}

/** Null where there is no such file, or one that cannot be trusted. */
function readParts(path: string): Map<string, Part> | null {
  try {
    const bytes = readOwnFile(path)
    const half = bytes.length / 2
    if (half < 4 || !bytes.subarray(0, half).equals(bytes.subarray(half))) return null
    const at = 4 + bytes.readUInt32LE(0)
    const names = JSON.parse(bytes.toString('latin1', 4, at)) as [
      name: string,
      start: number,
      code: number,
      end: number,
    ][]
    return new Map(
      names.map(([name, start, code, end]) => [
        name,
        { source: bytes.toString('latin1', at + start, at + code), code: bytes.subarray(at + code, at + end) },
      ]),
    )
  } catch {
    return null
  }
}

/** Code that others could have written is not run. */
function readOwnFile(path: string): Buffer {
  const fd = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW)
  try {
    const { uid, mode, size } = fstatSync(fd)
    const foreign = process.getuid && (uid !== process.getuid() || (mode & 0o022) !== 0)
    if (foreign || size > LARGEST) throw new Error('not ours')
    // All at once: readFileSync would ask for the size again.
    const bytes = Buffer.allocUnsafeSlow(size)
    if (readSync(fd, bytes) !== size) throw new Error('torn')
    return bytes
  } finally {
    closeSync(fd)
  }
}

/** Best effort: the program has done its work, and the next start compiles again. */
function writeParts(path: string, parts: readonly (readonly [name: string, source: string, script: Script])[]): void {
  // One name for all: what a killed process left is overwritten, and a torn file is never taken for a whole one.
  const temp = `${path}.tmp`
  quietly(() => {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    const half = joinParts(parts.map(([name, source, script]) => [name, asciiOf(source), script.createCachedData()]))
    rmSync(temp, { force: true })
    writeFileSync(temp, Buffer.concat([half, half]), { flag: 'wx', mode: 0o600 })
    renameSync(temp, path)
  })
  quietly(() => rmSync(temp, { force: true }))
}

const OLD_MS = 30 * 86_400_000

/** What other builds left. One that is still in use somewhere makes its own again. */
function removeOld(folder: string, build: string): void {
  for (const name of readdirSync(folder).filter((one) => !one.startsWith(build))) {
    const path = `${folder}/${name}`
    if (Date.now() - statSync(path).mtimeMs > OLD_MS) rmSync(path)
  }
}

function asciiOf(source: string): Buffer {
  const bytes = Buffer.from(source)
  if (bytes.length !== source.length) throw new Error('the build writes ASCII only')
  return bytes
}

function quietly(act: () => void): void {
  try {
    act()
  } catch {
    // Nothing that goes wrong here concerns the user.
  }
}

function joinParts(parts: readonly (readonly [name: string, source: Buffer, code: Buffer])[]): Buffer {
  let end = 0
  const names = parts.map(([name, source, code]) => [name, end, (end += source.length), (end += code.length)])
  const head = Buffer.from(JSON.stringify(names))
  const size = Buffer.alloc(4)
  size.writeUInt32LE(head.length)
  return Buffer.concat([size, head, ...parts.flatMap(([, source, code]) => [source, code])])
}
