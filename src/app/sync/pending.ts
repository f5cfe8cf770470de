/**
 * Entries that were proven and weighed wait here to be written together: the disk takes hardly longer for two hundred than for one.
 * Whose they are is written down before they are, so that whoever reads one knows at once.
 */
import type { Entry } from '../../core/entry/entry.js'
import { createForeignMany } from '../../store/entries/create-many.js'
import { callMine } from '../../store/own.js'
import { entryPath, type Project } from '../../store/paths.js'
import { noteAuthors } from '../../store/sync/authors.js'
import type { Link } from '../../store/sync/links.js'
import { keepBoth } from '../carry/transfer.js'

export interface Arrived {
  project: Project
  /** Not all of it: many wait at once. */
  entry: Pick<Entry, 'name' | 'id'>
  text: string
  device: string
  isMine: boolean
  /** Nothing of its id is here. */
  isNew: boolean
}

export interface Pending {
  add(one: Arrived, link: Link): void
  has(project: Project, name: string, id: string): boolean
  /** As many as are written together; an entry may be long. */
  isFull(): boolean
  /** Returns when they would survive a power cut; the links of those that could not be written say so. */
  write(home: string): void
}

const MOST = 256
const MOST_TEXT = 2_000_000

export function makePending(): Pending {
  let waiting: { arrived: Arrived; link: Link }[] = []
  const paths = new Set<string>()
  let size = 0
  return {
    add(arrived, link) {
      waiting.push({ arrived, link })
      size += arrived.text.length
      paths.add(entryPath(arrived.project, arrived.entry.name, arrived.entry.id))
    },
    has: (project, name, id) => paths.has(entryPath(project, name, id)),
    isFull: () => waiting.length >= MOST || size >= MOST_TEXT,
    write(home) {
      const all = waiting
      waiting = []
      size = 0
      paths.clear()
      const fresh = all.flatMap(({ arrived }) => (arrived.isNew ? [arrived] : []))
      noteAuthors(
        home,
        fresh.map(({ entry: { id }, device }) => ({ id, device })),
      )
      callMine(
        home,
        fresh.flatMap(({ entry: { id }, isMine }) => (isMine ? [id] : [])),
      )
      const done = createForeignMany(all.map(({ arrived }) => arrived))
      all.forEach(({ arrived: { project, entry, text }, link }, at) => {
        if (done[at] !== 'differs') return
        const { kept } = keepBoth(project, entry, text, false)
        link.fate = 'differs'
        link.why = `another text has its id here; this one lies in ${kept}`
      })
    },
  }
}
