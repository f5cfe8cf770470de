/** Which project of a store the one of this folder is. The same origin only proposes a match, which is asked about once. */
import { DogearError, needsAnswer } from '../../core/errors.js'
import { safeName } from '../../core/redact/safe-name.js'
import { plainOrigin } from '../../core/sync/address.js'
import { readRemote as readOrigin } from '../../platform/git/objects.js'
import { macOf, randomHex } from '../../platform/keys.js'
import { slugOfKey } from '../../store/projects/file.js'
import { ensureProject, type Located } from '../../store/projects/projects.js'
import { changeRemote, type KnownRemote, readRemotes } from '../../store/sync/remotes.js'
import { locate } from '../locate.js'
import type { World } from '../world.js'
import { readRoster } from './roster.js'

export interface Linked {
  slug: string
  isNew: boolean
}

/** The project of this folder goes along from now on. The same origin proposes a match, and it is asked once. */
export async function linkProject(world: World, store: string, link: string | undefined): Promise<Linked | null> {
  const { home, tag } = world
  const located = locate(world)
  if (!located.exists && !located.git) return null
  const project = ensureProject(located, tag)
  const remote = readRemotes(home).find((one) => one.store === store) as KnownRemote
  const slug = slugOfKey(project.key)
  if (remote.projects.some(({ key }) => key === project.key)) return { slug, isNew: false }
  const there = [...readRoster(home, store).projects].filter(
    ([id]) => !remote.projects.some(({ syncId }) => syncId === id),
  )
  const origin = originMac(located, store)
  const alike = origin === undefined ? undefined : there.find(([, one]) => one.origin === origin)
  const wanted = link === undefined ? undefined : there.find(([id, one]) => one.slug === link || id.startsWith(link))
  if (link !== undefined && link !== 'new' && !wanted) {
    throw new DogearError('not-found', `there is no project "${safeName(link)}" in that store`, {
      expected:
        there.length === 0
          ? 'none is there yet: --link new'
          : `one of ${there.map(([, one]) => one.slug).join(', ')}, or new`,
    })
  }
  if (link === undefined && there.length > 0) throw whichProject(slug, there, alike?.[0])
  const syncId = wanted?.[0] ?? randomHex(16)
  const linked = {
    key: project.key,
    syncId,
    ...(!wanted && { publish: { slug, ...(origin !== undefined && { origin }) } }),
  }
  changeRemote(home, tag, store, { projects: [...remote.projects, linked] })
  return { slug: wanted?.[1].slug ?? slug, isNew: !wanted }
}

function whichProject(slug: string, there: [string, { slug: string }][], alike: string | undefined): DogearError {
  const rows = there.toSorted(([a], [b]) => Number(b === alike) - Number(a === alike))
  return needsAnswer({
    id: 'link',
    question:
      alike === undefined
        ? `Is this project ("${slug}") one of those in that store?`
        : `A project with the same origin is in that store. Is this ("${slug}") the same one?`,
    options: [
      ...rows.map(([id, one]) => ({
        value: one.slug,
        label: one.slug,
        ...(id === alike && { detail: 'the same origin' }),
      })),
      { value: 'new', label: 'none of them: a new one' },
    ],
    answerWith: `dogear sync add URL --link ${rows[0]?.[1].slug ?? 'new'}`,
  })
}

/** The URL itself never travels. */
function originMac({ git }: Located, store: string): string | undefined {
  const url = git ? readOrigin(git.commonDir) : null
  const plain = url === null ? null : plainOrigin(url)
  return plain === null ? undefined : macOf(store, plain)
}
