/** What the conformance suite runs over: every layout, with the samples it brings. */
import { parseEntry } from '../../src/core/entry/parse.js'
import { printEntry } from '../../src/core/entry/print.js'
import { DogearError } from '../../src/core/errors.js'
import { msOf } from '../../src/core/text/text.js'
import { layout as template } from '../../src/layouts/_template/layout.js'
import { samples as templateSamples } from '../../src/layouts/_template/samples.js'
import { SAMPLES } from '../../src/layouts/all-samples.js'
import { LAYOUTS } from '../../src/layouts/all.js'
import { type BrokenFile, type Document, type Layout, OWN_POLICY, type TextFile } from '../../src/layouts/layout.js'
import { type LayoutSamples, sampleFile } from '../../src/layouts/samples.js'

interface Subject extends Pick<LayoutSamples, 'beside' | 'strange' | 'hopeless'> {
  layout: Layout<string>
}

/** dogear's own format: one file per entry. */
const own: Layout<string> = {
  id: 'dogear',
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

const OWN: Subject = {
  layout: own,
  beside: [],
  strange: [
    sampleFile(
      'odd.named.md',
      '---\ndogear: 1\nid: "20261115T084200000Z-1-000000000000"\nname: "odd"\nlane: "named"\nkind: "saved"\nparents: []\nsaved: "2026-11-15T09:42:00.000+01:00"\nmood: "good"\n---\n\n# odd\n\n## My own notes\nkeep *this*\n',
    ),
  ],
  hopeless: '---js\n',
}

/** Every registered layout, dogear's own format, and the template that new layouts are copied from. */
export const SUBJECTS: [id: string, subject: Subject][] = [
  ...LAYOUTS.map((layout): [string, Subject] => [layout.id, { layout, ...SAMPLES[layout.id] }]),
  ['dogear', OWN],
  ['the template', { layout: template, ...templateSamples }],
]
