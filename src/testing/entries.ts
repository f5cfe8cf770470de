/** Entries and folders as no person would write them, made of what the layouts' own structure is made of. */
import fc from 'fast-check'
import type { Entry, Fields } from '../core/entry/entry.js'
import { makeId } from '../core/entry/id.js'
import { normaliseFields } from '../core/entry/normalise.js'
import { tidyChars, tidyLine, trimBlankLines, isoWithZone } from '../core/text/text.js'
import { ODD_LETTERS } from './any-entry.js'

const PIECES = [
  ['# Checkpoint: x', '## Progress', '## Next Action', '## Next Action: y', '## Done', '### Task', '##', '\\## Done'],
  ['## Active Checkpoints', '- **auth** (main, Nov 15) — x', 'Resume any: `continue`', '- **Branch:** `x`'],
  ['**Created:** 2020-01-01 10:00 GMT+8', '**Task:** x', '**Age:** 3 h', '**Status:** y', '- **Saved:** 2020-01-01'],
  ['## Current stage', '## Unfinished work', '=== BLOCKED PROMPT [x] ===', '<!-- c -->', '<!--', '-->', '```', '~~~'],
  ['Question: q', 'File: a b (edited)', 'Failed: a — b', 'Stage: 3', 'Branch: y', 'Left off: z', 'TDD phase: red'],
  [
    'Chose A over B because R',
    ' because ',
    ' over ',
    ' (rejected: a; b)',
    ' — ',
    ' — left off: ',
    ': ',
    'None',
    '- None',
  ],
  ['- ', '  - why: y', '* x', '1. x', '- [x] y', '\\- z', '\\', '"', "'", '`a`', ']', '[', '|', ', ', '(step 2 of 5)'],
  ['\n', '\n\n', ' ', '  ', '\t', ...ODD_LETTERS, '---', '> q', '~/x', '__proto__'],
].flat()

const text: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.array(fc.constantFrom(...PIECES), { maxLength: 7 }).map((pieces) => pieces.join('')) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
  { weight: 1, arbitrary: fc.constantFrom('Wired the parser into src/cli.ts', 'Run npm test -- parser') },
)

const item = fc.record({ text, observed: fc.constant('git status') }, { requiredKeys: ['text'] })
const items = fc.array(item, { maxLength: 3 })
const fields = fc.record(
  {
    task: item,
    stage: text,
    plan: fc.record({ path: text, step: fc.nat(40), of: fc.nat(40) }, { requiredKeys: ['path'] }),
    next: item,
    leftOff: item,
    done: items,
    failed: fc.array(fc.record({ text, why: text }, { requiredKeys: ['text'] }), { maxLength: 3 }),
    decisions: fc.array(
      fc.record({ text, why: text, rejected: fc.array(text, { maxLength: 2 }) }, { requiredKeys: ['text'] }),
      { maxLength: 3 },
    ),
    blockers: items,
    questions: items,
    context: items,
    commands: items,
    files: fc.array(
      fc.record(
        {
          path: text,
          role: fc.constantFrom('edited', 'read', 'plan'),
          hash: fc.constant('9f86d081884c7d65'),
          bytes: fc.nat(),
        },
        { requiredKeys: ['path'] },
      ),
      { maxLength: 3 },
    ),
    intent: item,
  },
  { requiredKeys: [] },
) as fc.Arbitrary<Partial<Fields>>

const extraSections = fc.array(
  fc.record({
    title: fc.oneof(text, fc.constantFrom('Notes', 'Progress', 'Next action', 'Decisions')).map(tidyLine),
    text: text.map((one) => trimBlankLines(tidyChars(one))),
  }),
  { maxLength: 2 },
)

const saved = fc
  .tuple(fc.integer({ min: Date.UTC(2020, 0), max: Date.UTC(2030, 0) }), fc.constantFrom(-210, 0, 60, 330, 480))
  .map(([ms, offsetMinutes]) => isoWithZone({ ms, offsetMinutes }))

const NAMES = ['auth', 'autosave', 'autosave-log', 'global', 'a--b', 'memory'] as const

function entryNamed(names: readonly string[]): fc.Arbitrary<Entry> {
  return fc
    .record({
      fields,
      saved,
      name: fc.constantFrom(...names),
      lane: fc.constantFrom('named' as const, 'named' as const, 'auto' as const),
      by: fc.record({ agent: fc.constant('an-agent'), session: fc.uuid() }, { requiredKeys: [] }),
      where: fc.record({ branch: text, head: fc.constant('0123456789abcdef') }, { requiredKeys: [] }),
      extraSections,
    })
    .map(({ fields: some, ...rest }): Entry => ({
      id: makeId(Date.parse(rest.saved), [], new Uint8Array(12)),
      kind: 'saved',
      parents: [],
      extraKeys: {},
      ...rest,
      ...normaliseFields(some),
    }))
    .map((one) => structuredClone(one))
}

export const entry: fc.Arbitrary<Entry> = entryNamed(NAMES)
/** Of other workstreams than `entry`. */
export const others: fc.Arbitrary<Entry[]> = fc.array(entryNamed(['other-work', 'q1-data', 'x']), { maxLength: 3 })

const headings = fc.constantFrom(
  ...[
    [
      '## Progress',
      '## Next Action',
      '## Next Action: Title',
      '## Blockers',
      '## Key Decisions',
      '## Relevant Context',
    ],
    ['## Done This Session', '## Failed Approaches', '## Modified Files', '## Left Off', '# Checkpoint: x', '### Task'],
    [
      '## Current stage',
      '## Active task',
      '## In-flight artifacts',
      '## Open questions',
      '## Unfinished work',
      '## Own',
    ],
  ].flat(),
)
const line = fc.oneof(
  headings,
  text,
  text.map((one) => `- ${one}`),
  fc.constant(''),
)

/** A Markdown file as somebody might leave it. */
export const markdown: fc.Arbitrary<string> = fc
  .array(line, { maxLength: 12 })
  .map((lines) => tidyChars(lines.join('\n')))

const loose = fc.oneof(
  text,
  fc.array(fc.oneof(text, fc.record({ decision: text, why: text })), { maxLength: 3 }),
  fc.nat(),
)
const context = fc.record(
  { active_plan: loose, active_plan_stage: loose, active_tdd_phase: loose, files_in_progress: loose, own: loose },
  { requiredKeys: [] },
)

/** A JSON file as somebody might leave it. */
export const json: fc.Arbitrary<string> = fc
  .record(
    { timestamp: text, summary: loose, decisions: loose, next_action: loose, blockers: loose, context, own: loose },
    { requiredKeys: ['summary'] },
  )
  .map((object) => JSON.stringify(object))

/** For a property whose single try is dear: this part of the tries that the others have. */
export function runsOf(part: number): { numRuns: number } {
  return { numRuns: Math.max(1, Math.round((fc.readConfigureGlobal().numRuns ?? USUAL_RUNS) * part)) }
}

const USUAL_RUNS = 200
