/** The files of a layout as the project knows them: a file tells a label, and the project which line has it. */
import { isName, sameLabel } from '../../core/choose/name.js'
import { labelOf } from '../../core/entry/line-keys.js'
import type { Document, Layout, Scan, TextFile } from '../../layouts/layout.js'
import { readHeads } from '../../store/entries/heads.js'
import type { Located } from '../../store/projects/projects.js'
import { lineCalled } from '../line-called.js'

export function scanIn(located: Located, layout: Layout, files: readonly TextFile[]): Scan {
  const scan = layout.scan(files)
  // Nobody has the slug yet, and two labels want it: the one that is the slug gets it.
  const plain = new Set(scan.documents.flatMap(({ name, label }) => (isOther(name, label) ? [] : [name])))
  const documents = scan.documents.map((document) => {
    const found = inProject(located, document)
    return isOther(document.name, document.label) && plain.has(found.name) ? document : found
  })
  return { ...scan, documents }
}

function isOther(name: string, label: string | undefined): boolean {
  return label !== undefined && sameLabel(label) !== name
}

/** With the name that the line of its label has here. */
export function inProject(located: Located, { name, label, ...document }: Document): Document {
  const line = lineCalled(located, label ?? name)
  const known = label === undefined ? {} : { label }
  return { ...document, ...known, name: line.name }
}

/** What a line is called, for files that are named after that. */
export function calledHere({ project, exists }: Located, name: string): string | undefined {
  const [head] = exists && isName(name) ? readHeads(project, name).heads : []
  const label = head && labelOf(head)
  return label === name ? undefined : label
}
