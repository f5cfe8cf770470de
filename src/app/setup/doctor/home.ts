/** The home: may it be written, is a lock stuck in it, does the record of the installation fit, what was trusted? */
import { age } from '../../../core/text/text.js'
import { hasRemotes } from '../../../store/sync/remotes.js'
import { stoppedSince } from '../../sync/status.js'
import { join } from 'node:path'
import { DogearError } from '../../../core/errors.js'
import { cleanLine, printAmount } from '../../../core/text/text.js'
import { checkDir, listDir, removeFile, replaceDurable, statOf } from '../../../platform/files/files.js'
import { mayWrite } from '../../../platform/files/foreign-files.js'
import { releaseLock, stuckOwner } from '../../../platform/files/lock.js'
import { readAllInstalled } from '../../../store/installed.js'
import { readMemory } from '../../../store/own-content.js'
import { listProjects, type Located } from '../../../store/projects/projects.js'
import { readMine, readTrust } from '../../../store/views/trust.js'
import { amountOf } from '../../look/amount.js'
import { verify } from '../../look/verify.js'
import { mineHere } from '../../own/content.js'
import type { World } from '../../world.js'
import { broken, type Finding, note, ok, warn } from '../../../agents/install.js'

/** Written to, and not just looked at: a full disk looks like any other. */
export function checkHome({ home, tag }: World): Finding[] {
  if (!statOf(home)) return [note('home', `${home} is not there yet; the first save makes it`)]
  try {
    const folders = ['', 'projects', 'hooks', 'log', 'locks'].map((name) => join(home, name))
    for (const folder of folders) checkDir(folder, home)
    const closed = folders.find((folder) => statOf(folder) && !mayWrite(folder))
    if (closed) return [broken('home', `${closed} cannot be written to`, `chmod u+rwx '${closed}'`)]
    writeProbe(join(home, `doctor-${tag}`), tag)
    return [ok('home', home)]
  } catch (error) {
    if (!(error instanceof DogearError)) throw error
    return [broken('home', error.message, error.next ?? `look at ${home}`)]
  }
}

function writeProbe(path: string, tag: string): void {
  try {
    replaceDurable(path, 'x'.repeat(PROBE_BYTES), tag)
  } finally {
    removeFile(path)
  }
}

const PROBE_BYTES = 16_000

/** As `dogear verify` does it. */
export function checkStore(world: World): Finding[] {
  const { checked, damaged } = verify(world, { all: true, repair: false, dryRun: true })
  const amount = printAmount(amountOf(listProjects(world.home).map(({ project }) => project)))
  if (damaged.length === 0) return [ok('store', `${amount}, all intact`)]
  return [broken('store', `${damaged.length} of ${checked} entries are damaged`, 'dogear verify --all --repair')]
}

/** Silent where no remote was added. */
export function checkSync({ home, now }: World): Finding[] {
  if (!hasRemotes(home)) return []
  const stopped = stoppedSince(home)
  if (!stopped) return [ok('sync', 'the last exchange with each remote went through')]
  const { url, since, message } = stopped
  return [broken('sync', `nothing goes to ${url} since ${age(since, now().ms)}: ${message}`, 'dogear sync')]
}

/** Longer than anything dogear does under a lock. */
const WAIT_MS = 1000

/** A holder that is proven dead loses it to the next who wants it: that is no finding. */
export function checkLocks(world: World): Finding[] {
  const stuck = stuckLocks(world.home)
  if (stuck.length === 0) return [ok('locks', 'no lock is stuck')]
  return stuck.map(({ path, owner }) =>
    broken(
      'locks',
      `the lock ${path} is held by ${processOf(owner)} and not given back`,
      'end that process; if it is gone or on another machine: dogear doctor --unlock',
    ),
  )
}

function stuckLocks(home: string): { path: string; owner: string }[] {
  const folder = join(home, 'locks')
  return listDir(folder).flatMap((name) => {
    const path = join(folder, name)
    const owner = stuckOwner(path, WAIT_MS)
    return owner === null ? [] : [{ path, owner }]
  })
}

/** <machine and boot>.<namespace>.<pid>.<start>: see platform/process/process-tag.ts. */
function processOf(owner: string): string {
  const pid = owner.split('.')[2]
  return pid === undefined ? 'an unknown process' : `process ${pid}`
}

/** Says which were opened. */
export function openStuckLocks({ home }: World): string[] {
  return stuckLocks(home).flatMap(({ path }) => (releaseLock(path) === null ? [] : [path]))
}

export function checkRecords(world: World, version: string): Finding[] {
  return readAllInstalled(world.home)
    .filter((record) => record.version !== version)
    .map(({ agent, scope, root, version: then }) => {
      const where = root === undefined ? '' : ` in ${root}`
      return warn(
        'version',
        `set up by dogear ${then}${where}; this is ${version}`,
        `dogear init ${agent} --scope ${scope}`,
      )
    })
}

/** What of this repository was trusted, for the user to see and to take back. Nothing where nobody was ever asked. */
export function checkTrust(located: Located): Finding[] {
  const { project } = located
  const kinds = [...readMemory(project).values()]
  const count = (wanted: string): number => kinds.filter((kind) => kind === wanted).length
  const layouts = Object.entries(readTrust(project)).map(([id, answer]) => `${id} ${answer}`)
  const contents = [`${count('own')} contents own`, `${count('told')} of somebody else`, `${count('no')} refused`]
  const known = [...layouts, ...(kinds.length > 0 ? contents : [])]
  return [...(known.length > 0 ? [ok('trust', `${known.join(', ')} (dogear trust)`)] : []), ...checkMine(located)]
}

function checkMine(located: Located): Finding[] {
  const mine = readMine(located.project)
  if (!mine) return []
  const what = 'origin' in mine ? `the origin ${cleanLine(mine.origin)}` : 'its place on this disk'
  if (mineHere(located) === 'mine') return [ok('trust', `this repository is yours, by ${what}`)]
  return [
    note('trust', `this repository was yours by ${what}, which is another now: what it holds is somebody else's again`),
  ]
}
