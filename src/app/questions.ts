/** The questions a choice may need, each in the one form that every face can ask. */
import type { Entry } from '../core/entry.js'
import { isLive } from '../core/entry.js'
import type { DogearError } from '../core/errors.js'
import { needsAnswer } from '../core/errors.js'
import { shortId } from '../core/id.js'
import type { Candidate } from '../core/selection.js'
import { age, msOf } from '../core/time.js'
import type { CatalogRow, HeadRow } from '../store/catalog.js'
import type { World } from './world.js'

export function askWhichWorkstream(
  world: World,
  rows: readonly CatalogRow[],
  candidates: readonly Candidate[],
): DogearError {
  const names = [...new Set(candidates.map((candidate) => candidate.name))]
  if (names.length === 1) return askAmongRows(world, names[0] as string, rows)
  return needsAnswer({
    id: 'workstream',
    question: 'Several checkpoints fit here. Which one do you want to continue?',
    options: names.map((name) => {
      const head = rows.find((row) => row.name === name)?.heads.find((one) => isLive(one.kind)) as HeadRow
      return {
        value: name,
        label: name,
        detail: describe(world, head.branch, head.saved, head.next ?? head.leftOff ?? head.task),
      }
    }),
    answerWith: 'dogear resume <name>',
  })
}

function askAmongRows(world: World, name: string, rows: readonly CatalogRow[]): DogearError {
  const heads = rows.find((row) => row.name === name)?.heads.filter((head) => isLive(head.kind)) ?? []
  return askEntry(
    name,
    heads.map((head) => ({ id: head.id, detail: describe(world, head.branch, head.saved, head.next ?? head.leftOff) })),
  )
}

export function askWhichEntry(world: World, name: string, heads: readonly Entry[]): DogearError {
  return askEntry(
    name,
    heads.map((head) => ({
      id: head.id,
      detail: describe(world, head.where.branch, head.saved, (head.next ?? head.leftOff)?.text),
    })),
  )
}

function askEntry(name: string, heads: { id: string; detail: string }[]): DogearError {
  return needsAnswer({
    id: 'entry',
    name,
    question: `"${name}" was saved by two sessions at once. Which one do you want to continue?`,
    options: heads.map(({ id, detail }) => ({ value: shortId(id), label: shortId(id), detail })),
    answerWith: `dogear resume ${name} --entry <id>`,
  })
}

function describe(world: World, branch: string | undefined, saved: string, summary: string | undefined): string {
  const ms = msOf(saved)
  const when = ms === null ? saved : age(ms, world.now().ms)
  return [branch, when, summary].filter(Boolean).join(', ')
}

/** Policy `ask`: a save without a name offers one made from the work. */
export function askName(suggestion: string): DogearError {
  return needsAnswer({
    id: 'name',
    question: 'Under which name do you want to save this?',
    options: [
      { value: suggestion, label: `Use '${suggestion}' (Recommended)` },
      { value: '', label: 'Provide different name' },
    ],
    answerWith: 'dogear save <name>',
  })
}
