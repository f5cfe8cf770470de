/** Targets for the settings of every agent: what a user or a client wrote there is looked at, edited and given back. */
import { join } from 'node:path'
import type { Manifest } from '../../../src/agents/agent.js'
import type { Install } from '../../../src/agents/install.js'
import { MANIFESTS } from '../../../src/agents/registry.js'
import { makeDesk, put } from '../desk.js'
import { orRefused, type Target } from '../target.js'

const SAMPLES: readonly string[] = [
  JSON.stringify({
    hooks: { Stop: [{ hooks: [{ type: 'command', command: '/home/me/.x/dogear/dogear.sh codex Stop' }] }] },
    mcpServers: { dogear: { command: 'dogear', args: ['mcp'] } },
    mcp: { dogear: { type: 'local', command: ['dogear', 'mcp'], enabled: true } },
    plugin: ['file:///home/me/dogear.js'],
  }),
  '{\n  // mine\n  "model": "x", /* and */ "env": {"A": "b"},\n}\n',
  'model = "x"\n\n[mcp_servers.x]\ncommand = "y"\n\n# >>> dogear\n[hooks]\n# <<< dogear\n',
  '#!/bin/sh\nexec /home/me/.x/dogear/dogear.sh cline\n',
  '{"timestamp":"2026-11-15T08:42:00.000Z","type":"hook","content":"dogear"}\n',
]

function settingsOf(id: string, { load, scopes }: NonNullable<Manifest['install']>, reads: readonly string[]): Target {
  return {
    name: `settings of ${id}`,
    reads,
    async open({ scratch, root }) {
      const { world } = makeDesk(scratch)
      const { userHome, cwd, env } = world
      const agent = await load()
      const place = { userHome, env, scope: scopes[0]?.name ?? 'user', root: cwd }
      const program = {
        node: process.execPath,
        root,
        hook: join(root, 'dist', 'hook.cjs'),
        cli: join(root, 'bin', 'dogear.js'),
      }
      const whole = { ...place, program } as unknown as Parameters<Install['plan']>[0]
      const checked = { ...whole, version: '0.0.0', wasSetUp: true } as unknown as Parameters<Install['check']>[0]
      const paths = agent.plan(whole).parts.flatMap((part) => ('put' in part ? [part.path] : []))
      return {
        samples: SAMPLES,
        copies: paths.length + 1,
        read(input) {
          const text = input.toString('utf8')
          for (const path of paths) put(path, input)
          const transcript = join(userHome, 'session.jsonl')
          put(transcript, input)
          const plan = orRefused(() => agent.plan(whole))
          const edits = (plan?.parts ?? []).flatMap((part) => ('put' in part ? [part] : []))
          const said = edits.map((part) => {
            const done = orRefused(() => part.put(text, undefined))
            return done && orRefused(() => agent.takeOut(done.text, done.inserted, place, part.path))?.length
          })
          return [said, orRefused(() => agent.check(checked)), orRefused(() => agent.arrivedAt?.(transcript))]
        },
      }
    },
  }
}

/** The parts of dogear that read what is there, beside those that agents share. */
const READS: Readonly<Record<string, readonly string[]>> = {
  codex: ['codex/wiring', 'common/json-part'],
  cline: ['cline/install'],
  opencode: ['common/session-db/install'],
}

/** Claude Code has one of its own, beside what else it keeps. */
export const AGENT_SETTINGS_TARGETS: readonly Target[] = MANIFESTS.flatMap(({ id, install }): Target[] => {
  const reads = ['common/setup', ...(READS[id] ?? [])].filter((name) => id !== 'opencode' || name !== 'common/setup')
  return install && id !== 'claude-code'
    ? [
        settingsOf(
          id,
          install,
          reads.map((name) => `src/agents/${name}.ts`),
        ),
      ]
    : []
})
