// Brings a checkout to the point where the program runs: dependencies installed, dist built. Does nothing, and says
// nothing, when both are up to date. Needs nothing but Node and npm.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root } from './root.mjs'

/** Installs and builds what is missing or out of date. */
export async function setup() {
  ensureInstalled()
  await ensureBuilt()
}

export function ensureInstalled() {
  if (isInstalled()) return
  const done = announce('installing dependencies')
  let last
  for (const args of installCommands()) {
    last = runNpm(args)
    if (last.status === 0) return done()
  }
  done('failed')
  process.stderr.write(`${last.stdout ?? ''}${last.stderr ?? ''}${last.error?.message ?? ''}\n`)
  throw new Error('npm could not install the dependencies; its words are above')
}

/** Builds when dist was not made from exactly the present sources (compared by content, not by time). */
export async function ensureBuilt({ always = false } = {}) {
  const stamp = join(root, '.cache', 'built-from')
  const now = hashOfSources()
  const before = existsSync(join(root, 'dist', 'program.cjs')) && existsSync(stamp) ? readFileSync(stamp, 'utf8') : ''
  if (!always && before === now) return
  const done = announce('building')
  const { build } = await import('./bundle.mjs')
  await build().catch((error) => {
    done('failed')
    throw error
  })
  mkdirSync(join(root, '.cache'), { recursive: true })
  writeFileSync(stamp, now)
  done()
}

function isInstalled() {
  const installed = join(root, 'node_modules', '.package-lock.json')
  const wanted = join(root, 'package-lock.json')
  if (!existsSync(installed)) return false
  return !existsSync(wanted) || statSync(installed).mtimeMs >= statSync(wanted).mtimeMs
}

function installCommands() {
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  // `npm ci` wants the compiled parts of the build tools for every platform in the lock file and refuses where one is
  // missing; `npm install --no-save` keeps to the same locked versions, looks for the rest, and leaves the lock alone.
  return [
    ['ci', ...quiet],
    ['install', '--no-save', ...quiet],
  ]
}

function runNpm(args) {
  const npm = process.env.npm_execpath
  const [command, ...first] = npm ? [process.execPath, npm] : ['npm']
  const shell = !npm && process.platform === 'win32'
  return spawnSync(command, [...first, ...args], { cwd: root, encoding: 'utf8', shell })
}

/** Everything a build depends on: the program, the scripts that build it, the tools and their settings. */
export function hashOfSources(from = root) {
  const hash = createHash('sha256')
  const below = (folder, ending) =>
    readdirSync(join(from, folder), { recursive: true, withFileTypes: true })
      .filter((item) => item.isFile() && item.name.endsWith(ending))
      .map((item) => join(item.parentPath, item.name))
      .toSorted()
  const settings = ['package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json']
  const files = [
    ...below('src', '.ts').filter((path) => !path.endsWith('.test.ts')),
    ...below('scripts', '.mjs'),
    ...below('scripts', '.txt'),
    // Of which the extension of Gemini CLI is made.
    ...below('plugin', ''),
    ...settings.map((name) => join(from, name)),
  ]
  for (const file of files)
    hash
      .update(`${relative(from, file)}\0`)
      .update(readFileSync(file))
      .update('\0')
  return hash.digest('hex')
}

/** One line per step, on stderr: stdout belongs to the command that follows. */
function announce(step) {
  const start = performance.now()
  process.stderr.write(`dogear: ${step} … `)
  return (word = 'done') => process.stderr.write(`${word} (${((performance.now() - start) / 1000).toFixed(1)} s)\n`)
}
