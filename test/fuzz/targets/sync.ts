/** Targets for sync: what comes from a remote, signed or not, and what the home keeps of it. */
import { join } from 'node:path'
import type { EpochKeys } from '../../../src/app/sync/keys.js'
import { readKeys } from '../../../src/app/sync/keys.js'
import { NotFollowed, receive } from '../../../src/app/sync/receive.js'
import { readRoster, type Roster } from '../../../src/app/sync/roster.js'
import { printEntry } from '../../../src/core/entry/print.js'
import { holdsPassword, parseAddress, plainOrigin, shownUrl } from '../../../src/core/sync/address.js'
import type { Member } from '../../../src/core/sync/members.js'
import {
  joinRecord,
  type RecordKind,
  type Sealed,
  signedText,
  splitBatch,
  type Unsigned,
} from '../../../src/core/sync/record.js'
import { deviceOf, digest, type KeyPair, makeKeyPair, signWith } from '../../../src/platform/keys.js'
import { joinBytes, sealedIn } from '../../../src/platform/records.js'
import { folderRemote } from '../../../src/remotes/folder/folder-remote.js'
import { passwordIn } from '../../../src/remotes/postgres/postgres-remote.js'
import { syncDir } from '../../../src/store/paths.js'
import { addAuthor, authorOf, deviceOf as deviceOfEntry } from '../../../src/store/sync/authors.js'
import { appendLinks, type Chain, readChain } from '../../../src/store/sync/chains.js'
import { isAtHome, readDevice } from '../../../src/store/sync/device.js'
import { readOutbox } from '../../../src/store/sync/outbox.js'
import { readRemotes, type KnownRemote } from '../../../src/store/sync/remotes.js'
import { readSharing } from '../../../src/store/sync/sharing.js'
import { readState } from '../../../src/store/sync/state.js'
import { makePending } from '../../../src/app/sync/pending.js'
import { type FuzzDesk, makeDesk, NOW_MS, put } from '../desk.js'
import { ENTRY } from '../samples.js'
import { orRefused, type Target } from '../target.js'
import { type HomeFile, homeFile } from './home-file.js'

const STORE = '0'.repeat(32)
const PROJECT = '1'.repeat(32)
const KINDS: readonly RecordKind[] = ['hello', 'found', 'admit', 'revoke', 'keys', 'project', 'entry', 'forget']

function signed(
  { publicKey, privateKey }: KeyPair,
  kind: RecordKind,
  body: Uint8Array,
  seq = 1,
  prev = '',
): Uint8Array {
  const header: Unsigned = {
    v: 1,
    store: STORE,
    device: deviceOf(publicKey),
    seq,
    prev,
    kind,
    project: ['project', 'entry', 'forget'].includes(kind) ? PROJECT : '',
    id: ['entry', 'forget'].includes(kind) ? ENTRY.id : '',
    epoch: 0,
    bytes: body.length,
    hash: digest(body),
  }
  return joinRecord({ ...header, sig: signWith(privateKey, signedText(header)) }, body)
}

const HELLO = (publicKey: string): Buffer =>
  Buffer.from(JSON.stringify({ publicKey, name: 'laptop', recipient: 'age1x', vouch: { by: STORE, key: '', sig: '' } }))
const SAYS: readonly object[] = [
  { audience: 'own', encrypted: false, nonce: 'ab' },
  { device: STORE, person: STORE, name: 'Eve', role: 'admin', lastSeq: 3, slug: 'shop', origin: 'a.example/b' },
  { epoch: 1, wrapped: { [STORE]: 'AA==', recovery: 'AA==' }, recovery: 'age1x' },
  { old: digest('a'), text: printEntry(ENTRY) },
]

/** Signed by a device that is let in, as a record of each kind: nothing of its body is believed before it was looked at. */
const bodies: Target = {
  name: 'what a device says',
  reads: ['app/sync/receive', 'app/sync/keys', 'store/sync/chains', 'core/sync/record'].map((one) => `src/${one}.ts`),
  isDear: true,
  open({ scratch }) {
    const { world, project } = makeDesk(scratch, false)
    const keys = makeKeyPair()
    const device = deviceOf(keys.publicKey)
    const member: Member = { device, person: device, name: 'Eve', role: 'admin', depth: 0 }
    const roster: Roster = {
      store: {
        founder: device,
        audience: 'team',
        encrypted: false,
        neverClear: false,
        members: new Map([[device, member]]),
      },
      founder: device,
      devices: new Map([[device, { id: device, publicKey: keys.publicKey, name: 'Eve' }]]),
      names: new Map([[device, 'Eve']]),
      waiting: [],
      projects: new Map(),
    }
    const remote: KnownRemote = {
      engine: 'folder',
      url: '/tmp/x',
      store: STORE,
      audience: 'team',
      me: STORE,
      projects: [{ key: project.key, syncId: PROJECT }],
    }
    const epochs: EpochKeys = { epoch: 0, keys: new Map(), wrappedFor: new Set() }
    let count = 0
    return {
      samples: [HELLO(keys.publicKey), printEntry(ENTRY), ...SAYS.map((one) => JSON.stringify(one))],
      copies: KINDS.length,
      async read(input) {
        // Each in a store of its own, so that none of them is known already.
        const store = digest(String(count++)).slice(0, 32)
        const pending = makePending()
        const chainOf = (of: string): Chain => readChain(world.home, store, of)
        const links = KINDS.map((kind, at) => {
          const [sealed] = sealedIn(signed(keys, kind, input.subarray(0, 1_000_000))) as [Sealed]
          try {
            const got = receive({ world, remote, own: STORE, roster, keys: epochs, pending, chainOf }, sealed)
            return got && { ...got.link, seq: at + 1 }
          } catch (error) {
            if (!(error instanceof NotFollowed)) throw error
            return null
          }
        }).flatMap((link) => link ?? [])
        appendLinks(
          world.home,
          store,
          device,
          links.map((link, at) => ({ ...link, seq: at + 1 })),
        )
        const read = readRoster(world.home, store)
        const known = await readKeys(world.home, roster.store, store)
        return [links.length, [...read.names], [...read.projects.values()].map(({ slug }) => slug), known.epoch]
      },
    }
  },
}

const batch: Target = {
  name: 'batch of a remote',
  reads: ['src/core/sync/record.ts', 'src/remotes/folder/folder-remote.ts'],
  open({ scratch }) {
    const keys = makeKeyPair()
    const device = deviceOf(keys.publicKey)
    const hello = signed(keys, 'hello', HELLO(keys.publicKey))
    const prev = sealedIn(hello)[0]?.tip
    const entry = signed(keys, 'entry', Buffer.from(printEntry(ENTRY)), 2, prev)
    const options = { store: STORE, scratch, device, tag: 'x', interactive: false, deadlineMs: Infinity, env: {} }
    const remote = folderRemote(scratch, options)
    return {
      samples: [joinBytes([hello, entry]), hello],
      async read(input) {
        put(join(scratch, 'dogear', STORE, device, '000000000001'), input)
        const { records, rest } = splitBatch(input)
        const [had, pulled] = [[] as unknown[], [] as number[]]
        for await (const one of remote.have()) had.push(one)
        for await (const { seq } of remote.pull(new Map())) pulled.push(seq)
        return [records.length, rest, had, pulled]
      },
    }
  },
}

const address: Target = {
  name: 'address of a remote',
  reads: ['src/core/sync/address.ts', 'src/remotes/postgres/postgres-remote.ts'],
  open: () => ({
    samples: [
      'git@host:me/notes.git#lusab-babad-gutih-tugad',
      'postgres://ada:x@db.example:5432/notes?sslmode=require',
      'file:///srv/notes.git',
      'db.example:5432:notes:ada:a\\:b\\\\c\n*:*:*:*:x\n',
    ],
    read(input) {
      const text = input.toString('utf8')
      const how = { isRepository: () => false, absolute: (path: string) => `/${path}` }
      const found = orRefused(() => parseAddress(text, how))
      const password = passwordIn(text, 'postgres://ada@db.example/notes')
      return [found && shownUrl(found.url), holdsPassword(text), plainOrigin(text)?.length, password?.length]
    },
  }),
}

const at = (desk: FuzzDesk, name: string): string => join(syncDir(desk.world.home), name)
const LINK = { seq: 1, tip: digest('a'), kind: 'entry', project: PROJECT, id: ENTRY.id, fate: 'here', name: 'auth' }

const FILES: readonly HomeFile[] = [
  {
    name: 'chain of a device',
    reads: ['store/sync/chains'],
    path: (desk) => at(desk, `${STORE}/chains/${STORE}.jsonl`),
    samples: [LINK],
    read({ world: { home } }, spelled) {
      const { links, tip } = readChain(spelled, STORE, STORE)
      return [links.size, tip, readRoster(spelled, STORE).names.size, home.length]
    },
  },
  {
    name: 'own device',
    reads: ['store/sync/device'],
    path: (desk) => at(desk, 'device.json'),
    samples: [{ publicKey: 'a', privateKey: 'b', name: 'desk', identity: 'x', bound: 'y', vouch: {} }],
    read: ({ world: { home } }) => [readDevice(home)?.id, isAtHome(home)],
  },
  {
    name: 'remotes',
    reads: ['store/sync/remotes'],
    path: (desk) => at(desk, 'remotes.json'),
    samples: [{ remotes: [{ engine: 'git', url: 'x', store: STORE, audience: 'own', me: STORE, projects: [] }] }],
    read: ({ world: { home } }) => orRefused(() => readRemotes(home)),
  },
  {
    name: 'state of sync',
    reads: ['store/sync/state'],
    path: (desk) => at(desk, `${STORE}/state.json`),
    samples: [{ lastTry: NOW_MS, failing: { since: NOW_MS, times: 2, message: 'no', nextTry: NOW_MS }, broken: [] }],
    read: ({ world: { home } }) => readState(home, STORE),
  },
  {
    name: 'outbox',
    reads: ['store/sync/outbox'],
    path: (desk) => at(desk, `${STORE}/outbox/000000000001`),
    samples: [Buffer.from('{}\n')],
    read: ({ world: { home } }) => [...readOutbox(home, STORE, 5)].length,
  },
  {
    name: 'authors',
    reads: ['store/sync/authors'],
    path: ({ world: { home } }) => join(home, 'own', 'authors'),
    samples: [`${ENTRY.id} ${STORE}\n`],
    read: (_, home) => [
      deviceOfEntry(home, ENTRY.id),
      authorOf(home, ENTRY.id),
      addAuthor(home, structuredClone(ENTRY)),
    ],
  },
  {
    name: 'names of devices',
    reads: ['store/sync/authors'],
    path: ({ world: { home } }) => join(home, 'own', 'devices'),
    samples: (desk) => {
      put(join(desk.world.home, 'own', 'authors'), `${ENTRY.id} ${STORE}\n`)
      return [{ names: { [STORE]: { device: 'desk', person: 'ada' } } }]
    },
    read: (_, home) => authorOf(home, ENTRY.id),
  },
  {
    name: 'what is shared',
    reads: ['store/sync/sharing'],
    path: ({ project }) => join(project.dir, 'shared.json'),
    samples: [{ local: ['diary'], shared: ['auth'] }],
    read: ({ project }) => readSharing(project),
  },
]

export const SYNC_TARGETS: readonly Target[] = [bodies, batch, address, ...FILES.map(homeFile)]
