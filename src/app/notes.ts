/** The notes a save takes up: those of its session that no save before it has. */
import type { Fields, Item } from '../core/entry.js'
import { isoWithZone } from '../core/time.js'
import type { Note } from '../store/journal.js'
import { appendNote, readNotes } from '../store/journal.js'
import type { Project } from '../store/paths.js'
import type { Located } from '../store/projects.js'
import { makeId } from '../core/id.js'
import { sessionOf } from './session.js'
import type { World } from './world.js'

/** The notes of this session that no save has taken up yet. */
export function pendingNotes(world: World, located: Located): Note[] {
  if (!located.exists) return []
  const { notes } = readNotes(located.project, sessionOf(world, located))
  const lastSave = notes.findLastIndex((one) => one.type === 'saved')
  return notes.slice(lastSave + 1)
}

export function withNotes(fields: Fields, notes: readonly Note[]): Fields {
  const decisions = notes
    .filter((one) => one.type === 'decision')
    .map((one) => ({ text: one.text, ...(one.why ? { why: one.why } : {}) }))
  const context = notes.filter((one) => one.type !== 'decision').map(asContext)
  return { ...fields, decisions: addNew(fields.decisions, decisions), context: addNew(fields.context, context) }
}

/** Best effort: should this be lost, the next save takes the same notes up again, which harms nobody. */
export function markNotesSaved(
  world: World,
  project: Project,
  located: Located,
  notes: readonly Note[],
  entry: string,
): void {
  if (notes.length === 0) return
  const moment = world.now()
  try {
    appendNote(project, sessionOf(world, located), {
      id: makeId(moment.ms, [], world.random(12)),
      at: isoWithZone(moment),
      type: 'saved',
      text: '',
      entry,
    })
  } catch {
    // The save itself is durable and must be acknowledged.
  }
}

function asContext(one: Note): Item {
  const label = one.type === 'note' ? '' : `${one.type}: `
  return { text: `${label}${one.text}${one.why ? ` — ${one.why}` : ''}` }
}

function addNew<T extends Item>(known: readonly T[], more: readonly T[]): T[] {
  const texts = new Set(known.map((item) => item.text))
  return [...known, ...more.filter((item) => !texts.has(item.text))]
}
