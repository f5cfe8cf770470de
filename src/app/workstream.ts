/** Which workstream a save goes to: the one named, else the one this session last saved to, else the branch, else the folder. */
import type { Fields, Lane } from '../core/entry.js'
import { DogearError } from '../core/errors.js'
import { compareIds } from '../core/id.js'
import { nameFrom, slugFrom, suggestName } from '../core/name.js'
import type { Written } from '../core/written-entry.js'
import { readCatalog } from '../store/catalog.js'
import type { Located } from '../store/projects.js'
import { hereOf } from './locate.js'
import { askName } from './questions.js'
import type { World } from './world.js'

export type NameFrom = 'given' | 'task' | 'session' | 'branch' | 'folder'

export interface Workstream {
  name: string
  nameFrom: NameFrom
}

interface NamingRequest {
  name?: string
  written: Written
  lane?: Lane
  observed?: { fields: Fields } | null
  /** The task the layout here is at. */
  nameElse?: string
}

export function workstreamFor(world: World, located: Located, request: NamingRequest): Workstream {
  const policy = world.config.names ?? world.config.policy.naming
  const typed = request.name ?? request.written.name
  if (typed !== undefined) return { name: nameFrom(typed, policy), nameFrom: 'given' }
  if (request.nameElse !== undefined) return { name: nameFrom(request.nameElse, 'lower'), nameFrom: 'task' }
  const session = world.by.session && located.exists ? lastOfSession(world, located) : null
  if (session) return { name: session, nameFrom: 'session' }
  const derived = derive(world, located)
  // Nobody is there to answer an autosave's question.
  if (policy === 'ask' && request.lane !== 'auto') throw askName(suggestion(request) ?? derived.name)
  return derived
}

/** Two to four words of the work itself: what was stated about it, else what was seen of it. */
function suggestion({ written, observed }: NamingRequest): string | null {
  const { task, leftOff, next } = written.fields
  const said = [task, leftOff, next, observed?.fields.task, observed?.fields.intent, observed?.fields.next]
  return said.map((item) => suggestName(item?.text ?? '')).find((name) => name !== null) ?? null
}

function lastOfSession(world: World, located: Located): string | null {
  const mine = readCatalog(located.project)
    .flatMap((row) => row.heads.map((head) => ({ name: row.name, head })))
    .filter(({ head }) => head.by.session === world.by.session && head.kind === 'saved')
    .toSorted((a, b) => compareIds(b.head.id, a.head.id))
  return mine[0]?.name ?? null
}

function derive(world: World, located: Located): Workstream {
  const branch = hereOf(world, located).branch
  const fromBranch = branch === undefined ? null : slugFrom(branch)
  if (fromBranch) return { name: fromBranch, nameFrom: 'branch' }
  const folder = slugFrom(located.worktree.split(/[\\/]/).at(-1) ?? '')
  if (folder) return { name: folder, nameFrom: 'folder' }
  throw new DogearError('bad-name', 'there is no branch and no folder name to take the name of the workstream from', {
    expected: 'a name, like "auth-refactor"',
    next: 'dogear save <name>',
  })
}
