/** The commands that change something on disk, each with what was there before and what its answer promises. */
import { appendFileSync, readdirSync, readFileSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { listEntryIds } from '../../../src/store/entries/listing.js'
import { projectAt } from '../../../src/store/paths.js'
import { plantEntry, someEntry } from '../../support/planted-entries.js'
import { parse, readBytes, type Seen } from './inspect.js'
import { ask, copyOf, filesBelow, FULL, goodProgram, newPlace, type Place } from './place.js'

/** Brings a home to where a command starts. */
export interface Setup {
  from?: Setup
  act: (place: Place) => Promise<void>
}

export interface Scenario {
  name: string
  setup: Setup
  args: readonly string[]
  /** What is missing although the command has answered. */
  broken: (answer: unknown, seen: Seen, place: Place) => string[]
  /** Old files that may go elsewhere. */
  mayMove?: RegExp
  /** Entries that may leave their files for a pack: what the program reads of them tells whether they are there. */
  mayPack?: RegExp
  /** Workstreams whose entries may go for good. */
  mayGo?: string
  /** A failure there is no failure of the command: what was promised is done without it. */
  bestEffort?: RegExp
  /** The command builds something derived: afterwards it must answer what the files answer. */
  derived?: boolean
  /** Too like another one to be in the sample. */
  fullOnly?: true
  /** The store is damaged from the start; repairing is the point. */
  startsDamaged?: boolean
}

export const SAVE: readonly string[] = saving('auth')

export function saving(name: string): string[] {
  const fields = ['--task', 'OAuth login', '--next', `Run npm test -- ${name}`, '--done', 'src/auth.ts: PKCE flow']
  return ['save', name, '--no-git', ...fields]
}

const SOME: Setup = {
  act: async (place) => {
    for (const name of ['auth', 'auth', 'billing']) await ask(place, saving(name))
  },
}

const PUSHED: Setup = {
  from: SOME,
  act: async (place) => {
    for (const text of ['first prompt', 'second prompt']) await ask(place, ['prompts', 'push', text])
  },
}

const CLEARED: Setup = { from: PUSHED, act: async (place) => void (await ask(place, ['clear', 'auth'])) }

/** What is derived of a folder is kept only when the folder has been quiet for a while. */
const LONG_AGO: Setup = {
  from: SOME,
  act: async (place) => {
    for (const path of filesBelow(join(place.home, 'projects'))) {
      for (const one of [path, join(path, '..')]) utimesSync(one, 1_700_000_000, 1_700_000_000)
    }
  },
}

const DAMAGED: Setup = {
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
const HALF_PACKED: Setup = {
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

const NOTED: Setup = { from: SOME, act: async (place) => void (await ask(place, ['note', 'the port is 5433'])) }

/** An earlier process died in the middle of a note. */
const TORN: Setup = {
  from: NOTED,
  act: async (place) => {
    const journal = filesBelow(place.home).find((path) => path.endsWith('journal.jsonl'))
    appendFileSync(journal as string, '{"check":"12')
  },
}

/** The bundle lies in the repository; the store it is imported into is another one. */
const BUNDLED: Setup = {
  act: async (place) => {
    const other = await placeFor(SOME, place.program)
    writeFileSync(join(place.repo, 'bundle.json'), JSON.stringify(await ask(other, ['export', '--all'])))
    await ask(place, saving('search'))
  },
}

const EMPTY: Setup = { act: async () => {} }

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

const savedIsThere: Scenario['broken'] = (answer, seen) => {
  const { id } = (answer as { saved: { id: string } }).saved
  return seen.entries.has(id) ? [] : [`the saved entry ${id} is not there`]
}

function kindIsThere(kind: string): Scenario['broken'] {
  return (_, seen) =>
    [...seen.entries.values()].some((entry) => entry.name === 'auth' && entry.kind === kind)
      ? []
      : [`the answer was given, but no entry says that auth is ${kind}`]
}

const notedIsThere: Scenario['broken'] = (answer, _, place) => {
  const { id } = (answer as { note: { id: string } }).note
  const journal = filesBelow(place.home).find((path) => path.endsWith('journal.jsonl'))
  const lines = journal ? readFileSync(journal, 'utf8').split('\n') : []
  const found = lines.some((line) => line.includes(id) && parse(line) !== null)
  return found ? [] : [`the note ${id} is not in the journal`]
}

const nothing: Scenario['broken'] = () => []

/** A lock that is not given back is open as soon as its process has ended; one that is not there cannot be removed. */
const GIVEN_BACK = /\/locks\/pack-[^/]+(?:\/(?:own\..*|free))?$/

/** Which line the session is on: the save itself is durable before that is written. And when the folder was first looked at. */
const ON_LINE = /\/sessions(?:\/[^/]+(?:\/\.?on[^/]*)?)?$|\/own\/looks(?:\/[^/]+)?$/

const isPacked: Scenario['broken'] = (_, __, place) => {
  const unpacked = filesBelow(place.home).filter((path) => /\/entries\/auth\/[^/]+\.md$/.test(path))
  return unpacked.length <= 10 ? [] : [`the answer was given, but ${unpacked.length} entries are still unpacked`]
}

export const SCENARIOS: readonly Scenario[] = [
  { name: 'save, first of all', setup: EMPTY, args: SAVE, broken: savedIsThere, bestEffort: ON_LINE },
  { name: 'save, continuing', setup: PUSHED, args: SAVE, broken: savedIsThere, bestEffort: ON_LINE },
  {
    name: 'save, taking up a note',
    fullOnly: true,
    setup: NOTED,
    args: SAVE,
    broken: savedIsThere,
    bestEffort: /journal\.jsonl$|sessions/,
  },
  { name: 'note, first of a session', setup: SOME, args: ['note', 'keep argon2'], broken: notedIsThere },
  { name: 'note, one more', fullOnly: true, setup: NOTED, args: ['note', 'keep argon2'], broken: notedIsThere },
  {
    name: 'note, after a torn one',
    fullOnly: true,
    setup: TORN,
    args: ['note', 'keep argon2'],
    broken: notedIsThere,
    startsDamaged: true,
  },
  { name: 'clear', setup: PUSHED, args: ['clear', 'auth'], broken: kindIsThere('cleared') },
  {
    name: 'trash restore',
    fullOnly: true,
    setup: CLEARED,
    args: ['trash', 'restore', 'auth'],
    broken: kindIsThere('restored'),
  },
  {
    name: 'trash purge',
    setup: CLEARED,
    args: ['trash', 'purge', '--older-than', '0d'],
    broken: (_, seen, place) => [
      ...([...seen.entries.values()].some((entry) => entry.name === 'auth')
        ? ['auth is still there after the purge']
        : []),
      ...filesBelow(place.home)
        .filter((path) => path.includes('/trash/'))
        .map((path) => `purged, but still on disk: ${path}`),
    ],
    // Node tries a removal that failed again by itself.
    bestEffort: /\/trash\/(?:\.going-|\d{4}-)/,
    mayGo: 'auth',
  },
  // The answer is the briefing; it is consumed after that, so a kill in between lets it be resumed again.
  { name: 'resume --consume', fullOnly: true, setup: PUSHED, args: ['resume', 'auth', '--consume'], broken: nothing },
  {
    name: 'import',
    setup: BUNDLED,
    args: ['import', 'bundle.json'],
    broken: (answer, seen) =>
      (answer as { imported: { id: string }[] }).imported
        .filter(({ id }) => !seen.entries.has(id))
        .map(({ id }) => `the imported entry ${id} is not there`),
  },
  {
    name: 'prompts push, first of a session',
    setup: SOME,
    args: ['prompts', 'push', 'one more prompt'],
    broken: (answer, seen) => {
      const { id } = answer as { id: string }
      return seen.prompts.has(id) ? [] : [`the pushed prompt ${id} is not there`]
    },
  },
  {
    name: 'prompts push, one more',
    fullOnly: true,
    setup: PUSHED,
    args: ['prompts', 'push', 'one more prompt'],
    broken: (answer, seen) => {
      const { id } = answer as { id: string }
      return seen.prompts.has(id) ? [] : [`the pushed prompt ${id} is not there`]
    },
  },
  { name: 'prompts pop', setup: PUSHED, args: ['prompts', 'pop'], broken: nothing, mayMove: /prompts\// },
  { name: 'search, building the index', setup: LONG_AGO, args: ['search', 'oauth'], broken: nothing, derived: true },
  { name: 'list, building the catalog', setup: LONG_AGO, args: ['list'], broken: nothing, derived: true },
  {
    name: 'verify --repair',
    setup: DAMAGED,
    args: ['verify', '--repair'],
    broken: (_, seen) => seen.damaged.map((message) => `repaired, but still: ${message}`),
    mayMove: /entries\/auth\//,
    startsDamaged: true,
  },
  {
    name: 'packing',
    setup: LONG,
    args: ['verify', '--repair'],
    broken: isPacked,
    mayPack: /entries\/auth\//,
    bestEffort: GIVEN_BACK,
  },
  {
    name: 'packing, after one that was cut off',
    fullOnly: true,
    setup: HALF_PACKED,
    args: ['verify', '--repair'],
    broken: isPacked,
    mayPack: /entries\/auth\//,
    bestEffort: GIVEN_BACK,
  },
]

/** All of them in the long version, else the sample that is part of every test run. */
export const CHOSEN: readonly Scenario[] = SCENARIOS.filter(({ fullOnly }) => FULL || !fullOnly)
