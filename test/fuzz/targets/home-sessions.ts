/** Targets for what the home keeps of sessions, settings and keys: a disk may have damaged them, another program may have written there. */
import { join } from 'node:path'
import { search } from '../../../src/app/look/search.js'
import { holderOf, predecessorOf } from '../../../src/app/session/sessions.js'
import { takeBriefing } from '../../../src/app/session/waiting-briefing.js'
import { checkFailures, readHookLog } from '../../../src/app/setup/doctor/hooks.js'
import { readSettings } from '../../../src/store/config-file.js'
import { sealRecord } from '../../../src/core/entry/seal.js'
import { isAboutBefore } from '../../../src/core/session/phrase/going-on.js'
import { planEvent } from '../../../src/hook/plan.js'
import { parentPastShell, processTag } from '../../../src/platform/process/process-tag.js'
import { forgetIn, isCalledForgotten } from '../../../src/store/forgotten.js'
import { readAllInstalled } from '../../../src/store/installed.js'
import { isOff } from '../../../src/store/off.js'
import { firstLook } from '../../../src/store/looks.js'
import { keyOf, readMemory, remember } from '../../../src/store/own-content.js'
import { isGone, isOwnText, ownState, readSecret } from '../../../src/store/own.js'
import { indexDir, placesDir, sessionDir, viewsDir } from '../../../src/store/paths.js'
import { addPlace } from '../../../src/store/place.js'
import {
  readDurations,
  readSeen,
  readTriggerSettings,
  rememberDurations,
} from '../../../src/store/session/durations.js'
import { changeHookState, readHookState } from '../../../src/store/session/hook-state.js'
import { readNotes } from '../../../src/store/session/journal.js'
import { readOn } from '../../../src/store/session/on.js'
import { readPrompts } from '../../../src/store/session/prompts.js'
import { readSessionNow } from '../../../src/store/session/session-now.js'
import { signing } from '../../../src/store/signed.js'
import { isLeftOfView, readPublished, wasKeptIn } from '../../../src/store/views/published.js'
import { readTrust } from '../../../src/store/views/trust.js'
import { type FuzzDesk, NOW_MS, put, SESSION } from '../desk.js'
import { ENTRY, ENTRY_TEXTS } from '../samples.js'
import { orRefused, type Target } from '../target.js'

import { type HomeFile, homeFile } from './home-file.js'

const at = (desk: FuzzDesk, ...names: string[]): string => join(desk.world.home, ...names)
const hook = (name: string) => (desk: FuzzDesk) => at(desk, 'hooks', name)

const HOOK_STATE = JSON.stringify({
  failed: [{ kind: 'command', key: 'abc', why: 'no', check: true }],
  agent: 'claude-code',
  worktree: '/tmp/shop',
  pid: 7,
  tag: processTag(),
  startedMs: NOW_MS,
  on: { name: ENTRY.name, id: ENTRY.id, branch: 'main' },
  lastSave: { id: ENTRY.id, atMs: NOW_MS },
  context: { tokens: 7, window: 200000, at: NOW_MS },
  asked: [{ name: 'auth', entry: ENTRY.id }],
  slow: ['x'],
  bands: [70, 85],
  farewells: ['ciao'],
  briefingAt: 'prompt',
  offered: { name: 'auth', id: ENTRY.id },
  workstream: 'auth',
  limited: 'auth',
})

const event = { name: 'x', session: SESSION, folders: ['/tmp'] }

const FILES: readonly HomeFile[] = [
  {
    name: 'config.json',
    reads: ['store/config-file', 'store/session/durations'],
    path: (desk) => at(desk, 'config.json'),
    samples: [JSON.stringify({ budget: 4000, onResume: 'keep', autosave: { context: [70], idleMinutes: 5 } })],
    read: (desk) => [
      orRefused(() => readSettings(at(desk, 'config.json'))),
      orRefused(() => readTriggerSettings(desk.world.home)),
    ],
  },
  {
    name: 'state of a hook',
    reads: ['store/session/hook-state', 'store/session/on', 'platform/files/quick-file', 'app/session/sessions'],
    path: hook(`${SESSION}.json`),
    samples: [HOOK_STATE],
    read({ world, project }) {
      const { home, cwd } = world
      put(join(home, 'hooks', 'open', SESSION), '')
      return [
        readHookState(home, SESSION) !== null,
        readOn(project, SESSION),
        planEvent(home, { ...event, kind: 'prompt', prompt: 'ciao' }, isAboutBefore),
        planEvent(
          home,
          { ...event, kind: 'before-tool', tool: { does: 'run', command: 'npm test', background: false } },
          isAboutBefore,
        ),
        planEvent(
          home,
          { ...event, kind: 'before-tool', tool: { does: 'edit', path: 'a', before: 'b', after: 'c' } },
          isAboutBefore,
        ),
        predecessorOf(home, { pid: 7, session: 'new', worktree: cwd, atMs: NOW_MS }),
        holderOf(home, ENTRY.name, undefined, NOW_MS),
        changeHookState(home, 'copy', (now) => ({ ...now, failed: readHookState(home, SESSION)?.failed ?? [] })),
      ]
    },
  },
  {
    name: 'end of a session',
    reads: ['app/session/sessions'],
    path: hook('ended/7.json'),
    samples: [JSON.stringify({ session: 'old', worktree: '/tmp/shop', atMs: NOW_MS })],
    read: ({ world }) => predecessorOf(world.home, { pid: 7, session: 'new', worktree: '/tmp/shop', atMs: NOW_MS }),
  },
  {
    name: 'briefing that waits',
    reads: ['app/session/waiting-briefing'],
    path: hook(`${SESSION}.briefing.json`),
    samples: [JSON.stringify({ text: 'Next: run it' })],
    read: ({ world }) => takeBriefing(world.home, SESSION, { failed: [], briefingAt: 'prompt' }, 'prompt'),
  },
  {
    name: 'session of a process',
    reads: ['store/session/session-now', 'platform/process/process-tag'],
    path: hook(`now/${parentPastShell()}.json`),
    samples: [JSON.stringify({ pid: 7, tag: processTag(), session: SESSION })],
    read: ({ world }) => readSessionNow(world.home),
  },
  {
    name: 'line of a session',
    reads: ['store/session/on'],
    path: ({ project }) => join(sessionDir(project, SESSION), 'on'),
    samples: [`${ENTRY.name} ${ENTRY.id} main\n`],
    read: ({ project }) => readOn(project, SESSION),
  },
  {
    name: 'durations',
    reads: ['store/session/durations'],
    path: (desk) => join(indexDir(desk.world.home), 'durations', `${desk.project.key}.json`),
    samples: [{ rows: { abc: [[NOW_MS, 30]] } }],
    read({ project, world }) {
      const seconds = readDurations(project)('npm test')
      rememberDurations(project, [{ key: 'npm test', seconds: 30, at: NOW_MS }], world.tag)
      return seconds
    },
  },
  {
    name: 'durations of a turn',
    reads: ['store/session/durations'],
    path: (desk) => join(indexDir(desk.world.home), 'durations', `${desk.project.key}.new`),
    samples: [{ added: [['abc', NOW_MS, 30]] }],
    read: ({ project }) => readDurations(project)('npm test'),
  },
  {
    name: 'triggers of a session',
    reads: ['store/session/durations'],
    path: ({ project }) => join(sessionDir(project, SESSION), 'triggers.json'),
    samples: [{ state: { band: 70, idleSince: NOW_MS }, prompt: 'abc' }],
    read: ({ project }) => readSeen(project, SESSION),
  },
  {
    name: 'notes',
    reads: ['store/session/journal'],
    path: ({ project }) => join(sessionDir(project, SESSION), 'journal.jsonl'),
    samples: [{ at: '2026-11-15T08:00:00.000Z', type: 'decision', text: 'two keys', why: 'clients' }],
    read: ({ project }) => readNotes(project, SESSION),
  },
  {
    name: 'prompt that waits',
    reads: ['store/session/prompts'],
    path: ({ project }) => join(sessionDir(project, SESSION), 'prompts', 'new', `${ENTRY.id}.json`),
    samples: [{ id: ENTRY.id, at: '2026-11-15T08:00:00.000Z', text: 'run it' }],
    read: ({ project }) => readPrompts(project, SESSION),
  },
  {
    name: 'key',
    reads: ['store/own'],
    path: (desk) => at(desk, 'own', 'key'),
    samples: [{ secret: 'ab'.repeat(32), before: 'before-0011223344556677' }],
    read: (_desk, home) => [readSecret(home), ownState(home), isOwnText(home, ENTRY.id, ENTRY_TEXTS[0] as string)],
  },
  {
    name: 'key of questions',
    reads: ['store/signed'],
    path: (desk) => at(desk, 'own', 'question-key'),
    samples: [`${'ab'.repeat(32)}\n`],
    read: ({ world }, home) => signing(home, world.tag)('yes').length,
  },
  {
    name: 'list of what is gone',
    reads: ['store/own', 'store/word-list'],
    path: (desk) => at(desk, 'own', 'gone.jsonl'),
    samples: [`"${ENTRY.id}"\n`],
    read: (_desk, home) => isGone(home, ENTRY.id),
  },
  {
    name: 'what is forgotten',
    reads: ['store/forgotten'],
    path: (desk) => {
      put(at(desk, 'own', 'key'), sealRecord({ secret: 'ab'.repeat(32), before: 'before-0011223344556677' }))
      return at(desk, 'own', 'forgotten.jsonl')
    },
    samples: [{ length: 7, sum: 12345, proof: 'ab'.repeat(32) }],
    read: (_desk, home) => [forgetIn(home, true)?.('the old key of the gate'), isCalledForgotten(home, 'the old key')],
  },
  {
    name: 'place',
    reads: ['store/place'],
    path: (desk) => join(placesDir(desk.world.home), '0123456789abcdef'),
    samples: [{ host: 'box', worktree: '/home/me/shop' }],
    read(_desk, home) {
      const entry = { ...ENTRY, by: {}, where: {}, extraKeys: { place: '0123456789abcdef' } }
      addPlace(home, entry)
      return entry
    },
  },
  {
    name: 'trust.json',
    reads: ['store/views/trust'],
    path: (desk) => at(desk, 'trust.json'),
    samples: [JSON.stringify({ 'shop-0123456789ab': { quoin: 'approved' }, x: { y: 'refused' } })],
    read: ({ project }) => readTrust(project),
  },
  {
    name: 'first look at a folder',
    reads: ['store/looks'],
    path: (desk) => at(desk, 'own', 'looks', desk.project.key),
    samples: ['2049 7 1763280000000000000\n1763280000000000000'],
    read: ({ located }) => firstLook(located) > 0n,
  },
  {
    name: 'where hooks are off',
    reads: ['store/off'],
    path: (desk) => at(desk, 'off'),
    samples: ['*\n', '/home/me/shop\n/home/me/other\n'],
    read: ({ project }) => isOff(project.home, ['/home/me/shop/src']),
  },
  {
    name: 'contents that are known',
    reads: ['store/own-content'],
    path: (desk) => at(desk, 'own', 'content', desk.project.key),
    samples: [`+${'ab'.repeat(20)}\n?${'cd'.repeat(20)}\n-${'ef'.repeat(20)}\n`],
    read({ project, world }) {
      remember(project, 'own', [keyOf('Next: run it')], world.tag)
      return readMemory(project).get(keyOf('Next: run it'))
    },
  },
  {
    name: 'published',
    reads: ['store/views/published'],
    path: ({ project }) => join(viewsDir(project), 'quoin', 'auth'),
    samples: [`${ENTRY.id}\n/home/me/shop/a.md\n`],
    read({ project }) {
      return [
        readPublished(project, 'quoin'),
        wasKeptIn(project, 'quoin', '/home/me/shop'),
        isLeftOfView(project, 'quoin', '/home/me', []),
      ]
    },
  },
  {
    name: 'installed',
    reads: ['store/installed'],
    path: (desk) => at(desk, 'installed', 'claude-code-user.json'),
    samples: [
      JSON.stringify({
        agent: 'claude-code',
        scope: 'user',
        version: '1',
        files: [{ path: '/a', made: true, inserted: { made: [], pads: [], document: true } }],
        copies: [],
        folders: [],
      }),
    ],
    read: ({ world }) =>
      readAllInstalled(world.home).map(({ files, copies, folders }) => [files, copies, folders].length),
  },
  {
    name: 'log of hooks',
    reads: ['app/setup/doctor/hooks'],
    path: (desk) => at(desk, 'log', 'hooks.jsonl'),
    samples: [
      '{"at":"2026-11-16T11:00:00.000Z","event":"Stop","session":"a","ms":40,"ok":false,"error":"ENOSPC: full"}\n',
    ],
    read: ({ world }) => checkFailures(world, readHookLog(world.home)),
  },
  {
    name: 'index of the search',
    reads: ['store/search/search', 'platform/sqlite'],
    path: (desk) => join(indexDir(desk.world.home), 'search-v1.sqlite'),
    samples: ['SQLite format 3\0\u0010\0\u0001\u0001\0@  '],
    read: ({ world }) => search(world, { query: 'keys gate*', limit: 5 }),
  },
]

export const HOME_SESSION_TARGETS: readonly Target[] = FILES.map(homeFile)
