/**
 * Who owns a temporary file or a taken prompt: `<machine and boot>.<pid namespace>.<pid>.<start>`. A pid alone lies:
 * it is used again, and it means another process in another container.
 */
import { readFileSync, readlinkSync } from 'node:fs'

/** The first namespace of every Linux machine; in it /etc/machine-id is the machine's own and not an image's. */
const FIRST_NAMESPACE = '4026531836'
const TAG = /^([a-z0-9]+)\.([a-z0-9]+)\.([0-9]+)\.([0-9]+)$/
const HEX = 8

let ours: string | undefined

export function processTag(): string {
  ours ??= readTag()
  return ours
}

/** The tag of another process; null where it is not there. */
export function tagOf(pid: number): string | null {
  if (!isThere(pid)) return null
  const boot = readBoot()
  const start = boot && readStart(String(pid))
  return start ? `${boot}.${readNamespace()}.${pid}.${start}` : `0.${process.platform}.${pid}.0`
}

/**
 * True only if proven: the same boot and namespace without that process, or an earlier boot of this machine. What lives in
 * another container or on another machine is unknown, and unknown is not dead.
 */
export function tagIsDead(tag: string): boolean {
  const theirs = TAG.exec(tag)
  const own = TAG.exec(processTag())
  if (!theirs || !own || tag === processTag()) return false
  const [, boot = '', space = '', pid = '', start = ''] = theirs
  const [, ownBoot = '', ownSpace = ''] = own
  if (space !== ownSpace || space === '0') return false
  if (boot !== ownBoot) return isEarlierBoot(boot, ownBoot, space)
  return !isRunning(Number(pid), start)
}

function readTag(): string {
  const boot = readBoot()
  const start = boot && readStart('self')
  if (!boot || !start) return fallbackTag()
  return `${boot}.${readNamespace()}.${process.pid}.${start}`
}

/** Elsewhere than on Linux: dead means that no process has the pid. The data folder there is a local one. */
function fallbackTag(): string {
  const started = Math.round(Date.now() - process.uptime() * 1000)
  return `0.${process.platform}.${process.pid}.${started}`
}

function readBoot(): string | null {
  const boot = readSmall('/proc/sys/kernel/random/boot_id')?.replace(/[^0-9a-f]/g, '')
  if (!boot || boot.length < HEX) return null
  return marked(readSmall('/etc/machine-id')?.trim() ?? '') + boot.slice(0, HEX)
}

function isEarlierBoot(boot: string, ownBoot: string, space: string): boolean {
  const machine = ownBoot.slice(0, HEX)
  const known = machine !== '0'.repeat(HEX) && ownBoot.length === 2 * HEX && boot.length === 2 * HEX
  return known && space === FIRST_NAMESPACE && boot.startsWith(machine)
}

function isRunning(pid: number, start: string): boolean {
  if (!isThere(pid)) return false
  if (process.platform !== 'linux') return true
  // Killed, but its parent has not asked yet how it ended. In a container that may be for ever.
  if (/^[ZX]$/.test(readState(String(pid))?.[0] ?? '')) return false
  // A process that hides its times (or is just going) cannot be told from the owner.
  return (readStart(String(pid)) ?? start) === start
}

/** A process of another user answers EPERM: it is there. */
function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as { code?: string }).code !== 'ESRCH'
  }
}

const MAX_ANCESTORS = 12

/** The processes above this one, the nearest first. Elsewhere than on Linux only the parent is known. */
export function ancestorsOf(pid: number): number[] {
  const found: number[] = []
  let at = pid
  while (found.length < MAX_ANCESTORS) {
    const parent = Number(readState(String(at))?.[1] ?? (at === process.pid ? process.ppid : 0))
    if (!(parent > 1)) break
    found.push(parent)
    at = parent
  }
  return found
}

/** Field 22 of stat. The second field is the program's name in brackets and may itself hold brackets and spaces. */
function readStart(pid: string): string | null {
  const field = readState(pid)?.[19]
  return field && /^[0-9]+$/.test(field) ? field : null
}

/** The fields of stat from the third on: the state comes first. */
function readState(pid: string): string[] | undefined {
  const stat = readSmall(`/proc/${pid}/stat`)
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')
}

function readNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid').replace(/[^0-9]/g, '') || '0'
  } catch {
    return '0'
  }
}

/** The machine's id is nobody's business, so only a short mark of it goes into names. */
function marked(machine: string): string {
  if (machine.length < 32) return '0'.repeat(HEX)
  let hash = 0x811c9dc5
  for (const letter of `dogear ${machine}`) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193)
  return (hash >>> 0).toString(16).padStart(HEX, '0')
}

function readSmall(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

/** From the kernel where it has a file for it: node:os is large, and every save asks. */
export function hostName(): string {
  return readSmall('/proc/sys/kernel/hostname')?.trim() || process.getBuiltinModule('node:os').hostname()
}

const SHELL = /^(?:ba|da|z|k|a|fi)?sh$/

/**
 * The process that started this one, past a shell that it used to do so. Most shells become the one command they are
 * given; some stay and wait for it. Elsewhere than on Linux they count.
 */
export function parentPastShell(pid: number = process.ppid): number {
  const stat = readSmall(`/proc/${pid}/stat`) ?? ''
  // The program's name stands in brackets and may itself hold brackets and spaces.
  const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'))
  const above = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  return SHELL.test(name) && above > 0 ? above : pid
}
