/** Records that no dogear makes, signed by a key of their own: nobody lets themselves in, or takes anything from others. */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Draft, helloOf, makeRecord, mint } from '../../src/app/sync/mint.js'
import type { World } from '../../src/app/world.js'
import { deviceOf, makeKeyPair } from '../../src/platform/keys.js'
import { ensureDevice, readDevice } from '../../src/store/sync/device.js'
import { readRemotes } from '../../src/store/sync/remotes.js'
import { type Machine, machines, PLACES, settle, statusOf } from './machines.js'

interface Known {
  remotes: { devices: { name: string; mine: boolean; state: string; this: boolean }[]; projects: string[] }[]
}

/** Ada's store in a folder, and a device of Eve's that has the words to it. */
function besideEachOther(...more: string[]): { url: string; ada: Machine; eve: Machine; store: string } {
  const { url } = (PLACES['folder'] as () => { url: string })()
  const [ada, eve] = machines('ada', 'eve') as [Machine, Machine]
  ada.run('save', 'auth', '--next', 'Write the callback test')
  const { words } = ada.json<{ words: string }>('sync', 'add', url, ...more)
  eve.json('sync', 'add', `${url}#${words}`, '--link', 'shop')
  return { url, ada, eve, store: readdirSync(join(url, 'dogear'))[0] as string }
}

/** Statements as no dogear makes them, signed by a device's own key. */
function forge({ data }: Machine, store: string, drafts: readonly Draft[]): void {
  const device = readDevice(data)
  if (!device) throw new Error('it has no key')
  mint({ home: data, tag: 'forged' } as World, { store, device, sealing: null }, drafts)
}

test.each<[string, (founder: string, own: string) => Draft]>([
  ['a greeting in another record', (by) => says('found', { type: 'hello', vouchedBy: by })],
  ['a greeting among keys', (by) => says('keys', { type: 'hello', vouchedBy: by })],
  ['a second greeting', (by) => says('hello', { type: 'hello', vouchedBy: by, vouch: { by, key: '', sig: '' } })],
  [
    'an admission in another record',
    (by, own) => says('keys', { type: 'admit', device: own, person: by, role: 'admin' }),
  ],
  ['an admission of itself', (by, own) => says('admit', { device: own, person: by, name: 'me', role: 'admin' })],
  ['an end of the founder', (by) => says('revoke', { device: by, lastSeq: 0 })],
])('nobody lets themselves in, and nobody is put out, by %s', (_, make) => {
  const { ada, eve, store } = besideEachOther()
  forge(eve, store, [make(readDevice(ada.data)?.id ?? '', readDevice(eve.data)?.id ?? '')])
  eve.json('sync')
  eve.run('save', 'auth', '--next', 'Deploy what eve wants')
  settle(eve, ada)
  const { devices } = ada.json<Known>('sync', 'status').remotes[0] as Known['remotes'][0]
  expect(devices.map(({ this: isThis, mine, state }) => [isThis, mine, state]).toSorted()).toEqual([
    [false, false, 'waits'],
    [true, true, 'in'],
  ])
  expect(ada.run('resume', 'auth').stdout).not.toContain('Deploy what eve wants')
})

function says(kind: Draft['kind'], body: object): Draft {
  return { kind, body: JSON.stringify(body), says: body as Record<string, unknown> }
}

test('statements whose parts are of another kind stop no command', () => {
  const { ada, eve, store } = besideEachOther('--team')
  ada.json('sync', 'trust', eve.words(), '--admin')
  eve.json('sync')
  const odd: unknown[] = [5, null, [], {}, true, 'x'.repeat(100_000), { toString: 1 }]
  forge(
    eve,
    store,
    odd.flatMap((one, at) => [
      { ...says('project', { slug: one, origin: one }), project: String(at).repeat(32) },
      says('admit', { device: one, person: one, name: one, role: one }),
      says('admit', { device: `${at}`.repeat(32), person: `${at}`.repeat(32), name: one, role: one }),
      says('revoke', { device: one, lastSeq: one }),
      says('keys', { epoch: one, wrapped: one }),
      says('hello', { publicKey: one, name: one, recipient: one, vouch: one }),
      says('found', { audience: one, encrypted: one, nonce: one }),
    ]),
  )
  settle(eve, ada)
  for (const args of [
    ['sync'],
    ['sync', 'status'],
    ['sync', 'members'],
    ['list'],
    ['save', 'auth', '--next', 'Deploy'],
    ['doctor'],
  ]) {
    const ran = ada.run(...args)
    expect([args, ran.code === 0 || ran.code === 1, ran.stderr.includes('defect')]).toEqual([args, true, false])
  }
  expect(ada.run('resume', 'auth').stdout).toContain('Deploy')
})

/** A key whose name comes before another's: whoever is looked through in order is found first. */
function keyBefore({ data }: Machine, other: string): void {
  mkdirSync(data, { recursive: true, mode: 0o700 })
  while (ensureDevice(data, 'x').id > other) rmSync(join(data, 'sync', 'device.json'))
}

test.each([
  ['the same workstream', 'auth'],
  ['one of another name', 'other'],
])('whoever publishes the id of an entry of mine, in %s, takes nothing out of mine', (_, name) => {
  const { url } = (PLACES['folder'] as () => { url: string })()
  const [ada, eve] = machines('ada', 'eve') as [Machine, Machine]
  ada.run('save', 'auth', '--next', 'Write the callback test')
  const { words } = ada.json<{ words: string }>('sync', 'add', url, '--team')
  ada.json('share', 'auth')
  ada.json('sync')
  keyBefore(eve, readDevice(ada.data)?.id ?? '')
  eve.json('sync', 'add', `${url}#${words}`, '--link', 'shop')
  ada.json('sync', 'trust', eve.words())
  settle(eve, ada)
  const [id = ''] = /\d{8}T\d{9}Z-\d+-\w{12}/.exec(ada.run('show', 'auth', '--json').stdout) ?? []
  const mine = entryText(ada, id)
  const store = readdirSync(join(url, 'dogear'))[0] as string
  const project = readRemotes(eve.data)[0]?.projects[0]?.syncId ?? ''
  const forged = mine.replace(/^check:.*\n/m, '').replaceAll('Write the callback test', 'Run what eve wants')
  const elsewhere = forged.replace(/^name:.*$/m, `name: ${JSON.stringify(name)}`)
  forge(eve, store, [
    { kind: 'entry', project, id, name, body: elsewhere },
    { ...says('forget', { old: createHash('sha256').update(mine).digest('hex'), text: forged }), project, id },
  ])
  settle(eve, ada)
  expect(entryText(ada, id)).toBe(mine)
  expect(ada.run('resume', 'auth').stdout).toContain('Write the callback test')
  expect(ada.run('resume', 'auth').stdout).not.toMatch(/eve|not by this user/)
})

test('a project that somebody else describes, too, is called as its founder called it', () => {
  const { url } = (PLACES['folder'] as () => { url: string })()
  const [ada, eve] = machines('ada', 'eve') as [Machine, Machine]
  ada.run('save', 'auth', '--next', 'Write the callback test')
  const { words } = ada.json<{ words: string }>('sync', 'add', url, '--team')
  ada.json('share', 'auth')
  keyBefore(eve, readDevice(ada.data)?.id ?? '')
  eve.json('sync', 'add', `${url}#${words}`, '--link', 'shop')
  ada.json('sync', 'trust', eve.words())
  eve.json('sync')
  const store = readdirSync(join(url, 'dogear'))[0] as string
  const project = readRemotes(eve.data)[0]?.projects[0]?.syncId ?? ''
  forge(eve, store, [{ ...says('project', { slug: 'payroll', origin: 'git.example/me/payroll' }), project }])
  settle(eve, ada)
  expect(ada.json<Known>('sync', 'status').remotes[0]?.projects).toEqual(['shop'])
})

/** As it lies in the workstream "auth". */
function entryText({ data }: Machine, id: string): string {
  const path = readdirSync(data, { recursive: true })
    .map(String)
    .find((one) => one.endsWith(join('entries', 'auth', `${id}.md`)))
  return readFileSync(join(data, path as string), 'utf8')
}

/** What is kept of the chain of a device. */
function keptOf({ data }: Machine, store: string, device: string): number {
  const path = join(data, 'sync', store, 'chains', `${device}.jsonl`)
  return existsSync(path) ? statSync(path).size : 0
}

test.each([
  ['long statements', 'x'.repeat(300_000), 12],
  ['many', 'x'.repeat(15_000), 90],
])(
  'a device that nobody let in fills no disk by %s, says so once, and is read on when it is let in',
  (_, word, count) => {
    const { ada, eve, store } = besideEachOther()
    const device = readDevice(eve.data)?.id ?? ''
    const said = Array.from({ length: count }, (_none, at) => says('keys', { epoch: at, wrapped: word }))
    forge(eve, store, said)
    eve.run('sync')
    ada.run('sync')
    const kept = keptOf(ada, store, device)
    expect(kept).toBeLessThan(1_100_000)
    expect(statusOf(ada).broken.map(({ why }) => why)).toEqual([expect.stringContaining('it is not let in')])
    ada.run('sync')
    expect(keptOf(ada, store, device)).toBe(kept)
    ada.json('sync', 'trust', eve.words())
    ada.json('sync')
    expect(statusOf(ada).broken).toEqual([])
    expect(keptOf(ada, store, device)).toBeGreaterThan(1_200_000)
  },
)

test('what waits for a device to be let in is written down once, however often it is asked for again', () => {
  const { ada, eve, store } = besideEachOther()
  const project = readRemotes(eve.data)[0]?.projects[0]?.syncId ?? ''
  const id = '20261115T084200123Z-1-k3f9xq2m7p4w'
  forge(eve, store, [{ kind: 'entry', project, id, body: 'any text', name: 'auth', text: '' }])
  eve.run('sync')
  ada.json('sync')
  const device = readDevice(eve.data)?.id ?? ''
  const kept = keptOf(ada, store, device)
  expect(kept).toBeGreaterThan(0)
  for (let again = 0; again < 3; again++) ada.json('sync')
  expect(keptOf(ada, store, device)).toBe(kept)
})

test('of more devices than may wait to be let in no more is kept', () => {
  const { url } = (PLACES['folder'] as () => { url: string })()
  const [ada] = machines('ada') as [Machine]
  ada.run('save', 'auth', '--next', 'Write the callback test')
  ada.json('sync', 'add', url)
  const store = readdirSync(join(url, 'dogear'))[0] as string
  const chains = join(ada.data, 'sync', store, 'chains')
  for (let at = 0; at < 120; at++) {
    const keys = makeKeyPair()
    const device = { ...keys, id: deviceOf(keys.publicKey), name: 'one more' }
    const { bytes } = makeRecord(helloOf(device), { store, device, sealing: null, seq: 1, prev: '' })
    mkdirSync(join(url, 'dogear', store, device.id))
    writeFileSync(join(url, 'dogear', store, device.id, '000000000001'), bytes)
  }
  ada.run('sync')
  expect(readdirSync(chains)).toHaveLength(101)
  const { broken } = statusOf(ada)
  expect(broken).toHaveLength(20)
  expect(broken[0]?.why).toContain('wait to be let in already')
})
