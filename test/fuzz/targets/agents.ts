/** Targets for what agents write: their session files, what lies beside them, their settings and the events of their hooks. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TranscriptReader } from '../../../src/agents/agent.js'
import { READER_OF } from '../../../src/agents/all.js'
import { slugOf } from '../../../src/agents/claude-code/folders.js'
import { isCaller } from '../../../src/agents/callers.js'
import { HOOKS } from '../../../src/agents/hooks-registry.js'
import { readerFor } from '../../../src/agents/readers.js'
import { reader as templateReader } from '../../../src/agents/_template/reader.js'
import { hooks as templateHooks } from '../../../src/agents/_template/hooks.js'
import { readSession } from '../../../src/app/session/observe.js'
import { statusLine } from '../../../src/app/session/statusline.js'
import { collectFacts } from '../../../src/core/session/facts/facts.js'
import { isAboutBefore } from '../../../src/core/session/phrase/going-on.js'
import { tracePlans } from '../../../src/core/session/plan/traces.js'
import type { TranscriptEvent } from '../../../src/core/session/transcript.js'
import { planEvent } from '../../../src/hook/plan.js'
import { makeDesk, NOW_MS, put, SESSION } from '../desk.js'
import { orRefused, type FuzzPlace, type Target } from '../target.js'

/** Where each agent would have the file, so that it is found as a session of the work tree, too. */
const PLACES: Readonly<Record<string, (cwd: string) => string>> = {
  'claude-code': (cwd) => `.claude/projects/${slugOf(cwd)}/${SESSION}.jsonl`,
  codex: () => '.codex/sessions/2026/11/15/rollout-2026-11-15T08-42-00-01234567-89ab-cdef-0123-456789abcdef.jsonl',
  'copilot-cli': () => `.copilot/session-state/${SESSION}/events.jsonl`,
  cursor: (cwd) =>
    `.cursor/projects/${cwd.slice(1).replaceAll(/[^a-zA-Z0-9]/g, '-')}/agent-transcripts/${SESSION}.jsonl`,
  'gemini-cli': () => `.gemini/tmp/shop/chats/session-${SESSION}.jsonl`,
  opencode: () => '.local/share/opencode/exported.json',
  kilo: () => '.local/share/kilo/exported.json',
  pi: (cwd) => `.pi/agent/sessions/--${cwd.slice(1).replaceAll('/', '-')}--/${SESSION}.jsonl`,
  'qwen-code': (cwd) => `.qwen/projects/${slugOf(cwd)}/chats/${SESSION}.jsonl`,
  _template: () => `.toy/${SESSION}.jsonl`,
}

/** One whose place nobody has written down here is read all the same. */
const placeOf = (folder: string): ((cwd: string) => string) => PLACES[folder] ?? (() => `.${folder}/${SESSION}.jsonl`)

/** The files of an agent that read bytes, beside its reader. */
const MORE_FILES: Readonly<Record<string, readonly string[]>> = {
  codex: ['items', 'survey', 'tools'],
  'gemini-cli': ['records'],
}

const COMMON = [
  'src/agents/common/lines.ts',
  'src/agents/common/values.ts',
  'src/platform/files/jsonl.ts',
  'src/agents/readers.ts',
]

/** Where the parts are that agents share, beside those that all of them have. */
const SHARED: Readonly<Record<string, readonly string[]>> = {
  opencode: ['src/agents/common/values.ts'],
  kilo: ['src/agents/common/values.ts', 'src/agents/readers.ts'],
  cline: COMMON.filter((path) => !path.endsWith('/lines.ts')),
  pi: [...COMMON, 'src/agents/common/session-lines.ts'],
  _template: COMMON.slice(0, 3),
}

/** They only name what their family shares. */
const NAMES_ONLY = ['opencode', 'kilo', 'pi', 'qwen-code'].map((one) => `src/agents/${one}/reader.ts`)

function transcript(reader: TranscriptReader, folder: string): Target {
  const own = ['reader', ...(MORE_FILES[folder] ?? [])].map((name) => `src/agents/${folder}/${name}.ts`)
  return {
    name: `session of ${folder}`,
    reads: [...own.filter((path) => !NAMES_ONLY.includes(path)), ...(SHARED[folder] ?? COMMON)],
    open(place) {
      const { world } = makeDesk(place.scratch)
      const path = join(world.userHome, placeOf(folder)(world.cwd))
      put(join(world.userHome, '.gemini', 'projects.json'), JSON.stringify({ projects: { [world.cwd]: 'shop' } }))
      const session = { cwd: world.cwd, userHome: world.userHome, env: {} }
      return {
        samples: testdata(place, folder),
        read(input) {
          put(path, input.subarray(0, input.length >> 1))
          const first = orRefused(() => readAll(reader, path, null))
          put(path, input)
          const isOurs = reader.sniff(input.toString('utf8', 0, 65_536), path)
          const whole = readAll(reader, path, null)
          const rest = readAll(reader, path, first?.mark ?? null)
          return [isOurs, whole, rest.survived, reader.readTail(path), reader.findSessions(session), known(path)]
        },
      }
    },
  }
}

function known(path: string): string | undefined {
  return orRefused(() => readerFor(path).agent) ?? undefined
}

export function readAll(
  reader: TranscriptReader,
  path: string,
  from: unknown,
): { mark: unknown; survived: unknown; facts: unknown } {
  const [facts, plans] = [collectFacts({ cwd: '/home/me/shop' }), tracePlans()]
  const { mark, survived } = reader.read(path, from, (event: TranscriptEvent) => {
    facts.add(event)
    plans.add(event)
  })
  return { mark: JSON.parse(JSON.stringify(mark)), survived, facts: [facts.facts(survived), plans.traces()] }
}

function testdata({ root }: FuzzPlace, folder: string): Buffer[] {
  const dir = join(root, 'src', 'agents', folder, 'testdata')
  return readdirSync(dir)
    .filter((name) => /\.jsonl?$/.test(name))
    .map((name) => readFileSync(join(dir, name)))
}

const EVENTS: readonly string[] = [
  { hook_event_name: 'SessionStart', source: 'startup' },
  { hook_event_name: 'UserPromptSubmit', prompt: 'continue with the parser' },
  { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'npm test', run_in_background: true } },
  {
    hook_event_name: 'PostToolUseFailure',
    tool_name: 'Edit',
    tool_input: { file_path: 'a.ts', old_string: 'a', new_string: 'b' },
    error: 'x',
  },
  { hook_event_name: 'Stop', last_assistant_message: 'Next: run it', stop_hook_active: false },
  { hook_event_name: 'SessionEnd', reason: 'clear' },
  { context_window: { context_window_size: 200000, current_usage: { input_tokens: 5, cache_read_input_tokens: 7 } } },
].map((event) => JSON.stringify({ session_id: SESSION, transcript_path: '/tmp/x.jsonl', cwd: '/tmp', ...event }))

/** Their hooks are those of their family. */
const FAMILY = ['opencode', 'kilo', 'pi']

function hookEvent(agent: string, hooks: (typeof HOOKS)[string], folder: string): Target {
  return {
    name: `hook event of ${agent}`,
    reads: [...(FAMILY.includes(folder) ? [] : [`src/agents/${folder}/hooks.ts`]), 'src/app/session/statusline.ts'],
    open({ scratch }) {
      const { world } = makeDesk(scratch)
      const { home, userHome } = world
      const env = { CLAUDE_PID: '7', CLAUDE_PROJECT_DIR: scratch }
      return {
        samples: [...EVENTS, '{"kind":"prompt","text":"continue","session":"a"}'],
        async read(bytes) {
          const message = orNull(bytes.toString('utf8'))
          if (typeof message !== 'object' || message === null) return null
          const words = [undefined, 'statusline', 'prompt', 'start']
          const answers = words.map((word) => {
            const input = { message: message as Record<string, unknown>, userHome, env, ...(word && { word }) }
            const event = hooks.parseEvent(input)
            if (!event) return null
            const what = [isCaller(agent, hooks, input), planEvent(home, event, isAboutBefore)]
            return [
              what,
              event,
              hooks.printAnswer(event, { toModel: 'a', toUser: 'b' }),
              hooks.printAnswer(event, { refuse: 'c' }),
            ]
          })
          const line = await statusLine({
            home,
            userHome,
            message: message as Record<string, unknown>,
            env,
            nowMs: NOW_MS,
          })
          return [answers, line]
        },
      }
    },
  }
}

function orNull(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** What was kept of a session, and the session itself: whatever is wrong with the one, the other says it all. */
const mark: Target = {
  name: 'mark of a session',
  reads: ['src/store/session/mark.ts'],
  open(place) {
    const { world, located } = makeDesk(place.scratch)
    const reader = READER_OF['claude-code']?.() as TranscriptReader
    const path = join(world.userHome, 'session.jsonl')
    put(path, testdata(place, 'claude-code')[0] as Buffer)
    const request = {
      reader,
      session: SESSION,
      transcript: path,
      last: null,
      slowSeconds: 30,
    } as unknown as Parameters<typeof readSession>[2]
    readSession(world, located, request)?.keepMark()
    const kept = join(world.home, 'hooks', `${SESSION}.mark.json`)
    const sample = readFileSync(kept)
    return {
      samples: [sample],
      read(input) {
        put(kept, input)
        return readSession(world, located, request)?.observed
      },
    }
  },
}

export const AGENT_TARGETS: readonly Target[] = [
  ...Object.entries(READER_OF).map(([agent, reader]) => transcript(reader(), agent)),
  transcript(templateReader, '_template'),
  ...Object.entries(HOOKS).map(([agent, hooks]) => hookEvent(agent, hooks, agent)),
  hookEvent('_template', templateHooks, '_template'),
  mark,
]
