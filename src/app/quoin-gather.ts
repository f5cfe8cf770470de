/** What a save in a quoin project knows by itself: the session's own state file, and the paths of what is in flight. */
import { join, relative, sep } from 'node:path'
import type { Fields, FileRef, Item } from '../core/entry.js'
import { chooseArtifacts, artifactRole, type Stamped } from '../layouts/quoin/artifacts.js'
import { ARTIFACTS, SESSIONS } from '../layouts/quoin/paths.js'
import { chooseSessionFile, parseSessionFile, type SessionFile } from '../layouts/quoin/session-state.js'
import { listFolders } from '../platform/files.js'
import { realPathOf } from '../platform/place.js'
import type { Located } from '../store/projects.js'
import { namesIn, readFound, writtenAt } from './quoin-files.js'
import type { World } from './world.js'

export interface QuoinKnowledge {
  /** All of it stated; it comes after what the caller states. */
  fields: Partial<Fields>
  /** For when neither the caller nor the transcript knows the last thing the user asked for. */
  intent?: Item
  /** The active task, as a name. */
  name?: string
  /** The session's id, for when the agent did not tell. */
  session?: string
}

/** `folder`: where the `.workflow_artifacts` lie. Best effort: what cannot be read is not known. */
export function gatherQuoin(world: World, located: Located, folder: string): QuoinKnowledge {
  const root = realPathOf(folder)
  const state = readState(root, world.by.session)
  const artifacts = chooseArtifacts(findArtifacts(root), state?.name)
  const files = [...artifacts, ...(state ? [{ path: state.path, role: 'session-state' }] : [])]
  const prefix = relative(realPathOf(located.worktree), root).split(sep).join('/')
  const placed = files.map((file): FileRef => (prefix === '' ? file : { ...file, path: `${prefix}/${file.path}` }))
  const [next] = state?.unfinished ?? []
  return {
    fields: { ...(state && fieldsOf(state)), ...planIn(placed), files: placed },
    ...(next && { intent: next }),
    ...(state?.name === undefined ? {} : { name: state.name }),
    ...(state?.session === undefined ? {} : { session: state.session }),
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

function readState(root: string, session: string | undefined): SessionFile | null {
  const newest = namesIn(root, SESSIONS)
    .filter((path) => path.endsWith('.md'))
    .flatMap((path) => stamped(root, path))
    .toSorted((a, b) => b.mtimeMs - a.mtimeMs)
    .slice(0, MOST_STATES)
  const parsed = newest.flatMap(({ path }) => {
    const found = readFound(root, path)
    return found?.text ? [parseSessionFile({ ...found, text: found.text })] : []
  })
  return chooseSessionFile(parsed, session)
}

const DEEPEST = 5
const MOST_FOLDERS = 1_000

/** By name and time only: their contents are read when somebody restores, not now. */
function findArtifacts(root: string): Stamped[] {
  const queue = [{ folder: ARTIFACTS, depth: 0 }]
  const found: Stamped[] = []
  for (let next = queue.shift(), looked = 0; next && looked < MOST_FOLDERS; next = queue.shift(), looked++) {
    const { folder, depth } = next
    for (const path of namesIn(root, folder)) if (artifactRole(path)) found.push(...stamped(root, path))
    if (depth >= DEEPEST) continue
    const inside = safeFolders(join(root, folder)).filter(
      (name) => !name.startsWith('.') && !(depth === 0 && name === 'memory'),
    )
    queue.push(...inside.map((name) => ({ folder: `${folder}/${name}`, depth: depth + 1 })))
  }
  return found
}

function stamped(root: string, path: string): Stamped[] {
  const mtimeMs = writtenAt(root, path)
  return mtimeMs === null ? [] : [{ path, mtimeMs }]
}

function safeFolders(path: string): string[] {
  try {
    return listFolders(path)
  } catch {
    return []
  }
}
