/** A secret that comes in by any way is found nowhere in what dogear has written. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { printEntry } from '../../src/core/entry/print.js'
import { entryWith, TEXT_FLAGS } from '../support/entries.js'
import { dogearProcess as dogear, scratchRepo, tempDir } from '../support/world.js'

// Put together here, so that no scanner takes this file for a leak.
const SECRETS = [
  `ghp_${'A1b2C3d4E5f6G7h8I9j0'.repeat(2).slice(0, 36)}`,
  `sk-ant-${'api03-'}${'Zx9Yw8Vu7Ts6Rq5Po4Nm3Lk2Ji1Hg0'.repeat(3)}AA`,
  'correct-horse-Battery7staple',
]
const [TOKEN, KEY, PASSWORD] = SECRETS as [string, string, string]

test('entries, index, catalog, journal, prompts, trash, temporary files: none of them holds a secret [F7]', () => {
  const repo = scratchRepo({
    'src/a.ts': 'a\n',
    'SESSION-STATE.md': `# State\n\n## Decisions\n- log in with password=${PASSWORD}\n`,
  })
  repo.git('switch', '--quiet', '-c', `fix/${TOKEN}`)
  const home = tempDir()
  const store = join(home, 'store')
  const run = (args: string[], input?: string) =>
    dogear(args, {
      cwd: repo.dir,
      home,
      env: { DOGEAR_HOME: store, DOGEAR_SESSION: 's1', CLAUDE_CONFIG_DIR: join(home, 'claude') },
      ...(input === undefined ? {} : { input }),
    })
  writeTranscript(join(home, 'claude'), repo.dir)

  const texts = [...TEXT_FLAGS, 'stage', 'user']
  const saved = run([
    'save',
    'auth',
    ...texts.flatMap((flag) => [`--${flag}`, `curl -H "Authorization: Bearer ${TOKEN}" ${KEY}`]),
    '--file',
    `src/${TOKEN}.ts`,
    '--plan',
    `plans/${KEY}.md`,
  ])
  expect(saved).toMatchObject({ code: 0 })
  expect(saved.stdout).not.toContain(TOKEN)
  run(
    ['save', 'auth', '--from', '-'],
    `# notes ${TOKEN}\n\nabove ${KEY}\n\n## Odd section ${TOKEN}\npostgres://app:${PASSWORD}@db/prod\n`,
  )
  run(['note', `the key is ${KEY}`, '--why', `because ${TOKEN}`])
  run(['prompts', 'push'], `deploy with ${TOKEN}`)
  run(['prompts', 'pop'])
  run(
    ['import', '-'],
    printEntry(entryWith({ name: 'imported', next: { text: `use ${TOKEN}` }, extraKeys: { password: PASSWORD } })),
  )
  run(['search', 'authorization'])
  run(['list'])
  run(['clear', 'auth'])
  run(['trash', 'restore', 'auth'])

  const written = filesBelow(store)
  // One more where Node has an index to search with.
  expect(written.length).toBeGreaterThanOrEqual(7)
  for (const secret of SECRETS) {
    const holding = written.filter((path) => readFileSync(path).includes(secret) || path.includes(secret))
    expect(holding).toEqual([])
  }
  // It was there to be found: what stood around the secrets is kept.
  expect(run(['search', 'bearer', '--json']).json<{ hits: unknown[] }>().hits.length).toBeGreaterThan(0)
})

function writeTranscript(config: string, cwd: string): void {
  const folder = join(config, 'projects', cwd.replace(/[^a-zA-Z0-9]/g, '-'))
  const common = {
    sessionId: 's1',
    cwd,
    version: '2.1.300',
    gitBranch: 'main',
    isSidechain: false,
    userType: 'external',
  }
  const records = [
    {
      ...common,
      type: 'user',
      uuid: 'u1',
      parentUuid: null,
      timestamp: '2026-01-01T00:00:00Z',
      message: { role: 'user', content: `use the token ${TOKEN} for it` },
    },
    {
      ...common,
      type: 'assistant',
      uuid: 'a1',
      parentUuid: 'u1',
      timestamp: '2026-01-01T00:00:01Z',
      message: {
        id: 'm1',
        role: 'assistant',
        model: 'm',
        content: [
          {
            type: 'tool_use',
            id: 't1',
            name: 'Bash',
            input: { command: `curl -u admin:${PASSWORD} https://example.org && npm test` },
          },
        ],
      },
    },
    {
      ...common,
      type: 'user',
      uuid: 'u2',
      parentUuid: 'a1',
      timestamp: '2026-01-01T00:00:02Z',
      message: {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 't1', is_error: true, content: `Exit code 1\nError: bad key ${KEY}` },
        ],
      },
    },
  ]
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 's1.jsonl'), records.map((record) => `${JSON.stringify(record)}\n`).join(''))
}

function filesBelow(dir: string): string[] {
  return readdirSync(dir, { withFileTypes: true }).flatMap((one) =>
    one.isDirectory() ? filesBelow(join(dir, one.name)) : [join(dir, one.name)],
  )
}
