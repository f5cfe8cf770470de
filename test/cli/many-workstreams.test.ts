/** A project with a thousand workstreams: what is shown of it, and that nothing goes unnoticed for it. */
import { appendFileSync, rmSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { type Project, entriesDir, projectAt, workstreamDir } from '../../src/store/paths.js'
import { backdate, plantEntry, someEntry } from '../support/planted-entries.js'
import { dogear, scratchRepo, tempDir, type Ran, type Repo } from '../support/world.js'

const COUNT = 1000
const FIRST_MS = Date.UTC(2026, 0, 1)

let repo: Repo
let home: string
let project: Project
const heads = new Map<string, { id: string; path: string }>()

beforeAll(() => {
  repo = scratchRepo()
  home = tempDir()
  const { path } = run('save', 'first', '--next', 'Run npm test', '--json').json<{ saved: { path: string } }>().saved
  const dir = dirname(dirname(dirname(path)))
  project = projectAt(dirname(dirname(dir)), basename(dir))
  rmSync(workstreamDir(project, 'first'), { recursive: true })
  for (let i = 0; i < COUNT; i++) plant(nameAt(i), FIRST_MS + i * 60_000)
  backdate(entriesDir(project))
  run('list')
})

function run(...args: string[]): Ran {
  return dogear(args, { cwd: repo.dir, home })
}

function nameAt(i: number): string {
  return `w${String(i).padStart(4, '0')}`
}

/** As something other than dogear would put it there, long ago. */
function plant(name: string, ms: number): void {
  const before = heads.get(name)
  const entry = someEntry({ name, next: { text: `Go on with ${name}` } }, ms, before ? [before.id] : [])
  heads.set(name, { id: entry.id, path: plantEntry(project, entry) })
  backdate(workstreamDir(project, name))
}

function namesIn({ stdout }: Ran): string[] {
  return stdout.split('\n').flatMap((line) => line.split('\t', 1).filter(Boolean))
}

const newest = (count: number): string[] => Array.from({ length: count }, (_, i) => nameAt(COUNT - 1 - i))

test('list shows the newest 20 and says how to see the others', () => {
  const listed = run('list')
  expect(namesIn(listed)).toEqual(newest(20))
  expect(listed.stderr).toBe('… and 980 older: dogear list --limit 0\n')
  expect(run('list', '--all', '--limit', '3')).toMatchObject({
    code: 0,
    stderr: '… and 997 older: dogear list --all --limit 0\n',
  })
  const every = run('list', '--limit', '0')
  expect(namesIn(every)).toEqual(newest(COUNT))
  expect(every.stderr).toBe('')
  expect(run('list', '--limit', 'x')).toMatchObject({ code: 2 })
  expect(run().stdout).toContain('… 995 more: dogear list')
})

test('programs get every row, or as many as they want', () => {
  const listed = (...more: string[]) =>
    run('list', '--json', ...more).json<{ workstreams: { name: string }[]; older?: number }>()
  expect(listed().workstreams.map(({ name }) => name)).toEqual(newest(COUNT))
  expect(listed()).not.toHaveProperty('older')
  expect(listed('--limit', '2')).toMatchObject({ workstreams: newest(2).map((name) => ({ name })), older: 998 })
  expect(namesIn(run('list', '--quiet'))).toHaveLength(COUNT)
})

test('resume offers the nearest 20, says of how many, and takes any other by its name [A9, F4]', () => {
  const asked = run('resume', '--json')
  expect(asked.code).toBe(3)
  const { needs } = asked.json<{ needs: { question: string; options: { value: string; label: string }[] } }>()
  expect(needs.question).toBe(
    'Several checkpoints fit here (the nearest 20 of 1000). Which one do you want to continue?',
  )
  expect(needs.options.map(({ value }) => value)).toEqual([...newest(20), ''])
  expect(needs.options.at(-1)?.label).toBe('One of 980 more, by name')
  expect(run('resume', nameAt(7)).stdout).toContain('# Resuming: w0007')
})

test('a workstream and a save that come from outside are noticed, wherever they stand in the list', () => {
  plant('from-outside', FIRST_MS + (COUNT + 1) * 60_000)
  backdate(entriesDir(project))
  expect(namesIn(run('list')).slice(0, 2)).toEqual(['from-outside', nameAt(999)])
  plant(nameAt(3), FIRST_MS + (COUNT + 2) * 60_000)
  expect(namesIn(run('list')).slice(0, 3)).toEqual([nameAt(3), 'from-outside', nameAt(999)])
  rmSync(workstreamDir(project, 'from-outside'), { recursive: true })
  expect(namesIn(run('list')).slice(0, 2)).toEqual([nameAt(3), nameAt(999)])
})

test('an entry that was overwritten in its place is noticed where it is shown', () => {
  const { id, path } = heads.get(nameAt(995)) as { id: string; path: string }
  appendFileSync(path, 'x')
  backdate(path)
  for (let again = 0; again < 2; again++) {
    const listed = run('list')
    expect(listed.stderr).toContain(`damaged: "w0995" ${id}`)
    expect(namesIn(listed)).toHaveLength(20)
    expect(namesIn(listed)).not.toContain('w0995')
  }
  expect(run('resume').stdout).not.toContain('w0995')
})
