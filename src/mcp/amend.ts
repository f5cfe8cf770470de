/**
 * A save that mends the one before it: fields that are given replace its own, the others are taken over. What had been
 * observed is left out, because it is observed anew.
 */
import { show } from '../app/show.js'
import type { World } from '../app/world.js'
import type { Entry, Fields } from '../core/entry.js'
import { DogearError } from '../core/errors.js'
import { nameFrom } from '../core/name.js'
import type { Written } from '../core/written-entry.js'

export function amended(world: World, written: Written, id: string): Written {
  const { entry } = show(world, { what: id })
  if (written.name !== undefined && nameFrom(written.name, 'lower') !== entry.name)
    throw new DogearError('bad-input', `the entry to amend belongs to "${entry.name}", not to "${written.name}"`, {
      expected: `name: "${entry.name}", or no name`,
    })
  return {
    name: entry.name,
    fields: { ...statedOf(entry), ...written.fields },
    extraSections: [...entry.extraSections, ...written.extraSections],
  }
}

function statedOf(entry: Entry): Partial<Fields> {
  const { task, next, leftOff, intent, stage, plan } = entry
  const prose = Object.entries({ task, next, leftOff, intent }).filter(([, item]) => item && !item.observed)
  const lists = (['done', 'failed', 'decisions', 'blockers', 'questions', 'context', 'files', 'commands'] as const).map(
    (key) => [key, entry[key].filter((item) => item.observed === undefined)],
  )
  return {
    ...Object.fromEntries([...prose, ...lists]),
    ...(stage === undefined ? {} : { stage }),
    ...(plan === undefined ? {} : { plan }),
  }
}
