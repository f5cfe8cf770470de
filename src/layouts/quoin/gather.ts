/** What a save in a quoin project knows by itself: the session's own state file, and the paths of what is in flight. */
import type { Fields, FileRef } from '../../core/entry.js'
import type { Desk, GatherDesk, Gathered } from '../abilities.js'
import { chooseArtifacts, artifactRole, type Stamped } from './artifacts.js'
import { ARTIFACTS, below, SESSIONS } from './paths.js'
import { chooseSessionFile, parseSessionFile, type SessionFile } from './session-state.js'

/** Best effort: what cannot be read is not known. */
export function gather(desk: GatherDesk): Gathered {
  const state = readState(desk)
  const artifacts = chooseArtifacts(findArtifacts(desk), state?.name)
  const files = [...artifacts, ...(state ? [{ path: state.path, role: 'session-state' }] : [])]
  const placed = files.map((file): FileRef => ({ ...file, path: below(desk.below, file.path) }))
  const [next] = state?.unfinished ?? []
  return {
    more: { ...(state && fieldsOf(state)), ...planIn(placed), files: placed },
    ...(next && { intentElse: next }),
    ...(state?.name === undefined ? {} : { nameElse: state.name }),
    ...(state?.session === undefined ? {} : { sessionElse: state.session }),
  }
}

function fieldsOf({ phase, questions, decisions, unfinished }: SessionFile): Partial<Fields> {
  const [next, ...then] = unfinished
  return {
    ...(phase === undefined ? {} : { stage: phase }),
    ...(next && { next }),
    questions,
    decisions,
    context: then.map((item) => ({ text: `then: ${item.text}` })),
  }
}

function planIn(files: readonly FileRef[]): Partial<Fields> {
  const plan = files.find((file) => file.role === 'plan')
  return plan ? { plan: { path: plan.path } } : {}
}

/** Of hundreds of old sessions none is it. */
const MOST_STATES = 50

function readState(desk: Desk): SessionFile | null {
  const newest = desk
    .list(SESSIONS)
    .filter((path) => path.endsWith('.md'))
    .flatMap((path) => stamped(desk, path))
    .toSorted((a, b) => b.mtimeMs - a.mtimeMs)
    .slice(0, MOST_STATES)
  const parsed = newest.flatMap(({ path }) => {
    const found = desk.read(path)
    return found?.text ? [parseSessionFile({ ...found, text: found.text })] : []
  })
  return chooseSessionFile(parsed, desk.session)
}

const DEEPEST = 5
const MOST_FOLDERS = 1_000

/** By name and time only: their contents are read when somebody restores, not now. */
function findArtifacts(desk: Desk): Stamped[] {
  const queue = [{ folder: ARTIFACTS, depth: 0 }]
  const found: Stamped[] = []
  for (let next = queue.shift(), looked = 0; next && looked < MOST_FOLDERS; next = queue.shift(), looked++) {
    const { folder, depth } = next
    for (const path of desk.list(folder)) if (artifactRole(path)) found.push(...stamped(desk, path))
    if (depth >= DEEPEST) continue
    const inside = desk.folders(folder).filter((name) => !name.startsWith('.') && !(depth === 0 && name === 'memory'))
    queue.push(...inside.map((name) => ({ folder: `${folder}/${name}`, depth: depth + 1 })))
  }
  return found
}

function stamped(desk: Desk, path: string): Stamped[] {
  const mtimeMs = desk.writtenAt(path)
  return mtimeMs === null ? [] : [{ path, mtimeMs }]
}
