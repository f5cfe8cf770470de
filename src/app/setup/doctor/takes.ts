/** Takes: how much there is, what could not be taken, and what is covered at all. */
import { type Finding, note, ok, warn } from '../../../agents/install.js'
import { HOOKS } from '../../../agents/hooks-registry.js'
import type { Able } from '../../../agents/abilities.js'
import { bytesOf } from '../../../core/undo/bytes.js'
import { printSize } from '../../../core/text/text.js'
import { readRecords, slowInARow } from '../../../store/takes/record.js'
import { newestPack, shelfOf } from '../../../store/takes/takes.js'
import { locate } from '../../locate.js'
import { isCovered } from '../../undo/take.js'
import { tidyTakes } from '../../undo/tidy.js'
import type { World } from '../../world.js'

const WEEK_MS = 7 * 86_400_000
const MANY_BYTES = 1_000_000_000

/** `agents`: those that doctor looks at. */
export function checkTakes(world: World, agents: readonly Pick<Able<'install'>, 'id' | 'title'>[]): Finding[] {
  if (world.config.snapshots === false)
    return [
      note('takes', 'switched off: uncommitted work that is lost does not come back (dogear config snapshots on)'),
    ]
  const { takes, bytes } = tidyTakes(world, true)
  const amount = `${takes} ${takes === 1 ? 'take' : 'takes'}, ${printSize(bytes)}`
  const size =
    bytes > MANY_BYTES ? warn('takes', amount, 'dogear tidy') : ok('takes', [amount, ...coveredBy(agents)].join('; '))
  return [size, ...here(world)]
}

function here(world: World): Finding[] {
  const worktree = locate(world).git?.worktree
  if (worktree == null || !isCovered(world, worktree))
    return [note('takes-here', 'this folder is no work tree of git: no takes are made of it')]
  const shelf = shelfOf(world.home, bytesOf(worktree))
  const missed = readRecords(shelf).filter(({ did, at }) => did === 'miss' && world.now().ms - at < WEEK_MS)
  if (missed.length > 0)
    return [
      warn(
        'takes-here',
        `${missed.length} ${missed.length === 1 ? 'take was' : 'takes were'} missed in a week: git was too slow or did not answer`,
        'git status',
      ),
    ]
  if (slowInARow(shelf) >= 2)
    return [
      warn(
        'takes-here',
        'git takes over half a second to look at this work tree: one git status of yours refreshes its index, which dogear does not touch',
        'git status',
      ),
    ]
  const left = newestPack(shelf)?.take.left ?? []
  const secret = left.filter(({ why }) => why === 'secret').length
  if (left.length === 0) return []
  return [
    note(
      'takes-here',
      `${left.length} uncommitted ${left.length === 1 ? 'file is' : 'files are'} in no take, ${secret} of them for a secret: dogear undo --list`,
    ),
  ]
}

/** What each client lets dogear see. */
function coveredBy(agents: readonly Pick<Able<'install'>, 'id' | 'title'>[]): string[] {
  return agents.flatMap(({ id, title }) => {
    const { budgets } = (Object.hasOwn(HOOKS, id) && HOOKS[id]) || {}
    if (!budgets) return []
    const [before, after] = [budgets['before-tool'], budgets['after-tool'] ?? budgets['tool-failed']]
    const around = before !== undefined && after !== undefined
    const when = around ? 'before and after calls' : after === undefined ? 'at the end of turns' : 'after calls'
    return `${title} ${when}`
  })
}
