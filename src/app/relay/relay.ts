/** Relay: the work of this worktree is saved, and another agent that is installed here goes on with it. */
import { asWord, handleOf } from '../../core/choose/title.js'
import { nearest } from '../../core/text/nearest.js'
import { DogearError } from '../../core/errors.js'
import { safeName } from '../../core/redact/safe-name.js'
import { list } from '../look/list.js'
import { autosave, type Autosaved } from '../save/autosave.js'
import { envOutside } from '../../platform/git/outside.js'
import { locate } from '../locate.js'
import type { World } from '../world.js'
import { heirsOf, type Heir } from './heirs.js'

export interface RelayRequest {
  /** The id of the agent that goes on. */
  to: string
  /** The work it goes on with; else what was saved here last. */
  name?: string
  dryRun: boolean
}

export interface Relayed {
  to: Heir
  /** How the work is called. */
  name: string
  saved: Autosaved
  /** The program and its words, to be run in `cwd`. */
  command: string[]
  cwd: string
  /** Without programs of the work tree. */
  env: World['env']
}

export async function relay(world: World, { to, name, dryRun }: RelayRequest): Promise<Relayed> {
  const cwd = locate(world).worktree
  const env = envOutside(world, cwd)
  const heir = heirNamed({ ...world, env }, to)
  const saved = await autosave(world, { reason: `relay to ${heir.id}`, git: true, dryRun })
  const handle = handleHere(world, name)
  const prompt = heir.isSetUp
    ? `continue ${handle}`
    : `Run "dogear resume ${asWord(handle)}" and go on with what it says.`
  const flag = heir.promptFlag === undefined ? [] : [heir.promptFlag]
  return { to: heir, name: handle, saved, command: [heir.command, ...flag, prompt], cwd, env }
}

function heirNamed(world: World, id: string): Heir {
  const heirs = heirsOf(world, undefined)
  const found = heirs.find((one) => one.id === id || one.command === id)
  if (found) return found
  const ids = heirs.map((one) => one.id)
  throw new DogearError('usage', `there is no agent "${safeName(id).slice(0, 40)}" on the PATH`, {
    expected: ids.length === 0 ? 'an agent that is installed here' : `one of ${ids.join(', ')}`,
    next: ids[0] === undefined ? 'dogear resume' : `dogear relay ${ids[0]}`,
  })
}

/** As the other agent is told it: what is called so, else what was saved here last. */
function handleHere(world: World, name: string | undefined): string {
  const { rows } = list(world, { all: false, cleared: false, finished: true, ...(name === undefined && { limit: 1 }) })
  const handles = rows.map((row) => handleOf({ ...row, id: row.heads[0]?.id ?? '' }))
  const [newest] = handles
  if (newest === undefined)
    throw new DogearError('no-checkpoints', 'nothing was saved here, so there is nothing to go on with', {
      next: 'dogear save NAME --next "the very next step"',
    })
  const found = name === undefined ? newest : handles.find((handle) => handle === name)
  if (found !== undefined) return asWord(found)
  const meant = nearest(name ?? '', handles)
  throw new DogearError('not-found', `nothing here is called "${safeName(name ?? '').slice(0, 60)}"`, {
    ...(meant !== undefined && { expected: meant }),
    next: 'dogear list',
  })
}
