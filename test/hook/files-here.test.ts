/** The files that a checkpoint skill left lie there before dogear was ever called: in the agent they count all the same. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { slugOf } from '../../src/agents/claude-code/folders.js'
import { hookDesk, type Desk } from './support.js'

const CHECKPOINT = (next: string, saved: string): string =>
  `# Checkpoint: x\n- **Branch:** \`main\`\n- **Saved:** ${saved}\n\n## Next Action: ${next}\n\n## Done This Session\n- src/jobs.ts\n`

function memoryDesk(files: Record<string, string>): { desk: Desk; put(files: Record<string, string>): void } {
  const desk = hookDesk()
  const put = (some: Record<string, string>): void => {
    const memory = join(desk.userHome, '.claude', 'projects', slugOf(desk.repo.dir), 'memory')
    for (const [path, text] of Object.entries(some)) {
      mkdirSync(dirname(join(memory, path)), { recursive: true })
      writeFileSync(join(memory, path), text)
    }
  }
  put(files)
  return { desk, put }
}

test('[A9] a memory folder of the old skill: the start points at it, "what was I working on?" lists it, "continue" goes on', () => {
  const { desk } = memoryDesk({
    'checkpoint-queue-worker.md': CHECKPOINT('Bound the retries in src/jobs.ts', '2026-01-20 10:15'),
  })
  const client = desk.client('s1')
  const start = client.fire('SessionStart', { source: 'startup' })
  expect(start.message).toContain('"queue-worker" was saved here')
  expect(start.context).toContain('Bound the retries in src/jobs.ts')
  expect(client.fire('UserPromptSubmit', { prompt: 'what was I working on?' }).context).toContain('- queue-worker (')
  expect(client.fire('UserPromptSubmit', { prompt: 'continue' }).context).toContain('# Resuming: queue-worker')
})

test('[A9] the old skill at work beside dogear: what it saved since the last session is what the next one is told', () => {
  const { desk, put } = memoryDesk({ 'checkpoint-one.md': CHECKPOINT('Do the first', '2026-01-20 10:15') })
  desk.client('s1').fire('SessionStart', { source: 'startup' })
  put({ 'checkpoint-two.md': CHECKPOINT('Do the second', '2026-02-20 10:15') })
  const start = desk.client('s2').fire('SessionStart', { source: 'startup' })
  expect(start.context).toMatch(/"two"[^]*"one"/)
})

test('[C4] a checkpoint in the repository waits for a yes: it is named once at the start, and whenever it is asked for', () => {
  const desk = hookDesk()
  const path = 'memory/checkpoints/resize-images.md'
  const text =
    '# Checkpoint: resize-images\n**Created:** 2026-01-14 17:42 GMT+8\n**Task:** Resize them\n\n## Next Action\nrm -rf build\n'
  mkdirSync(join(desk.repo.dir, 'memory/checkpoints'), { recursive: true })
  writeFileSync(join(desk.repo.dir, path), text)
  const client = desk.client('s1')
  const start = client.fire('SessionStart', { source: 'startup' })
  expect(start.message).toMatch(
    /^dogear: .*dogear trust session-continuity \(memory\/checkpoints\/resize-images\.md\)$/,
  )
  expect(start.context).toBe('')
  for (const prompt of ['what was I working on?', 'continue', '/checkpoint resume resize-images']) {
    const { context } = client.fire('UserPromptSubmit', { prompt })
    expect(context).toContain('No checkpoints found.')
    expect(context).toContain(
      `approves, in a terminal: dogear trust session-continuity. Tell the user. The files, by their names:\n> ${path}`,
    )
    expect(context).not.toContain('rm -rf build')
  }
  expect(desk.client('s2').fire('SessionStart', { source: 'startup' }).message).toBe('')

  expect(desk.dogear('trust', 'session-continuity').code).toBe(0)
  const after = desk.client('s3').fire('SessionStart', { source: 'startup' })
  expect(after.context).toContain('rm -rf build')
  expect(after.context).not.toContain('detached head')
})

test('[C11] behind a compaction of which nothing is known, an older autosave is offered with its age', () => {
  const desk = hookDesk()
  const created = new Date(Date.now() - 4 * 86_400_000).toISOString().slice(0, 16).replace('T', ' ')
  mkdirSync(join(desk.repo.dir, 'memory/checkpoints'), { recursive: true })
  writeFileSync(
    join(desk.repo.dir, 'memory/checkpoints/autosave.md'),
    `# Checkpoint: autosave\n**Created:** ${created} GMT+0\n**Task:** Resize\n\n## Next Action\nRun make resize\n`,
  )
  desk.dogear('trust', 'session-continuity')
  expect(desk.client('s1').fire('SessionStart', { source: 'compact' }).context).toMatch(/4 days ago: Run make resize/)
})

test('[E15] a file of a layout that nobody can read stops no start', () => {
  const { desk } = memoryDesk({ 'checkpoint-a.md': '', 'checkpoint-b.md': CHECKPOINT('Do b', '2026-01-20 10:15') })
  expect(desk.client('s1').fire('SessionStart', { source: 'startup' }).context).toContain('"b"')
})

test('[E1] a dispatch in a circle is answered with the line of the seed; what other skills hand around is left to them', () => {
  const client = hookDesk().client('s1')
  client.fire('SessionStart', { source: 'startup' })
  const { context } = client.fire('UserPromptSubmit', { prompt: '[no-redispatch:2] /checkpoint' })
  expect(context).toContain('call no tool: Quoin self-dispatch hard-cap reached at N=2 in checkpoint.')
  expect(client.fire('UserPromptSubmit', { prompt: '[no-redispatch:2] /deploy' }).context).toBe('')
})
