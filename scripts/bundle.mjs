// Builds dist/: the program (CommonJS, one small entry and chunks that are required only when needed) and the library
// (ES modules with types). CommonJS because it starts faster: measured on Node 20, 1.01 times a bare `node -e 0`, as ES modules 1.34 times.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DAILY, oneChunk, onlyCommand } from './daily.mjs'
import { hookEntry, hookPrograms } from './hook-bundle.mjs'
import { lateConstants } from './late-constants.mjs'
import { root } from './root.mjs'

/** Builds beside dist and swaps it in at the end, so that nobody ever starts a half-built program. */
export async function build(from = root, into = join(root, 'dist')) {
  const scratch = join(root, '.cache', `build-${process.pid}`)
  rmSync(scratch, { recursive: true, force: true })
  mkdirSync(scratch, { recursive: true })
  try {
    await allOf([bundle(from, scratch), emitTypes(from, scratch)])
    swap(scratch, into)
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

async function bundle(from, out) {
  const { build: rolldown } = await import('rolldown')
  const shared = {
    cwd: from,
    platform: 'node',
    external: [/^node:/],
    transform: { target: 'node20' },
    logLevel: 'warn',
    // What one program loads lazily another may need at once.
    checks: { ineffectiveDynamicImport: false, bundlerTimings: false },
    plugins: [lateConstants()],
  }
  const main = { ...shared, input: { main: 'src/cli/main.ts' }, preserveEntrySignatures: false }
  // No hashes in the names: npm replaces the package as a whole, and plain names make readable stack traces.
  const daily = DAILY.map((command) => ({
    ...main,
    // The entry itself is then the one chunk.
    preserveEntrySignatures: 'allow-extension',
    plugins: [onlyCommand(from, command), ...shared.plugins],
    output: { ...commonjs(join(out, 'daily', command)), codeSplitting: oneChunk(from, command) },
  }))
  const library = {
    ...shared,
    plugins: [],
    input: { index: 'src/index.ts' },
    output: { dir: out, format: 'esm', entryFileNames: '[name].js', chunkFileNames: 'lib/[name].js' },
  }
  const hooks = hookPrograms(from, out, shared, commonjs)
  const programs = [{ ...main, output: commonjs(join(out, 'cli')) }, ...daily, ...hooks, library]
  await allOf(programs.map((program) => rolldown(program)))
  const folders = [join(out, 'cli'), ...[...daily, ...hooks].map(({ output }) => output.dir)]
  for (const folder of folders) rewriteAll(folder, (code) => toAscii(exportAtOnce(code)))
  const define = { BUILD_ID: JSON.stringify(hashOf(folders)) }
  // Compiled anew at every start, where one more function costs more than a pattern.
  const entry = { ...shared, plugins: [], transform: { ...shared.transform, define } }
  const boot = { ...entry, input: { boot: 'src/boot/start.ts' }, output: commonjs(out) }
  await rolldown([boot, hookEntry(out, entry, commonjs)])
  rewrite(join(out, 'hook.cjs'), toAscii)
}

/** All are waited for, also when one fails: the others would go on writing into a folder that is gone. */
async function allOf(works) {
  const results = await Promise.allSettled(works)
  const failed = results.find(({ status }) => status === 'rejected')
  if (failed) throw failed.reason
}

function commonjs(dir) {
  return {
    dir,
    format: 'cjs',
    strict: true,
    // Without comments and white space there is half as much to read at every start; the names of functions stay,
    // for stack traces.
    minify: { compress: true, mangle: { keepNames: true }, codegen: { removeWhitespace: true } },
    entryFileNames: '[name].cjs',
    chunkFileNames: '[name].cjs',
  }
}

function rewriteAll(folder, change) {
  for (const name of readdirSync(folder)) rewrite(join(folder, name), change)
}

function rewrite(path, change) {
  writeFileSync(path, change(readFileSync(path, 'utf8')))
}

/** One letter such as … doubles what the whole text takes in memory. Outside strings and patterns there is none. */
function toAscii(code) {
  return code.replaceAll(/[^\0-\x7f]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

const EXPORT =
  /exports\.([\w$]+)=([\w$]+)|Object\.defineProperty\(exports,"([\w$]+)",\{enumerable:!0,get:function\(\)\{return ([\w$]+)\}\}\)/g
const EXPORTS_AT_END = new RegExp(`(?<=[;}])(?:(?:${EXPORT.source})[,;]){2,}\\s*$`)

/** What a chunk gives to others, as one object: setting a hundred properties one by one takes four times as long. */
function exportAtOnce(code) {
  const tail = EXPORTS_AT_END.exec(code)
  if (!tail || tail[0].match(EXPORT).length !== code.match(EXPORT).length) return code
  const pairs = [...tail[0].matchAll(EXPORT)].map(([, name, value, live, variable]) =>
    live ? `get ${live}(){return ${variable}}` : `${name}:${value}`,
  )
  return `${code.slice(0, tail.index)}module.exports={__proto__:null,${pairs.join(',')}};`
}

function hashOf(folders) {
  const hash = createHash('sha256')
  for (const folder of folders)
    for (const name of readdirSync(folder).sort()) hash.update(name).update(readFileSync(join(folder, name)))
  return hash.digest('hex').slice(0, 16)
}

async function emitTypes(from, out) {
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
  const args = [tsc, '-p', join(from, 'tsconfig.build.json'), '--outDir', join(out, 'types')]
  const child = spawn(process.execPath, args, { cwd: from, stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  child.stdout.on('data', (chunk) => (said += chunk))
  const code = await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve))
  if (code !== 0) throw new Error(`the types do not build:\n${said}`)
}

function swap(fresh, into) {
  const old = `${fresh}-old`
  for (let attempt = 0; ; attempt++) {
    try {
      renameSync(into, old)
    } catch (error) {
      if (error.code !== 'ENOENT') throw error
    }
    try {
      renameSync(fresh, into)
      break
    } catch (error) {
      // Another build got in between: put ours over it. Both are of the same source.
      if (attempt === 10 || !['ENOTEMPTY', 'EEXIST'].includes(error.code)) throw error
    } finally {
      rmSync(old, { recursive: true, force: true })
    }
  }
}
