/** The tool `save`: what the model states, joined with what is observed; answers with what could be better. */
import { hasAgents } from '../../app/agents-at-hand.js'
import type { Observed } from '../../app/observe.js'
import { openWorld } from '../../app/opened.js'
import { save, type SaveRequest, type SaveResult } from '../../app/save.js'
import { savedMessage } from '../../app/saved-message.js'
import type { World } from '../../app/world.js'
import type { Entry } from '../../core/entry.js'
import { shortId } from '../../core/id.js'
import type { Finding } from '../../core/quality.js'
import { cleanLine } from '../../core/sanitise.js'
import type { Written } from '../../core/written-entry.js'
import { parseWritten } from '../../core/written-entry.js'
import { amended } from '../amend.js'
import { type Args, flagOf, textOf } from '../arguments.js'
import { layoutNotices } from '../notices.js'
import type { Answer } from '../tool.js'
import { inWordsOfTools } from '../words.js'

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
    observed: await observed(world),
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

async function observed(world: World): Promise<Observed | null> {
  if (!hasAgents(world)) return null
  const { observe } = await import('../../app/observe.js')
  return observe(world, {})
}

/** `message`: what the user is used to hear from the layout that is live here, with its advice. */
function answer(result: SaveResult, warnings: readonly string[], message: string | null): Answer {
  const { entry, nameFrom, heads, findings } = result
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
      saved: { name: entry.name, id: entry.id, name_from: nameFrom, heads },
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
