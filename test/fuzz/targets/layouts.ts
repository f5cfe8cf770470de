/** Targets for the files of other checkpoint systems: each layout reads, takes over, publishes and retracts. */
import { printEntry } from '../../../src/core/entry/print.js'
import { redactEntry } from '../../../src/core/redact/redact.js'
import { layout as templateLayout } from '../../../src/layouts/_template/layout.js'
import { samples as templateSamples } from '../../../src/layouts/_template/samples.js'
import type { Desk, GatherDesk, RestoreDesk } from '../../../src/layouts/abilities.js'
import { SAMPLES } from '../../../src/layouts/all-samples.js'
import { LAYOUTS } from '../../../src/layouts/all.js'
import { MEMORY_FILE, parseIndex, removeBullet, setBullet } from '../../../src/layouts/common/memory-md.js'
import { parseLocalTime } from '../../../src/layouts/common/prose.js'
import type { Layout, LayoutId, TextFile } from '../../../src/layouts/layout.js'
import type { LayoutSamples } from '../../../src/layouts/samples.js'
import { parseStateIndex, planLastCheckpoint } from '../../../src/layouts/decision-log/state-index.js'
import { parseSessionFile } from '../../../src/layouts/quoin/gather.js'
import { parseLedger, printCheckpointRow } from '../../../src/layouts/quoin/ledger.js'
import { parseCheckpointName, parseTaken } from '../../../src/layouts/quoin/paths.js'
import { parseBlocked } from '../../../src/layouts/quoin/blocked.js'
import { parseReplay } from '../../../src/layouts/quoin/prompts.js'
import { publish, retract, takeOver } from '../../../src/testing/layout-steps.js'
import { ENTRY } from '../samples.js'
import type { Target } from '../target.js'

const MTIME_MS = Date.UTC(2026, 10, 15, 8, 42)

const COMMON = ['checkpoint-file', 'checkpoint-sections', 'markdown-lines', 'memory-md', 'prose'].map(
  (name) => `src/layouts/common/${name}.ts`,
)

/** What each reads with, beside what its folder holds alone. */
const READS: Readonly<Record<string, readonly string[]>> = {
  'named-checkpoints': [...COMMON, 'src/layouts/named-checkpoints/layout.ts'],
  'session-checkpoint': COMMON.filter((path) => !path.endsWith('prose.ts')),
  'decision-log': ['src/layouts/decision-log/parse.ts', 'src/layouts/common/prose.ts'],
  'session-continuity': ['checkpoint', 'lines', 'prose'].map((name) => `src/layouts/session-continuity/${name}.ts`),
  quoin: ['artifacts', 'checkpoint', 'paths', 'sections'].map((name) => `src/layouts/quoin/${name}.ts`),
  [templateLayout.id]: ['src/layouts/_template/layout.ts'],
}

/** The input takes the place of one file of a folder as people have it; the length of the input tells which. */
function layoutTarget(layout: Layout<string>, given: LayoutSamples): Target {
  const files = [
    ...Object.entries(given.folder.files).map(([path, text]): TextFile => ({ path, text, mtimeMs: MTIME_MS })),
    ...given.beside,
    ...given.strange,
  ]
  return {
    name: `layout ${layout.id}`,
    reads: READS[layout.id] ?? [`src/layouts/${layout.id}/layout.ts`],
    open: () => ({
      samples: [...new Set([...files.map(({ text }) => text), given.hopeless])],
      read(input) {
        const text = input.toString('utf8')
        const at = input.length % files.length
        const now = files.map((file, i) => (i === at ? { ...file, text } : file))
        const { documents, broken, orphans } = layout.scan(now)
        const entries = documents.map((document) => printEntry(redactEntry(takeOver(layout, document, now))))
        const after = publish(layout, ENTRY, now)
        const [first] = documents
        const gone = first ? retract(layout, first.name, now) : []
        const isOurs = layout.recognises?.(now[at] as TextFile)
        return { documents: documents.length, broken, orphans, entries, isOurs, after: after.length, gone: gone.length }
      },
    }),
  }
}

function plain(
  name: string,
  reads: readonly string[],
  samples: readonly string[],
  read: (text: string) => unknown,
): Target {
  return { name, reads, open: () => ({ samples, read: (input) => read(input.toString('utf8')) }) }
}

const MEMORY_MD =
  '# Memory\n\nThe user likes tabs.\n\n## Active Checkpoints\n\n- [auth](checkpoint-auth.md) — 2026-11-15: rotate the keys\n- `docs`\n\n## Resume\n\n```\n## not this\n```\n'

const SESSION_FILE =
  '# Session\n\n## Status\nin progress\n\n## Current stage\nimplement\n\n## Active task\ninvoice-export\n\n## Open questions\n- which?\n\n## Decisions made\n- two keys, because of the clients\n\n## Unfinished work\n- the rest\n'

const BLOCKED = '=== BLOCKED PROMPT [2026-11-15T08:42:00Z] ===\nrun it\n\n=== BLOCKED PROMPT [later] ===\nand that\n'
const QUOIN_FILES = [
  '.workflow_artifacts/memory/sessions/2026-11-15-x.md',
  '.workflow_artifacts/memory/pending-restore-f00d-1.md',
]
const LEDGER = '.workflow_artifacts/auth/cost-ledger.md'

/** What lies in a quoin project beside its checkpoints, all of it the input at once. */
const quoinBeside: Target = {
  name: 'files beside quoin',
  reads: ['blocked', 'gather', 'ledger', 'prompts', 'sections', 'paths'].map((name) => `src/layouts/quoin/${name}.ts`),
  async open() {
    const quoin = LAYOUTS.find(({ id }) => id === 'quoin') as Layout
    const checkpoints = SAMPLES.quoin.folder.files
    const restore = await quoin.restore?.()
    return {
      samples: [
        SESSION_FILE,
        BLOCKED,
        printCheckpointRow({ date: '2026-11-15', note: 'save' }),
        Object.keys(checkpoints)[0] as string,
      ],
      read(input) {
        const said = input.toString('utf8')
        const desk = deskOf({
          ...checkpoints,
          ...Object.fromEntries([...QUOIN_FILES, LEDGER].map((path) => [path, said])),
        })
        const blocked = parseBlocked(said)
        const offer = { case: 'B' as const, isLegacy: blocked.isLegacy, prompts: blocked.prompts }
        const parsed = [
          parseSessionFile({ path: QUOIN_FILES[0] as string, text: said, mtimeMs: MTIME_MS }),
          [parseLedger(said), blocked, parseReplay(offer, said), parseCheckpointName(said), parseTaken(said)],
        ]
        const after = quoin.afterSave?.({ entry: ENTRY, file: 'a.md' }, desk)
        return [parsed, quoin.gather?.(desk), after?.edits, quoin.surface?.(desk), orAsked(() => restore?.(desk))]
      },
    }
  },
}

/** A question is an answer, too. */
function orAsked(plan: () => unknown): unknown {
  try {
    return plan()
  } catch (error) {
    if ((error as Error).name !== 'DogearError') throw error
    return (error as Error).message
  }
}

/** Files in memory, as a layout is shown them. */
function deskOf(files: Readonly<Record<string, string>>): GatherDesk & RestoreDesk {
  const paths = Object.keys(files)
  const inFolder = (folder: string): string[] => paths.filter((path) => folder === '' || path.startsWith(`${folder}/`))
  const nextPart = (folder: string, path: string): string =>
    path.slice(folder === '' ? 0 : folder.length + 1).split('/')[0] as string
  const found: Desk = {
    root: '/home/me/shop',
    here: '',
    session: 'f00d-1',
    today: '2026-11-16',
    tag: 'aaaaaaaa.1.1.1',
    list: (folder) => inFolder(folder).filter((path) => path === `${folder}/${nextPart(folder, path)}`),
    folders: (folder) => [...new Set(inFolder(folder).map((path) => nextPart(folder, path)))],
    writtenAt: (path) => (files[path] === undefined ? null : MTIME_MS),
    sizeOf: (path) => files[path]?.length ?? 0,
    read: (wanted) =>
      wanted.flatMap((path) => (files[path] === undefined ? [] : [{ path, text: files[path], mtimeMs: MTIME_MS }])),
    readBelow: (_folder, path) => files[path] ?? null,
  }
  return {
    ...found,
    below: '',
    isFirst: true,
    files: () => paths.map((path) => ({ path, text: files[path] as string, mtimeMs: MTIME_MS })),
    userHome: '/home/me',
    answers: {},
    putBack: () => false,
    queued: () => [],
    queuedElsewhere: () => null,
    heads: () => [],
  }
}

export const LAYOUT_TARGETS: readonly Target[] = [
  ...LAYOUTS.map((layout) => layoutTarget(layout, SAMPLES[layout.id as LayoutId])),
  layoutTarget(templateLayout, templateSamples),
  plain(MEMORY_FILE, ['src/layouts/common/memory-md.ts', 'src/layouts/common/prose.ts'], [MEMORY_MD], (input) => {
    const set = setBullet(input, {
      name: 'auth',
      line: '- [auth](checkpoint-auth.md) — rotate',
      resume: 'To resume: x',
    })
    return [parseIndex(input), set, removeBullet(set, 'auth'), removeBullet(input, 'docs'), parseLocalTime(input)]
  }),
  plain(
    'state index of decision-log',
    ['src/layouts/decision-log/state-index.ts'],
    ['{\n  "active_plan": "rotate-keys",\n  "last_checkpoint": "x",\n  "owner": {"a": [1]}\n}\n'],
    (input) => [parseStateIndex(input), planLastCheckpoint(input, '2026-11-15T08:42:00Z')],
  ),
  quoinBeside,
]
