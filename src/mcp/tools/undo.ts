/** The tool `undo`: says what was lost, plans, and does it only once the user has said so. */
import { undo, type Receipt } from '../../app/undo/apply.js'
import { listUndo } from '../../app/undo/list.js'
import type { World } from '../../app/world.js'
import { needsAnswer } from '../../core/errors.js'
import { present } from '../../core/present.js'
import { joinLines, say, sayLines } from '../../core/printer/words.js'
import { age } from '../../core/text/text.js'
import { printPath } from '../../core/undo/bytes.js'
import { summaryOf } from '../../core/undo/words.js'
import { type Args, answersIn, flagOf, textOf, wholeTextsOf } from '../arguments.js'
import type { Answer } from '../tool.js'

export function run(world: World, args: Args): Answer {
  if (flagOf(args, 'list')) return listed(world)
  const answer = answersIn(args)['undo']
  const apply = typeof answer === 'string' && answer !== NO ? answer : undefined
  const dryRun = answer === NO
  const to = textOf(args, 'to')
  const asked = { paths: wholeTextsOf(args, 'paths'), redo: flagOf(args, 'redo'), exact: false, dryRun }
  const { plan, receipt } = undo(world, { ...asked, ...present({ to, apply }) })
  if (receipt) return done(receipt)
  const words = summaryOf(plan)
  if (!dryRun && plan.steps.length > 0)
    throw needsAnswer({
      id: 'undo',
      question: `${words}\nBring it back?`,
      options: [
        { value: plan.id, label: 'Yes, bring it back' },
        { value: NO, label: 'No' },
      ],
      answerWith: `dogear undo --apply ${plan.id}`,
    })
  const steps = plan.steps.map((step) => ({ path: printPath(step.path), do: step.do }))
  const refused = plan.refused.map(({ path, why }) => ({ path: printPath(path), why }))
  return {
    text: joinLines([sayLines(words), answer === NO ? say`The user said no: nothing was changed.` : null]),
    data: { plan: plan.id, steps, refused, notes: plan.notes },
  }
}

const NO = 'no'

function done({ done: paths, left, kept }: Receipt): Answer {
  const names = paths.map(printPath)
  const stay = left.map(({ path }) => printPath(path))
  return {
    text: joinLines([
      say`${names.length} files are as before: ${names.join(', ')}`,
      stay.length === 0 ? null : say`Left alone, because somebody wrote to them meanwhile: ${stay.join(', ')}`,
      kept === undefined ? null : say`What was there is kept in ${kept}; call undo with redo: true to bring it back.`,
    ]),
    data: { done: names, left: stay, ...present({ kept }) },
  }
}

const MAX_ROWS = 20

function listed(world: World): Answer {
  const { losses, takes, missed, left } = listUndo(world)
  const nowMs = world.now().ms
  const lost = losses.slice(0, MAX_ROWS).map(({ untilMs, causes, paths, undone, take }) => ({
    when: age(untilMs, nowMs),
    during: causes.flatMap(({ command }) => command ?? []),
    files: paths.map(({ path }) => path),
    undone,
    to: take,
  }))
  const rows = takes
    .slice(0, MAX_ROWS)
    .map(({ take, atMs, files, entry }) => ({ to: take, when: age(atMs, nowMs), files, ...present({ entry }) }))
  return {
    text: joinLines([
      lost.length === 0 ? say`No uncommitted work of this worktree is known to be lost.` : null,
      ...lost.map(
        ({ when, files, during, undone }) =>
          say`- lost ${when}: ${files.join(', ')}${during.length === 0 ? '' : say` while ${during.join('; ')} ran`}${undone ? ' (undone)' : ''}`,
      ),
      ...rows.map(({ to, when, files }) => say`- take ${to}, ${when}: ${files} files`),
      missed.length === 0 ? null : say`${missed.length} takes were missed.`,
      left.length === 0
        ? null
        : say`Not in the newest take: ${left.map(({ path, why }) => `${path} (${why})`).join(', ')}`,
    ]),
    data: { lost, takes: rows, missed: missed.length, left },
  }
}
