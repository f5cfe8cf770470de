/** What dogear writes outside its entries holds no secret either: files of the layouts, and what hooks remember and log. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { LAYOUT_IDS } from '../../src/layouts/registry.js'
import { hookDesk } from '../hook/support.js'
import { desk } from '../layouts/support/desk.js'

// Put together here, so that no scanner takes this file for a leak.
const TOKEN = `ghp_${'A1b2C3d4E5f6G7h8I9j0'.repeat(2).slice(0, 36)}`
const PASSWORD = 'correct-horse-Battery7staple'

/** The files below the folders that hold a secret, in their text or their name; git's own and `except` are not ours. */
function leaks(folders: readonly string[], except: readonly string[] = []): string[] {
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.parentPath.includes('/.git'))
      .map((entry) => join(entry.parentPath, entry.name)),
  )
  // They had a way there: what stands in their place is there.
  expect(files.filter((path) => readFileSync(path).includes('[redacted: ')).length).toBeGreaterThan(1)
  const holds = (path: string, secret: string): boolean => path.includes(secret) || readFileSync(path).includes(secret)
  return files.filter((path) => !except.includes(path) && [TOKEN, PASSWORD].some((secret) => holds(path, secret)))
}

test.each(LAYOUT_IDS)('the files of %s hold no secret, also when they are written anew [F7]', (layout) => {
  const one = desk({ 'src/a.ts': 'a\n' })
  one.run('config', 'layout', layout)
  const said = `curl -H "Authorization: Bearer ${TOKEN}"; postgres://app:${PASSWORD}@db/prod`
  const texts = [
    'task',
    'next',
    'left-off',
    'done',
    'failed',
    'constraint',
    'decision',
    'blocker',
    'question',
    'context',
    'intent',
  ]
  const words = texts.flatMap((flag) => [`--${flag}`, said])
  for (const again of [[], ['--overwrite']])
    expect(one.run('save', 'rotate-keys', ...words, '--session', 's-1', ...again).code).toBe(0)
  one.run('save', 'rotate-keys', '--auto', '--reason', said, '--done', said, '--session', 's-1')
  expect(leaks([one.repo.dir, one.home])).toEqual([])
})

test('what hooks remember, log and keep back holds no secret [F7]', () => {
  const one = hookDesk()
  one.config({ block: true })
  const client = one.client('s-1')
  client.fire('SessionStart', { source: 'startup' })
  client.file.prompt(`log in with password=${PASSWORD} and ${TOKEN}`)
  const tool = { tool_name: 'Bash', tool_input: { command: `deploy --token ${TOKEN}` }, tool_use_id: 't1' }
  client.fire('PreToolUse', tool)
  client.fire('PostToolUseFailure', { ...tool, error: `bad key ${TOKEN} for postgres://app:${PASSWORD}@db/prod` })
  client.fire('UserPromptSubmit', { prompt: `goodnight, ${TOKEN}` })
  client.file.say(`The password=${PASSWORD} works. Next I will rotate ${TOKEN}.`)
  client.fire('Stop', { last_assistant_message: `Next I will rotate ${TOKEN}.` })
  // Beyond what is read whole at every turn, a mark with the lasting events is kept.
  client.file.say('x'.repeat(2_200_000))
  client.file.prompt(`and now ${TOKEN}`)
  client.fire('Stop', { last_assistant_message: `Rotated ${TOKEN}.` })
  client.fire('PreCompact', { trigger: 'auto', custom_instructions: `keep ${TOKEN}` })
  client.fire('SessionEnd', { reason: 'other' })
  expect(one.entries().length).toBeGreaterThan(0)
  expect(leaks([one.home, one.repo.dir], [client.file.path])).toEqual([])
})
