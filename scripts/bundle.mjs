// Builds dist/: the program (CommonJS: small entries, and one file of modules that are run only when needed) and the library
// (ES modules with types). CommonJS because it starts faster: measured on Node 20, 1.01 times a bare `node -e 0`, as ES modules 1.34 times.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { collectModules, writePapers } from './papers.mjs'
import { root } from './root.mjs'

/**
 * Builds beside dist and swaps it in at the end, so that nobody ever starts a half-built program.
 * `plugins`: of rolldown, for a build that is looked at (bench/walk.mjs).
 */
export async function build(from = root, into = join(root, 'dist'), { plugins = [] } = {}) {
  const scratch = join(root, '.cache', `build-${process.pid}`)
  rmSync(scratch, { recursive: true, force: true })
  mkdirSync(scratch, { recursive: true })
  try {
    await allOf([bundle(from, scratch, plugins), emitTypes(from, scratch)])
    gatherExtension(join(from, 'plugin'), join(scratch, 'gemini-extension'))
    swap(scratch, into)
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

/** Gemini CLI takes one folder with all in it, and its hooks where Claude Code has its own: so it gets a folder of its own. */
function gatherExtension(plugin, out) {
  cpSync(join(plugin, 'gemini'), out, { recursive: true })
  for (const name of ['dogear.sh', 'dogear.cjs', 'skills', 'LICENSE'])
    cpSync(join(plugin, name), join(out, name), { recursive: true })
}

/** What an event of an agent may need beyond the entry of the hook. */
const HOOK_MODULES = ['start', 'save', 'prompt', 'tool', 'statusline', 'redact']

/** All of `core/redact` but what only tells whether a rule is needed. */
const RULES = /src\/core\/redact\/(?!plain-name|safe-name|finished|mask|forget)/
/** What they import and everybody needs: else a group takes along what its files import. */
const BELOW_RULES = /src\/core\/(?:errors|entry\/(?:entry|fields)|redact\/mask)\.ts$/

/** What few people use, by the name of the module that is loaded on demand: a file each, so that no other command reads it. */
const ALONE = [
  'sync.cjs',
  'lib-age.cjs',
  'lib-postgres.cjs',
  'folder-remote.cjs',
  'git-remote.cjs',
  'postgres-remote.cjs',
]

/** All but the types. */
export async function bundle(from, out, plugins = []) {
  const { build: rolldown } = await import('rolldown')
  const { plugin, modules } = collectModules()
  const shared = {
    cwd: from,
    platform: 'node',
    plugins: [...plugins, plugin, leaveOut],
    external: [/^node:/],
    transform: { target: 'node20' },
    logLevel: 'warn',
    // What one command loads on demand another may need at once.
    checks: { ineffectiveDynamicImport: false, bundlerTimings: false },
  }
  const hooks = HOOK_MODULES.map((name) => [`hook-${name}`, `src/hook/${name}.ts`])
  const program = {
    ...shared,
    input: { main: 'src/cli/main.ts', ...Object.fromEntries(hooks) },
    // What two entries share becomes a file of its own: put into one of them, a Stop would load the whole start of a session.
    preserveEntrySignatures: 'strict',
    output: {
      ...commonjs(join(out, 'program')),
      exports: 'named',
      // Everything can reach the rules for secrets, and nearly nothing needs them: they are run only where one is asked.
      codeSplitting: {
        groups: [
          { name: 'entry', test: BELOW_RULES, priority: 2 },
          { name: 'redact', test: RULES, priority: 1 },
          { name: 'lib-age', test: /node_modules\/(?:age-encryption|@noble|@scure)\//, priority: 1 },
          { name: 'lib-postgres', test: /node_modules\/postgres\//, priority: 1 },
        ],
      },
    },
  }
  const library = {
    ...shared,
    input: { index: 'src/index.ts', engines: 'src/engines.ts' },
    output: { dir: out, format: 'esm', minify: SMALLER, entryFileNames: '[name].js', chunkFileNames: 'lib/[name].js' },
  }
  await allOf([rolldown(program), rolldown(library)])
  const code = joinModules(join(out, 'program'))
  writeFileSync(join(out, 'program.cjs'), code)
  const define = { BUILD_ID: JSON.stringify(createHash('sha256').update(code).digest('hex').slice(0, 16)) }
  const entry = (name, file) => ({ ...shared, input: { [name]: file }, output: commonjs(out) })
  const boot = { ...entry('boot', 'src/boot/start.ts'), transform: { ...shared.transform, define } }
  const small = {
    hook: 'src/hook/main.ts',
    'check-home': 'src/platform/check-home.ts',
    'going-on': 'src/core/session/phrase/going-on.ts',
  }
  await rolldown([boot, ...Object.entries(small).map(([name, file]) => entry(name, file))])
  writePapers(out, modules)
  for (const name of Object.keys(small)) rewrite(join(out, `${name}.cjs`), toAscii)
}

/**
 * What comes with libraries and nothing here uses. Kinds of keys of age that dogear neither makes nor takes (whatever asked for one
 * would fail with a TypeError), and of the two validators of the MCP library the one that is seven times as large.
 */
const LEFT_OUT = {
  'age-kinds': 'export const p256 = {}, MLKEM768P256 = {}, MLKEM768X25519 = {}',
  'mcp-shims': `export { CfWorkerJsonSchemaValidator as DefaultJsonSchemaValidator } from '@modelcontextprotocol/server/validators/cf-worker'
    export { default as process } from 'node:process'`,
}

const leaveOut = {
  name: 'leave-out',
  resolveId(source, importer = '') {
    if (source === '@modelcontextprotocol/server/_shims') return '\0mcp-shims'
    const isKind = /^@noble\/(?:post-quantum\/hybrid|curves\/nist)\.js$/.test(source)
    return isKind && importer.includes('age-encryption') ? '\0age-kinds' : null
  },
  load: (id) => LEFT_OUT[id.replace('\0', '')] ?? null,
}

/** All are waited for, also when one fails: the others would go on writing into a folder that is gone. */
async function allOf(works) {
  const results = await Promise.allSettled(works)
  const failed = results.find(({ status }) => status === 'rejected')
  if (failed) throw failed.reason
}

/** The names of functions stay, for stack traces. */
const SMALL = { compress: true, mangle: { keepNames: true }, codegen: { removeWhitespace: true } }

/** Who uses the library sees its types; a tenth of it were names of functions. */
const SMALLER = { ...SMALL, mangle: true }

function commonjs(dir) {
  return {
    dir,
    format: 'cjs',
    strict: true,
    // Without comments and white space there is half as much to read at every start.
    minify: SMALL,
    // No hashes in the names: npm replaces the package as a whole, and plain names make readable stack traces.
    entryFileNames: '[name].cjs',
    chunkFileNames: '[name].cjs',
  }
}

/**
 * Every chunk as a function in one file, run when something of it is first used: opening sixty files and making a script of each
 * takes longer than all that a Stop computes. The value of the file is an object of these functions, by name. What is
 * huge and seldom needed (the MCP server's library) stays a file of its own, or every start would read it.
 */
function joinModules(folder) {
  const modules = []
  for (const name of readdirSync(folder).sort()) {
    const path = join(folder, name)
    const body = exportValues(toAscii(readFileSync(path, 'utf8')))
    const code = `function(exports,require,module,__filename,__dirname){${body}\n}`
    if (code.length > HUGE || ALONE.includes(name)) writeFileSync(path, `(${code})\n`)
    else {
      modules.push(`${JSON.stringify(name)}:${code}`)
      rmSync(path)
    }
  }
  return `({\n${modules.join(',\n')}\n})\n`
}

const HUGE = 200_000

/**
 * The bundler exports by getters, one function each, for names that change later. None does here (oxlint sees to it:
 * import/no-mutable-exports), and a quarter of the bytecode of a start were these functions.
 */
function exportValues(code) {
  return code.replaceAll(
    /Object\.defineProperty\(exports,"(\w+)",\{enumerable:!0,get:function\(\)\{return ([\w$]+)\}\}\)/g,
    'exports.$1=$2',
  )
}

function rewrite(path, change) {
  writeFileSync(path, change(readFileSync(path, 'utf8')))
}

/** One letter such as … doubles what the whole text takes in memory. Outside strings and patterns there is none. */
function toAscii(code) {
  return code.replaceAll(/[^\0-\x7f]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** Whether the types are right is another question, which `npm test` asks of all sources at once. */
async function emitTypes(from, out) {
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
  const args = [tsc, '-p', join(from, 'tsconfig.build.json'), '--noCheck', '--outDir', join(out, 'types')]
  const child = spawn(process.execPath, args, { cwd: from, stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  child.stdout.on('data', (chunk) => (said += chunk))
  const code = await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve))
  if (code !== 0) throw new Error(`the types do not build:\n${said}`)
  keepReached(join(out, 'types'))
}

/** Of the types only those that the library's own lead to: nobody else can ask for the rest. */
function keepReached(types) {
  const reached = new Set([join(types, 'index.d.ts'), join(types, 'engines.d.ts')])
  for (const path of reached)
    for (const [, name] of readFileSync(path, 'utf8').matchAll(/(?:from |import\()['"](\.[^'"]+)\.js['"]/g))
      reached.add(`${join(dirname(path), name)}.d.ts`)
  for (const item of readdirSync(types, { recursive: true, withFileTypes: true })) {
    const path = join(item.parentPath, item.name)
    if (item.isFile() && !reached.has(path)) rmSync(path)
  }
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
