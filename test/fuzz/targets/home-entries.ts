/** Targets for entries, projects and what is derived from them: a disk may have damaged them, another program may have written there. */
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { history, show } from '../../../src/app/look/show.js'
import { list } from '../../../src/app/look/list.js'
import { verify } from '../../../src/app/look/verify.js'
import { parsePackName } from '../../../src/core/entry/pack.js'
import { makeId } from '../../../src/core/entry/id.js'
import { readPlace } from '../../../src/platform/place.js'
import { readCatalog } from '../../../src/store/entries/catalog.js'
import { readEntry } from '../../../src/store/entries/entries.js'
import { readHeads } from '../../../src/store/entries/heads.js'
import { isPackDue, packLine } from '../../../src/store/entries/pack-line.js'
import { findPacked, idsOf, packPath, printPack, readPack } from '../../../src/store/entries/packs.js'
import { countOn, type Shelf } from '../../../src/store/entries/shelves.js'
import { entryPath, indexDir, type Project, projectAt, workstreamDir } from '../../../src/store/paths.js'
import { planRecord, projectKey, readRecord, recordPath } from '../../../src/store/projects/file.js'
import { locateProject } from '../../../src/store/projects/projects.js'
import { worktreeBefore } from '../../../src/store/projects/worktrees.js'
import { moveRedacted } from '../../../src/store/set-aside.js'
import { type FuzzDesk, NOW_MS, put } from '../desk.js'
import { ENTRY, ENTRY_TEXTS } from '../samples.js'
import { orRefused, type Target } from '../target.js'

import { type HomeFile, homeFile } from './home-file.js'

const of = (home: string, { project }: FuzzDesk): Project => projectAt(home, project.key)
const fresh = { all: true, cleared: true }

function catalogPath({ world, project }: FuzzDesk): string {
  return join(indexDir(world.home), `${project.key}.catalog.jsonl`)
}

const packed = [1, 2, 3, 4].map((n) => makeId(NOW_MS - 100_000 + n, [], new Uint8Array(12).fill(n)))
const PACK_FILE = `${packed[0]}_${packed[0]}.dgp`
const PACK = parsePackName(PACK_FILE) as NonNullable<ReturnType<typeof parsePackName>>
const PACK_BYTES = printPack([{ id: packed[0] as string, bytes: Buffer.from(ENTRY_TEXTS[0] as string) }])

const FILES: readonly HomeFile[] = [
  {
    name: 'entry',
    reads: [
      'store/entries/entries',
      'store/entries/verify',
      'store/entries/repair',
      'store/entries/pack-line',
      'platform/files/raw-io',
      'platform/files/files',
    ],
    path: ({ project }) => entryPath(project, ENTRY.name, ENTRY.id),
    samples: ENTRY_TEXTS,
    read: (desk) => [
      readEntry(desk.project, ENTRY.name, ENTRY.id),
      verify(desk.world, { all: true, repair: true, dryRun: true }),
      [isPackDue(desk.project, ENTRY.name, 0), packLine(desk.project, ENTRY.name, desk.world.tag)],
      orRefused(() => show(desk.world, { what: ENTRY.name })),
      orRefused(() => history(desk.world, { name: ENTRY.name })),
    ],
  },
  {
    name: 'pack',
    reads: ['store/entries/packs', 'platform/files/compress'],
    path: ({ project }) => packPath(workstreamDir(project, ENTRY.name), PACK),
    samples: [PACK_BYTES],
    read(desk, home) {
      const folder = workstreamDir(of(home, desk), ENTRY.name)
      return [idsOf(folder, PACK), readPack(packPath(folder, PACK), PACK), findPacked(folder, PACK.first)]
    },
  },
  {
    name: 'catalog',
    reads: ['store/entries/catalog-text', 'store/entries/catalog'],
    path: catalogPath,
    // Each line stands there twice, and the first says how long it is.
    samples: (desk) => {
      readCatalog(desk.project)
      const lines = existsSync(catalogPath(desk)) ? readFileSync(catalogPath(desk), 'utf8').split('\n') : []
      return [lines.filter((_, i) => i % 2 === 1).join('\n')]
    },
    dress(input) {
      const lines = input.toString('latin1').split('\n')
      return `dogear-catalog-6 ${lines[0]?.length}\n${lines.map((line) => `${line}\n`.repeat(2)).join('')}`
    },
    read: (desk) => [readCatalog(desk.project), list(desk.world, fresh)],
  },
  {
    name: 'heads',
    reads: ['store/entries/known-heads'],
    path: (desk) => join(indexDir(desk.world.home), 'heads', desk.project.key, `${ENTRY.name}.json`),
    samples: [
      {
        own: '',
        looks: [1, 2],
        total: 1,
        last: ENTRY.id,
        count: 1,
        sum: 7,
        without: [],
        heads: [[ENTRY.id, 'own']],
        missing: [],
        packs: [],
      },
    ],
    read: (desk) => readHeads(desk.project, ENTRY.name),
  },
  {
    name: 'counts of months',
    reads: ['store/entries/shelves'],
    path: (desk) => join(indexDir(desk.world.home), `${desk.project.key}.months.json`),
    samples: [{ months: { '202611': ['a stamp', 3] } }],
    read: (desk) =>
      countOn(desk.project, [
        {
          dir: join(desk.project.dir, 'loose', '202611'),
          month: '202611',
          untilMs: 0,
          stamp: 'a stamp',
        } satisfies Shelf,
      ]),
  },
  {
    name: 'project.json',
    reads: ['store/projects/file'],
    path: ({ project }) => recordPath(project),
    samples: [
      JSON.stringify({
        version: 1,
        key: 'x',
        kind: 'repository',
        roots: [{ path: '/a', dev: '1', ino: '2', birth: '3', seen: '2026-11-15T08:00:00.000Z' }],
        remote: 'https://x',
        firstCommit: 'a'.repeat(40),
      }),
    ],
    read(desk) {
      const record = readRecord(desk.project)
      const place = { path: '/a', dev: '1', ino: '2', birth: '3' }
      return [record, planRecord(record, { place, kind: 'repository' }, desk.project.key, NOW_MS)]
    },
  },
  {
    name: 'moved',
    reads: ['store/projects/find'],
    path: (desk) => join(indexDir(desk.world.home), `${projectKey(desk.world.cwd)}.moved`),
    samples: ['shop-0123456789ab', ''],
    read(desk) {
      put(join(desk.project.dir, 'moved'), '')
      return locateProject(desk.world.home, desk.world.cwd, desk.world.userHome)
    },
  },
  {
    name: 'what is set aside',
    reads: ['store/set-aside'],
    path: ({ project }) => join(project.dir, 'odd.md'),
    samples: [
      'export TOKEN="wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"\n',
      Buffer.from('password=hunter2-and-more\xff\xfe', 'latin1'),
    ],
    read({ project }) {
      const to = join(project.dir, 'odd.aside')
      rmSync(to, { force: true })
      return moveRedacted(join(project.dir, 'odd.md'), to)
    },
  },
  {
    name: 'worktrees.json',
    reads: ['store/projects/worktrees'],
    path: ({ project }) => join(project.dir, 'worktrees.json'),
    samples: [JSON.stringify({ worktrees: [{ dev: '1', ino: '2', birth: '3', paths: ['/gone'] }] })],
    read: ({ project, world }) => {
      const place = readPlace(world.cwd)
      return [
        place?.dev,
        worktreeBefore(project, { kind: 'worktree', worktree: world.cwd, gitDir: world.cwd, commonDir: world.cwd }),
      ]
    },
  },
]

export const HOME_ENTRY_TARGETS: readonly Target[] = FILES.map(homeFile)
