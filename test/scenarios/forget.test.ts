/** What is forgotten is gone from everything that was saved, and does not come back. */
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Desk as HookDesk, hookDesk } from '../hook/support.js'
import { dogear, type Ran, scratchRepo, tempDir } from '../support/world.js'

const SAID = 'Ada of Zeppelin Street'

interface Desk {
  dir: string
  home: string
  store: string
  run: (...args: string[]) => Ran
  input: (text: string, ...args: string[]) => Ran
}

function desk(dir: string = scratchRepo().dir): Desk {
  const home = tempDir()
  const store = join(home, '.local', 'share', 'dogear')
  const input = (text: string, ...args: string[]): Ran => dogear(args, { cwd: dir, home, input: text })
  return { dir, home, store, input, run: (...args) => dogear(args, { cwd: dir, home }) }
}

/** Every file below, with its bytes. */
function treeOf(dir: string): Map<string, string> {
  if (!existsSync(dir)) return new Map()
  const files = readdirSync(dir, { recursive: true, encoding: 'utf8' }).map((name) => join(dir, name))
  return new Map(files.filter((path) => statSync(path).isFile()).map((path) => [path, readFileSync(path, 'latin1')]))
}

function holding(dir: string, text: string): string[] {
  return [...treeOf(dir)].filter(([, bytes]) => bytes.includes(text)).map(([path]) => path)
}

test('a text is gone from every entry, from notes, trash and search; what else was said stays', () => {
  const { run, store } = desk()
  run('save', 'auth', '--task', `Call ${SAID}`, '--failed', `asking ${SAID} — no answer`, '--decision', SAID)
  run('save', 'auth', '--next', 'Write the letter')
  run('save', 'old', '--next', `Thank ${SAID}`)
  run('clear', 'old')
  run('note', `${SAID} likes tea`)
  expect(run('search', 'Zeppelin', '--quiet').stdout).not.toBe('')
  const { code, stdout, stderr } = run('forget', SAID)
  expect({ code, stdout }).toEqual({ code: 0, stdout: 'Forgotten: 3 entries, 1 other file.\n' })
  expect(stderr).toContain('If it was a secret, change it there')
  expect(holding(store, 'Zeppelin')).toEqual([])
  const briefing = run('resume', 'auth').stdout
  for (const known of ['Call [forgotten]', 'asking [forgotten] — no answer', 'Write the letter'])
    expect(briefing).toContain(known)
  // A decision of which nothing was left is none.
  expect(briefing).not.toContain('## Decisions')
  expect(run('search', 'Zeppelin', '--json').json<{ hits: unknown[] }>().hits).toEqual([])
  expect(run('verify').code).toBe(0)
  expect(run('restore', 'old').code).toBe(0)
  expect(run('resume', 'old').stdout).toContain('Thank [forgotten]')
  expect(run('list', '--json').stdout).not.toContain('foreign')
})

test('an entry says that something was forgotten in it', () => {
  const { run } = desk()
  run('save', 'auth', '--next', `Call ${SAID}`)
  run('forget', SAID)
  expect(run('show', 'auth').stdout).toMatch(/^forgotten: "20\d\d-/m)
})

test('a look changes nothing, and says what would be', () => {
  const { run, store } = desk()
  run('save', 'auth', '--next', `Call ${SAID}`)
  const before = treeOf(store)
  expect(run('forget', SAID, '--dry-run', '--json').json()).toEqual({
    forgotten: { entries: 1, packs: 0, files: [], left: [], places: 0 },
    dryRun: true,
  })
  expect(treeOf(store)).toEqual(before)
})

test('it can be named by an item, and read from standard input', () => {
  const { run, input, store } = desk()
  const saved = run('save', 'auth', '--failed', SAID, '--next', 'Call again', '--json')
  const [item] = saved.json<{ open: { id: string }[] }>().open
  expect(run('forget', '--item', item?.id as string, '--quiet').stdout.trim()).toBe('1')
  expect(holding(store, 'Zeppelin')).toEqual([])
  run('save', 'auth', '--next', 'Pay the\nbill of 300')
  expect(input('bill of\n300\n', 'forget', '-').code).toBe(0)
  expect(holding(store, 'bill of 300')).toEqual([])
})

test('what is too short, unknown or not said is refused with its code', () => {
  const { run } = desk()
  run('save', 'auth', '--next', 'Call Ada')
  const codes = [['Ada'], ['Zeppelin'], [], ['--item', 'f-0000'], ['Call Ada', '--item', 'f-0000']].map((words) => {
    const { code, json } = run('forget', ...words, '--json')
    return [code, json<{ error: { code: string } }>().error.code]
  })
  expect(codes).toEqual([
    [2, 'bad-input'],
    [5, 'not-found'],
    [2, 'usage'],
    [5, 'not-found'],
    [2, 'usage'],
  ])
  // Twice is as good as once.
  expect([run('forget', 'Call Ada').code, run('forget', 'Call Ada').code]).toEqual([0, 0])
})

test('it does not come back by an import, be it of what was here or of an older entry that never was', () => {
  const one = desk()
  one.run('save', 'auth', '--next', `Call ${SAID}`)
  const bundle = one.run('export', 'auth', '--json').stdout
  const other = desk()
  other.run('save', 'mail', '--task', `Write to ${SAID}`)
  const older = other.run('export', 'mail', '--json').stdout
  one.run('forget', SAID)
  expect(one.input(bundle, 'import', '-', '--json').json()).toMatchObject({ imported: [], already: 1, differs: [] })
  expect(one.input(older, 'import', '-', '--json').json()).toMatchObject({ imported: [{ name: 'mail' }], foreign: 1 })
  expect(one.input(older, 'import', '-', '--json').json()).toMatchObject({ imported: [], already: 1, differs: [] })
  expect(holding(one.store, 'Zeppelin')).toEqual([])
  expect(one.run('resume', 'mail', '--mine').stdout).toContain('Write to [forgotten]')
})

test('nor by a file that somebody copies back: it is on the disk, and nobody is shown it', () => {
  const { run, store } = desk()
  run('save', 'auth', '--next', `Call ${SAID}`)
  const path = holding(store, 'Zeppelin').find((one) => one.includes('/entries/')) as string
  const before = readFileSync(path)
  run('forget', SAID)
  writeFileSync(path, before)
  for (const words of [['resume', 'auth'], ['show', 'auth'], ['list'], ['search', 'Call'], ['history', 'auth']])
    expect(run(...words).stdout).not.toContain('Zeppelin')
  run('save', 'auth', '--done', 'The call')
  expect(run('forget', SAID, '--json').json()).toMatchObject({ forgotten: { entries: 1 } })
  expect(holding(store, 'Zeppelin')).toEqual([])
})

function sessionThatKnows(): { hooks: HookDesk; stop: () => void } {
  const hooks = hookDesk()
  const client = hooks.client('one')
  client.fire('SessionStart', { source: 'startup' })
  client.file.prompt(`Write a letter to ${SAID}. Never touch package.json.`)
  client.file.say(`Asking ${SAID} did not work, because nobody was in. Next I will write the envelope.`)
  client.file.use(
    'Edit',
    { file_path: `${hooks.repo.dir}/src/login.ts`, old_string: 'a', new_string: 'b' },
    { text: 'ok' },
  )
  return { hooks, stop: () => void client.fire('Stop', { stop_hook_active: false }) }
}

test('nor by a session that goes on and still knows it', () => {
  const { hooks, stop } = sessionThatKnows()
  stop()
  expect(holding(hooks.home, 'Zeppelin').length).toBeGreaterThan(0)
  expect(hooks.dogear('forget', SAID).code).toBe(0)
  expect(holding(hooks.home, 'Zeppelin')).toEqual([])
  stop()
  hooks.dogear('save', '--next', `Call ${SAID}`)
  expect(holding(hooks.home, 'Zeppelin')).toEqual([])
  const briefing = hooks.dogear('resume').stdout
  expect(briefing).toContain('Never touch package.json')
  expect(briefing.match(/Asking \[forgotten\]/gi) ?? []).toHaveLength(1)
})

test('it goes from the files of a layout; what lies beside them is named and left', () => {
  const { run, home } = desk()
  const memory = join(home, 'memory')
  mkdirSync(memory)
  const save = (...words: string[]): Ran =>
    run('save', 'auth', ...words, '--layout', 'named-checkpoints', '--memory-dir', memory)
  save('--task', `Call ${SAID}`, '--next', `Call ${SAID}`)
  const file = join(memory, 'checkpoint-auth.md')
  const beside = join(memory, 'my-own.txt')
  writeFileSync(beside, `I met ${SAID}\n`)
  writeFileSync(
    join(memory, 'MEMORY.md'),
    `${readFileSync(join(memory, 'MEMORY.md'), 'utf8')}\n- ${SAID} is a friend\n`,
  )
  const { forgotten } = run('forget', SAID, '--json').json<{ forgotten: { files: string[]; left: string[] } }>()
  expect(forgotten).toMatchObject({ files: [file, join(memory, 'MEMORY.md')], left: [beside] })
  expect(holding(memory, 'Zeppelin')).toEqual([beside])
  expect(readFileSync(file, 'utf8')).toContain('Call [forgotten]')
  // The files say what the entry says: nobody has edited them.
  save('--done', 'The call')
  expect(holding(memory, 'Zeppelin')).toEqual([beside])
  const { entries } = run('history', 'auth', '--json').json<{ entries: unknown[] }>()
  expect(entries).toHaveLength(2)
  expect(run('resume', 'auth').stdout).toContain('Call [forgotten]')
})
