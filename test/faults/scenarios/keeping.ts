/** Commands that keep a list in order: what is closed, mended, withdrawn, renamed, joined or brought back. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { itemId } from '../../../src/core/page/item-id.js'
import { listEntryIds } from '../../../src/store/entries/listing.js'
import { type Project, projectAt } from '../../../src/store/paths.js'
import { plantEntry, someEntry } from '../../support/planted-entries.js'
import { ask, type Place } from '../support/place.js'
import type { Seen } from '../support/inspect.js'
import { BESIDE_A_SAVE, PUSHED, type Setup, SOME } from './setups.js'
import type { Scenario } from './scenarios.js'

const QUESTION = 'How long may a session live?'
const LOOSE = 'loose-202611-0a1b2c3d'

export function projectIn(place: Place): Project {
  return projectAt(place.home, readdirSync(join(place.home, 'projects'))[0] as string)
}

const ASKED: Setup = {
  from: SOME,
  act: async (place) => void (await ask(place, ['save', 'auth', '--no-git', '--question', QUESTION, '--next', 'Ask'])),
}

/** Two sessions went on from the same entry. */
const FORKED: Setup = {
  from: ASKED,
  act: async (place) => {
    const project = projectIn(place)
    const parents = [listEntryIds(project, 'auth').at(-1) as string]
    for (const text of ['left', 'right'])
      plantEntry(project, someEntry({ name: 'auth', decisions: [{ text }] }, Date.now(), parents))
  },
}

/** What a session left that nobody named. */
const LEFT: Setup = {
  from: SOME,
  act: async (place) => {
    const parts = { name: LOOSE, lane: 'auto', task: { text: 'Sum up the cart' } } as const
    plantEntry(projectIn(place), someEntry(parts, Date.now()))
  },
}

const CLEARED_TWO: Setup = { from: PUSHED, act: async (place) => void (await ask(place, ['clear', 'auth', 'billing'])) }

function lives(name: string, { entries }: Seen): boolean {
  return [...entries.values()].some((entry) => entry.name === name && entry.kind === 'saved')
}

/** The line goes on under the new name, and what stands under the old one says so. */
const goesOnAs =
  (name: string, from: string): Scenario['broken'] =>
  (_, seen) => [
    ...(lives(name, seen) ? [] : [`renamed, but nothing is called ${name}`]),
    ...([...seen.entries.values()].some((one) => one.name === from && one.text.includes('\ncontinued: '))
      ? []
      : [`renamed, but nothing under ${from} says where it goes on`]),
  ]

const newestSays =
  (...words: readonly string[]): Scenario['broken'] =>
  (answer, { entries }) => {
    const { id } = (answer as { saved?: { id: string }; withdrawn?: { id: string } }).saved ?? {}
    const text = id === undefined ? '' : (entries.get(id)?.text ?? '')
    return words.filter((word) => !text.includes(word)).map((word) => `saved, but "${word}" is not in it`)
  }

const isCleared =
  (...names: readonly string[]): Scenario['broken'] =>
  (_, { entries }) =>
    names
      .filter((name) => ![...entries.values()].some((one) => one.name === name && one.kind === 'cleared'))
      .map((name) => `${name} was cleared, and no entry says so`)

const isBack =
  (...names: readonly string[]): Scenario['broken'] =>
  (_, { entries }) =>
    names
      .filter((name) => ![...entries.values()].some((one) => one.name === name && one.kind === 'restored'))
      .map((name) => `${name} was brought back, and no entry says so`)

const isWithdrawn: Scenario['broken'] = (_, { entries }) =>
  [...entries.values()].some(({ text }) => text.includes('\nwithdraws: ')) ? [] : ['no entry withdraws anything']

const QUESTION_ID = itemId('questions', QUESTION, new Set())

export const KEEPING: readonly Scenario[] = [
  {
    name: 'save --close',
    setup: ASKED,
    args: ['save', 'auth', '--no-git', '--close', QUESTION_ID, '--next', 'Deploy'],
    broken: newestSays(`"${QUESTION_ID}"`, 'Deploy'),
  },
  {
    name: 'save --amend',
    setup: ASKED,
    args: ['save', '--no-git', '--amend', '@newest', '--question', 'And a token?'],
    broken: newestSays('And a token?'),
  },
  {
    name: 'save, joining a fork',
    setup: FORKED,
    args: ['save', 'auth', '--no-git', '--session', 'another', '--next', 'Deploy'],
    broken: newestSays('left', 'right'),
  },
  { name: 'clear --entry', setup: ASKED, args: ['clear', 'auth', '--entry', '@newest'], broken: isWithdrawn },
  { name: 'rename', setup: PUSHED, args: ['rename', 'auth', 'login'], broken: goesOnAs('login', 'auth') },
  { name: 'rename, what nobody named', setup: LEFT, args: ['rename', LOOSE, 'cart'], broken: goesOnAs('cart', LOOSE) },
  {
    name: 'rename, into a name that exists',
    setup: LEFT,
    args: ['rename', LOOSE, 'auth'],
    broken: goesOnAs('auth', LOOSE),
  },
  {
    name: 'clear, several',
    setup: PUSHED,
    args: ['clear', 'auth', 'billing'],
    broken: isCleared('auth', 'billing'),
  },
  { name: 'restore', setup: CLEARED_TWO, args: ['restore', 'auth'], broken: isBack('auth') },
].map((one): Scenario => ({ fullOnly: true, bestEffort: BESIDE_A_SAVE, ...one }))
