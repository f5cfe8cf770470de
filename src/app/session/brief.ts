/** A briefing as a hook gives it to the model: marked as data, within what the client shows whole. */
import type { Entry } from '../../core/entry/entry.js'
import { sourceOf } from '../../core/briefing/briefing.js'
import { fence, type ModelText } from '../../core/printer/words.js'
import { readEntry } from '../../store/entries/entries.js'
import type { On } from '../../store/session/on.js'
import type { Located } from '../../store/projects/projects.js'
import { numberIn } from '../../store/signed.js'
import { resume, type ResumeRequest } from '../resume/resume.js'
import type { World } from '../world.js'

/** For the lines around it, in what a client shows whole. */
export const AROUND = 700

/** What a hook may hand over, with the marks around it. */
export function briefingRoom(world: World, maxCharacters: number): number {
  return Math.min(world.config.hookBudget, maxCharacters - AROUND)
}

export interface HookBrief {
  entry: Entry
  text: ModelText
}

export function briefOf(
  world: World,
  located: Located,
  { name, id }: On,
  why: string | ((entry: Entry) => string),
  more: Pick<ResumeRequest, 'mentioned' | 'unasked'> & { record: boolean; maxCharacters: number },
): HookBrief {
  const { record, maxCharacters, ...rest } = more
  const budget = briefingRoom(world, maxCharacters)
  // Read once, and not as one of the heads of its workstream.
  const chosen = readEntry(located.project, name, id)?.entry
  const which = chosen ? { chosen } : { name, entry: id }
  const { entry, words } = resume(
    world,
    // A session is only ever told of what is the user's own, or what the user has said yes to.
    {
      ...which,
      budget,
      marked: true,
      why: groundIn(why, chosen),
      foreign: 'yes',
      consume: false,
      dryRun: !record,
      ...rest,
    },
    located,
  )
  return { entry, text: fence(sourceOf(entry, more.unasked), words, numberIn(world.home)) }
}

/** A receipt is true of the very entry it stands on. */
function groundIn(why: string | ((entry: Entry) => string), entry: Entry | undefined): string {
  return typeof why === 'string' ? why : entry ? why(entry) : 'the one you named'
}
