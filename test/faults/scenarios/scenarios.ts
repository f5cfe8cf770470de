/** The commands that change something on disk, each with what was there before and what its answer promises. */
import { readFileSync } from 'node:fs'
import { filesBelow, FULL, type Place } from '../support/place.js'
import { parse, type Seen } from '../support/inspect.js'
import { listEntryIds } from '../../../src/store/entries/listing.js'
import { KEEPING, projectIn } from './keeping.js'
import {
  BESIDE_A_SAVE,
  BUNDLED,
  CLEARED,
  DAMAGED,
  EMPTY,
  HALF_PACKED,
  LONG,
  LONG_AGO,
  NOTED,
  PUSHED,
  SAVE,
  type Setup,
  SOME,
  TORN,
} from './setups.js'

export interface Scenario {
  name: string
  setup: Setup
  /** `@newest`: the id of the newest entry of `auth`. */
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

const isPacked: Scenario['broken'] = (_, __, place) => {
  const unpacked = filesBelow(place.home).filter((path) => /\/entries\/auth\/[^/]+\.md$/.test(path))
  return unpacked.length <= 10 ? [] : [`the answer was given, but ${unpacked.length} entries are still unpacked`]
}

export const SCENARIOS: readonly Scenario[] = [
  { name: 'save, first of all', setup: EMPTY, args: SAVE, broken: savedIsThere, bestEffort: BESIDE_A_SAVE },
  { name: 'save, continuing', setup: PUSHED, args: SAVE, broken: savedIsThere, bestEffort: BESIDE_A_SAVE },
  {
    name: 'save, taking up a note',
    fullOnly: true,
    setup: NOTED,
    args: SAVE,
    broken: savedIsThere,
    bestEffort: /journal\.jsonl$|sessions|\/takes\//,
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
  ...KEEPING,
]

/** As the program is called. */
export function argsOf({ args }: Scenario, place: Place): string[] {
  const newest = (): string => listEntryIds(projectIn(place), 'auth').at(-1) as string
  return [...args.map((arg) => (arg === '@newest' ? newest() : arg)), '--json']
}

/** All of them in the long version, else the sample that is part of every test run. */
export const CHOSEN: readonly Scenario[] = SCENARIOS.filter(({ fullOnly }) => FULL || !fullOnly)
