/**
 * A save that mends the one before it. A field that is given takes the place of what that save said of it; all else is
 * carried on, as by any save.
 */
import type { FieldKey, Item } from '../../core/entry/entry.js'
import { shortId } from '../../core/entry/id.js'
import { labelOf } from '../../core/entry/line-keys.js'
import type { Written } from '../../core/entry/written-items.js'
import { normalText } from '../../core/page/item-id.js'
import { ITEM_FIELDS } from '../../core/page/known.js'
import { DogearError } from '../../core/errors.js'
import { show } from '../look/show.js'
import { locate } from '../locate.js'
import { findLine } from '../resume/find-line.js'
import { withPage } from '../../store/entries/page.js'
import { nameNow } from '../../store/session/on.js'
import type { World } from '../world.js'
import { fieldsOfNotes, notesIn } from './note.js'

interface Amended {
  written: Written
  /** What that save said in a field that is given anew. */
  closes: string[]
}

export function amendWritten(world: World, written: Written, id: string): Amended {
  const located = locate(world)
  const { project } = located
  const entry = withPage(project, show(world, { what: id }).entry)
  if (written.name !== undefined && nameNow(project, findLine(world, project, written.name)?.name ?? '') !== entry.name)
    throw new DogearError('bad-input', `the entry to amend belongs to "${entry.name}", not to "${written.name}"`, {
      expected: `name: "${entry.name}", or no name`,
    })
  if (entry.foreign)
    throw new DogearError(
      'bad-input',
      `entry ${shortId(entry.id)} is somebody else's: their words would become yours`,
      {
        next: `dogear resume ${entry.name} --entry ${shortId(entry.id)} --yes, then save`,
      },
    )
  const isGiven = (key: FieldKey): boolean => written.fields[key] !== undefined
  const { decisions, context } = fieldsOfNotes(notesIn(world, located, entry))
  const noted = new Set([...decisions, ...context].map(({ text }) => normalText(text)))
  const isNewThere = ({ text, origin, observed }: Item): boolean =>
    observed === undefined && (origin === undefined || origin.entry === entry.id) && !noted.has(normalText(text))
  const closes = ITEM_FIELDS.filter(({ key }) => isGiven(key)).flatMap(({ key }) =>
    (entry[key] as readonly Item[]).flatMap((item) => (isNewThere(item) && item.id !== undefined ? [item.id] : [])),
  )
  return {
    written: {
      // As somebody typed it: the slug alone may be another line's label.
      name: labelOf(entry),
      fields: written.fields,
      extraSections: [...entry.extraSections, ...written.extraSections],
    },
    closes,
  }
}
