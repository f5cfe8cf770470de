/**
 * Runs the installed program with the bytecode that V8 made of it the last time: compiling is a third of what a command
 * costs beyond a bare start of Node. Node from 22 on can keep bytecode itself; that takes 12 to 20 ms longer per command,
 * because it looks up every file by itself.
 *
 * The source is always read from the installed program. Beside the bytecode lies the source it was made of, and it is used
 * only where the two are equal byte for byte: V8 itself compares no more than the length. V8 also trusts the bytecode
 * and dies of a flipped bit, so the file holds everything twice and only two equal halves count: comparing is native and
 * takes no time. Neither helps against somebody who can write the file, who could make the program do anything; that is
 * what private-folder.ts is for.
 */
import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname } from 'node:path'
import type { Script } from 'node:vm'
import { isFolder } from './files/folders.js'
import { isPrivate, openPrivateFolder } from './files/private-folder.js'

/** What is run, for whom, and by which `require` it loads what does not belong to the program. */
interface LoadRequest {
  /** A CommonJS file of the installed program. */
  program: string
  /** Runs of one kind share a file of bytecode: it holds the functions they use. */
  kind: string
  home: string
  userHome: string
  env: Readonly<Record<string, string | undefined>>
  require: (id: string) => unknown
}

/** Returns what the program exports. */
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

/** A file of the program. */
interface Chunk {
  source: Buffer
  code: Buffer
}

type Wrapper = (
  exports: object,
  require: (id: string) => unknown,
  module: object,
  filename: string,
  folder: string,
) => void

/**
 * `program`: a CommonJS file. What it requires from its own folder is cached with it, the rest comes from `requireOther`.
 * Returns what the program exports.
 */
export function runCached(program: string, cache: CodeCache, requireOther: (id: string) => unknown): object {
  // Loaded here because a hook that has nothing to do never gets here.
  const vm = process.getBuiltinModule('node:vm')
  const name = `${cache.build}-${process.version}-${process.arch}-${cache.kind}`
  const cached = readChunks(cache, name)
  const loaded = new Map<string, { exports: object; source: Buffer; script: Script }>()
  let isComplete = true
  const folder = dirname(program)
  const require = (id: string): unknown => (id.startsWith('./') ? load(id.slice(2)) : requireOther(id))

  // By its name in the folder: two copies of one build share the file.
  function load(chunk: string): object {
    const known = loaded.get(chunk)
    if (known) return known.exports
    const filename = `${folder}/${chunk}`
    const source = readFileSync(filename)
    const before = cached.get(chunk)
    const code = before?.source.equals(source) ? before.code : undefined
    const wrapped = `(function (exports, require, module, __filename, __dirname) { ${source.toString('utf8')}\n})`
    const script = new vm.Script(wrapped, { filename, ...(code && { cachedData: code }) })
    if (!code || script.cachedDataRejected) isComplete = false
    const module = { exports: {}, source, script }
    loaded.set(chunk, module)
    const run = script.runInThisContext() as Wrapper
    run.call(module.exports, module.exports, require, module, filename, folder)
    return module.exports
  }

  process.on('exit', () => {
    if (isComplete || !isFolder(cache.home)) return
    // What this run did not need is kept for the next one that does.
    for (const [chunk, { source, script }] of loaded) cached.set(chunk, { source, code: script.createCachedData() })
    // Best effort: the program has done its work, and the next start compiles again.
    quietly(() => writeChunks(cache, name, cached))
    quietly(() => removeOldHomeCache(cache.home))
  })
  return load(basename(program))
}

const LARGEST = 32_000_000

/** Empty where there is no such file, or one that cannot be trusted. */
function readChunks({ folder, home }: CodeCache, name: string): Map<string, Chunk> {
  try {
    const trusted = openPrivateFolder(folder, home)
    return trusted === null ? new Map() : splitChunks(readPrivateFile(`${trusted}/${name}`))
  } catch {
    return new Map()
  }
}

function readPrivateFile(path: string): Buffer {
  const fd = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  try {
    const stat = fstatSync(fd)
    if (!stat.isFile() || !isPrivate(stat) || stat.size > LARGEST) throw new Error('not ours')
    // All at once: readFileSync would ask for the size again.
    const bytes = Buffer.allocUnsafeSlow(stat.size)
    if (readSync(fd, bytes) !== stat.size) throw new Error('torn')
    return bytes
  } finally {
    closeSync(fd)
  }
}

function writeChunks({ folder, home, build }: CodeCache, name: string, chunks: ReadonlyMap<string, Chunk>): void {
  const trusted = openPrivateFolder(folder, home, { make: true })
  if (trusted === null) return
  // One name for all: what a killed process left is overwritten, and a torn file is never taken for a whole one.
  const temp = `${trusted}/${name}.tmp`
  try {
    const half = joinChunks(chunks)
    rmSync(temp, { force: true })
    writeFileSync(temp, Buffer.concat([half, half]), { flag: 'wx', mode: 0o600 })
    renameSync(temp, `${trusted}/${name}`)
  } finally {
    rmSync(temp, { force: true })
  }
  removeOtherBuilds(trusted, build)
}

/** How long the list of the chunks is; the list; and their bytes. */
function joinChunks(chunks: ReadonlyMap<string, Chunk>): Buffer {
  let end = 0
  const list = [...chunks].map(([name, { source, code }]) => [name, end, (end += source.length), (end += code.length)])
  const head = Buffer.from(JSON.stringify(list))
  const size = Buffer.alloc(4)
  size.writeUInt32LE(head.length)
  return Buffer.concat([size, head, ...[...chunks.values()].flatMap(({ source, code }) => [source, code])])
}

function splitChunks(bytes: Buffer): Map<string, Chunk> {
  const half = bytes.length / 2
  if (half < 4 || !bytes.subarray(0, half).equals(bytes.subarray(half))) throw new Error('damaged')
  const at = 4 + bytes.readUInt32LE(0)
  const list = JSON.parse(bytes.toString('utf8', 4, at)) as [name: string, start: number, code: number, end: number][]
  return new Map(
    list.map(([name, start, code, end]) => [
      name,
      { source: bytes.subarray(at + start, at + code), code: bytes.subarray(at + code, at + end) },
    ]),
  )
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
