/** What the seeds teach people to type, as the agent hears it: what the model is then told to do. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hookDesk, type Desk } from './support.js'

function said(desk: Desk, prompt: string): string {
  return desk.client('s1').fire('UserPromptSubmit', { prompt }).context
}

test('`/checkpoint` with its arguments reaches the save: name, task, summary, words of one’s own [A1, C1, D1]', () => {
  const desk = hookDesk()
  expect(said(desk, '/checkpoint save invoice-queue --task "Send invoices by a queue"')).toMatch(
    /save .* with name "invoice-queue", task "Send invoices by a queue"/,
  )
  expect(said(desk, '/checkpoint --summary "Mail moves to a queue because it blocks"')).toContain(
    'with task "Mail moves to a queue because it blocks"',
  )
  expect(said(desk, '/checkpoint half of the retries are in')).toContain('with intent "half of the retries are in"')
  expect(said(desk, '/checkpoint invoice-queue')).toContain('with name "invoice-queue"')
})

test('under quoin the words behind `/checkpoint` are what the user is at, never a new task [E3]', () => {
  const desk = hookDesk()
  mkdirSync(join(desk.repo.dir, '.workflow_artifacts/memory/checkpoints'), { recursive: true })
  writeFileSync(join(desk.repo.dir, '.workflow_artifacts/memory/checkpoints/.keep'), '')
  desk.config({ layouts: ['quoin'] })
  expect(said(desk, '/checkpoint retry webhooks')).toContain('with intent "retry webhooks"')
  expect(desk.dogear('say', '/checkpoint retry webhooks', '--dry-run').stdout).not.toContain('retry-webhooks')
})

test('one word behind "checkpoint" may be talk about the work: the model is told both, and nothing is saved by itself [A1]', () => {
  const desk = hookDesk()
  expect(said(desk, 'checkpoint sharding')).toContain('or speaking of something in the work')
  for (const prompt of ['checkpoint interval', 'continue tests', 'resume upload', 'clear checkpoint table'])
    expect(said(desk, prompt)).toBe('')
  expect(desk.entries()).toEqual([])
  for (const name of ['interval', 'tests', 'upload', 'table']) desk.dogear('save', name, '--next', `Mend ${name}`)
  expect(said(desk, 'checkpoint interval')).toContain('the user asks for a checkpoint. It is made')
  expect(said(desk, 'clear checkpoint table')).toContain('with name "table"')
  expect(said(desk, 'continue with tests')).toContain('# Resuming: tests')
})

test('a checkpoint is cleared by the words for it, where there is one [A14]', () => {
  const desk = hookDesk()
  desk.dogear('save', 'auth', '--next', 'Rotate the token')
  for (const prompt of ['clear checkpoint auth', 'clear the auth checkpoint', '/checkpoint delete auth'])
    expect(said(desk, prompt)).toMatch(/clear a checkpoint\. .* with name "auth"/)
  expect(said(desk, 'clear all checkpoints')).toContain('with all: true')
  expect(said(desk, 'clear the parser checkpoint')).toBe('')
})
