/** Targets for what comes in by the command line, by MCP and by import, and for the files of the work tree. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import { exportEntries, importEntries } from '../../../src/app/carry/transfer.js'
import { findLayoutsAt, importDocuments } from '../../../src/app/carry/import-documents.js'
import { layoutsInMemory } from '../../../src/app/layouts/signs.js'
import { readFileFacts, readWorkFile } from '../../../src/capture/files.js'
import { findPlan, readPlanNow } from '../../../src/capture/plans.js'
import { readStateFiles, stateIn } from '../../../src/capture/session-state.js'
import { OWN } from '../../../src/core/own/content.js'
import { blobOf } from '../../../src/capture/uncommitted.js'
import { countOf, parseCommandArgs, valueOf } from '../../../src/cli/args/parse.js'
import { readNamedFile, readWritten } from '../../../src/cli/args/written.js'
import { COMMANDS, commandNamed } from '../../../src/cli/specs/commands.js'
import { SAMPLES } from '../../../src/layouts/all-samples.js'
import { parseState, printState, stateIn as requestStateIn } from '../../../src/mcp/request-state.js'
import { makeServer } from '../../../src/mcp/server.js'
import { CLEAR, LIST, NOTE, RESUME, SAVE, SEARCH } from '../../../src/mcp/tools/specs.js'
import { makeDesk, put } from '../desk.js'
import { ENTRY_TEXTS, PLAN_TEXT, STATE_TEXT } from '../samples.js'
import { orRefused, type Target } from '../target.js'

const commandLine: Target = {
  name: 'command line',
  reads: ['src/cli/args/parse.ts', 'src/cli/args/written.ts'],
  open({ scratch }) {
    const { world } = makeDesk(scratch, false)
    return {
      samples: [
        'save\nauth\n--next\nrun it\n--done\na\n--decision\nb — c — rejected: d\n--file\nsrc/a.ts:edited\n--plan\np.md\n--step\n3\n--of=7',
        'resume\nauth\n--budget\n4000\n--json\n-n3',
        'list\n--all\n--since\n7d\n--branch=main\n--\n-x',
        'search\n"a b"\n--limit\n5',
      ],
      async read(input) {
        // Of a row of short flags node:util copies all of the rest at each; the system lets no word be long enough to matter.
        const words = input
          .toString('utf8')
          .split('\n')
          .map((word) => (/^-[^-]/.test(word) ? word.slice(0, 2000) : word))
        const spec = orRefused(() => commandNamed(words[0] ?? '')) ?? COMMANDS[input.length % COMMANDS.length]
        const args = parseCommandArgs(spec as (typeof COMMANDS)[number], words.slice(1))
        const counts = ['limit', 'step', 'budget', 'every'].map((flag) => orRefused(() => countOf(args, flag)))
        // What it names is read by another target, and "-" would be the input of the tests.
        if (valueOf(args, 'from') !== undefined) return [args, counts]
        return [args, counts, await readWritten(world.cwd, args)]
      },
    }
  },
}

/** A message as a client sends it after the handshake, to a server of this process. The last one is ours: with its answer all is said. */
const mcp: Target = {
  name: 'MCP messages',
  isDear: true,
  reads: ['src/mcp/request-state.ts'],
  async open({ scratch }) {
    const { world } = makeDesk(scratch, false)
    // Each is loaded by its first call, which would then answer too late.
    await Promise.all([SAVE, RESUME, LIST, SEARCH, NOTE, CLEAR].map(({ load }) => load()))
    let count = 0
    return {
      samples: [...MESSAGES, ...MESSAGES.map((_, i) => MESSAGES.slice(i, i + 3).join('\n'))],
      async read(input) {
        // What it saved must not make each input slower than the one before.
        if (count++ % 50 === 49) rmSync(join(world.home, 'projects'), { recursive: true, force: true })
        const [from, to] = [new PassThrough(), new PassThrough()]
        const transport = new StdioServerTransport(from, to, { maxBufferSize: 64_000_000 })
        const host = { version: '0.0.0', worldIn: async () => world }
        serveStdio(() => makeServer(host, { resumed: [] }), { transport, onerror: () => {} })
        let said = ''
        const answered = new Promise<void>((resolve) => {
          to.setEncoding('utf8').on('data', (chunk: string) => {
            said += chunk
            if (said.includes('"id":"the last"')) resolve()
          })
        })
        from.write(`${HANDSHAKE.join('\n')}\n`)
        from.write(input)
        from.write(`\n${printed({ id: 'the last', method: 'ping' })}\n`)
        // A connection that was ended says nothing more.
        await Promise.race([answered, new Promise((resolve) => setTimeout(resolve, 50))])
        // A tool answers later than a ping.
        for (let quiet = 0, length = 0; quiet < 3; quiet = said.length === length ? quiet + 1 : 0) {
          length = said.length
          await new Promise((resolve) => setTimeout(resolve, 3))
        }
        from.end()
        await transport.close()
        if (said.includes('"code":"internal"')) throw new Error(said.slice(-1500))
        return said
      },
    }
  },
}

const printed = (message: object): string => JSON.stringify({ jsonrpc: '2.0', ...message })

const HANDSHAKE: readonly string[] = [
  {
    id: 1,
    method: 'initialize',
    params: {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'codex-mcp', version: '1' },
    },
  },
  { method: 'notifications/initialized' },
].map(printed)

const SAVED = {
  name: 'auth',
  task: 'rotate',
  next: 'run it',
  done: ['a'],
  failed: [{ what: 'b', why: 'c' }],
  files: ['src/a.ts'],
  plan: { path: 'p.md', step: 2 },
  closes: ['f-abcd'],
}
const MESSAGES: readonly string[] = [
  ...[
    { name: 'save', arguments: SAVED },
    { name: 'resume', arguments: { name: 'auth', budget: 4000, answers: { ready: 'yes' } } },
    { name: 'list', arguments: { all: true } },
    { name: 'search', arguments: { query: 'keys', limit: 3 } },
    { name: 'note', arguments: { text: 'two keys', type: 'decision', why: 'clients' } },
    { name: 'clear', arguments: { name: 'auth' } },
  ].map((params, i) => printed({ id: i + 2, method: 'tools/call', params })),
  printed({ id: 20, method: 'resources/list' }),
  printed({ id: 21, method: 'resources/read', params: { uri: 'dogear://auth' } }),
  printed({ id: 22, method: 'prompts/get', params: { name: 'checkpoint', arguments: { name: 'auth' } } }),
]

const requestState: Target = {
  name: 'MCP request state',
  reads: ['src/mcp/request-state.ts'],
  open({ scratch }) {
    const { world } = makeDesk(scratch, false)
    const call = { tool: 'resume', args: { name: 'auth' } }
    const state = {
      answers: [{ id: 'entry', name: 'auth', answer: 'a' }],
      pending: { id: 'name' },
      roots: ['file:///a'],
    }
    return {
      samples: [printState(world, call, state), JSON.stringify(state)],
      // What is signed is parsed too: a later version of us may have signed it.
      read: (input) => [parseState(world, call, input.toString('utf8')), requestStateIn(input.toString('utf8'))],
    }
  },
}

const imported: Target = {
  name: 'import of entries',
  reads: ['src/app/carry/transfer.ts'],
  open({ scratch }) {
    const { world } = makeDesk(scratch, false)
    const exported = exportEntries(world, { all: true })
    return {
      samples: [
        ...ENTRY_TEXTS,
        JSON.stringify(exported),
        JSON.stringify({ entries: [{ path: 'a.md', text: ENTRY_TEXTS[0] }] }),
      ],
      read: (input) =>
        importEntries(world, { texts: [{ source: 'a.md', text: input.toString('utf8') }], dryRun: true, mine: false }),
    }
  },
}

const importedLayouts: Target = {
  name: 'import of layouts',
  isDear: true,
  reads: ['src/store/views/survey.ts', 'src/platform/files/replace-seen.ts'],
  open({ scratch }) {
    const { world } = makeDesk(scratch, false)
    const files = Object.values(SAMPLES).flatMap(({ folder }) => Object.entries(folder.files))
    for (const [path, text] of files) put(join(scratch, 'old', path), text)
    return {
      samples: files.map(([, text]) => text),
      read(input) {
        const [path, before] = files[input.length % files.length] as [string, string]
        put(join(scratch, 'old', path), input)
        try {
          return importDocuments(world, { found: findLayoutsAt(join(scratch, 'old')), dryRun: true })
        } finally {
          put(join(scratch, 'old', path), before)
        }
      },
    }
  },
}

const workTree: Target = {
  name: 'files of the work tree',
  isDear: true,
  reads: ['src/capture/files.ts', 'src/capture/plans.ts', 'src/capture/uncommitted.ts', 'src/cli/args/written.ts'],
  open({ scratch }) {
    const { world } = makeDesk(scratch, false)
    const { cwd, userHome } = world
    const paths = ['plan.md', 'docs/plans/a.md', 'SESSION-STATE.md', 'memory/working-buffer.md']
    const traces = { planPaths: [], named: ['plan.md'], seen: [], pasted: PLAN_TEXT, words: new Set(['keys']) }
    return {
      samples: [PLAN_TEXT, STATE_TEXT],
      read(input) {
        for (const path of paths) put(join(cwd, path), input)
        const search = { worktree: cwd, userHome, env: {}, traces } as unknown as Parameters<typeof findPlan>[0]
        return [
          [findPlan(search), readPlanNow(cwd, userHome, 'plan.md'), stateOf(cwd)],
          [readFileFacts(cwd, 'plan.md'), readWorkFile(cwd, 'plan.md', 1_000_000)?.text.length, blobOf(cwd, 'plan.md')],
          readNamedFile(cwd, 'plan.md').length,
        ]
      },
    }
  },
}

const memory: Target = {
  name: 'memory folder',
  reads: ['src/app/layouts/signs.ts'],
  open: ({ scratch }) => ({
    samples: ['# Memory\n\n## Active Checkpoints\n\n- [auth](checkpoint-auth.md): rotate\n'],
    read(input) {
      put(join(scratch, 'memory', 'MEMORY.md'), input)
      return layoutsInMemory(join(scratch, 'memory'))
    },
  }),
}

export const FACE_TARGETS: readonly Target[] = [
  commandLine,
  mcp,
  requestState,
  imported,
  importedLayouts,
  workTree,
  memory,
]

function stateOf(folder: string): unknown {
  const files = readStateFiles(folder)
  return stateIn(
    files.map((file) => ({ file, verdict: OWN })),
    Date.now(),
  )
}
