/** The hooks: do they run, and what did those of real sessions leave behind: failures, the last save, the last briefing. */
import { delimiter, dirname, join } from 'node:path'
import type { Manifest } from '../../../agents/agent.js'
import { broken, type Finding, type Install, LAUNCHER, note, ok, warn } from '../../../agents/install.js'
import { readerOf } from '../../../agents/readers.js'
import { cutAt } from '../../../core/text/cut.js'
import { age, cleanLine, msOf } from '../../../core/text/text.js'
import { readTextFile, removeTree } from '../../../platform/files/files.js'
import { makeScratchFolder } from '../../../platform/process/scratch.js'
import { tryProgram, type Program, type Tried } from '../../../platform/process/command.js'
import { list } from '../../look/list.js'
import type { World } from '../../world.js'

const MAX_MS = 10_000

/**
 * The proof: the hook of this installation is run with an event of our own, in a scratch home. Never what a settings file
 * names: a repository brings such files along, and whoever looks whether all is well must not run its programs.
 */
export function checkHookRun(world: World, agent: Manifest, install: Install, { node, root }: Program): Finding {
  const home = makeScratchFolder('dogear-doctor-')
  try {
    const { message, word, env: own } = install.trial(home)
    // The launcher of the package names no place: it finds these first.
    const path = [dirname(node), world.env['PATH'] ?? ''].join(delimiter)
    const env = { ...world.env, DOGEAR_HOME: home, ...own, PATH: path, DOGEAR_PROGRAM: root }
    const args = [join(root, 'plugin', LAUNCHER), agent.id, ...(word === undefined ? [] : [word])]
    const tried = tryProgram('sh', args, { input: JSON.stringify(message), cwd: home, env, timeoutMs: MAX_MS })
    const problem = problemOf(tried, readTextFile(join(home, 'log', 'hooks.jsonl'), 1_000_000))
    if (problem === null) return ok('hook runs', `answered in ${tried.ms} ms`)
    return broken('hook runs', `${['sh', ...args].join(' ')}: ${cleanLine(problem)}`, 'install dogear again')
  } finally {
    removeTree(home)
  }
}

/** Null: it ran to its end and says so itself. */
function problemOf(tried: Tried, log: string | null): string | null {
  if (tried.problem !== undefined) return tried.problem
  if (tried.code !== 0) return `ended with ${tried.code ?? 'a signal'}: ${cutAt(tried.stderr, 200)}`
  const line = log?.trimEnd().split('\n').at(-1) ?? ''
  if (line === '') return 'it did nothing'
  const { ok: isOk, error } = parseLine(line)
  return isOk === true ? null : String(error ?? 'it failed')
}

function parseLine(line: string): { ok?: unknown; error?: unknown } {
  try {
    return (JSON.parse(line) ?? {}) as { ok?: unknown; error?: unknown }
  } catch {
    return {}
  }
}

const MAX_BYTES = 4_000_000
const RECENT_MS = 7 * 24 * 60 * 60 * 1000
const MAX_SESSIONS = 10

interface Line {
  at: string
  event: string
  session: string
  ok: boolean
  did?: string
  error?: string
}

export function readHookLog(home: string): Line[] {
  const text = readTextFile(join(home, 'log', 'hooks.jsonl'), MAX_BYTES) ?? ''
  return text.split('\n').flatMap((line) => {
    try {
      const { at, event, session, ok: isOk, did, error } = JSON.parse(line) as Partial<Line>
      if (typeof at !== 'string' || typeof event !== 'string') return []
      const more = { ...(typeof did === 'string' ? { did } : {}), ...(typeof error === 'string' ? { error } : {}) }
      return [{ at, event, session: String(session), ok: isOk === true, ...more }]
    } catch {
      return []
    }
  })
}

/** An event that failed the last time it ran. What has worked since is mended. */
export function checkFailures(world: World, log: readonly Line[]): Finding[] {
  const nowMs = world.now().ms
  const recent = log.filter(({ at }) => nowMs - (msOf(at) ?? 0) < RECENT_MS)
  const last = new Map(recent.map((line) => [line.event, line]))
  const failed = [...last.values()].filter((line) => !line.ok)
  const path = join(world.home, 'log', 'hooks.jsonl')
  if (failed.length === 0)
    return [
      recent.length === 0
        ? note('hook log', 'no hook has run in the last 7 days')
        : ok('hook log', `${recent.length} hooks ran in the last 7 days, none fails now`),
    ]
  return failed.map((line) => {
    const times = recent.filter((one) => one.event === line.event && !one.ok).length
    const when = age(msOf(line.at) ?? nowMs, nowMs)
    const says = `${line.event} failed ${times === 1 ? '' : `${times} times, last `}${when}: ${cleanLine(line.error ?? 'no reason given').slice(0, 300)}`
    return broken('hook log', says, mendFor(line.error ?? '', path))
  })
}

function mendFor(error: string, path: string): string {
  if (/ENOSPC|EDQUOT|disk-full/.test(error)) return 'free some space on the disk'
  if (/EACCES|EPERM|EROFS|no-permission|read-only/.test(error)) return 'make the home of dogear writable (ls -ld)'
  if (/damaged|bad-entry|seal/.test(error)) return 'dogear verify --repair'
  if (/MODULE_NOT_FOUND|Cannot find module/.test(error)) return 'install dogear again, then dogear init'
  return `look into ${path}; if it goes on, report it with these lines`
}

export function checkLastSave(world: World): Finding {
  const [row] = list(world, { all: true, cleared: false }).rows
  const saved = row?.heads[0]?.saved
  const ms = saved === undefined ? null : msOf(saved)
  if (!row || ms === null)
    return warn('last save', 'nothing has been saved yet', 'dogear save NAME --next "the very next step"')
  return ok('last save', `"${cleanLine(row.name)}", ${age(ms, world.now().ms)}`)
}

/** What a hook said it told must stand in the transcript of that session. */
export function checkArrival(
  world: World,
  root: string,
  { id, title }: Manifest,
  install: Install,
  log: readonly Line[],
): Finding {
  const { cwd, userHome, env } = world
  const place = { cwd, gitRoot: root, userHome, env: { ...env } }
  const sessions = readerOf(id)?.findSessions(place).slice(0, MAX_SESSIONS) ?? []
  const nowMs = world.now().ms
  for (const { path, session } of sessions) {
    const at = install.arrivedAt?.(path)
    if (typeof at === 'number') return ok('last briefing', `arrived in session ${session}, ${age(at, nowMs)}`)
    const told = log.findLast(
      (line) => line.session === session && line.ok && /\b(?:briefing|offer|pointer)/.test(line.did ?? ''),
    )
    if (told && at === undefined)
      return ok('last briefing', `given to session ${session}, ${age(msOf(told.at) ?? nowMs, nowMs)}`)
    if (told)
      return broken(
        'last briefing',
        `session ${session} was told "${cleanLine(told.did ?? '')}", but its transcript does not hold it`,
        install.update,
      )
  }
  return note('last briefing', `no session of ${title} in this project has been told anything yet`)
}
