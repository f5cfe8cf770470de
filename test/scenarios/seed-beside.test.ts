/** What was found beside the rules when the seeds were replayed by hand with other data. */
import { expect, test } from 'vitest'
import { desk, put, read } from '../layouts/support/desk.js'
import { NAMED } from '../layouts/support/memory-desk.js'

test('a refused name is answered with one made of the task at hand [C7]', () => {
  const one = desk()
  one.run('config', 'layout', 'session-continuity')
  const { code, stderr } = one.run('save', 'backup', '--task', 'Resize thumbnails in the upload worker')
  expect(code).toBe(2)
  expect(stderr).toContain('try "resize-thumbnails-upload"')
})

test('a second save within the minute never leaves an old summary in MEMORY.md [A16]', () => {
  const one = desk()
  one.run('config', 'layout', 'named-checkpoints')
  one.run('save', 'thumbs', '--task', 'Resize thumbnails', '--next', 'Edit src/thumbs.ts')
  one.run('save', 'thumbs', '--task', 'Crop thumbnails')
  expect(read(one.memory, 'MEMORY.md')).toMatch(/- \*\*thumbs\*\* \(.*\) — noted: "Crop thumbnails"/)
})

test.each(['### Active Checkpoints', '## Active checkpoints:', '## **Active Checkpoints**', '## active-checkpoints'])(
  '"%s" is the section, and no second one is made [A7]',
  (heading) => {
    const one = desk()
    const bullet = '- **auth** (main, Jan 14 09:42) — Finish the login'
    put(one.memory, {
      'checkpoint-auth.md': NAMED,
      'MEMORY.md': `# Project Memory\n\n${heading}\n${bullet}\n\nResume any: \`continue {name}\`\n\n## Conventions\n- tabs\n`,
    })
    one.run('save', 'thumbs', '--next', 'Edit src/thumbs.ts')
    const text = read(one.memory, 'MEMORY.md')
    expect(text.match(/active[ -]checkpoints/gi)).toHaveLength(1)
    expect(text).toMatch(/- \*\*auth\*\*.*\n- \*\*thumbs\*\*/)
    expect(text.endsWith('## Conventions\n- tabs\n')).toBe(true)
  },
)

test('reasons without a word for them are reasons [C8]', () => {
  const one = desk()
  const said = ['--task', 'Move it', '--next', 'Run npm test -- pay', '--done', 'src/pay.ts: retries']
  const reasons = [
    '--failed',
    'jose: no ESM build for it',
    '--decision',
    'SQLite — one file, no server',
    '--failed',
    'p-queue because it leaks',
  ]
  expect(one.run('save', 'pay', ...said, ...reasons).stderr).not.toContain('vague')
  expect(one.run('save', 'pay', ...said, '--failed', 'jose').stderr).toContain('vague')
})

test('the answer of the seed to [y / n] is taken as a flag [E9]', () => {
  const folder = '.workflow_artifacts/memory/checkpoints'
  const one = desk({
    'plan.md': 'Retry three times\n',
    [`${folder}/2026-01-14-webhooks.md`]:
      '## Status\ncheckpoint save (voluntary)\n## Active task\nwebhooks\n## Branch\nmain\n## In-flight artifacts\n- current-plan.md: plan.md\n',
  })
  one.run('list', '--trust', 'yes')
  expect(one.run('resume').code).toBe(3)
  expect(one.run('resume', '--reread', 'y').stdout).toContain('Retry three times')
})

test("quoin's trash is in the list of the trash [E12]", () => {
  const one = desk({
    '.workflow_artifacts/memory/checkpoints/2026-01-14-webhooks.md': '## Status\nx\n## Active task\nwebhooks\n',
    '.workflow_artifacts/memory/trash/2026-01-10/pending-restore-s1.txt': 'x\n',
  })
  one.run('list', '--trust', 'yes')
  expect(one.run('trash').stdout).toContain('pending-restore-s1.txt')
})

test('quoin: headings a level deeper are read, and a heading in a block of code is none [E5]', () => {
  const folder = '.workflow_artifacts/memory/checkpoints'
  const deep = '### Status\nx\n### Active task\ndeep\n### Branch\nmain\n### Last user intent\nBound the retries\n'
  const code =
    '## Status\nx\n## Active task\ncode\n## Decisions made\n- keep it\n```md\n## Not a section\n```\n## Branch\nmain\n'
  const one = desk({ [`${folder}/2026-01-14-deep.md`]: deep, [`${folder}/2026-01-13-code.md`]: code })
  one.run('list', '--trust', 'yes')
  expect(one.run('show', 'deep').stdout).toContain('Bound the retries')
  expect(one.run('show', 'code').stdout).not.toContain('Section "Not a section"')
})

test('a bullet of ours that is wrapped is replaced and removed whole [A7]', () => {
  const one = desk()
  put(one.memory, {
    'checkpoint-auth.md': NAMED,
    'MEMORY.md': `# M\n\n## Active Checkpoints\n- **auth** (main, Jan 14 09:42) — Finish the login\nof everybody\n- **pay** (main, Jan 13 09:42) — other\n\nResume any: \`continue {name}\`\n`,
  })
  one.run('save', 'auth', '--next', 'Edit src/login.ts')
  expect(read(one.memory, 'MEMORY.md')).not.toContain('of everybody')
  one.run('clear', 'auth')
  expect(read(one.memory, 'MEMORY.md')).toMatch(/## Active Checkpoints\n- \*\*pay\*\*/)
})

test('what was rejected never swallows the reason [D1]', () => {
  const one = desk()
  one.run(
    'save',
    'cache',
    '--task',
    't',
    '--next',
    'Edit a.ts',
    '--decision',
    'Use Redis — rejected: Memcached; SQLite — because latency matters',
  )
  const { entry } = JSON.parse(one.run('show', 'cache', '--json').stdout) as { entry: { decisions: object[] } }
  expect(entry.decisions).toMatchObject([
    { text: 'Use Redis', why: 'latency matters', rejected: ['Memcached', 'SQLite'] },
  ])
})

test('quoin: the voluntary checkpoint of a date comes first, whatever the other one says of itself [E8]', () => {
  const folder = '.workflow_artifacts/memory/checkpoints'
  const text = (intent: string): string =>
    `## Status\ncheckpoint save (voluntary)\n## Active task\nbeta\n## Branch\nmain\n## Last user intent\n${intent}\n`
  const one = desk({
    [`${folder}/2026-01-18-beta.md`]: text('Mend the totals'),
    [`${folder}/2026-01-18-beta-precompact.md`]: text('Nothing of note'),
  })
  one.run('trust', 'quoin')
  expect(one.run('resume', '--reread', 'n').stdout).toContain('Last intent: Mend the totals.')
})
