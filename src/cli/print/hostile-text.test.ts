/** Text from entries is data: whatever stands in it, nothing that acts on a terminal comes out of any renderer. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { printBriefing } from '../../core/briefing/briefing.js'
import { diffEntries } from '../../core/entry/diff.js'
import { compare } from '../../core/briefing/drift.js'
import { emptyFields, type Entry } from '../../core/entry/entry.js'
import { printEntry } from '../../core/entry/print.js'
import type { CatalogRow } from '../../store/entries/catalog.js'
import { COLOURED, PLAIN, printMarkdown, type Style } from '../print/output.js'
import { printDiff } from '../commands/look/show.js'
import { printHistory, printHistoryLines } from '../commands/look/history.js'
import { printList, printListLines } from '../print/list.js'
import { printFindings, printSaved } from '../commands/daily/save.js'
import { printHitLines, printHits } from '../commands/look/search.js'
import { printTrash } from '../commands/keep/trash.js'

const NOW = Date.parse('2026-11-15T12:00:00Z')
const ID = '20261115T110000000Z-1-k3f9xq2m7p4w'

const SEQUENCES = [
  '\u001b[31m',
  '\u001b]0;title\u0007',
  '\u001b]8;;http://x\u001b\\',
  '\u001bP',
  '\u001b[2J',
  '\u009b1m',
]
const CONTROLS = [
  ...'\u001b\u009d\u0090\u0000\u0007\u0008\r\u007f\u0085\u202e\u2066\u2069\u200b\u200d\u061c\ufeff\u{e0041}',
]
const HARMLESS = ['\n', '\t', ' ', '# ', '- ', '⚠', '日本', '🚀', 'e\u0301', 'text', '[', 'm', '\ud800']
const PIECES = [...SEQUENCES, ...CONTROLS, ...HARMLESS]
const hostile = fc.oneof(
  { weight: 4, arbitrary: fc.array(fc.constantFrom(...PIECES), { maxLength: 12 }).map((parts) => parts.join('')) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 30 }) },
)

// C0 but newline and tab, DEL, C1, bidirectional controls, zero-width, BOM, tags.
// oxlint-disable-next-line no-control-regex, no-misleading-character-class
const ACTIVE =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]|[\u{e0000}-\u{e0fff}]/u
// oxlint-disable-next-line no-control-regex
const OURS = /\u001b\[(?:1|2|22|31|32|33|36|39)m/g

test('hostile texts through every renderer leave nothing that acts', () => {
  fc.assert(
    fc.property(fc.array(hostile, { minLength: 12, maxLength: 12 }), fc.boolean(), (texts, colour) => {
      const all = renderAll(texts, colour ? COLOURED : PLAIN).join('\n')
      expect(colour ? all.replace(OURS, '') : all).not.toMatch(ACTIVE)
    }),
  )
})

function renderAll(texts: readonly string[], style: Style): string[] {
  const entry = entryOf(texts)
  const other = entryOf(texts.toReversed())
  const rows = [rowOf(texts)]
  const view = { width: 90, style, nowMs: NOW }
  const hit = {
    project: at(texts, 0),
    name: at(texts, 1),
    id: at(texts, 2),
    saved: at(texts, 3),
    snippet: at(texts, 4),
  }
  const trash = {
    workstreams: [{ name: at(texts, 0), clearedAt: at(texts, 1), entries: 1 }],
    files: [{ date: at(texts, 2), name: at(texts, 3), path: at(texts, 4) }],
  }
  const saved = {
    entry,
    path: '',
    created: true,
    nameFrom: 'given' as const,
    heads: 2,
    open: [],
    findings: [{ field: 'next' as const, problem: 'vague' as const, text: at(texts, 5), advice: at(texts, 6) }],
  }
  return [
    printList(rows, { ...view, projects: true }),
    printListLines(rows, true),
    printMarkdown(printEntry(entry), style),
    printMarkdown(briefingOf(entry, other), style),
    printHistory([entry, other], view),
    printHistoryLines([entry, other]),
    printDiff(entry, other, diffEntries(entry, other), style),
    printHits([hit], view),
    printHitLines([hit]),
    printTrash(trash, view),
    printTrash(trash, null),
    printSaved(saved, false, style),
    printFindings(saved, style),
  ]
}

function at(texts: readonly string[], i: number): string {
  return texts[i % texts.length] ?? ''
}

function entryOf(texts: readonly string[]): Entry {
  const item = (i: number) => ({ text: at(texts, i), observed: at(texts, i + 1) })
  return {
    ...emptyFields(),
    id: ID,
    name: at(texts, 0),
    lane: 'named',
    kind: 'saved',
    parents: [],
    saved: at(texts, 1),
    by: { agent: at(texts, 2), user: at(texts, 3), host: at(texts, 4) },
    where: { branch: at(texts, 5), head: at(texts, 6), worktree: at(texts, 7) },
    task: item(8),
    stage: at(texts, 9),
    plan: { path: at(texts, 10), step: 1, of: 2 },
    next: item(11),
    leftOff: item(0),
    intent: item(1),
    done: [item(2)],
    failed: [{ ...item(3), why: at(texts, 4) }],
    decisions: [{ ...item(5), why: at(texts, 6), rejected: [at(texts, 7)] }],
    blockers: [item(8)],
    questions: [item(9)],
    context: [item(10)],
    files: [{ path: at(texts, 11), role: at(texts, 0) }],
    extraKeys: {},
    extraSections: [{ title: at(texts, 1), text: at(texts, 2) }],
  }
}

function rowOf(texts: readonly string[]): CatalogRow {
  const head = {
    id: ID,
    lane: 'auto' as const,
    kind: 'saved' as const,
    saved: at(texts, 1),
    by: {},
    branch: at(texts, 2),
    next: at(texts, 3),
    task: at(texts, 4),
  }
  return {
    project: at(texts, 5),
    name: at(texts, 0),
    count: 2,
    heads: [head, { ...head, id: at(texts, 6) }],
    damaged: [],
  }
}

function briefingOf(entry: Entry, other: Entry): string {
  const now = {
    branch: at(
      entry.done.map((item) => item.text),
      0,
    ),
    head: 'a'.repeat(40),
    worktree: entry.name,
    files: [{ path: entry.stage ?? '', state: 'renamed' as const, to: entry.saved }],
    conflicts: [entry.name],
    commits: { total: 2, commits: [{ id: 'b'.repeat(40), subject: entry.saved }] },
  }
  const drift = compare(entry, now)
  return printBriefing(
    { entry, drift, why: entry.name, nowMs: NOW, currentBranch: other.name, joined: [other] },
    20_000,
  ).text
}
