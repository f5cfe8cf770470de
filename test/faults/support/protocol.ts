/**
 * The argument that an acknowledged save survives a power cut, as a check of the system calls that made it: every file
 * complete in an exclusive private temporary file of the same folder, synced, closed, linked (or renamed over an older
 * one), its folder synced, and only then the answer.
 */
import { basename, dirname } from 'node:path'
import { isAcknowledgement, isBelow, isChange, type Op } from './strace-log.js'

interface Temp {
  wanted: number | null
  written: number
  synced: boolean
  closed: boolean
}

interface State {
  /** Files that exist: opening one again creates nothing. */
  there: Set<string>
  temps: Map<string, Temp>
  /** Folders with a name in them that a power cut could still take away, and which. */
  unsynced: Map<string, string>
  /** Logs with a record in them that a power cut could still take away. */
  unsyncedLogs: Set<string>
  answered: boolean
  found: string[]
}

/** Every breach of the protocol. What is derived (index/) is left out, but for who may read it. */
export function checkProtocol(ops: readonly Op[], home: string): string[] {
  const state: State = {
    there: new Set(),
    temps: new Map(),
    unsynced: new Map(),
    unsyncedLogs: new Set(),
    answered: false,
    found: [],
  }
  for (const op of ops) {
    if (isAcknowledgement(op)) answer(state)
    const ours = op.paths.length > 0 && op.paths.every((path) => isBelow(path, home))
    const outside = op.paths.some((path) => isBelow(path, home)) && !ours
    if (outside) state.found.push(`${op.call} between the home and elsewhere: ${op.paths.join(' ')}`)
    if (op.result === null || op.result < 0) continue
    if (ours) step(state, op, home)
    // The folder above the home is nobody's but for the home's own name in it.
    else if (op.call === 'fsync') sync(state, op, op.paths[0] ?? '')
  }
  if (!state.answered) state.found.push('there was no answer')
  return state.found
}

function answer(state: State): void {
  if (state.answered) return
  state.answered = true
  for (const [dir, why] of state.unsynced) state.found.push(`answered before the folder ${dir} was synced (${why})`)
  for (const path of state.unsyncedLogs) state.found.push(`answered before ${path} was synced`)
}

function step(state: State, op: Op, home: string): void {
  checkModes(state, op)
  const [path = ''] = op.paths
  // A lock is worth nothing after a power cut, and needs none; a first look that is lost costs a question, a mark a take.
  if (['index', 'locks', 'own/looks'].some((folder) => isBelow(path, `${home}/${folder}`))) return
  if (MARK_OF_TAKES.test(path.slice(home.length))) return
  if (state.answered && isChange(op)) state.found.push(`${op.call} ${path} only after the answer`)
  STEPS[op.call]?.(state, op, path)
}

/** What says when a work tree was looked at last, and by whom it is looked at now. */
const MARK_OF_TAKES = /^\/takes\/[0-9a-f]+\/(?:lock|calls|turns|\.?(?:taken|turn-over|unwatched))(?:[./]|$)/

const STEPS: Record<string, (state: State, op: Op, path: string) => void> = {
  openat: open,
  write,
  writev: write,
  pwrite64: write,
  fsync: sync,
  fdatasync: sync,
  close,
  link: publish,
  linkat: publish,
  rename: publish,
  renameat: publish,
  renameat2: publish,
  mkdir: (state, _, path) => state.unsynced.set(dirname(path), `new folder ${path}`),
  mkdirat: (state, _, path) => state.unsynced.set(dirname(path), `new folder ${path}`),
  unlink: (state, _, path) => remove(state, path),
  truncate: (state, _, path) => void state.found.push(`${path} was cut in place`),
  ftruncate: (state, _, path) => void state.found.push(`${path} was cut in place`),
}

function open(state: State, op: Op, path: string): void {
  if (!isChange(op)) return
  if (op.args.includes('O_TRUNC')) state.found.push(`${path} was opened to be overwritten`)
  if (isLog(path)) return void (op.args.includes('O_APPEND') || state.found.push(`${path} was not opened to append`))
  if (!isTemp(path)) return void state.found.push(`${path} was created in place, without a temporary file`)
  for (const flag of ['O_EXCL', 'O_NOFOLLOW']) {
    if (!op.args.includes(flag)) state.found.push(`${path} was created without ${flag}`)
  }
  state.temps.set(path, { wanted: null, written: 0, synced: false, closed: false })
}

function write(state: State, op: Op, path: string): void {
  if (isLog(path)) return void state.unsyncedLogs.add(path)
  const temp = state.temps.get(path)
  if (!temp) return void state.found.push(`${path} was written in place`)
  temp.wanted ??= Number(/(\d+)\s*$/.exec(op.args)?.[1] ?? 0)
  temp.written += op.result ?? 0
  temp.synced = false
}

function sync(state: State, _: Op, path: string): void {
  state.unsynced.delete(path)
  state.unsyncedLogs.delete(path)
  const temp = state.temps.get(path)
  if (temp) temp.synced = true
}

function close(state: State, _: Op, path: string): void {
  const temp = state.temps.get(path)
  if (temp) temp.closed = true
}

/** What goes for good must be somewhere else for good. */
function remove(state: State, path: string): void {
  state.temps.delete(path)
  if (!isCreateOnly(path)) return
  for (const [dir, why] of state.unsynced) state.found.push(`${path} was removed before ${dir} was synced (${why})`)
}

function publish(state: State, op: Op, from: string): void {
  const [, to = ''] = op.paths
  const temp = state.temps.get(from)
  if (isTemp(from)) state.found.push(...unready(temp, from, to))
  if (isTemp(from) && op.call.startsWith('rename') && isCreateOnly(to)) {
    state.found.push(`${to} was published by ${op.call}, which would overwrite another`)
  }
  state.unsynced.set(dirname(to), `new name ${to}`)
  if (op.call.startsWith('rename') && !isTemp(from)) state.unsynced.set(dirname(from), `${from} moved away`)
}

function unready(temp: Temp | undefined, from: string, to: string): string[] {
  if (!temp) return [`${to} was published from ${from}, which was not created in this run`]
  return [
    ...(dirname(from) === dirname(to) ? [] : [`${to} was published from another folder: ${from}`]),
    ...(temp.wanted !== null && temp.written === temp.wanted
      ? []
      : [`${to} was published with ${temp.written} of ${temp.wanted ?? 0} bytes`]),
    ...(temp.synced ? [] : [`${to} was published before its bytes were synced`]),
    ...(temp.closed ? [] : [`${to} was published before it was closed`]),
  ]
}

/** At no instant may anybody else read it, whatever the umask. */
function checkModes(state: State, op: Op): void {
  const isCreation = /^(?:open|openat|creat)$/.test(op.call) && /O_CREAT|^creat$/.test(`${op.args}${op.call}`)
  if (!isCreation && !/^(?:mkdir|mkdirat|chmod|fchmod|fchmodat)$/.test(op.call)) return
  const [path = ''] = op.paths
  if (isCreation && state.there.has(path)) return
  state.there.add(path)
  const mode = /, 0([0-7]+)\s*(?:,\s*\w+)?$/.exec(op.args)?.[1]
  if (mode === undefined || Number.parseInt(mode, 8) & 0o077) {
    state.found.push(`${op.call} ${path} with mode ${mode ?? 'unknown'}`)
  }
}

function isTemp(path: string): boolean {
  return basename(path).startsWith('.') && path.endsWith('.tmp')
}

function isLog(path: string): boolean {
  return path.endsWith('.jsonl')
}

/** Entries, packs and prompts are made once and never replaced. */
function isCreateOnly(path: string): boolean {
  return /\/entries\/[^/]+\/(?:packs\/)?[^/]+\.(?:md|dgp)$|\/prompts\/new\/[^/]+\.json$/.test(path)
}
