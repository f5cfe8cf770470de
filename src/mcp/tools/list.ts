/** The tool `list`: the checkpoints of this project, or of all, newest first. */
import { plural } from '../../core/briefing/drift.js'
import { present } from '../../core/present.js'
import { listCheckpoints } from '../../app/look/list.js'
import type { World } from '../../app/world.js'
import { joinLines, type ModelText, say, sayStored } from '../../core/printer/words.js'
import { age, cleanLine, msOf } from '../../core/text/text.js'
import type { CatalogRow, HeadRow } from '../../store/entries/catalog.js'
import { type Args, flagOf } from '../arguments.js'
import type { Answer } from '../tool.js'

const MAX_ROWS = 50

interface Row {
  name: string
  id: string
  saved: string
  age: string
  project?: string
  branch?: string
  autosave?: true
  /** Somebody else's, and by whom. */
  foreign?: string
  task?: string
  next?: string
}

export async function run(world: World, args: Args): Promise<Answer> {
  const all = flagOf(args, 'all')
  const wanted = { all, cleared: flagOf(args, 'cleared'), loose: flagOf(args, 'loose'), limit: MAX_ROWS }
  const found = await listCheckpoints(world, wanted)
  const { rows, older, folded, finished, team, damaged } = found
  const heads = rows.flatMap((row) => row.heads.map((head) => asRow(row, head, world.now().ms, all)))
  const shown = heads.slice(0, MAX_ROWS)
  const more = older + heads.length - shown.length
  const notices = [
    ...(more > 0 ? [`… and ${more} more: use search.`] : []),
    ...(folded > 0 ? [`… and ${plural(folded, 'session')} without a name: call list with loose: true`] : []),
    ...(finished > 0
      ? [`… and ${finished} finished (branch merged or gone, nothing for 30 days): call list with all: true`]
      : []),
    ...(team
      ? [`… and ${plural(team.lines, 'line')} that others share, not the user's: call list with all: true`]
      : []),
    ...(damaged.length > 0 ? [`${damaged.length} damaged; in a terminal: dogear verify`] : []),
    ...found.notices.map(cleanLine),
  ]
  return {
    text: joinLines([
      ...(shown.length === 0 ? [say`No checkpoints found.`] : shown.map(lineOf)),
      ...notices.map((line) => say`${line}`),
    ]),
    data: {
      checkpoints: shown,
      ...present({ folded: folded || undefined, finished: finished || undefined, team }),
      ...(notices.length === 0 ? {} : { notices }),
    },
  }
}

function asRow({ name, project }: CatalogRow, head: HeadRow, nowMs: number, all: boolean): Row {
  const ms = msOf(head.saved)
  const clean = (text: string | undefined): string | undefined => (text === undefined ? undefined : cleanLine(text))
  return present<Row>({
    name,
    id: head.id,
    saved: head.saved,
    age: ms === null ? head.saved : age(ms, nowMs),
    project: all ? project : undefined,
    branch: clean(head.branch),
    autosave: head.lane === 'auto' ? true : undefined,
    foreign: head.foreign ? cleanLine(head.by.user ?? 'somebody else') : undefined,
    task: clean(head.task),
    next: clean(head.next ?? head.leftOff),
  })
}

/** Catalogs hold no secrets. */
function lineOf({ name, project, branch, autosave, foreign, task, next, age: when }: Row): ModelText {
  const about = [
    sayStored`${when}`,
    branch === undefined ? null : sayStored`on ${branch}`,
    autosave ? say`autosave` : null,
    foreign === undefined ? null : sayStored`by ${foreign}, not by the user`,
    project === undefined ? null : sayStored`project ${project}`,
  ]
  const said = [task === undefined ? null : sayStored`${task}`, next === undefined ? null : sayStored`next: ${next}`]
  const words = joinLines(said, '. ')
  return sayStored`- ${name} (${joinLines(about, ', ')})${words.text === '' ? '' : sayStored`: ${words}`}`
}
