/** Targets for what agents keep beside their sessions: settings, lists of projects, databases, older forms. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TranscriptReader } from '../../../src/agents/agent.js'
import { READER_OF } from '../../../src/agents/all.js'
import { check } from '../../../src/agents/claude-code/check.js'
import { refusalOf } from '../../../src/agents/claude-code/client.js'
import { memoryFolder } from '../../../src/agents/claude-code/folders.js'
import { install } from '../../../src/agents/claude-code/install.js'
import { manifest as claudeCode } from '../../../src/agents/claude-code/manifest.js'
import { effectiveStatusLine, enabledPlugin, readServers } from '../../../src/agents/claude-code/settings.js'
import { readWindowHints } from '../../../src/agents/claude-code/window.js'
import { checkReading } from '../../../src/app/setup/doctor/reading.js'
import { hasSqlite } from '../../../src/platform/sqlite.js'
import { type FuzzDesk, makeDesk, put, SESSION } from '../desk.js'
import { orRefused, type FuzzPlace, type Target } from '../target.js'
import { readAll } from './agents.js'

/** One file of Claude Code or another agent that is read beside the sessions. */
function besideFile(
  name: string,
  reads: readonly string[],
  samples: readonly string[],
  open: (desk: FuzzDesk, place: FuzzPlace) => { paths: readonly string[]; read: (input: Buffer) => unknown },
): Target {
  return {
    name,
    reads,
    open(place) {
      const desk = makeDesk(place.scratch)
      const { paths, read } = open(desk, place)
      return {
        samples,
        copies: paths.length,
        read(input) {
          for (const path of paths) put(path, input)
          return read(input)
        },
      }
    },
  }
}

const SETTINGS = JSON.stringify({
  hooks: {
    Stop: [
      {
        hooks: [{ type: 'command', command: 'node "/home/me/.claude/hooks/dogear.cjs" claude-code', args: ['dogear'] }],
      },
    ],
  },
  statusLine: { type: 'command', command: 'node line.js' },
  enabledPlugins: { 'dogear@shop': true },
  mcpServers: { dogear: { command: 'dogear', args: ['mcp'] } },
  projects: {},
  env: { CLAUDE_CODE_AUTO_COMPACT_WINDOW: '150_000', ANTHROPIC_MODEL: 'sonnet[1m]' },
  modelSettings: { 'claude-sonnet-4-5': { autoCompactWindow: 120000 } },
  autoMemoryEnabled: true,
  autoMemoryDirectory: '~/memory',
  plansDirectory: 'plans',
})

const settings = besideFile(
  'settings of Claude Code',
  ['check', 'client', 'folders', 'manifest', 'settings', 'window', 'wiring'].map(
    (name) => `src/agents/claude-code/${name}.ts`,
  ),
  [SETTINGS, '{}'],
  ({ world: { userHome, cwd, env } }, { root }) => {
    const [user, project] = [join(userHome, '.claude'), join(cwd, '.claude')]
    const here = { userHome, env, root: cwd }
    const program = {
      node: process.execPath,
      root,
      hook: join(root, 'dist', 'hook.cjs'),
      cli: join(root, 'bin', 'dogear.js'),
    }
    return {
      paths: [
        join(user, 'settings.json'),
        join(project, 'settings.json'),
        join(project, 'settings.local.json'),
        join(cwd, '.mcp.json'),
        join(userHome, '.claude.json'),
        join(user, 'hooks', 'dogear.cjs'),
      ],
      read: (input) => [
        check({ ...here, program } as unknown as Parameters<typeof check>[0]),
        [enabledPlugin(here), effectiveStatusLine(here), readServers(here), memoryFolder(here)],
        refusalOf(input.toString('utf8')),
        readWindowHints({ userHome, env, worktree: cwd, model: 'claude-sonnet-4-5-20250929' }),
        claudeCode.plans?.(
          { userHome, env, worktree: cwd },
          { read: () => input.toString('utf8'), folders: () => [], isInWorktree: () => true },
        ),
      ],
    }
  },
)

/** Ten calls, so that there is a share to tell. */
const CALLS = Array.from({ length: 12 }, (_, i) =>
  JSON.stringify({
    type: 'assistant',
    version: '2.1.325',
    message: { role: 'assistant', content: [{ type: 'tool_use', id: `t${i}`, name: `Tool${i % 3}`, input: {} }] },
  }),
).join('\n')

const understood = besideFile(
  'what doctor understands of a session',
  ['src/app/setup/doctor/reading.ts'],
  [`${CALLS}\n`],
  ({ world }) => {
    const folder = join(world.userHome, '.claude', 'projects', world.cwd.replace(/[^A-Za-z0-9]/g, '-'))
    return { paths: [join(folder, `${SESSION}.jsonl`)], read: () => checkReading(world, world.cwd) }
  },
)

const arrival = besideFile(
  'answers in a session',
  ['src/agents/claude-code/install.ts'],
  [
    '{"type":"attachment","timestamp":"2026-11-15T08:42:00.000Z","attachment":{"type":"hook_additional_context","content":["dogear"]}}\n',
  ],
  ({ world }) => {
    const path = join(world.userHome, 'session.jsonl')
    return { paths: [path], read: () => install.arrivedAt?.(path) }
  },
)

const workspace = besideFile(
  'workspace of copilot-cli',
  ['src/agents/copilot-cli/reader.ts'],
  ["id: x\ncwd: \"/home/me/shop\"\nbranch: 'it''s'  \ngit_root: /home/me # a\n"],
  ({ world }, { root }) => {
    const folder = join(world.userHome, '.copilot', 'session-state', SESSION)
    const events = join(folder, 'events.jsonl')
    put(events, readFileSync(join(root, 'src/agents/copilot-cli/testdata/events.jsonl')))
    const reader = READER_OF['copilot-cli']?.() as TranscriptReader
    const place = { cwd: world.cwd, userHome: world.userHome, env: {} }
    return {
      paths: [join(folder, 'workspace.yaml')],
      read: () => [reader.readTail(events), reader.findSessions(place)],
    }
  },
)

const projectNames = besideFile(
  'projects of gemini-cli',
  ['src/agents/gemini-cli/reader.ts'],
  ['{"projects":{"/home/me/shop":"shop"}}'],
  ({ world }) => {
    const reader = READER_OF['gemini-cli']?.() as TranscriptReader
    const place = { cwd: world.cwd, userHome: world.userHome, env: {} }
    const root = join(world.userHome, '.gemini', 'tmp', 'shop', '.project_root')
    return { paths: [join(world.userHome, '.gemini', 'projects.json'), root], read: () => reader.findSessions(place) }
  },
)

/** The older form: a file for the session, for each message and each part of one. */
const storage = besideFile(
  'storage of opencode',
  ['src/agents/common/session-db/storage.ts'],
  [
    '{"id":"ses_1","directory":"/home/me/shop","time":{"created":1763280000000,"updated":1763280000000}}',
    '{"id":"msg_1","role":"user","text":"go on","type":"text","time":{"start":1}}',
  ],
  ({ world }) => {
    const base = join(world.userHome, '.local', 'share', 'opencode', 'storage')
    const session = join(base, 'session', 'p', 'ses_1.json')
    const reader = READER_OF['opencode']?.() as TranscriptReader
    const place = { cwd: world.cwd, userHome: world.userHome, env: {} }
    const paths = [session, join(base, 'message', 'ses_1', 'msg_1.json'), join(base, 'part', 'msg_1', 'prt_1.json')]
    return {
      paths,
      read: () => [
        orRefused(() => readAll(reader, session, null)),
        orRefused(() => reader.readTail(session)),
        reader.findSessions(place),
      ],
    }
  },
)

/** Where this Node has no SQLite, what is said then. */
const database = besideFile(
  'database of opencode',
  ['src/agents/common/session-db/storage.ts', 'src/platform/sqlite.ts'],
  ['SQLite format 3\0\u0010\0\u0001\u0001\0@  ', ''],
  ({ world }) => {
    const path = join(world.userHome, '.local', 'share', 'opencode', 'opencode.db')
    const reader = READER_OF['opencode']?.() as TranscriptReader
    const place = { cwd: world.cwd, userHome: world.userHome, env: {} }
    return {
      paths: [path],
      read: () => [
        hasSqlite(),
        orRefused(() => readAll(reader, `${path}#ses_1`, null)),
        orRefused(() => reader.findSessions(place)),
      ],
    }
  },
)

const compressed = besideFile(
  'compressed session of codex',
  ['src/agents/codex/reader.ts', 'src/platform/files/zstd.ts'],
  [Buffer.from('KLUv/SAFKQAAeyJhIn0K', 'base64').toString('latin1')],
  ({ world }) => {
    const path = join(world.userHome, 'rollout.jsonl.zst')
    const reader = READER_OF['codex']?.() as TranscriptReader
    return { paths: [path], read: () => [orRefused(() => readAll(reader, path, null))] }
  },
)

export const AGENT_FILE_TARGETS: readonly Target[] = [
  settings,
  understood,
  arrival,
  workspace,
  projectNames,
  storage,
  database,
  compressed,
]
