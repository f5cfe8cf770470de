/** What the layouts ask for that dogear itself does not. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { desk } from './support/desk.js'

const needs = (stdout: string): unknown => (JSON.parse(stdout) as { needs?: unknown }).needs

test('decision-log asks what the work is where nobody said so, and saves what was said [D1]', () => {
  const one = desk()
  one.run('config', 'layout', 'decision-log')
  const { code, stdout } = one.run('save', '--json')
  expect(code).toBe(3)
  expect(needs(stdout)).toMatchObject({ id: 'task', question: 'What are you currently working on?' })
  expect(JSON.stringify(needs(stdout))).toMatch(/--task .* --decision .* --next /)
  expect(one.run('save', '--task', 'Sessions in the database because the audit asks for it').code).toBe(0)
  const folder = join(one.repo.dir, '.claude', 'checkpoints')
  const written: unknown = JSON.parse(readFileSync(join(folder, readdirSync(folder)[0] as string), 'utf8'))
  expect(written).toMatchObject({ summary: 'Sessions in the database because the audit asks for it', decisions: [] })
})

test('nobody is told to fill in what the document of the layout has no place for [D4, E5]', () => {
  const one = desk()
  const said = (layout: string, ...more: string[]): string => {
    one.run('config', 'layout', layout)
    return one.run('save', 'auth', '--session', 's', '--next', 'Run npm test -- auth', ...more).stderr
  }
  expect(said('decision-log', '--task', 'Log in', '--decision', 'Keep argon2 because the audit asks')).not.toContain(
    'missing',
  )
  expect(said('quoin')).not.toContain('missing')
  expect(said('named-checkpoints')).toMatch(/missing done/)
  expect(said('named-checkpoints')).not.toMatch(/missing task/)
})

test('nobody is asked about an autosave, nor where another layout decides [D1]', () => {
  const one = desk()
  one.run('config', 'layout', 'decision-log')
  expect(one.run('save', '--auto', '--reason', 'goodnight', '--done', 'src/a.ts: guard').code).toBe(0)
  one.run('config', 'layout', 'named-checkpoints')
  expect(one.run('save', 'auth').code).toBe(0)
})

test.each(['named-checkpoints', 'session-checkpoint'])(
  'with %s several checkpoints are listed to pick from, however near one of them is [A9, B8]',
  (layout) => {
    const one = desk()
    one.run('config', 'layout', layout)
    one.run('save', 'auth', '--next', 'Run npm test -- auth')
    expect(one.run('resume', '--dry-run').stdout).toContain('# Resuming: auth')
    one.repo.git('checkout', '--quiet', '-b', 'pay')
    one.run('save', 'pay', '--next', 'Run npm test -- pay')
    const { code, stdout } = one.run('resume', '--json')
    expect(code).toBe(3)
    expect(needs(stdout)).toMatchObject({ id: 'workstream', options: [{ value: 'pay' }, { value: 'auth' }] })
  },
)
