/**
 * Runs the installed program with the bytecode that V8 made of it the last time: compiling is a third of what a command
 * costs beyond a bare start of Node. Node from 22 on can keep bytecode itself; that takes 12 to 20 ms longer per command.
 *
 * The program is one file (`program.cjs`, see scripts/bundle.mjs): an object of modules, each a function that is run when
 * something of it is first used. It is always read from where dogear is installed. Bytecode belongs to exactly this file: its name holds
 * the digest of the build and what the file looks like (size, times, inode), for V8 itself compares no more than the
 * length. V8 also trusts the bytecode and dies of a flipped bit, so it is kept twice and only two equal halves count:
 * comparing is native and takes no time. Neither helps against somebody who can write the file, who could make the program
 * do anything; that is what private-folder.ts is for.
 *
 * Only what a run used is compiled and kept, and the next of the same kind may use more: behind the bytecode stands which
 * modules it is of, and a run that needed another one adds to it.
 */
import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { isFolder } from './files/folders.js'
import { isPrivate, openPrivateFolder } from './files/private-folder.js'

/** What is run, for whom, and by which `require` it loads what does not belong to the program. */
interface LoadRequest {
  /** The folder of the built program. */
  dist: string
  /** The module of the program that is run. */
  entry: string
  /** Runs of one kind share a file of bytecode: it holds the functions they use. */
  kind: string
  home: string
  userHome: string
  env: Readonly<Record<string, string | undefined>>
  require: (id: string) => unknown
}

/** Returns what the module exports. */
export type Load = (request: LoadRequest) => unknown

interface CodeCache {
  /** Of the user's cache, see private-folder.ts. */
  folder: string
  /** dogear's home. Nothing is written where there is none: nobody uses dogear there. */
  home: string
  /** A digest of the built program. */
  build: string
  kind: string
}

type Module = (
  exports: object,
  require: (id: string) => unknown,
  module: object,
  filename: string,
  folder: string,
) => void

/** The program of this process: what needs another module of it later (a hook that redacts what it says) has it there. */
let loaded: ((id: string) => object) | undefined

/** `cache` null: nothing is kept and nothing that was kept is used. */
export function runProgram(
  { dist, entry, require: requireOther }: Pick<LoadRequest, 'dist' | 'entry' | 'require'>,
  cache: CodeCache | null,
): object {
  if (loaded) return loaded(entry)
  const file = `${dist}/program.cjs`
  const { bytes, look } = readWhole(file)
  // Loaded here because a hook that has nothing to do never gets here.
  const vm = process.getBuiltinModule('node:vm')
  const name = cache && `${cache.build}-${look}-${process.version}-${process.arch}-${cache.kind}`
  const kept = cache && name !== null ? readKept(cache, name) : null
  // One byte for each letter: the build sees to that.
  const script = new vm.Script(bytes.toString('latin1'), { filename: file, ...(kept && { cachedData: kept.code }) })
  const isKept = kept !== null && !script.cachedDataRejected
  const ran = new Set(isKept ? kept.modules : [])
  const modules = script.runInThisContext() as Partial<Record<string, Module>>
  const known = new Map<string, object>()

  /** Nothing happens when one is required: it is run when the first of its exports is asked for, and many never are. */
  function exportsOf(id: string): object {
    const before = known.get(id)
    if (before) return before
    const exports: object = Object.create(new Proxy({}, { get: (_, key) => Reflect.get(run(id, exports), key) }))
    known.set(id, exports)
    return exports
  }
  function run(id: string, exports: object): object {
    ran.add(id)
    // From here on they are a plain object. That of a module that is being run may still lack some.
    Object.setPrototypeOf(exports, null)
    const module = modules[id] ?? loadAlone(`${dist}/program/${id}`)
    module.call(exports, exports, require, { exports }, `${dist}/program/${id}`, `${dist}/program`)
    return exports
  }
  /** What is too large to be read at every start. */
  function loadAlone(path: string): Module {
    return new vm.Script(readWhole(path).bytes.toString('latin1'), { filename: path }).runInThisContext() as Module
  }
  function require(id: string): unknown {
    return id.startsWith('./') ? exportsOf(id.slice(2)) : requireOther(id)
  }

  if (cache && name !== null)
    process.on('exit', () => {
      if ((isKept && ran.size === kept.modules.length) || !isFolder(cache.home)) return
      // Best effort: the program has done its work, and the next start compiles again.
      quietly(() => write(cache, name, { code: script.createCachedData(), modules: [...ran] }))
      quietly(() => removeOldHomeCache(cache.home))
    })
  loaded = exportsOf
  return run(entry, exportsOf(entry))
}

/** The installed file, and what tells it from every other state of it and from every copy. */
function readWhole(file: string): { bytes: Buffer; look: string } {
  const fd = openSync(file, 'r')
  try {
    const { size, mtimeMs, ctimeMs, ino, dev } = fstatSync(fd)
    const bytes = Buffer.allocUnsafeSlow(size)
    if (readSync(fd, bytes) !== size) throw new Error(`${file} was changed while it was read`)
    return {
      bytes,
      look: [size, mtimeMs * 1000, ctimeMs * 1000, ino, dev].map((part) => Math.round(part).toString(36)).join('.'),
    }
  } finally {
    closeSync(fd)
  }
}

const MAX_BYTES = 32_000_000

interface Kept {
  code: Buffer
  /** Those that were run. */
  modules: readonly string[]
}

/** Null where there is none, or none that can be trusted. */
function readKept({ folder, home }: CodeCache, name: string): Kept | null {
  try {
    const trusted = openPrivateFolder(folder, home)
    if (trusted === null) return null
    const twice = readPrivateFile(`${trusted}/${name}`)
    const half = twice.subarray(0, twice.length / 2)
    if (half.length === 0 || !half.equals(twice.subarray(half.length))) return null
    const end = half.lastIndexOf(0)
    return { code: half.subarray(0, end), modules: half.toString('latin1', end + 1).split('\n') }
  } catch {
    return null
  }
}

function readPrivateFile(path: string): Buffer {
  const fd = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  try {
    const stat = fstatSync(fd)
    if (!stat.isFile() || !isPrivate(stat) || stat.size > MAX_BYTES) throw new Error('not ours')
    // All at once: readFileSync would ask for the size again.
    const bytes = Buffer.allocUnsafeSlow(stat.size)
    if (readSync(fd, bytes) !== stat.size) throw new Error('torn')
    return bytes
  } finally {
    closeSync(fd)
  }
}

function write({ folder, home, build }: CodeCache, name: string, { code, modules }: Kept): void {
  const trusted = openPrivateFolder(folder, home, { make: true })
  if (trusted === null) return
  // One name for all: what a killed process left is overwritten, and a torn file is never taken for a whole one.
  const temp = `${trusted}/${name}.tmp`
  try {
    rmSync(temp, { force: true })
    const half = Buffer.concat([code, Buffer.from(`\0${modules.join('\n')}`, 'latin1')])
    writeFileSync(temp, Buffer.concat([half, half]), { flag: 'wx', mode: 0o600 })
    renameSync(temp, `${trusted}/${name}`)
  } finally {
    rmSync(temp, { force: true })
  }
  removeOtherBuilds(trusted, build)
}

const OLD_MS = 30 * 86_400_000

/** One that is still in use somewhere makes its own again. */
function removeOtherBuilds(folder: string, build: string): void {
  for (const name of readdirSync(folder).filter((one) => !one.startsWith(build))) {
    const path = `${folder}/${name}`
    if (Date.now() - statSync(path).mtimeMs > OLD_MS) rmSync(path)
  }
}

/** Up to 0.1.0 the cache lay in the home. It is never read any more, and only what has its names is removed. */
function removeOldHomeCache(home: string): void {
  const folder = `${home}/index/code`
  if (!isFolder(folder)) return
  for (const name of readdirSync(folder))
    if (/^[0-9a-f]{16}-v\d+\.\d+\.\d+-\w+-[\w-]+(?:\.tmp)?$/.test(name)) rmSync(`${folder}/${name}`)
  rmdirSync(folder)
}

function quietly(act: () => void): void {
  try {
    act()
  } catch {
    // Nothing that goes wrong here concerns the user.
  }
}
