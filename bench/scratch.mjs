// A scratch folder with a real repository and a dogear home of its own; nothing of the user's is read or written.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { seededRandom, words } from './words.mjs'

const FILES = 300

/** Removed at the end, also after Ctrl-C. */
export function makeScratch() {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), 'dogear-bench-')))
  const remove = () => rmSync(dir, { recursive: true, force: true, maxRetries: 3 })
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ]) {
    process.once(signal, () => {
      remove()
      process.exit(code)
    })
  }
  return { dir, remove }
}

/** The program as it is now: a build that comes in between does not change what is measured. */
export function copyProgram(root, into) {
  for (const name of ['bin', 'dist', 'package.json']) cpSync(join(root, name), join(into, name), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(into, 'node_modules'), 'junction')
  return join(into, 'bin', 'dogear.js')
}

/** NODE_EXTRA_CA_CERTS and NODE_OPTIONS would make every start of Node slower, so only what is listed goes through. */
export function cleanEnv(scratch, home) {
  return {
    PATH: process.env.PATH,
    HOME: join(scratch, 'user'),
    USER: 'bench',
    DOGEAR_HOME: home,
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_SYSTEM: '/dev/null',
    TZ: 'UTC',
  }
}

/** A repository of a few hundred files with some of them changed, and what an entry saved in it would record. */
export function makeRepository(dir, env) {
  mkdirSync(env.HOME, { recursive: true })
  const random = seededRandom(1)
  const paths = Array.from({ length: FILES }, (_, i) => `src/part-${i % 20}/file-${i}.ts`)
  const texts = paths.map(() => words(random, 400).replaceAll(/(.{70,}?) /g, '$1\n'))
  paths.forEach((path, i) => write(dir, path, texts[i]))
  const identity = ['-c', 'user.name=bench', '-c', 'user.email=bench@dogear.invalid']
  git(dir, env, ['init', '--quiet', '--initial-branch=main'])
  git(dir, env, ['add', '--all'])
  git(dir, env, [...identity, 'commit', '--quiet', '--message', 'first'])
  for (const i of [3, 57, 120]) write(dir, paths[i], `${texts[i]}\nchanged\n`)
  const head = git(dir, env, ['rev-parse', 'HEAD'])
  return { dir, head, files: [10, 20, 30, 40].map((i) => fileRef(paths[i], texts[i])) }
}

function fileRef(path, text) {
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 16)
  return { path, role: 'edited', bytes: Buffer.byteLength(text), hash }
}

function write(dir, path, text) {
  mkdirSync(dirname(join(dir, path)), { recursive: true })
  writeFileSync(join(dir, path), text)
}

function git(cwd, env, args) {
  const ran = spawnSync('git', args, { cwd, env, encoding: 'utf8' })
  if (ran.status !== 0) throw new Error(`git ${args.join(' ')}: ${ran.error?.message ?? ran.stderr}`)
  return ran.stdout.trim()
}
