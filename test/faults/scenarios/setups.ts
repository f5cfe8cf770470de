/** What lies in a home before a command runs there. */
import { appendFileSync, readdirSync, readFileSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { listEntryIds } from '../../../src/store/entries/listing.js'
import { projectAt } from '../../../src/store/paths.js'
import { plantEntry, someEntry } from '../../support/planted-entries.js'
import { readBytes } from '../support/inspect.js'
import { ask, copyOf, filesBelow, goodProgram, newPlace, type Place } from '../support/place.js'

/** Brings a home to where a command starts. */
export interface Setup {
  from?: Setup
  act: (place: Place) => Promise<void>
}

/**
 * Which line the session is on, when the folder was first looked at, what the work tree held: the save itself is durable before
 * that is written, and is none the worse without it.
 */
export const BESIDE_A_SAVE: RegExp =
  /\/sessions(?:\/[^/]+(?:\/\.?on[^/]*)?)?$|\/own\/looks(?:\/[^/]+)?$|\/takes(?:\/|$)/

export const SAVE: readonly string[] = saving('auth')

export function saving(name: string): string[] {
  const fields = ['--task', 'OAuth login', '--next', `Run npm test -- ${name}`, '--done', 'src/auth.ts: PKCE flow']
  return ['save', name, '--no-git', ...fields]
}

export const SOME: Setup = {
  act: async (place) => {
    for (const name of ['auth', 'auth', 'billing']) await ask(place, saving(name))
  },
}

export const PUSHED: Setup = {
  from: SOME,
  act: async (place) => {
    for (const text of ['first prompt', 'second prompt']) await ask(place, ['prompts', 'push', text])
  },
}

export const CLEARED: Setup = { from: PUSHED, act: async (place) => void (await ask(place, ['clear', 'auth'])) }

/** What is derived of a folder is kept only when the folder has been quiet for a while. */
export const LONG_AGO: Setup = {
  from: SOME,
  act: async (place) => {
    for (const path of filesBelow(join(place.home, 'projects'))) {
      for (const one of [path, join(path, '..')]) utimesSync(one, 1_700_000_000, 1_700_000_000)
    }
  },
}

export const DAMAGED: Setup = {
  from: PUSHED,
  act: async (place) => {
    await ask(place, saving('auth'))
    const [first = '', second = ''] = filesBelow(place.home).filter((path) => path.includes('/entries/auth/'))
    truncateSync(first, 100)
    writeFileSync(second, readFileSync(second, 'utf8').replace('PKCE flow', 'PKCE flow, edited by hand'))
  },
}

/** A long session of autosaves behind a named entry, and one more named one. */
export const LONG: Setup = {
  from: SOME,
  act: async (place) => {
    const key = readdirSync(join(place.home, 'projects'))[0] as string
    const project = projectAt(place.home, key)
    let parents = [listEntryIds(project, 'auth').at(-1) as string]
    for (let n = 0; n < 80; n++) {
      const lane = n === 74 ? 'named' : 'auto'
      const entry = someEntry({ name: 'auth', lane, task: { text: `OAuth login, step ${n}` } }, Date.now(), parents)
      plantEntry(project, entry)
      parents = [entry.id]
    }
  },
}

/** A packing that was killed after its pack was in place. */
export const HALF_PACKED: Setup = {
  from: LONG,
  act: async (place) => {
    const before = readBytes(place.home)
    await ask(place, ['verify', '--repair'])
    const files = [...before].filter(([path]) => path.includes('/entries/auth/'))
    for (const [path, bytes] of files.slice(20, 50)) writeFileSync(join(place.home, path), bytes, { mode: 0o600 })
    const auth = join(place.home, dirname(files[0]?.[0] as string))
    const packs = readdirSync(join(auth, 'packs'))
    if (packs.length === 0) throw new Error('nothing was packed')
    const key = readdirSync(join(place.home, 'projects'))[0] as string
    let parents = [listEntryIds(projectAt(place.home, key), 'auth').at(-1) as string]
    for (let n = 0; n < 40; n++) {
      const entry = someEntry(
        { name: 'auth', lane: 'auto', task: { text: `OAuth login, later ${n}` } },
        Date.now(),
        parents,
      )
      plantEntry(projectAt(place.home, key), entry)
      parents = [entry.id]
    }
  },
}

export const NOTED: Setup = { from: SOME, act: async (place) => void (await ask(place, ['note', 'the port is 5433'])) }

/** An earlier process died in the middle of a note. */
export const TORN: Setup = {
  from: NOTED,
  act: async (place) => {
    const journal = filesBelow(place.home).find((path) => path.endsWith('journal.jsonl'))
    appendFileSync(journal as string, '{"check":"12')
  },
}

/** The bundle lies in the repository; the store it is imported into is another one. */
export const BUNDLED: Setup = {
  act: async (place) => {
    const other = await placeFor(SOME, place.program)
    writeFileSync(join(place.repo, 'bundle.json'), JSON.stringify(await ask(other, ['export', '--all'])))
    await ask(place, saving('search'))
  },
}

export const EMPTY: Setup = { act: async () => {} }

const made = new Map<string, Map<Setup, Promise<Place>>>()

/** A copy of the store that the setup makes; made once for each program. */
export async function placeFor(setup: Setup, program: string = goodProgram()): Promise<Place> {
  const ofProgram = made.get(program) ?? new Map<Setup, Promise<Place>>()
  made.set(program, ofProgram)
  const known = ofProgram.get(setup) ?? make(setup, program)
  ofProgram.set(setup, known)
  return copyOf(await known)
}

async function make(setup: Setup, program: string): Promise<Place> {
  const place = setup.from ? await placeFor(setup.from, program) : newPlace(program)
  await setup.act(place)
  return place
}
