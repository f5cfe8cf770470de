/** What a hook tells of several: the list, a line for each workstream with what is typed to mean it, and which one is meant. */
import { foreignIn } from '../../core/briefing/item-lines.js'
import type { DogearError, Question } from '../../core/errors.js'
import { handleOf } from '../../core/choose/title.js'
import { quoteItemLine, quoteShort } from '../../core/printer/quote.js'
import { fence, joinLines, type ModelText, say, sayStored } from '../../core/printer/words.js'
import { age, msOf } from '../../core/text/text.js'
import { numberIn } from '../../store/signed.js'
import type { World } from '../world.js'
import { list } from './list.js'

const MAX_WORDS = 300
const MAX_LISTED = 20

/** Marked as data, as a hook gives it to the model. */
export function listWords(world: World): { words: ModelText; count: number } {
  const rows = listLines(world, MAX_LISTED)
  const text = rows.length === 0 ? say`${world.config.policy.none}` : joinLines(rows)
  return {
    words: fence('the checkpoints of this project, newest first', text, numberIn(world.home)),
    count: rows.length,
  }
}

/** Catalogs hold no secrets. */
function listLines(world: World, limit: number): ModelText[] {
  const { rows } = list(world, { all: false, cleared: false, limit })
  return rows.flatMap((row) => {
    const [head] = row.heads
    if (!head) return []
    const at = head.next ?? head.leftOff ?? head.task
    const ms = msOf(head.saved)
    const whose = foreignIn(head)
    const about = [
      sayStored`${ms === null ? head.saved : age(ms, world.now().ms)}`,
      head.branch === undefined ? null : sayStored`${head.branch}`,
      whose === undefined ? null : sayStored`by ${whose}, not by the user`,
    ]
    const handle = quoteItemLine(handleOf({ name: row.name, id: head.id, label: head.label }))
    return [sayStored`- ${handle} (${joinLines(about, ', ')})${at ? sayStored`: ${quoteShort(at, MAX_WORDS)}` : ''}`]
  })
}

export function askedWords({ id, name = '', question, options }: Question): ModelText {
  if (id === 'foreign')
    return joinLines([
      say`${question} Ask the user; nothing of it has been read yet.`,
      say`To go on the user says again: continue ${name}`,
    ])
  return joinLines([
    say`${question} Ask the user; nothing has been resumed yet.`,
    ...options
      .slice(0, MAX_LISTED)
      .map(
        ({ label, detail }, i) =>
          say`${i + 1}. ${label}${detail === undefined ? '' : say`: ${quoteShort(detail, MAX_WORDS)}`}`,
      ),
    say`To go on the user says: continue <name>, or its number`,
  ])
}

export function noneWords({ message, expected }: DogearError): ModelText {
  return say`${message}${expected === undefined ? '' : say` (${expected})`}`
}
