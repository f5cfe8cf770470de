/** Seed 003, from top to bottom: one JSON file for each checkpoint, beside the plan or in the global place. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SEED } from '../support/decision-log.js'
import { desk, put, read, type Desk } from '../layouts/support/desk.js'
import { flags, startDogear } from './support/said.js'

const GLOBAL = '.claude/checkpoints'
const INDEX = '.claude/state-index.json'

/** The seed's own example, with a key of somebody's tool; nobody has heard of dogear. */
const OLD = SEED.replace('2026-11-15T08:42:31Z', '2025-01-10T08:00:00Z').replace(
  /\n\}\n$/,
  ',\n  "reviewer": { "team": "data" }\n}\n',
)

/** What the three questions of the seed are answered with. */
const SAID = flags(
  ['task', 'Working on the importer because the old one drops rows'],
  ['decision', 'Chose streaming over batches because files reach 1 GB'],
  ['decision', 'Deferred retries until the queue is in'],
  ['next', 'Measure src/importer.ts with 1 GB'],
  ['file', 'src/importer.ts:edited'],
)

function oldDesk(index?: string): Desk {
  const one = desk({
    'src/importer.ts': 'export {}\n',
    [`${GLOBAL}/20250110T080000Z.json`]: OLD,
    ...(index === undefined ? {} : { [INDEX]: index }),
  })
  expect(one.run('trust', 'decision-log').code).toBe(0)
  return one
}

function filesIn(one: Desk, folder: string): string[] {
  return readdirSync(join(one.repo.dir, folder)).toSorted()
}

/** As the seed reads them: `cat *.json | jq -s 'sort_by(.timestamp) | last'`. */
function latestIn(one: Desk, folder: string): Record<string, unknown> {
  const all = filesIn(one, folder).map((file) => JSON.parse(read(one.repo.dir, `${folder}/${file}`)))
  return all.toSorted((a, b) => (a.timestamp < b.timestamp ? -1 : 1)).at(-1)
}

test('what was decided in January is there, whole, and its file is as it was [D3, D8]', () => {
  const one = oldDesk()
  const { stdout } = one.run('say', 'continue')
  expect(stdout).toContain('## Next action\nWhat to do next when resuming\n')
  expect(stdout).toContain('- Chose A')
  expect(stdout).toContain('- Deferred C until [condition]\n')
  expect(one.run('show', 'global').stdout).toContain('"reviewer"')
  expect(read(one.repo.dir, `${GLOBAL}/20250110T080000Z.json`)).toBe(OLD)
})

test('without a plan it goes to the global place, in the schema, and the banner says so [D2, D3, D4]', () => {
  const one = oldDesk()
  const saved = one.run('save', ...SAID)
  const file = filesIn(one, GLOBAL).find((name) => name !== '20250110T080000Z.json') as string
  expect(file).toMatch(/^\d{8}T\d{6}Z\.json$/)
  const rule = '━'.repeat(53)
  expect(saved.stdout).toBe(`${rule}
  CHECKPOINT SAVED
${rule}

  Location: ${GLOBAL}/${file}
  Summary:  Working on the importer because the old one drops rows
  Decisions: 2 recorded
  Next:     Measure src/importer.ts with 1 GB

  This context will be surfaced on next session start.

${rule}
`)
  const timestamp = file.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z.json$/, '$1-$2-$3T$4:$5:$6Z')
  expect(JSON.parse(read(one.repo.dir, `${GLOBAL}/${file}`))).toEqual({
    timestamp,
    summary: 'Working on the importer because the old one drops rows',
    decisions: ['Chose streaming over batches because files reach 1 GB', 'Deferred retries until the queue is in'],
    next_action: 'Measure src/importer.ts with 1 GB',
    blockers: [],
    context: {
      active_plan: null,
      active_plan_stage: null,
      active_tdd_phase: null,
      files_in_progress: ['src/importer.ts'],
    },
    dogear: { workstream: 'global', plan: null },
  })
})

test('the one argument of the seed says what this is, for the command, too [D1]', () => {
  const one = oldDesk()
  const { stdout } = one.run('save', '--summary', 'Queue the export because requests time out')
  expect(stdout).toContain('Summary:  Queue the export because requests time out\n')
})

test('with an active plan it goes beside the plan, and of the index only last_checkpoint changes [D2, D5]', () => {
  const index =
    '{\n\t"owner": "platform",\n\t"active_plan": "rotate-keys",\n\t"last_checkpoint": "2025-01-10T08:00:00Z",\n\t"n": 1.0\n}'
  const one = oldDesk(index)
  expect(one.run('save', ...SAID, '--stage', '3').stdout).toMatch(
    /Location: \.claude\/plans\/rotate-keys\/checkpoints\/\d{8}T\d{6}Z\.json\n/,
  )
  const latest = latestIn(one, '.claude/plans/rotate-keys/checkpoints')
  expect(latest).toMatchObject({
    context: { active_plan: 'rotate-keys', active_plan_stage: 3 },
    dogear: { workstream: 'rotate-keys' },
  })
  expect(read(one.repo.dir, INDEX)).toBe(index.replace('2025-01-10T08:00:00Z', String(latest['timestamp'])))
})

test('a broken index is named and left alone, and the global place is used [D2, D5]', () => {
  const one = oldDesk('{"active_plan": "rotate-')
  const saved = one.run('save', ...SAID)
  expect(saved.code).toBe(0)
  expect(saved.stderr).toContain(INDEX)
  expect(saved.stdout).toContain(`Location: ${GLOBAL}/`)
  expect(read(one.repo.dir, INDEX)).toBe('{"active_plan": "rotate-')
})

test('killed at any moment or many at once: the index is whole, and every save that answered is there [D5, D7]', async () => {
  const index = `{"active_plan": null, "notes": "${'x'.repeat(20_000)}", "owner": "platform"}\n`
  const one = oldDesk(index)
  const startMs = Date.now()
  await startDogear(one, ['save', ...SAID])
  const tookMs = Date.now() - startMs
  for (const share of [0.5, 0.65, 0.8, 0.9, 0.95]) {
    await startDogear(one, ['save', ...SAID], tookMs * share)
    expect(JSON.parse(read(one.repo.dir, INDEX))).toMatchObject({ owner: 'platform', active_plan: null })
  }
  const before = filesIn(one, GLOBAL)
  const names = ['first', 'second', 'third', 'fourth']
  const codes = await Promise.all(
    names.map((name) => startDogear(one, ['save', '--task', name, '--decision', 'none', '--next', `Run ${name}.sh`])),
  )
  expect(codes).toEqual([0, 0, 0, 0])
  expect(filesIn(one, GLOBAL)).toHaveLength(before.length + 4)
  const { last_checkpoint: last, ...rest } = JSON.parse(read(one.repo.dir, INDEX))
  expect(last).toBe(latestIn(one, GLOBAL)['timestamp'])
  expect(rest).toEqual(JSON.parse(index))
})

test('clearing takes them off the list and deletes no file [D7]', () => {
  const one = oldDesk()
  one.run('save', ...SAID)
  const files = filesIn(one, GLOBAL)
  expect(one.run('say', 'clear all checkpoints').stdout).toBe(
    'Cleared 1 checkpoint(s) from the list. Their files stay: they are append-only.\n',
  )
  expect(one.names()).toEqual([])
  expect(filesIn(one, GLOBAL)).toEqual(files)
  expect(read(one.repo.dir, `${GLOBAL}/20250110T080000Z.json`)).toBe(OLD)
})

test('the latest is shown, whoever wrote it, the command or dogear [D2, D7]', () => {
  const one = oldDesk()
  one.run('save', ...SAID)
  expect(one.run('resume').stdout).toContain('Measure src/importer.ts with 1 GB')
  const later = OLD.replace('2025-01-10', '2099-01-10').replace('What to do next when resuming', 'Ship it')
  put(one.repo.dir, { [`${GLOBAL}/20990110T080000Z.json`]: later })
  expect(latestIn(one, GLOBAL)).toMatchObject({ next_action: 'Ship it' })
  expect(one.run('resume').stdout).toContain('## Next action\nShip it\n')
  expect(one.run('history', 'global').stdout.trim().split('\n')).toHaveLength(3)
})

test('"why did we …?" is answered with date, reason and what was rejected, over all checkpoints [D8]', () => {
  const one = oldDesk()
  put(one.repo.dir, {
    [`${GLOBAL}/20250111T080000Z.json`]: OLD.replace('01-10', '01-11').replace(
      'Chose A over B because [rationale]',
      'Chose streaming over batches because files reach 1 GB',
    ),
  })
  one.run(
    'save',
    '--task',
    'Retries',
    '--decision',
    'Keep the queue — it survives a crash — rejected: cron',
    '--next',
    'x',
  )
  expect(one.run('why', 'did', 'we', 'choose', 'streaming', '--json').json()).toMatchObject({
    total: 1,
    decisions: [
      {
        date: expect.stringMatching(/^2025-01-11/),
        why: expect.stringContaining('files reach 1 GB'),
        rejected: ['batches'],
      },
    ],
  })
  expect(one.run('decisions', 'queue').stdout).toContain('it survives a crash\tcron')
})
