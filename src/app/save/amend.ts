/**
 * A save that mends the one before it: fields that are given replace its own, the others are taken over. What had been
 * observed is left out, because it is observed anew.
 */
import { nameFrom } from '../../core/choose/name.js'
import { makeFields, type Entry, type Fields } from '../../core/entry/entry.js'
import { shortId } from '../../core/entry/id.js'
import type { Written } from '../../core/entry/written-items.js'
import { DogearError } from '../../core/errors.js'
import { show } from '../look/show.js'
import type { World } from '../world.js'

export function amended(world: World, written: Written, id: string): Written {
  const { entry } = show(world, { what: id })
  if (written.name !== undefined && nameFrom(written.name, 'lower') !== entry.name)
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
  return {
    name: entry.name,
    fields: { ...statedOf(entry), ...written.fields },
    extraSections: [...entry.extraSections, ...written.extraSections],
  }
}

function statedOf(entry: Entry): Fields {
  const isStated = ({ observed }: { observed?: string }): boolean => observed === undefined
  return makeFields({
    prose: ({ key }) => (entry[key] && isStated(entry[key]) ? entry[key] : null),
    line: ({ key }) => entry[key],
    plan: ({ key }) => entry[key],
    items: ({ key }) => entry[key].filter(isStated),
    reasoned: ({ key }) => entry[key].filter(isStated),
    choices: ({ key }) => entry[key].filter(isStated),
    files: ({ key }) => entry[key].filter(isStated),
  })
}
