/** Fold here, open there: one user, several machines. */
import { cpSync, rmSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { type Machine, machineAt, machines, ownDevices, PLACES, settle } from './machines.js'
import { tempDir } from '../support/world.js'

describe.each(Object.entries(PLACES))('by %s', (_, place) => {
  test("what was saved on one machine is resumed on the other, as one's own, with the name of the device [F12]", () => {
    const [desk, laptop] = machines('desk', 'laptop') as [Machine, Machine]
    const { url } = place()
    savedOn(desk)
    ownDevices(url, [desk, laptop])
    const resumed = laptop.run('resume', 'auth')
    for (const words of ['OAuth login', 'Write the callback test', 'HMAC', 'jose 5'])
      expect(resumed.stdout).toContain(words)
    expect(resumed.stdout).toMatch(/on the machine "/)
    expect(resumed.stdout).not.toContain('Not yours')
  })

  test('work goes back and forth, and a close on one machine closes on the other', () => {
    const [desk, laptop] = machines('desk', 'laptop') as [Machine, Machine]
    const { url } = place()
    savedOn(desk)
    ownDevices(url, [desk, laptop])
    expect(laptop.run('save', 'auth', '--next', 'Deploy', '--done', 'callback test').code).toBe(0)
    settle(laptop, desk)
    expect(desk.run('resume', 'auth').stdout).toContain('Deploy')
    expect(desk.json<{ workstreams: unknown[] }>('list').workstreams).toHaveLength(1)
    expect(desk.run('clear', 'auth').code).toBe(0)
    settle(desk, laptop)
    expect(laptop.json<{ workstreams: unknown[] }>('list').workstreams).toHaveLength(0)
  })
})

function savedOn(desk: Machine): void {
  const said = [
    '--task',
    'OAuth login',
    '--next',
    'Write the callback test',
    '--decision',
    'HMAC — small',
    '--failed',
    'jose 5 — too large',
  ]
  expect(desk.run('save', 'auth', ...said).code).toBe(0)
}

test('both work at once while they cannot reach each other: both heads are there afterwards, nothing is lost', () => {
  const [desk, laptop] = machines('desk', 'laptop') as [Machine, Machine]
  const { url } = PLACES['folder']!()
  savedOn(desk)
  ownDevices(url, [desk, laptop])
  desk.run('save', 'auth', '--next', 'From the desk')
  laptop.run('save', 'auth', '--next', 'From the laptop')
  settle(desk, laptop, desk)
  for (const one of [desk, laptop]) {
    const { workstreams } = one.json<{ workstreams: { heads: { next: string }[] }[] }>('list')
    expect(workstreams[0]?.heads.map(({ next }) => next).toSorted()).toEqual(['From the desk', 'From the laptop'])
  }
})

test('a device that was not let in is named, and what it saves counts nowhere until it is', () => {
  const [desk, laptop] = machines('desk', 'laptop') as [Machine, Machine]
  const { url } = PLACES['folder']!()
  savedOn(desk)
  const { words } = desk.json<{ words: string }>('sync', 'add', url)
  laptop.json('sync', 'add', `${url}#${words}`, '--link', 'shop')
  laptop.run('save', 'mischief', '--next', 'Delete everything')
  settle(laptop, desk)
  expect(desk.run('list', '--quiet').stdout.trim()).toBe('auth')
  expect(desk.run('sync', 'status').stdout).toContain(`dogear sync trust ${laptop.words()}`)
  desk.json('sync', 'trust', laptop.words())
  expect(desk.run('list', '--quiet').stdout.trim().split('\n').toSorted()).toEqual(['auth', 'mischief'])
})

test('words that do not fit what lies there stop it', () => {
  const [desk, laptop] = machines('desk', 'laptop') as [Machine, Machine]
  const { url } = PLACES['folder']!()
  desk.json('sync', 'add', url)
  const ran = laptop.run('sync', 'add', `${url}#babab-babab-babab-babab`)
  expect(ran.code).toBe(6)
  expect(laptop.run('sync', 'status').stdout).toContain('No remote was added')
})

test('without words it asks which store is meant, and whether a project of the same origin is this one', () => {
  const [desk, laptop] = machines('desk', 'laptop') as [Machine, Machine]
  const { url } = PLACES['folder']!()
  savedOn(desk)
  const { words } = desk.json<{ words: string }>('sync', 'add', url)
  expect(laptop.run('sync', 'add', url).code).toBe(3)
  const asked = laptop.run('sync', 'add', `${url}#${words}`, '--json')
  expect(asked.code).toBe(3)
  expect(JSON.parse(asked.stdout).needs).toMatchObject({
    id: 'link',
    options: [{ value: 'shop', detail: 'the same origin' }, { value: 'new' }],
  })
})

test('what was cleared is purged once the other machine has heard of it, and does not come back', () => {
  const [desk, laptop] = machines('desk', 'laptop') as [Machine, Machine]
  const { url } = PLACES['folder']!()
  savedOn(desk)
  ownDevices(url, [desk, laptop])
  desk.run('clear', 'auth')
  const early = desk.run('trash', 'purge', '--older-than', '0d')
  expect(early.stdout).toContain('Purged 0, kept 1')
  expect(early.stderr).toContain('dogear sync')
  settle(desk, laptop)
  expect(laptop.run('list', '--quiet').stdout).toBe('')
  expect(desk.run('trash', 'purge', '--older-than', '0d').stdout).toContain('Purged 1')
  settle(laptop, desk)
  expect(desk.json<{ workstreams: unknown[] }>('trash').workstreams).toEqual([])
})

test('what was taken up on one machine is still on the list of the other, until that one takes it up, too', () => {
  const [desk, laptop] = machines('desk', 'laptop') as [Machine, Machine]
  const { url } = PLACES['folder']!()
  savedOn(desk)
  ownDevices(url, [desk, laptop])
  expect(desk.run('resume', 'auth', '--consume').code).toBe(0)
  expect(desk.run('list', '--quiet').stdout).toBe('')
  settle(desk, laptop)
  expect(laptop.run('list', '--quiet').stdout.trim()).toBe('auth')
  const resumed = laptop.run('resume', 'auth', '--consume')
  expect(resumed.stdout).toMatch(/Write the callback test/)
  expect(resumed.stdout).toMatch(/Taken up on the machine "/)
  expect(laptop.run('list', '--quiet').stdout).toBe('')
  settle(laptop, desk)
  // Work that goes on there ends what stood here.
  desk.run('save', 'auth', '--next', 'Deploy')
  settle(desk, laptop)
  const { workstreams } = laptop.json<{ workstreams: { heads: { next: string }[] }[] }>('list')
  expect(workstreams.map(({ heads }) => heads.map(({ next }) => next))).toEqual([['Deploy']])
})

test('a line that is local never leaves, whatever it is called later', () => {
  const [desk, laptop] = machines('desk', 'laptop') as [Machine, Machine]
  const { url, batches } = PLACES['folder']!()
  desk.run('save', 'diary', '--next', 'Only for me')
  desk.run('share', 'diary', '--local')
  savedOn(desk)
  ownDevices(url, [desk, laptop])
  desk.run('rename', 'diary', 'journal')
  settle(desk, laptop)
  expect(laptop.run('list', '--quiet').stdout.trim()).toBe('auth')
  expect(batches().length).toBeGreaterThan(0)
})

test('a home that was copied gets a key of its own, and both go on as the same user', () => {
  const [desk] = machines('desk') as [Machine]
  const { url } = PLACES['folder']!()
  savedOn(desk)
  desk.json('sync', 'add', url)
  const copyHome = tempDir()
  rmSync(copyHome, { recursive: true })
  cpSync(desk.home, copyHome, { recursive: true })
  const copy = machineAt('copy', desk.dir, copyHome)
  expect(copy.run('sync', 'status').stdout).toContain('was copied')
  copy.run('save', 'auth', '--next', 'From the copy')
  desk.run('save', 'auth', '--next', 'From the desk')
  settle(copy, desk, copy)
  expect(copy.words()).not.toBe(desk.words())
  for (const one of [desk, copy]) {
    const { workstreams } = one.json<{ workstreams: { heads: { next: string }[] }[] }>('list')
    expect(workstreams[0]?.heads.map(({ next }) => next).toSorted()).toEqual(['From the copy', 'From the desk'])
    const { remotes } = one.json<{ remotes: { broken: unknown[]; devices: { state: string; mine: boolean }[] }[] }>(
      'sync',
      'status',
    )
    expect(remotes[0]?.broken).toEqual([])
    expect(remotes[0]?.devices.every(({ state, mine }) => state === 'in' && mine)).toBe(true)
  }
})

test('what is forgotten after it was sent is forgotten on the other machine, and does not come back', () => {
  const [desk, laptop] = machines('desk', 'laptop') as [Machine, Machine]
  const { url } = PLACES['folder']!()
  desk.run('save', 'auth', '--next', 'Write to Ada Lovelace about it')
  ownDevices(url, [desk, laptop])
  expect(laptop.run('resume', 'auth').stdout).toContain('Ada Lovelace')
  desk.run('forget', 'Ada Lovelace')
  settle(desk, laptop)
  expect(laptop.run('resume', 'auth').stdout).not.toContain('Ada Lovelace')
  // A third machine gets both records, the old text first.
  const [third] = machines('third') as [Machine]
  const { remotes } = desk.json<{ remotes: { words: string }[] }>('sync', 'status')
  third.json('sync', 'add', `${url}#${remotes[0]?.words}`, '--link', 'shop')
  expect(third.run('resume', 'auth').stdout).not.toContain('Ada Lovelace')
})
