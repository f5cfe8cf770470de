/** A briefing as a hook gives it to the model: marked as data, within what the client shows whole. */
import type { Entry } from '../../core/entry/entry.js'
import { wrapBriefing, WRAP_ROOM } from '../../core/briefing/briefing.js'
import { readEntry } from '../../store/entries/entries.js'
import type { Own } from './line.js'
import { locate } from '../locate.js'
import type { ResumeRequest } from '../resume/resume.js'
import { resume } from '../resume/resume.js'
import type { World } from '../world.js'

/** For the lines around it. */
const AROUND = 700

export interface HookBrief {
  entry: Entry
  text: string
}

export function briefOf(
  world: World,
  { name, id }: Own,
  why: string,
  more: Pick<ResumeRequest, 'mentioned' | 'judgement'> & { record: boolean; maxCharacters: number },
): HookBrief {
  const { record, maxCharacters, ...rest } = more
  const budget = Math.min(world.config.budget, maxCharacters - WRAP_ROOM - AROUND)
  // Read once, and not as one of the heads of its workstream.
  const chosen = readEntry(locate(world).project, name, id)?.entry
  const which = chosen ? { chosen } : { name, entry: id }
  const { entry, briefing } = resume(world, { ...which, budget, why, consume: false, dryRun: !record, ...rest })
  return { entry, text: wrapBriefing(entry, briefing) }
}
