import { expect, test } from 'vitest'
import { emptyFields, type Entry } from '../../core/entry/entry.js'
import type { CatalogRow, HeadRow } from '../../store/entries/catalog.js'
import { PLAIN } from '../print/output.js'
import { printDiff } from '../commands/look/show.js'
import { printHistory, printHistoryLines } from '../commands/look/history.js'
import { printList, printListLines } from '../print/list.js'
import { printFindings, printSaved } from '../commands/daily/save.js'
import { printTrash } from '../commands/keep/trash.js'

const NOW = Date.parse('2026-11-15T12:00:00Z')
const view = { width: 100, style: PLAIN, nowMs: NOW }

function head(more: Partial<HeadRow> = {}): HeadRow {
  return {
    id: '20261115T110000000Z-1-k3f9xq2m7p4w',
    lane: 'named',
    kind: 'saved',
    saved: '2026-11-15T11:00:00.000+00:00',
    by: {},
    branch: 'main',
    next: 'Run npm test',
    task: 'OAuth login',
    ...more,
  }
}

function row(name: string, ...heads: HeadRow[]): CatalogRow {
  return { project: 'shop-1', name, count: heads.length, heads, damaged: [] }
}

function entry(more: Partial<Entry> = {}): Entry {
  return {
    id: '20261115T110000000Z-1-k3f9xq2m7p4w',
    name: 'auth',
    lane: 'named',
    kind: 'saved',
    parents: [],
    saved: '2026-11-15T11:00:00.000+00:00',
    by: { agent: 'codex', user: 'ada' },
    where: {},
    ...emptyFields(),
    next: { text: 'Run npm test' },
    extraKeys: {},
    extraSections: [],
    ...more,
  }
}

test('the list shows name, age, branch, next and task; an autosave is marked [C4]', () => {
  const rows = [
    row('auth', head()),
    row('night', head({ lane: 'auto', saved: '2026-11-12T11:00:00Z', task: 'Backups' })),
  ]
  expect(printList(rows, { ...view, projects: false })).toMatchInlineSnapshot(`
    "NAME   SAVED       BRANCH            NEXT          TASK
    auth   1 h ago     main              Run npm test  OAuth login
    night  3 days ago  main    autosave  Run npm test  Backups"
  `)
})

test('a workstream with two heads has a line for each', () => {
  const rows = [row('auth', head(), head({ id: '20261115T110000000Z-1-aaaaaaaaaaaa', next: 'Other' }))]
  expect(printList(rows, { ...view, projects: true })).toMatchInlineSnapshot(`
    "PROJECT  NAME  SAVED    BRANCH                NEXT          TASK
    shop-1   auth  1 h ago  main    fork k3f9xq2  Run npm test  OAuth login
    shop-1   auth  1 h ago  main    fork aaaaaaa  Other         OAuth login"
  `)
})

test('programs get tab-separated lines, whatever the text is', () => {
  expect(printListLines([row('auth', head({ next: 'a\tb\nc' }))], false)).toBe(
    'auth\t2026-11-15T11:00:00.000+00:00\tmain\tnamed\ta b c\tOAuth login\n',
  )
  expect(printListLines([row('auth', head())], true)).toMatch(/^shop-1\tauth\t/)
})

test('a history has its graph, ids, lanes and who [F10]', () => {
  const older = entry({
    id: '20261115T100000000Z-1-aaaaaaaaaaaa',
    saved: '2026-11-15T10:00:00Z',
    lane: 'auto',
    kind: 'cleared',
  })
  const entries = [entry({ parents: [older.id] }), older]
  expect(printHistory(entries, view)).toMatchInlineSnapshot(`
    "   ID       SAVED    LANE   KIND     WHO         NEXT
    ●  k3f9xq2  1 h ago  named  saved    codex, ada  Run npm test
    ●  aaaaaaa  2 h ago  auto   cleared  codex, ada  Run npm test"
  `)
  expect(printHistoryLines(entries).split('\n')[0]?.split('\t')).toHaveLength(7)
})

test('a difference is grouped by field [F10]', () => {
  const changes = [
    { field: 'next', kind: 'changed' as const, before: 'a', after: 'b\nc' },
    { field: 'done', kind: 'added' as const, after: 'one' },
    { field: 'done', kind: 'removed' as const, before: 'two' },
  ]
  expect(printDiff(entry({ id: '20261115T100000000Z-1-aaaaaaaaaaaa' }), entry(), changes, PLAIN))
    .toMatchInlineSnapshot(`
    "auth: aaaaaaa → k3f9xq2
    next
      ~ a
      → b
        > c
    done
      + one
      - two
    "
  `)
  expect(printDiff(entry(), entry(), [], PLAIN)).toContain('Nothing changed.')
})

test('a save answers in one line; what is vague is named [C8]', () => {
  const result = {
    entry: entry(),
    path: '/x',
    created: true,
    nameFrom: 'branch' as const,
    heads: 2,
    open: [],
    findings: [{ field: 'next' as const, problem: 'vague' as const, text: 'go on', advice: 'name the file' }],
  }
  expect(printSaved(result, false, PLAIN)).toBe(
    'Checkpoint "auth" saved (k3f9xq2, named after the branch). Next: Run npm test',
  )
  expect(printSaved({ ...result, nameFrom: 'given' }, true, PLAIN)).toBe(
    'Would save checkpoint "auth". Next: Run npm test',
  )
  expect(printFindings(result, PLAIN)).toBe(
    '  vague next "go on": name the file\n  "auth" has 2 heads: sessions saved at the same time. See: dogear history auth',
  )
})

test('the trash, for a person and for programs', () => {
  const trash = {
    workstreams: [{ name: 'auth', clearedAt: '2026-11-15T11:00:00Z', entries: 3 }],
    files: [{ date: '2026-11-01', name: 'x.json', path: '/t/x.json' }],
  }
  expect(printTrash(trash, view)).toMatchInlineSnapshot(`
    "KIND        NAME    CLEARED      WHAT
    workstream  auth    1 h ago      3 entries
    file        x.json  14 days ago  /t/x.json"
  `)
  expect(printTrash(trash, null)).toBe(
    'workstream\tauth\t2026-11-15T11:00:00Z\t3\nfile\tx.json\t2026-11-01\t/t/x.json\n',
  )
})
