/** A layout that asks before it goes on: what a no means for the session. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { dogear } from '../support/world.js'
import { hookDesk } from './support.js'

test('[C5] after a no the checkpoint is off the list, and what the session does next is no part of it', () => {
  const desk = hookDesk()
  mkdirSync(join(desk.repo.dir, 'memory/checkpoints'), { recursive: true })
  writeFileSync(
    join(desk.repo.dir, 'memory/checkpoints/resize-images.md'),
    '# Checkpoint: resize-images\n**Created:** 2026-01-14 17:42 GMT+8\n**Task:** Resize them\n\n## Next Action\nRun npm test -- images\n',
  )
  expect(desk.dogear('list', '--trust', 'yes').code).toBe(0)
  const client = desk.client('s1')
  client.fire('SessionStart', { source: 'startup' })
  expect(client.fire('UserPromptSubmit', { prompt: '/checkpoint resume resize-images' }).context).toContain(
    'On a no make one call of mcp__dogear__resume (in a plugin: mcp__plugin_dogear_dogear__resume) with name "resize-images" and answers {"ready": "no"}',
  )
  expect(client.state()?.on?.name).toBe('resize-images')
  const at = { cwd: desk.repo.dir, home: desk.userHome, env: { CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: 's1' } }
  expect(dogear(['resume', 'resize-images', '--fresh'], at).stdout).toContain('Starting fresh.')
  client.file.use('Edit', { file_path: join(desk.repo.dir, 'src/login.ts'), old_string: '60', new_string: '90' })
  client.turn('Make the login last for 90 minutes', 'It does now.')
  expect(client.state()?.on?.name).not.toBe('resize-images')
  const rows = desk.dogear('list').stdout
  expect(rows).not.toContain('resize-images')
  expect(rows).toContain('Make the login last')
  expect(desk.dogear('restore', 'resize-images').code).toBe(0)
})
