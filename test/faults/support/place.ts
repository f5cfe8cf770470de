/** Where a fault test happens: a repository, a home for dogear that can be copied, and the program under test. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { checkout } from '../../support/checkout.js'
import { afterThisFile } from '../../support/tidy.js'
import { askWarm, coolDown } from '../../support/warm.js'
import { cleanEnv, scratchRepo, tempDir, type Env } from '../../support/world.js'

/** The long versions: `npm run test:faults`. */
export const FULL: boolean = process.env['DOGEAR_FAULTS'] === 'full'

export interface Place {
  root: string
  home: string
  repo: string
  env: Env
  /** bin/dogear.js, or that of a changed copy. */
  program: string
}

let good: string | undefined

/** One copy for all tests of a file: a build that somebody starts meanwhile must not look like a fault. */
export function goodProgram(): string {
  if (good === undefined) {
    const program = copyOfProgram()
    afterThisFile(() => {
      coolDown(rootOf(program))
      good = undefined
    })
    good = program
  }
  return good
}

export function libraryOf(place: Place): string {
  return join(rootOf(place.program), 'dist', 'index.js')
}

function rootOf(program: string): string {
  return dirname(dirname(program))
}

export function newPlace(program: string = goodProgram()): Place {
  const root = tempDir()
  const { dir: repo } = scratchRepo({ 'src/auth.ts': 'export const auth = 1\n' }, join(root, 'repo'))
  return placeAt(root, join(root, 'dogear'), repo, program)
}

function placeAt(root: string, home: string, repo: string, program: string): Place {
  // To make and write the bytecode takes a traced process longer than its work; the long versions strike there as well.
  const quick: Env = FULL ? {} : { DOGEAR_NO_CODE_CACHE: '1' }
  const env = { ...cleanEnv(root), ...quick, DOGEAR_HOME: home, DOGEAR_SESSION: 'session-1', DOGEAR_USER: 'tester' }
  return { root, home, repo, env, program }
}

/** The same repository, with a copy of the home that a fault may ruin. */
export function copyOf(place: Place): Place {
  const dir = mkdtempSync(join(place.root, 'copy-'))
  const home = join(dir, 'dogear')
  try {
    execFileSync('cp', ['-a', place.home, home], { stdio: 'ignore' })
  } catch {
    // The first command of all makes the home itself.
  }
  return placeAt(dir, home, place.repo, place.program)
}

/** A copy of the built program that a test may change. */
function copyOfProgram(): string {
  const root = tempDir()
  mkdirSync(join(root, 'bin'))
  cpSync(join(checkout, 'bin'), join(root, 'bin'), { recursive: true })
  cpSync(join(checkout, 'dist'), join(root, 'dist'), { recursive: true })
  cpSync(join(checkout, 'package.json'), join(root, 'package.json'))
  symlinkSync(join(checkout, 'node_modules'), join(root, 'node_modules'))
  return join(root, 'bin', 'dogear.js')
}

export interface Result {
  code: number | null
  signal: NodeJS.Signals | null
  stdout: string
  stderr: string
  /** It did not end by itself. */
  cutOff?: true
}

export function run(place: Place, args: readonly string[], input = ''): Promise<Result> {
  return runCommand(process.execPath, [place.program, ...args], place, input)
}

/** The same in a process that is kept warm: for what prepares a fault or looks at what it left, with nobody beside it. */
export function runWarm(place: Place, args: readonly string[]): Promise<Result> {
  // A program with a planted defect may take down more than itself.
  if (place.program !== good) return run(place, args)
  const { repo: cwd, env, program } = place
  return Promise.resolve({ signal: null, ...askWarm({ args, cwd, env }, rootOf(program)) })
}

/** The answer of a command that must succeed. */
export async function ask<T>(place: Place, args: readonly string[]): Promise<T> {
  const ran = await runWarm(place, [...args, '--json'])
  if (ran.code === 0) return JSON.parse(ran.stdout) as T
  throw new Error(`dogear ${args.join(' ')}: exit ${ran.code ?? ran.signal}\n${ran.stderr}${ran.stdout}`)
}

export function runCommand(command: string, args: readonly string[], place: Place, input = ''): Promise<Result> {
  // In a group of its own: what it has started ends with it.
  return finished(spawn(command, args, { cwd: place.repo, env: place.env, detached: true }), input)
}

const MAX_MS = 60_000

export function finished(child: ChildProcess, input = ''): Promise<Result> {
  const said = { stdout: '', stderr: '' }
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (said.stdout += text))
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (said.stderr += text))
  child.stdin?.on('error', () => {}).end(input)
  return new Promise((resolve, reject) => {
    let isCutOff = false
    const timer = setTimeout(() => {
      isCutOff = true
      killGroup(child)
    }, MAX_MS)
    child.on('error', reject)
    child.on('close', (code, signal) => {
      clearTimeout(timer)
      resolve({ code, signal, ...said, ...(isCutOff && { cutOff: true }) })
    })
  })
}

function killGroup(child: ChildProcess): void {
  try {
    process.kill(-(child.pid as number), 'SIGKILL')
  } catch {
    // It leads no group, or has ended meanwhile.
    child.kill('SIGKILL')
  }
}

/** Runs `work` on every item, `width` at a time, and returns the answers in order. */
export async function inParallel<T, R>(
  items: readonly T[],
  width: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const answers: R[] = []
  let next = 0
  const worker = async (): Promise<void> => {
    while (next < items.length) {
      const at = next++
      answers[at] = await work(items[at] as T)
    }
  }
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, worker))
  return answers
}

/** Every file below a folder, by its full path. */
export function filesBelow(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((item) => !item.isDirectory())
      .map((item) => join(item.parentPath, item.name))
      .toSorted()
  } catch {
    return []
  }
}

/** What killed processes left. */
export function tempsBelow(folder: string): string[] {
  return filesBelow(folder).filter((path) => path.endsWith('.tmp'))
}

/** Evenly over all of them: the middle of each of `count` parts. */
export function spread<T>(items: readonly T[], count: number): T[] {
  if (items.length <= count) return [...items]
  return Array.from({ length: count }, (_, i) => items[Math.floor(((i + 0.5) * items.length) / count)] as T)
}
