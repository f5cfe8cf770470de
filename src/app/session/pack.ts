/** What a session leaves behind when it ends, or when it goes on for long: its autosaves go into packs. */
import { withinDeadline } from '../../platform/process/self.js'
import { isPackDue, packLine } from '../../store/entries/pack-line.js'
import type { Project } from '../../store/paths.js'
import type { World } from '../world.js'

/** As much as a hook may take for it. */
const BUDGET_MS = 200

/** Best effort: what is not packed now is packed the next time. */
export function packSession(
  { tag }: World,
  project: Project,
  session: { name: string; ended: boolean; startedMs?: number | undefined },
  log: (text: string) => void,
): void {
  const { name, ended, startedMs } = session
  try {
    const budget = withinDeadline(BUDGET_MS)
    if (budget === 0 || !(ended || isPackDue(project, name, startedMs ?? 0))) return
    const packed = packLine(project, name, tag, { untilMs: Date.now() + budget })
    if (packed > 0) log(`packed ${packed} autosaves of ${name}`)
  } catch (error) {
    log(`autosaves could not be packed: ${(error as Error).message}`)
  }
}
