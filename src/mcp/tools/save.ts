/** The tool `save`: what the model states, joined with what is observed; answers with what could be better. */
import { calledBy } from '../../core/choose/title.js'
import { present } from '../../core/present.js'
import { saveCheckpoint, type CheckpointAnswer } from '../../app/save/save.js'
import type { World } from '../../app/world.js'
import type { Finding } from '../../core/choose/quality.js'
import type { Entry, FieldKey } from '../../core/entry/entry.js'
import { shortId } from '../../core/entry/id.js'
import { parseWritten, type Written } from '../../core/entry/written.js'
import { DogearError } from '../../core/errors.js'
import { ITEM_FIELDS, type OpenItem } from '../../core/page/known.js'
import { joinLines, type ModelText, say, sayLines } from '../../core/printer/words.js'
import { safeName } from '../../core/redact/safe-name.js'
import { cleanLine } from '../../core/text/text.js'
import { flagOf, textOf, textsOf, type Args } from '../arguments.js'
import { inWordsOfTools } from '../result.js'
import type { Answer, Connection } from '../tool.js'

/** Arguments that are about the call, not about the work. */
const OTHERS = ['name', 'amend', 'overwrite', 'closes', 'replaces', 'fresh', 'folder']

export async function run(world: World, args: Args, _asks: boolean, connection: Connection): Promise<Answer> {
  const saved = await saveCheckpoint(world, {
    written: writtenFrom(args),
    strict: false,
    git: true,
    dryRun: false,
    // The model that calls has stated what a draft would add.
    draft: null,
    // What is missing is named in the answer, for the model to add.
    answered: ['task', 'decision', 'next'],
    overwrite: flagOf(args, 'overwrite'),
    closes: textsOf(args, 'closes').map((id) => safeName(id.trim()).toLowerCase()),
    replaces: replacedBy(args),
    fresh: flagOf(args, 'fresh'),
    resumed: connection.resumed,
    ...present<{ amend?: string }>({ amend: textOf(args, 'amend') }),
  })
  connection.resumed = [saved.line]
  return answerOf(saved)
}

function replacedBy(args: Args): FieldKey[] {
  return textsOf(args, 'replaces').map((name) => {
    const field = ITEM_FIELDS.find(({ key, argument }) => key === name || argument.name === name)
    if (field) return field.key
    throw new DogearError('bad-input', `"replaces" names no list: "${safeName(cleanLine(name)).slice(0, 60)}"`, {
      expected: `any of ${ITEM_FIELDS.map(({ key }) => key).join(', ')}`,
    })
  })
}

/** The same strict reader as for `dogear save --from`: it says which key was probably meant. */
function writtenFrom(args: Args): Written {
  const fields = Object.fromEntries(Object.entries(args).filter(([key]) => !OTHERS.includes(key)))
  const name = textOf(args, 'name')
  return { ...parseWritten(JSON.stringify(fields)), ...present({ name }) }
}

function answerOf({ result, published, notices, message }: CheckpointAnswer): Answer {
  const { entry, heads, findings } = result
  const advice = findings.map((finding) => ({ ...finding, advice: inWordsOfTools(finding.advice) }))
  const counts = observedCounts(entry)
  const label = calledBy(entry)
  const warnings = [...notices, ...(published?.warnings ?? [])].map((line) => cleanLine(line))
  return {
    text: joinLines([
      say`Checkpoint "${label}" saved (entry ${shortId(entry.id)}). A fresh session continues with resume, name: "${label}".`,
      heads > 1 ? say`It has ${heads} heads now: another session saved it too. resume will ask which one.` : null,
      sentenceOf(counts),
      ...openLines(result.open),
      ...adviceLines(advice, entry.id),
      ...warnings.map((line) => say`${line}`),
      message === null ? null : joinLines([say`For the user, word for word:`, sayLines(message)]),
    ]),
    data: {
      saved: { name: entry.name, id: entry.id, name_from: result.nameFrom, heads },
      observed: counts,
      open: result.open.slice(-MAX_OPEN).map((item) => ({ ...item, text: shortened(item.text) })),
      findings: advice,
      ...(advice.length === 0 ? {} : { amend: entry.id }),
      ...(warnings.length === 0 ? {} : { warnings }),
      ...(message === null ? {} : { message }),
    },
  }
}

const MAX_OPEN = 30
const MAX_OPEN_LENGTH = 120

/** The newest; the page itself has them all. */
function openLines(open: readonly OpenItem[]): ModelText[] {
  if (open.length === 0) return []
  return [
    say`Open, until a save closes it by its id (closes):`,
    ...open.slice(-MAX_OPEN).map(({ id, kind, text }) => say`- ${id} ${kind}: ${shortened(text)}`),
  ]
}

function shortened(text: string): string {
  const line = cleanLine(text)
  return line.length <= MAX_OPEN_LENGTH ? line : `${line.slice(0, MAX_OPEN_LENGTH - 1).trimEnd()}…`
}

function adviceLines(findings: readonly Finding[], id: string): ModelText[] {
  if (findings.length === 0) return []
  return [
    say`It could be better. One more call mends it: save with amend: "${id}" and only the fields that change.`,
    ...findings.map(({ field, problem, text, advice }) => {
      const words = text === undefined ? '' : say` ("${safeName(cleanLine(text)).slice(0, 80)}")`
      return say`- ${field} is ${problem}${words}: ${advice}`
    }),
  ]
}

function observedCounts(entry: Entry): Record<string, number> {
  const lists = ['done', 'failed', 'constraints', 'decisions', 'files', 'commands', 'context'] as const
  const counts = lists.map((key) => [key, entry[key].filter((item) => item.observed !== undefined).length] as const)
  return Object.fromEntries(counts.filter(([, count]) => count > 0))
}

function sentenceOf(counts: Record<string, number>): ModelText | null {
  const parts = Object.entries(counts).map(([key, count]) => `${key} ${count}`)
  return parts.length === 0 ? null : say`Observed and added: ${parts.join(', ')}.`
}
