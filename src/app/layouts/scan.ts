/** The files of a layout as the project knows them: a file tells a label, and the project which line has it. */
import { labelOf } from '../../core/entry/line-keys.js'
import type { Document, Layout, Scan, TextFile } from '../../layouts/layout.js'
import { readHeads } from '../../store/entries/heads.js'
import type { Located } from '../../store/projects/projects.js'
import { lineCalled } from '../line-called.js'

export function scanIn(located: Located, layout: Layout, files: readonly TextFile[]): Scan {
  const scan = layout.scan(files)
  return { ...scan, documents: scan.documents.map((document) => inProject(located, document)) }
}

/** With the name that the line of its label has here. */
export function inProject(located: Located, { name, label, ...document }: Document): Document {
  const line = lineCalled(located, label ?? name)
  const known = label === undefined ? {} : { label }
  return { ...document, ...known, name: line.name }
}

/** What a line is called, for files that are named after that. */
export function calledHere({ project, exists }: Located, name: string): string | undefined {
  const [head] = exists ? readHeads(project, name).heads : []
  const label = head && labelOf(head)
  return label === name ? undefined : label
}
