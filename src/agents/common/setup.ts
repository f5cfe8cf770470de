/**
 * The ability `install` for an agent whose files are of the usual kinds: JSON into which hooks and a server are put, TOML
 * with one block, files of our own. Such an agent says what belongs where; setting up, looking whether it is still so, and
 * taking it out again are made of that.
 */
import { join } from 'node:path'
import { msOf } from '../../core/text/text.js'
import { present } from '../../core/present.js'
import { readTextFile } from '../../platform/files/files.js'
import { readLinesFromEnd } from '../../platform/files/jsonl.js'
import { realPathOf } from '../../platform/place.js'
import type { Inserted } from '../../store/installed.js'
import type { AgentId, Machine } from '../agent.js'
import {
  broken,
  type Check,
  type CheckPlace,
  type CopyPart,
  type EditPart,
  type Finding,
  HAND_OVER,
  type Install,
  type InstallPlace,
  type InstallPlan,
  LAUNCHER,
  note,
  ok,
  type OwnPart,
  type ScopePlace,
  type Trial,
  warn,
} from '../install.js'
import { emptyLauncher, fillLauncher } from '../launcher.js'
import { onPath } from './on-path.js'
import { type JsonPart, putIntoJson, takeFromJson } from './json-part.js'
import { hasBlock, putBlock, takeBlock } from './toml-block.js'

export interface Setup {
  agent: AgentId
  title: string
  /** How the user starts it. */
  command: string
  /** Where it keeps its settings; the launcher lies below it. */
  folder(machine: Machine): string
  /** `launcher`: what the lines in them call. Pure but for a look at what is there. */
  parts(place: ScopePlace, launcher: string): SetupPart[]
  trial(folder: string): Trial
  /** A line of a transcript that holds text of dogear's. Absent: its transcripts do not have it. */
  arrived?: RegExp
  /** For the user: what has to be done in the client before it calls dogear. */
  notes?(place: InstallPlace): string[]
  /** See `Install`. */
  prove?: Install['prove']
  /** What the client wrote about our hooks by itself. */
  takeMore?(text: string, path: string, place: ScopePlace): string
}

/** `copy`: a file of the folder plugin/. */
export type SetupPart = JsonPart | { path: string; block: string } | OwnPart | CopyPart

export function setupOf(setup: Setup): Install {
  return {
    plan: (place) => planOf(setup, place),
    files: (place) => setup.parts(place, launcherOf(setup, place)).flatMap((part) => (isEdit(part) ? [part.path] : [])),
    takeOut: (text, inserted, place, path) => takeOut(setup, text, inserted, place, path),
    check: (place) => check(setup, place),
    trial: (folder) => setup.trial(folder),
    ...present({
      prove: setup.prove,
      arrivedAt: setup.arrived && ((transcript: string) => arrivedAt(transcript, setup.arrived as RegExp)),
    }),
    update: `update ${setup.title}, then start a new session`,
  }
}

/** The same for every agent: whoever reads that folder has the skill once. */
const SKILL = join('skills', 'dogear', 'SKILL.md')

function planOf(setup: Setup, place: InstallPlace): InstallPlan {
  const launcher = launcherOf(setup, place)
  const own = [
    { path: launcher, copy: LAUNCHER, fill: (text: string) => fillLauncher(text, place) },
    { path: join(setup.folder(place), 'dogear', HAND_OVER), copy: HAND_OVER },
    { path: join(place.userHome, '.agents', SKILL), copy: SKILL },
  ]
  const parts = setup.parts(place, launcher).map((part) => (isEdit(part) ? editPart(setup, part) : part))
  return { parts: [...own, ...parts], mode: 0o600, notes: setup.notes?.(place) ?? [] }
}

function launcherOf({ folder }: Setup, machine: Machine): string {
  return launcherIn(folder(machine))
}

/** `folder`: where the client keeps its settings. */
export function launcherIn(folder: string): string {
  return join(folder, 'dogear', LAUNCHER)
}

type Edit = JsonPart | { path: string; block: string }

function isEdit(part: SetupPart): part is Edit {
  return !('own' in part) && !('copy' in part)
}

const NOTHING: Inserted = { made: [], pads: [], document: false }

function editPart({ agent }: Setup, part: Edit): EditPart {
  return {
    path: part.path,
    put(text, before) {
      if (!('block' in part)) return putIntoJson(text, before, part, agent)
      const put = putBlock(text ?? '', part.block)
      const inserted = before ?? (put.pad === '' ? NOTHING : { ...NOTHING, pads: [{ path: [], pad: put.pad }] })
      return { text: put.text, inserted, notes: [] }
    },
  }
}

function takeOut(setup: Setup, text: string, inserted: Inserted | undefined, place: ScopePlace, path: string): string {
  const parts = setup.parts(place, launcherOf(setup, place)).filter(isEdit)
  const part = parts.find((one) => realPathOf(one.path) === realPathOf(path))
  const rest = setup.takeMore?.(text, path, place) ?? text
  if (!part) return rest
  if ('block' in part) return takeBlock(rest, inserted?.pads[0]?.pad ?? (inserted ? '' : '\n'))
  return takeFromJson(rest, inserted, part, setup.agent)
}

const MAX_BYTES = 50_000_000

/** Everything as it would be put in now is all there is to look at: so nothing is forgotten. */
function check(setup: Setup, place: CheckPlace): Check {
  const { agent, title } = setup
  const mend = `dogear init ${agent}`
  const { parts } = planOf(setup, { ...place, scope: 'user' })
  const looks = parts.map((part) => ({ path: part.path, is: lookAt(part, place) }))
  const edited = looks.filter((_, at) => 'put' in (parts[at] as object))
  const own = setup.parts({ ...place, scope: 'user' }, launcherOf(setup, place)).filter((part) => !isEdit(part))
  const called = [...edited, ...looks.filter(({ path }) => own.some((one) => one.path === path))]
  const isSetUp = called.some(({ is }) => is === 'same' || is === 'older')
  const client = checkClient(setup, place)
  if (!isSetUp && !place.wasSetUp)
    return { findings: [note('hooks', `${title} is not told to call dogear: ${mend}`)], isSetUp }
  const wrong = looks.filter(({ is }) => is !== 'same')
  const findings = [
    client,
    ...wrong.map(({ path, is }) => findingOf(path, is, title, mend)),
    ...(wrong.length === 0
      ? [ok('hooks', `${title} calls dogear (${called.map(({ path }) => path).join(', ')})`)]
      : []),
  ]
  return { findings, isSetUp }
}

/** `missing`: nothing of ours is there. `older`: something else is to be there. `unreadable`, with why. */
type Look = 'same' | 'missing' | 'older' | { problem: string }

function lookAt(part: EditPart | CopyPart | OwnPart, { program }: CheckPlace): Look {
  try {
    const text = readTextFile(realPathOf(part.path), MAX_BYTES)
    if (!('put' in part)) {
      const own = 'own' in part ? part.own : readTextFile(join(program.root, 'plugin', part.copy), MAX_BYTES)
      const wanted = 'copy' in part && part.fill && own !== null ? part.fill(own) : own
      if (text === null) return 'missing'
      return text === wanted || isSameLauncher(text, wanted) ? 'same' : 'older'
    }
    if (text === null) return 'missing'
    if (part.put(text, undefined).text === text) return 'same'
    return text.includes(LAUNCHER) || hasBlock(text) ? 'older' : 'missing'
  } catch (error) {
    return { problem: (error as Error).message }
  }
}

/** It may name another Node by which it runs as well. */
function isSameLauncher(text: string, wanted: string | null): boolean {
  return wanted !== null && wanted.includes('\nnode=') && emptyLauncher(text) === emptyLauncher(wanted)
}

function findingOf(path: string, is: Look, title: string, mend: string): Finding {
  if (typeof is === 'object') return broken('settings', `${path}: ${is.problem}`, `mend ${path}, then ${mend}`)
  if (is === 'missing') return broken('hooks', `${path} has nothing of dogear, so ${title} does not call it`, mend)
  return warn('hooks', `${path} is not as this dogear writes it`, mend)
}

function checkClient({ command, title }: Setup, { env }: CheckPlace): Finding {
  const program = onPath(command, env)
  if (program === null) return note('client', `${title} is not on the PATH (${command})`)
  return ok('client', `${title} (${program})`)
}

const LOOK_BACK = 8_000_000

function arrivedAt(transcript: string, sign: RegExp): number | null {
  let found: number | null = null
  let newest = -1
  readLinesFromEnd(transcript, (bytes, offset) => {
    if (newest < 0) newest = offset
    const line = bytes.includes('dogear') ? bytes.toString('utf8') : ''
    if (sign.test(line)) found = msOf(/"timestamp":"([^"]+)"/.exec(line)?.[1] ?? '') ?? 0
    return found === null && newest - offset < LOOK_BACK
  })
  return found
}
