import { mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tempDir } from '../../../test/support/world.js'
import { processTag } from '../../platform/process/process-tag.js'
import { type Project, projectAt } from '../paths.js'
import { readPrompts, promptsDir, addPrompt, recoverPrompts, takePrompt } from './prompts.js'
import { readTrash, restoreFromTrash } from '../trash.js'

const TAG = processTag()
const TODAY = '2026-11-15'
const S = 'worktree-0123abcd'
const project = (): Project => projectAt(tempDir(), 'demo-0123456789ab')
const texts = (here: Project): string[] => readPrompts(here, S).prompts.map((prompt) => prompt.text)

function push(here: Project, ...words: string[]): string[] {
  return words.map((word, n) => addPrompt(here, S, word, 1_800_000_000_000 + n, TAG))
}

test('prompts come oldest first, each once', () => {
  const here = project()
  push(here, 'one', 'two')
  for (const expected of ['one', 'two']) {
    const taken = takePrompt(here, S, TAG)
    expect(taken?.prompt.text).toBe(expected)
    taken?.delivered(TODAY)
  }
  expect(takePrompt(here, S, TAG)).toBeNull()
  expect(texts(here)).toEqual([])
})

test('one can be taken by its id, and what was taken is not given out twice', () => {
  const here = project()
  const [, second] = push(here, 'one', 'two', 'three') as [string, string, string]
  expect(takePrompt(here, S, TAG, second)?.prompt.text).toBe('two')
  expect(takePrompt(here, S, TAG, second)).toBeNull()
  expect(readPrompts(here, S).prompts.map(({ text, takenBy }) => [text, takenBy])).toEqual([
    ['one', undefined],
    ['two', TAG],
    ['three', undefined],
  ])
})

test('what is given back waits again', () => {
  const here = project()
  push(here, 'one')
  takePrompt(here, S, TAG)?.giveBack()
  expect(takePrompt(here, S, TAG)?.prompt.text).toBe('one')
})

test('what a dead owner had taken returns with the same id; a live or unknown owner keeps it', () => {
  const here = project()
  const ids = push(here, 'dead', 'unknown')
  const [boot, space, pid] = TAG.split('.')
  const taken = join(promptsDir(here, S), 'taken')
  const owners = [`${boot}.${space}.${pid}.1`, `${boot}.77.5.5`]
  owners.forEach((owner, n) => {
    mkdirSync(join(taken, owner), { recursive: true, mode: 0o700 })
    renameSync(join(promptsDir(here, S), 'new', `${ids[n]}.json`), join(taken, owner, `${ids[n]}.json`))
  })
  expect(takePrompt(here, S, TAG)?.prompt).toMatchObject({ id: ids[0], text: 'dead' })
  expect(takePrompt(here, S, TAG)).toBeNull()
  expect(texts(here)).toEqual(['dead', 'unknown'])
  expect(recoverPrompts(here, S, owners[1])).toBe(1)
  expect(takePrompt(here, S, TAG)?.prompt.text).toBe('unknown')
})

test('a delivered prompt lies in the trash and can be restored to the queue', () => {
  const here = project()
  push(here, 'one')
  takePrompt(here, S, TAG)?.delivered(TODAY)
  const [item] = readTrash(here)
  expect(item?.origin).toMatch(new RegExp(`^sessions/${S}/prompts/new/.*\\.json$`))
  restoreFromTrash(here, item as NonNullable<typeof item>)
  expect(texts(here)).toEqual(['one'])
  expect(readdirSync(join(promptsDir(here, S), 'taken'))).toEqual([])
})

test('a damaged prompt is named and hides none of the others', () => {
  const here = project()
  const [first] = push(here, 'one', 'two')
  writeFileSync(join(promptsDir(here, S), 'new', `${first}.json`), '{"check":"0')
  const { prompts, damaged } = readPrompts(here, S)
  expect(prompts.map((prompt) => prompt.text)).toEqual(['two'])
  expect(damaged).toMatchObject([{ id: first, reason: 'truncated' }])
  expect(takePrompt(here, S, TAG)?.prompt.text).toBe('two')
})
