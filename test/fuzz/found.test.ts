/** What fuzzing has found, each as the smallest input that shows it. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { takeBriefing } from '../../src/app/session/waiting-briefing.js'
import { readSession } from '../../src/app/session/observe.js'
import { READER_OF } from '../../src/agents/all.js'
import { parseWorkspace } from '../../src/agents/copilot-cli/reader.js'
import type { TranscriptReader } from '../../src/agents/agent.js'
import { nameFrom } from '../../src/core/choose/name.js'
import { parseDraft } from '../../src/core/entry/draft.js'
import { sealRecord } from '../../src/core/entry/seal.js'
import { parseWritten } from '../../src/core/entry/written.js'
import { liftIn } from '../../src/core/session/facts/lifts.js'
import { choiceIn } from '../../src/core/session/phrase/choice.js'
import { splitPlan } from '../../src/core/session/plan/lines.js'
import { layout as template } from '../../src/layouts/_template/layout.js'
import { removeBullet, setBullet } from '../../src/layouts/common/memory-md.js'
import { planName } from '../../src/layouts/decision-log/parse.js'
import { countOf } from '../../src/mcp/arguments.js'
import { trackedBy } from '../../src/platform/git/tracked.js'
import { packPath, printPack, readPack } from '../../src/store/entries/packs.js'
import { parsePackName } from '../../src/core/entry/pack.js'
import { indexDir } from '../../src/store/paths.js'
import { readDurations, rememberDurations } from '../../src/store/session/durations.js'
import { readHookState } from '../../src/store/session/hook-state.js'
import { readHeads } from '../../src/store/entries/heads.js'
import { parseSettings } from '../../src/store/settings.js'
import { safeName } from '../../src/core/redact/safe-name.js'
import { tempDir } from '../support/world.js'
import { makeDesk, makeGitFolder, NOW_MS, put, SESSION } from './desk.js'
import { ENTRY } from './samples.js'

const MANY = 400_000
const DEEP = 50_000
const nested = `${'['.repeat(DEEP)}${']'.repeat(DEEP)}`

/** Gone through once for each of its letters, these would take longer than a test may. */
const long: [what: string, read: () => unknown, expected: unknown][] = [
  ['dashes in a name', () => messageOf(() => nameFrom(`x${'-'.repeat(MANY)}y`, 'lower')), 'longer than 64'],
  ['full stops in an answer', () => choiceIn(`x${'.'.repeat(MANY)}x`, 3), null],
  ['full stops in what is said', () => liftIn(`x${'.'.repeat(MANY)}x`), null],
  [
    'blank lines in a draft',
    () => messageOf(() => parseDraft(`Sorry.${`\n${' '.repeat(16)}`.repeat(49_000)}.`)),
    'no sections',
  ],
  ['spaces in a heading of a plan', () => splitPlan(`# Step 1 ${' '.repeat(MANY)}x`).length, 1],
  ['slashes in the name of a plan', () => planName(`${'/'.repeat(MANY)}x`), 'x'],
  ['spaces in a workspace', () => parseWorkspace(`cwd: /a${' '.repeat(MANY)}b`).cwd?.length, MANY + 3],
  ['spaces before a comment in it', () => parseWorkspace(`cwd: a # b\nbranch: x${' '.repeat(MANY)}y`).cwd, 'a'],
]

test.each(long)(
  'is read once: %s',
  (_, read, expected) => {
    const said = read()
    expect(typeof said === 'string' && typeof expected === 'string' ? said.includes(expected) : said === expected).toBe(
      true,
    )
  },
  30_000,
)

function messageOf(read: () => unknown): string {
  try {
    return JSON.stringify(read())
  } catch (error) {
    return (error as Error).message
  }
}

test('many equal bullets are taken out of MEMORY.md at once', () => {
  const bullets = '- `docs`\n'.repeat(60_000)
  const text = `# Memory\n\nMine.\n\n## Active Checkpoints\n${bullets}- \`auth\`\n`
  expect(removeBullet(text, 'docs')).toBe('# Memory\n\nMine.\n\n## Active Checkpoints\n- `auth`\n')
  const set = setBullet(text, { name: 'docs', line: '- `docs` new', resume: 'Resume any: x' })
  expect(set.match(/docs/g)).toHaveLength(1)
})

test('an index that stands there twice, one right below the other, loses the bullet and the one that held it', () => {
  const text = '\n## Active Checkpoints\n\n## Active Checkpoints\n\n- **docs** a\nResume any: '
  expect(removeBullet(text, 'docs')).toBe('\n## Active Checkpoints')
  const three =
    '# M\n\n## Active Checkpoints\n- **docs** a\n\n## Active Checkpoints\n- **docs** b\n\n## Mine\n- **docs** mine\n'
  expect(removeBullet(three, 'docs')).toBe('# M\n\n## Mine\n- **docs** mine\n')
})

test('a name with the same part thousands of times is read once for each part', () => {
  const parts = 20_000
  expect(safeName('C:\\'.repeat(parts))).toBe('C:\\'.repeat(parts))
})

test('a value that is nested too deeply to be printed is named, and not more', () => {
  const bad = expect.objectContaining({ name: 'DogearError', code: 'bad-input' }) as Error
  expect(() => parseWritten(`{"task": [${nested}]}`)).toThrow(bad)
  expect(() => countOf({ limit: JSON.parse(nested) as unknown }, 'limit', 1, 9)).toThrow(bad)
  expect(() => parseSettings(`{"onResume": ${nested}}`, 'config.json')).toThrow(bad)
  expect(() => parseSettings('{"onResume": {"toString": null, "valueOf": null}}', 'config.json')).toThrow(bad)
  const files = [{ path: 'bookmarks/a.json', text: `{"next": "x", "y": ${nested}}`, mtimeMs: 0 }]
  expect(template.scan(files)).toMatchObject({ documents: [], broken: [{ path: 'bookmarks/a.json' }] })
})

test('a briefing that waits and is damaged counts as none', () => {
  const home = tempDir()
  for (const text of ['', 'null', '{"text": 7}', '{"text": "Next: run it"}']) {
    put(join(home, 'hooks', `${SESSION}.briefing.json`), text)
    const told = takeBriefing(home, SESSION, { failed: [], briefingAt: 'prompt' }, 'prompt')
    expect(told?.text ?? null).toBe(text.includes('run') ? 'Next: run it' : null)
  }
})

test('durations of another shape are none', () => {
  const { project, world } = makeDesk(tempDir(), false)
  const folder = join(indexDir(world.home), 'durations')
  put(join(folder, `${project.key}.json`), sealRecord({ rows: { a: { b: 1 }, c: [[], ['x', 1], [1, 2]], d: null } }))
  put(join(folder, `${project.key}.new`), sealRecord({ added: [7, null, ['a'], ['a', 'b', 'c']] }))
  rememberDurations(project, [{ key: 'npm test', seconds: 30, at: NOW_MS }], world.tag)
  expect(readDurations(project)('npm test')).toEqual([30])
})

test('what is known of heads counts only in the shape it is written in', () => {
  const { project, world } = makeDesk(tempDir(), false)
  const path = join(indexDir(world.home), 'heads', project.key, `${ENTRY.name}.json`)
  const whole = { own: '', looks: [], last: '', without: [], heads: [], missing: [], packs: [] }
  for (const wrong of [
    { own: '', looks: [] },
    { ...whole, heads: [7] },
    { ...whole, packs: {} },
    { ...whole, last: 7 },
  ]) {
    put(path, sealRecord(wrong))
    expect(readHeads(project, ENTRY.name).heads.map(({ id }) => id)).toEqual([ENTRY.id])
  }
})

test('a state of a hook that is not as it was written is none', () => {
  const home = tempDir()
  const wrong = [
    `"agent": ${nested}`,
    '"failed": [null]',
    '"failed": {}',
    '"agent": {"toString": null}',
    '"on": null',
    '"bands": 7',
  ]
  for (const one of [...wrong, '"asked": [null]', '"agent": "codex"']) {
    put(join(home, 'hooks', `${SESSION}.json`), `{"failed": [], ${one}}`)
    expect(readHookState(home, SESSION)?.agent ?? null, one.slice(0, 40)).toBe(one.endsWith('"codex"') ? 'codex' : null)
  }
})

test('a pack whose index has another shape is damaged', () => {
  const folder = tempDir()
  const pack = parsePackName(`${ENTRY.id}_${ENTRY.id}.dgp`) as NonNullable<ReturnType<typeof parsePackName>>
  const path = packPath(folder, pack)
  put(path, printPack([{ id: ENTRY.id, bytes: Buffer.from('x') }]))
  expect(readPack(path, pack)).toHaveLength(1)
  for (const index of [{ entries: [null] }, { entries: [['a', 1]], bytes: 1, sha256: { toString: null } }]) {
    put(path, `${sealRecord({ pack: 1, ...index })}\nx`)
    expect(readPack(path, pack)).toBeUndefined()
  }
})

test('a session is read anew where what was kept of it cannot be used', () => {
  const { world, located } = makeDesk(tempDir())
  const transcript = join(world.userHome, 'session.jsonl')
  const prompt = { type: 'user', message: { role: 'user', content: 'rotate the keys' }, uuid: 'u1', sessionId: SESSION }
  put(transcript, `${JSON.stringify({ ...prompt, cwd: world.cwd, timestamp: '2026-11-15T08:42:00.000Z' })}\n`)
  const reader = READER_OF['claude-code']?.() as TranscriptReader
  const request = { reader, session: SESSION, transcript, last: null, slowSeconds: 30 }
  const first = readSession(world, located, request)
  first?.keepMark()
  const mark = join(world.home, 'hooks', `${SESSION}.mark.json`)
  const kept = JSON.parse(JSON.stringify(first?.observed.fields)) as unknown
  put(mark, JSON.stringify({ form: 5, transcript, mark: null, texts: { facts: { files: { known: 7 }, talk: 7 } } }))
  expect(JSON.parse(JSON.stringify(readSession(world, located, request)?.observed.fields))).toEqual(kept)
})

test('an index of git whose names grow without bounds counts as tracking everything', () => {
  const tree = tempDir()
  makeGitFolder(join(tree, '.git'))
  mkdirSync(join(tree, 'home'))
  const entry = (name: string): Buffer => {
    const fixed = Buffer.alloc(63)
    fixed.writeUInt32BE(0o100644, 24)
    return Buffer.concat([fixed, Buffer.from(`${name}\0`)])
  }
  const header = Buffer.alloc(12)
  header.write('DIRC')
  header.writeUInt32BE(4, 4)
  header.writeUInt32BE(1001, 8)
  const rest = Array.from({ length: 1000 }, () => entry('a'))
  writeFileSync(
    join(tree, '.git', 'index'),
    Buffer.concat([header, entry('a'.repeat(60_000)), ...rest, Buffer.alloc(20)]),
  )
  expect(trackedBy(join(tree, 'home'))).toBe(tree)
})
