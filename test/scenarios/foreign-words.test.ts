/** Somebody else's words say that they are not the user's, wherever they are looked up. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Entry } from '../../src/core/entry/entry.js'
import { hookDesk } from '../hook/support.js'
import { connect } from '../mcp/support/client.js'
import { byAda, entryText } from '../support/entries.js'
import { dogear, type Ran, scratchRepo, tempDir } from '../support/world.js'

const theirs = (): Entry => byAda({ decisions: [{ text: 'Rotate the signing keys', why: 'an audit asked for it' }] })

interface Place {
  at: { cwd: string; home: string }
  run: (...args: string[]) => Ran
  bring: (entry: Entry) => void
}

function place(): Place {
  const at = { cwd: scratchRepo().dir, home: tempDir() }
  return {
    at,
    run: (...args) => dogear(args, at),
    bring: (entry) => {
      const input = JSON.stringify({ entries: [{ path: 'x.md', text: entryText(entry) }] })
      expect(dogear(['import', '-'], { ...at, input }).code).toBe(0)
    },
  }
}

test('search, decisions and history, for a person and for programs', () => {
  const { run, bring } = place()
  const entry = theirs()
  run('save', entry.name, '--next', 'Write the tests', '--decision', 'Keep the signing keys — they are new')
  bring(entry)
  const cells = (...args: string[]): string[][] =>
    run(...args)
      .stdout.trim()
      .split('\n')
      .map((line) => line.split('\t'))
  expect(cells('search', 'signing').map((row) => row.slice(5))).toEqual([[], ['by ada@box']])
  expect(cells('decisions').map((row) => row.slice(7))).toEqual([[], ['by ada@box']])
  expect(cells('history', entry.name).map((row) => row[5])).toEqual(['', 'ada@box (not you)'])
  const { hits } = run('search', 'rotate', '--json').json<{ hits: object[] }>()
  expect(hits).toMatchObject([{ foreign: 'ada@box' }])
  const { decisions } = run('decisions', '--json').json<{ decisions: { foreign?: string }[] }>()
  expect(decisions.map(({ foreign }) => foreign)).toEqual([undefined, 'ada@box'])
})

test('what both decided is mine, with my reason and not with theirs', () => {
  const { run, bring } = place()
  const entry = theirs()
  bring(entry)
  run('save', entry.name, '--decision', 'Rotate the signing keys')
  const { decisions } = run('decisions', '--json').json<{ decisions: object[] }>()
  expect(decisions).toEqual([expect.not.objectContaining({ foreign: expect.anything(), why: expect.anything() })])
})

test('it stays theirs where I went on from it and carry it, and over MCP', async () => {
  const { at, run, bring } = place()
  const entry = theirs()
  bring(entry)
  run('resume', entry.name, '--yes')
  run('save', entry.name, '--done', 'src/keys.ts is written')
  const { call, client } = await connect(at)
  const { text, data } = await call('search', { query: 'rotate' })
  expect(text.match(/, by ada@box, not by the user\): /g)).toHaveLength(2)
  expect(data['hits']).toMatchObject([{ foreign: 'ada@box' }, { foreign: 'ada@box' }])
  const mine = await call('search', { query: 'written' })
  expect(mine.data['hits']).toEqual([expect.not.objectContaining({ foreign: expect.anything() })])
  expect(run('history', entry.name).stdout).toContain('Delete the old keys [by ada@box, not by the user]')
  expect(run('decisions').stdout).toContain('\tby ada@box\n')
  const [{ project }] = data['hits'] as [{ project: string }]
  const { contents } = await client.readResource({ uri: `dogear://${project}/${entry.name}/${entry.id}` })
  expect(contents).toMatchObject([
    { text: expect.stringMatching(/^\[dogear-briefing \w+: .*ada@box, not by this user\]/) },
  ])
})

test('so do a list that is asked for in an agent, and what changed between two entries', () => {
  const desk = hookDesk()
  const entry = theirs()
  const later = byAda({ parents: [entry.id], next: { text: 'Burn the old keys' } }, Date.now() - 60_000)
  for (const [i, one] of [entry, later].entries()) {
    writeFileSync(join(desk.userHome, `${i}.md`), entryText(one))
    desk.dogear('import', join(desk.userHome, `${i}.md`))
  }
  const client = desk.client('one')
  client.fire('SessionStart', { source: 'startup' })
  const { context } = client.fire('UserPromptSubmit', { prompt: 'list checkpoints' })
  expect(context).toMatch(/- auth \(.*, by ada@box, not by the user\): Burn the old keys/)
  expect(desk.dogear('diff', entry.name).stderr).toContain('Not yours: it says it is by ada@box')
})
