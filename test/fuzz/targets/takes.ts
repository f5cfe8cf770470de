/** Targets for takes: what git answers of a work tree, and what the home keeps of it. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openLosses } from '../../../src/app/undo/target.js'
import { findSecrets } from '../../../src/capture/undo/secrets.js'
import { makeForget, rememberForgotten } from '../../../src/core/redact/forget.js'
import { parsePath, printPath } from '../../../src/core/undo/bytes.js'
import { DEFAULT_CAPS, parseDirty, withinCaps } from '../../../src/core/undo/dirty.js'
import { safePath } from '../../../src/core/undo/secret-name.js'
import { parseTake, printTake, type Take } from '../../../src/core/undo/take.js'
import { sha256Hex } from '../../../src/platform/files/hash.js'
import {
  clearMark,
  isTakeDueBefore,
  noteEnd,
  readCalls,
  shelfDir,
  turnBeganMs,
} from '../../../src/store/takes/calls.js'
import { eraseInTakes } from '../../../src/store/takes/forget.js'
import { openJournals, readDone, readPlan } from '../../../src/store/takes/journal.js'
import { readContent, readPack, writePack } from '../../../src/store/takes/pack.js'
import { readRecords } from '../../../src/store/takes/record.js'
import { contentOf, type Shelf, shelfOf } from '../../../src/store/takes/takes.js'
import { type FuzzDesk, NOW_MS, put, SESSION } from '../desk.js'
import { SHA } from '../samples.js'
import type { Target } from '../target.js'
import { type HomeFile, homeFile } from './home-file.js'

const TREE = '/tmp/shop'
const ID = '20261116T120000000Z-t97kmmdf'
const BYTES = Buffer.from('three hours of work\n')
const HASH = sha256Hex(BYTES)
const shelf = ({ world }: FuzzDesk): Shelf => shelfOf(world.home, TREE)
const at = (desk: FuzzDesk, name: string): string => join(shelfDir(desk.world.home, TREE), name)

const TAKE: Take = {
  id: ID,
  before: { agent: 'claude-code', session: SESSION, command: 'rm -rf data', edits: 'src/a.ts' },
  worktree: TREE,
  base: SHA,
  branch: 'main',
  reflog: 308,
  complete: true,
  rows: [
    { letter: 'M', mode: '100644', hash: HASH, size: BYTES.length, path: 'src/a.ts' },
    { letter: 'D', mode: '', hash: '', size: 0, path: 'data/line\nbreak' },
  ],
  left: [{ why: 'too-large', detail: '3-MB', path: 'data/big.bin' }],
}

const STATUS = [
  `# branch.oid ${SHA}`,
  '# branch.head main',
  `1 .M N... 100644 100644 100644 ${SHA} ${SHA} src/a.ts`,
  `u UU N... 100644 100644 100644 100644 ${SHA} ${SHA} ${SHA} src/b.ts`,
  '? data/x y.txt',
].join('\0')

const status: Target = {
  name: 'what git says of a work tree',
  reads: ['core/undo/dirty', 'core/undo/bytes', 'core/undo/take', 'capture/undo/secrets'].map((one) => `src/${one}.ts`),
  open: () => ({
    samples: [STATUS, printTake(TAKE)],
    read(input) {
      const text = input.toString('latin1')
      const { paths } = parseDirty(text)
      const files = paths.map(({ path }) => ({ path, isFirst: false, size: path.length, mtimeMs: NOW_MS }))
      const printed = paths.slice(0, 50).map(({ path }) => parsePath(printPath(safePath(path))))
      const take = parseTake(input.toString('utf8'))
      return [withinCaps(files, DEFAULT_CAPS).kept.length, printed, take && printTake(take), findSecrets(input)?.length]
    },
  }),
}

const JOURNAL = {
  plan: 'abcdefabcdef',
  did: 'undo',
  from: ID,
  kept: ID,
  steps: [{ path: 'src/a.ts', do: 'write', hash: HASH, mode: '100644', was: null }],
}

const FILES: readonly HomeFile[] = [
  {
    name: 'take',
    reads: ['store/takes/pack', 'core/undo/take'],
    path: (desk) => at(desk, `${ID}.take`),
    samples: (desk) => {
      const path = at(desk, `${ID}.take`)
      put(path, '')
      const pack = { take: TAKE, heldBy: new Map(), seen: new Map([['src/a.ts', { stamp: '', hash: HASH }]]) }
      writePack(`${path}.sample`, { ...pack, fresh: new Map([[HASH, BYTES]]) }, desk.world.tag)
      return [readFileSync(`${path}.sample`)]
    },
    dress: (input) => {
      const end = input.indexOf('\n---\n', 10)
      const [manifest, table] = end < 0 ? [input, Buffer.alloc(0)] : [input.subarray(0, end), input.subarray(end)]
      return `dogear-take 1 ${manifest.length} ${table.length} ${sha256Hex(Buffer.concat([manifest, table]))}\n${input.toString('latin1')}`
    },
    read(desk) {
      const path = at(desk, `${ID}.take`)
      const pack = readPack(path)
      const contents = [...(pack?.own.keys() ?? [])].slice(0, 20).map((hash) => readContent(path, pack!, hash)?.length)
      return [pack?.take.rows.length, contents, pack && contentOf(shelf(desk), pack, HASH)?.length]
    },
  },
  {
    name: 'record of takes',
    reads: ['store/takes/record', 'store/takes/forget'],
    path: (desk) => at(desk, 'record.jsonl'),
    samples: [
      `${JSON.stringify({ did: 'lose', at: NOW_MS, loss: { id: ID, before: ID, after: ID, untilMs: NOW_MS, causes: [], lost: [{ path: 'a', hash: HASH, tell: true }] } })}\n${JSON.stringify({ did: 'undo', at: NOW_MS, plan: 'ab', kept: ID, of: ID, paths: 1 })}\n`,
    ],
    read(desk) {
      const forget = makeForget([rememberForgotten('three hours', '', sha256Hex)], '', sha256Hex)
      const records = readRecords(shelf(desk))
      const losses = openLosses(records).length
      return [records.length, losses, eraseInTakes(desk.world.home, { forget, tag: desk.world.tag, dryRun: true })]
    },
  },
  {
    name: 'open call',
    reads: ['store/takes/calls'],
    path: (desk) => at(desk, 'calls/o.abc'),
    samples: [JSON.stringify({ cause: { session: SESSION, command: 'rm x' }, startedMs: NOW_MS, endedMs: NOW_MS })],
    read(desk) {
      const { home } = desk.world
      const dir = shelfDir(home, TREE)
      const calls = readCalls(home, dir)
      noteEnd(home, dir, 'abc', { session: SESSION }, NOW_MS)
      const said = [calls, isTakeDueBefore(home, dir, NOW_MS), turnBeganMs(home, dir, SESSION)]
      clearMark(home, dir, NOW_MS, ID)
      return said
    },
  },
  {
    name: 'undo under way',
    reads: ['store/takes/journal'],
    path: (desk) => at(desk, `under-way/${JOURNAL.plan}.json`),
    samples: [JSON.stringify(JOURNAL)],
    read: (desk) => openJournals(shelf(desk)).length,
  },
  {
    name: 'plan of an undo',
    reads: ['store/takes/journal'],
    path: (desk) => at(desk, `plans/${JOURNAL.plan}.json`),
    samples: [JSON.stringify({ to: ID, paths: ['src/a.ts'], redo: false, exact: false })],
    read: (desk) => [readPlan(shelf(desk), JOURNAL.plan), readDone(shelf(desk), JOURNAL.plan)],
  },
]

export const TAKE_TARGETS: readonly Target[] = [status, ...FILES.map(homeFile)]
