/** Seed 001, from top to bottom: a name is offered, a name that exists is asked about, and a resume consumes. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { desk, isThere, put, read, take, type Desk } from '../layouts/support/desk.js'
import { claudeSession, type ClaudeSession } from '../support/claude-session.js'
import { askedBy, flags, timeless } from './support/said.js'

/** Written by the skill in March; nobody has heard of dogear. */
const BILLING = `# Checkpoint: billing
- **Branch:** \`feat/export\`
- **Saved:** 2025-03-01 18:45

## Left Off
PDF writer throws on empty invoices
Skip them, or print a blank page? The customer has not said.

## Done This Session
- CSV writer in src/csv.ts

## Failed Approaches
- pdfkit streams — pages come out of order

## Modified Files
- src/csv.ts
`
const SEARCH = BILLING.replace('billing', 'search')
  .replace('feat/export', 'feat/search')
  .replace('2025-03-01', '2025-03-04')
  .replace('PDF writer throws on empty invoices', 'Ranking is wrong for short words')
const BILLING_BULLET = '- **billing** (feat/export, Mar 01) — PDF writer throws on empty invoices'
const SEARCH_BULLET = '- **search** (feat/search, Mar 04) — Ranking is wrong for short words'
const REST = '## Conventions\n- Tabs, never spaces\n'

function memoryWith(...bullets: string[]): string {
  const resume = 'Resume any: `continue` or `continue {name}`'
  return `# Shop\n\n## Active Checkpoints\n${bullets.join('\n')}\n\n${resume}\n\n${REST}`
}

function oldDesk(): Desk {
  const one = desk({ 'src/csv.ts': 'export {}\n' })
  put(one.memory, {
    'MEMORY.md': memoryWith(BILLING_BULLET, SEARCH_BULLET),
    'checkpoint-billing.md': BILLING,
    'checkpoint-search.md': SEARCH,
  })
  return one
}

function sessionOf(one: Desk): ClaudeSession {
  return claudeSession(join(one.home, '.claude'), one.repo.dir, 'aaaaaaaa-0000-4000-8000-000000000001')
}

/** `Mon DD`, as the bullets have it. */
function today(): string {
  return new Date().toLocaleDateString('en-US', { month: 'short', day: '2-digit', timeZone: 'UTC' })
}

test('"save checkpoint" offers two to four words of the work to confirm, and writes nothing before [B1]', () => {
  const one = oldDesk()
  sessionOf(one).prompt('Export invoices as PDF')
  const { options } = askedBy(one.run('say', 'save checkpoint'))
  expect(options).toEqual([
    { value: 'export-invoices-pdf', label: "Use 'export-invoices-pdf' (Recommended)" },
    { value: '', label: 'Provide different name' },
  ])
  expect(read(one.memory, 'MEMORY.md')).toBe(memoryWith(BILLING_BULLET, SEARCH_BULLET))
  expect(one.run('say', 'save checkpoint Export/Invoices PDF').stdout).toContain('"export-invoices-pdf" saved')
})

test('the file has a Left Off, the newest plan that fits the work, and no next step of our making [B2, B3, B5]', () => {
  const one = oldDesk()
  const steps = '- [x] rows\n- [ ] totals\n- [ ] empty invoices\n'
  put(one.home, {
    '.claude/plans/wise-otter.md': `# Invoice export to PDF\n\nRows, totals, empty invoices.\n\n${steps}`,
  })
  const session = sessionOf(one)
  session.prompt('Implement the following plan: invoice export to PDF with rows, totals and empty invoices')
  session.say('Rows are done. Now let me add the totals to src/csv.ts.')
  one.repo.write({ 'src/csv.ts': 'export const rows = 1\n' })
  one.run('say', 'save checkpoint invoice pdf')
  expect(timeless(read(one.memory, 'checkpoint-invoice-pdf.md'))).toBe(`# Checkpoint: invoice-pdf
- **Branch:** \`main\`
- **Saved:** <date> <time>
- **Plan:** \`~/.claude/plans/wise-otter.md\` (step 2 of 3)

## Left Off
Now let me add the totals to src/csv.ts.

## Done This Session
- None

## Failed Approaches
- None

## Modified Files
- src/csv.ts
`)
})

test('a save says one line and no more; pending decisions, options and questions are kept [B2, B5, B6, B7]', () => {
  const one = oldDesk()
  const said = flags(
    ['left-off', 'Totals are off by a cent\nRound per line, or per invoice?'],
    ['question', 'Who owns the rounding rule?'],
    ['done', 'Rows in src/pdf.ts'],
    ['failed', 'floats — sums drift'],
  )
  const saved = one.run('save', 'invoice-pdf', ...said)
  expect(saved).toMatchObject({
    stdout: 'Checkpoint "invoice-pdf" saved. Resume anytime: `continue invoice-pdf`\n',
    stderr: '',
  })
  expect(timeless(read(one.memory, 'checkpoint-invoice-pdf.md'))).toBe(`# Checkpoint: invoice-pdf
- **Branch:** \`main\`
- **Saved:** <date> <time>

## Left Off
Totals are off by a cent
Round per line, or per invoice?
Open question: Who owns the rounding rule?

## Done This Session
- Rows in src/pdf.ts

## Failed Approaches
- floats — sums drift

## Modified Files
- None
`)
  const bullet = `- **invoice-pdf** (main, ${today()}) — noted: "Totals are off by a cent"`
  expect(read(one.memory, 'MEMORY.md')).toBe(memoryWith(BILLING_BULLET, SEARCH_BULLET, bullet))
})

test('a name that exists is asked about, with its date and where it was left; both answers work [B4]', () => {
  const one = oldDesk()
  const { question, options } = askedBy(one.run('say', 'save checkpoint billing'))
  expect(question).toMatch(/Saved: 2025-03-01 18:45 .*Left Off: PDF writer throws on empty invoices/)
  expect(options.map(({ label }) => label)).toEqual(['Overwrite', 'Different name'])
  expect(read(one.memory, 'checkpoint-billing.md')).toBe(BILLING)
  expect(one.run('say', 'save checkpoint billing-again').code).toBe(0)
  expect(read(one.memory, 'checkpoint-billing.md')).toBe(BILLING)
  expect(one.run('save', 'billing', '--left-off', 'Blank pages it is', '--overwrite').code).toBe(0)
  expect(read(one.memory, 'checkpoint-billing.md')).toContain('## Left Off\nBlank pages it is\n')
  expect(one.run('history', 'billing').stdout.trim().split('\n')).toHaveLength(2)
  expect(one.run('save', 'billing', '--auto', '--left-off', 'Nobody is asked').code).toBe(0)
})

test('"continue" among several is a choice with branch and date; what was chosen is shown and consumed [A11, A13, B8, B10]', () => {
  const one = oldDesk()
  const { options } = askedBy(one.run('say', 'continue'))
  expect(Object.fromEntries(options.map(({ value, detail }) => [value, detail?.slice(0, 29)]))).toEqual({
    billing: 'feat/export, 2025-03-01 18:45',
    search: 'feat/search, 2025-03-04 18:45',
  })
  const resumed = one.run('say', 'continue billing')
  expect(resumed.stderr).toBe('')
  expect(resumed.stdout).toContain(
    "Warning: You're on `main` but checkpoint was saved on `feat/export`. Switch with: git checkout feat/export",
  )
  expect(resumed.stdout).toContain('⚠ Previously failed: pdfkit streams — pages come out of order')
  expect(resumed.stdout).toContain('Skip them, or print a blank page? The customer has not said.')
  // Gone without a word, but not lost.
  expect(resumed.stdout).not.toMatch(/consum|remov|delet|clear/i)
  expect(isThere(one.memory, 'checkpoint-billing.md')).toBe(false)
  expect(read(one.memory, 'MEMORY.md')).toBe(memoryWith(SEARCH_BULLET))
  expect(one.run('trash').stdout).toContain('checkpoint-billing.md')
  expect(one.run('restore', 'billing').code).toBe(0)
  expect(isThere(one.memory, 'checkpoint-billing.md')).toBe(true)
})

test('the only one is taken by itself; after the last the section is gone, and that is said [B8, B10]', () => {
  const one = oldDesk()
  one.run('say', 'continue search')
  expect(one.run('say', 'resume').stdout).toMatch(/^# Resuming: billing\n/)
  expect(read(one.memory, 'MEMORY.md')).toBe(`# Shop\n\n${REST}`)
  expect(one.run('say', 'resume')).toMatchObject({
    code: 5,
    stdout: '',
    stderr: expect.stringContaining('No saved checkpoints found.'),
  })
})

test('a bullet without its file is cleaned up and reported, and the resume stops [B9]', () => {
  const one = oldDesk()
  take(one.memory, 'checkpoint-search.md')
  const gone = one.run('say', 'continue search')
  expect(gone).toMatchObject({ code: 5, stdout: '' })
  expect(gone.stderr).toContain('Checkpoint file missing (cleaned up stale entry)')
  expect(read(one.memory, 'MEMORY.md')).toBe(memoryWith(BILLING_BULLET))
})

test('"clear checkpoint" takes one away, "clear all checkpoints" the rest and the section [B11]', () => {
  const one = oldDesk()
  put(one.memory, { 'checkpoint-third.md': BILLING.replace('billing', 'third') })
  expect(one.run('say', 'clear checkpoint third').stdout).toBe('Cleared checkpoint "third"\n')
  expect(one.run('say', 'clear all checkpoints').stdout).toBe('Cleared 2 checkpoint(s)\n')
  expect(read(one.memory, 'MEMORY.md')).toBe(`# Shop\n\n${REST}`)
  expect(isThere(one.memory, 'checkpoint-billing.md')).toBe(false)
})

test('what the skill writes later is taken up: another text, and a new checkpoint [B5, B10]', () => {
  const one = oldDesk()
  one.run('save', 'billing', '--left-off', 'Blank pages it is', '--overwrite')
  const later = BILLING.replace('2025-03-01 18:45', '2099-03-01 18:45').replace('Skip them', 'Drop them')
  put(one.memory, { 'checkpoint-billing.md': later, 'checkpoint-fourth.md': BILLING.replace('billing', 'fourth') })
  expect(one.names().toSorted()).toEqual(['billing', 'fourth', 'search'])
  expect(one.run('say', 'continue billing').stdout).toContain('Drop them, or print a blank page?')
  expect(one.run('history', 'billing').stdout).toContain('consumed')
})
