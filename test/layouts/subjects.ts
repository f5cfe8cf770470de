/** What the conformance suite runs over: the five layouts, and dogear's own format in the same dress. */
import { DogearError } from '../../src/core/errors.js'
import { parseEntry } from '../../src/core/parse-entry.js'
import { printEntry } from '../../src/core/print-entry.js'
import { msOf } from '../../src/core/time.js'
import { LAYOUTS } from '../../src/layouts/all.js'
import type { BrokenFile, Document, Layout, LayoutId, TextFile } from '../../src/layouts/layout.js'
import { OWN_POLICY } from '../../src/layouts/policy.js'

interface Subject {
  layout: Layout
  /** Files that people and other programs keep beside the checkpoints. They must come through every publish. */
  beside: TextFile[]
  /** A file of the layout with sections or keys that nobody knows. */
  strange: TextFile[]
  /** A file that cannot be read as what its name promises, whatever else is there. */
  hopeless: (path: string) => TextFile
}

const AT = Date.UTC(2026, 10, 15, 8, 42)

/** dogear's own format: one file per entry. */
const own: Layout = {
  id: 'dogear' as LayoutId,
  base: 'worktree',
  folders: [''],
  takes: (path) => path.endsWith('.md'),
  policy: OWN_POLICY,
  messages: { saved: () => '', cleared: () => '', resumed: () => null },
  scan: (files) => {
    const parsed = files.map(parseOwn)
    return {
      documents: parsed.filter((one): one is Document => 'fields' in one),
      broken: parsed.filter((one): one is BrokenFile => 'message' in one),
      orphans: [],
    }
  },
  publish: (entry, files) => {
    const path = `${entry.name}.${entry.lane}.md`
    const text = printEntry({
      ...entry,
      id: '20261115T084200000Z-1-000000000000',
      by: {},
      where: branchOf(entry.where),
    })
    return files.some((one) => one.path === path && one.text === text) ? [] : [{ do: 'write', path, text }]
  },
  retract: (name, files) =>
    files.filter(({ path }) => path.startsWith(`${name}.`)).map(({ path }) => ({ do: 'remove', path })),
}

function branchOf({ branch }: { branch?: string }): { branch?: string } {
  return branch === undefined ? {} : { branch }
}

function parseOwn({ path, text }: TextFile): Document | BrokenFile {
  try {
    const { id: _id, kind: _kind, parents: _parents, name, lane, saved, by, where, ...rest } = parseEntry(text)
    const { extraKeys, extraSections, ...fields } = rest
    const savedMs = msOf(saved) ?? 0
    return { name, path, lane, savedMs, offsetMinutes: 0, ...branchOf(where), by, fields, extraKeys, extraSections }
  } catch (error) {
    if (!(error instanceof DogearError)) throw error
    return { path, message: error.message, expected: error.expected ?? '', next: error.next ?? 'dogear verify' }
  }
}

const STRANGE_MARKDOWN = `## Progress\n- one\n\n## Next Action\nRun it\n\n## My own notes\nkeep *this*\n\n- and this\n`

const PARTS: Record<string, Omit<Subject, 'layout'>> = {
  'named-checkpoints': {
    beside: [file('MEMORY.md', '\ufeff# Mine\r\n\r\nkeep\r\n\r\n## Rules\r\n- be kind\r\n')],
    strange: [
      file(
        'checkpoint-odd.md',
        `# Checkpoint: odd\n- **Branch:** \`main\`\n- **Saved:** 2026-11-15 09:42\n\n${STRANGE_MARKDOWN}`,
      ),
    ],
    hopeless: (path) => file(path, ''),
  },
  'session-checkpoint': {
    beside: [file('MEMORY.md', '# Mine\n\nkeep')],
    strange: [
      file(
        'checkpoint-odd.md',
        `# Checkpoint: odd\n- **Branch:** \`main\`\n- **Saved:** 2026-11-15 09:42\n\n## Left Off\nhere\n\n${STRANGE_MARKDOWN}`,
      ),
    ],
    hopeless: (path) => file(path, ''),
  },
  'session-continuity': {
    beside: [file('memory/checkpoints/autosave-log.md', '# Autosave log\n- [2026-05-12 15:50] autosave written')],
    strange: [
      file(
        'memory/checkpoints/odd.md',
        `# Checkpoint: odd\n\n**Created:** 2026-11-15 09:42 GMT+8\n**Task:** t\n**Status:** paused\n\nabove\n\n${STRANGE_MARKDOWN}`,
      ),
    ],
    hopeless: (path) => file(path, '\0\0'),
  },
  'decision-log': {
    beside: [file('.claude/state-index.json', '{"active_plan":"auth plan",\t"other": {"a": [1, 2]} }')],
    strange: [
      file(
        '.claude/checkpoints/20261115T084200Z.json',
        '{"timestamp":"2026-11-15T08:42:00Z","summary":"s","mood":"good","context":{"active_plan":null,"ci":{"run":7}}}',
      ),
    ],
    hopeless: (path) => file(path, '{"summary": "cut o'),
  },
  quoin: {
    beside: [],
    strange: [
      file(
        '.workflow_artifacts/memory/checkpoints/2026-11-15-odd.md',
        `## Current stage\nimplement\n\n## Active task\nodd\n\n## Branch\nmain\n\n## My own notes\nkeep *this*\n\n- and this\n`,
      ),
    ],
    hopeless: (path) => file(path, ''),
  },
  dogear: {
    beside: [],
    strange: [
      file(
        'odd.named.md',
        '---\ndogear: 1\nid: "20261115T084200000Z-1-000000000000"\nname: "odd"\nlane: "named"\nkind: "saved"\nparents: []\nsaved: "2026-11-15T09:42:00.000+01:00"\nmood: "good"\n---\n\n# odd\n\n## My own notes\nkeep *this*\n',
      ),
    ],
    hopeless: (path) => file(path, '---js\n'),
  },
}

export const SUBJECTS: [id: string, subject: Subject][] = [...LAYOUTS, own].map((layout) => {
  const parts = PARTS[layout.id]
  if (!parts)
    throw new Error(`the conformance suite knows no files of ${layout.id}: add them in test/layouts/subjects.ts`)
  return [layout.id, { layout, ...parts }]
})

function file(path: string, text: string): TextFile {
  return { path, text, mtimeMs: AT }
}
