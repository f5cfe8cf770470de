/** The tool `save`: what the model states, joined with what is observed; answers with what could be better. */
import { openWorld } from '../../app/layouts/open.js'
import { show } from '../../app/look/show.js'
import { hasAgents, type Observed } from '../../app/save/observe.js'
import { save, savedMessage, type SaveRequest, type SaveResult } from '../../app/save/save.js'
import type { World } from '../../app/world.js'
import { nameFrom } from '../../core/choose/name.js'
import type { Finding } from '../../core/choose/quality.js'
import { makeFields, type Entry, type Fields } from '../../core/entry/entry.js'
import { shortId } from '../../core/entry/id.js'
import { parseWritten, type Written } from '../../core/entry/written.js'
import { DogearError } from '../../core/errors.js'
import { cleanLine } from '../../core/text/text.js'
import { flagOf, textOf, type Args } from '../arguments.js'
import { inWordsOfTools, layoutNotices } from '../result.js'
import type { Answer } from '../tool.js'

/** Arguments that are about the call, not about the work. */
const OTHERS = ['name', 'amend', 'overwrite', 'folder']

export async function run(given: World, args: Args): Promise<Answer> {
  const opened = await openWorld(given)
  const { world, layouts } = opened
  const amend = textOf(args, 'amend')
  const stated = writtenFrom(args)
  const written = amend === undefined ? stated : amended(world, stated, amend)
  const request: SaveRequest = {
    written,
    observed: await observedIn(world),
    lane: 'named',
    strict: false,
    git: true,
    dryRun: false,
    // What is missing is named in the answer, for the model to add.
    answered: ['task', 'decision', 'next'],
    // What amends an entry was told its name: there is nothing to ask.
    overwrite: flagOf(args, 'overwrite') || amend !== undefined,
    ...layouts?.forSave(),
  }
  if (!layouts) return answer(await save(world, request), [], null)
  const { result, published } = await layouts.running(async () => {
    const made = await save(world, request)
    return { result: made, published: layouts.publish(made.entry) }
  })
  const notices = await layoutNotices(layouts, published.warnings)
  return answer(result, notices, savedMessage(opened, result.entry, published))
}

/** The same strict reader as for `dogear save --from`: it says which key was probably meant. */
function writtenFrom(args: Args): Written {
  const fields = Object.fromEntries(Object.entries(args).filter(([key]) => !OTHERS.includes(key)))
  const name = textOf(args, 'name')
  return { ...parseWritten(JSON.stringify(fields)), ...(name === undefined ? {} : { name }) }
}

async function observedIn(world: World): Promise<Observed | null> {
  if (!hasAgents(world)) return null
  const { observe } = await import('../../app/save/observe.js')
  return observe(world, {})
}

/** `message`: what the user is used to hear from the layout that is live here, with its advice. */
function answer(result: SaveResult, warnings: readonly string[], message: string | null): Answer {
  const { entry, heads, findings } = result
  const advice = findings.map((finding) => ({ ...finding, advice: inWordsOfTools(finding.advice) }))
  const counts = observedCounts(entry)
  return {
    text: [
      `Checkpoint "${entry.name}" saved (entry ${shortId(entry.id)}). A fresh session continues with resume, name: "${entry.name}".`,
      ...(heads > 1 ? [`It has ${heads} heads now: another session saved it too. resume will ask which one.`] : []),
      ...sentenceOf(counts),
      ...adviceLines(advice, entry.id),
      ...warnings,
      ...(message === null ? [] : [`For the user, word for word:\n${message}`]),
    ].join('\n'),
    data: {
      saved: { name: entry.name, id: entry.id, name_from: result.nameFrom, heads },
      observed: counts,
      findings: advice,
      ...(advice.length === 0 ? {} : { amend: entry.id }),
      ...(warnings.length === 0 ? {} : { warnings }),
      ...(message === null ? {} : { message }),
    },
  }
}

function adviceLines(findings: readonly Finding[], id: string): string[] {
  if (findings.length === 0) return []
  return [
    `It could be better. One more call mends it: save with amend: "${id}" and only the fields that change.`,
    ...findings.map(({ field, problem, text, advice }) => {
      const words = text === undefined ? '' : ` ("${cleanLine(text).slice(0, 80)}")`
      return `- ${field} is ${problem}${words}: ${advice}`
    }),
  ]
}

function observedCounts(entry: Entry): Record<string, number> {
  const lists = ['done', 'failed', 'decisions', 'files', 'commands', 'context'] as const
  const counts = lists.map((key) => [key, entry[key].filter((item) => item.observed !== undefined).length] as const)
  return Object.fromEntries(counts.filter(([, count]) => count > 0))
}

function sentenceOf(counts: Record<string, number>): string[] {
  const parts = Object.entries(counts).map(([key, count]) => `${key} ${count}`)
  return parts.length === 0 ? [] : [`Observed and added: ${parts.join(', ')}.`]
}

// A save that mends the one before it: fields that are given replace its own, the others are taken over. What had been
// observed is left out, because it is observed anew.

function amended(world: World, written: Written, id: string): Written {
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
