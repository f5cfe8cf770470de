/** Files inside a repository are foreign until the user takes them over. One question, and its answer is kept. */
import { resolve } from 'node:path'
import { readWorkFile } from '../../capture/files.js'
import { ABOUT, DogearError, needsAnswer } from '../../core/errors.js'
import { safeName } from '../../core/redact/safe-name.js'
import { cleanLine } from '../../core/text/text.js'
import { layoutNamed } from '../../layouts/all.js'
import { LAYOUT_IDS } from '../../layouts/registry.js'
import { sha256Hex } from '../../platform/files/hash.js'
import { forgetKeys, forgetTold, keyOf, remember } from '../../store/own-content.js'
import { ensureProject, type Located } from '../../store/projects/projects.js'
import {
  readMine,
  readTrust,
  writeMine,
  writeTrust,
  type Answers,
  type Mine,
  type TrustAnswer,
} from '../../store/views/trust.js'
import type { Foreign, Opened, OpenLayouts } from './live.js'
import { locate } from '../locate.js'
import { answerForLayout, callMine } from '../own/answer.js'
import { mineHere, pathBelow } from '../own/content.js'
import { foreignNotice, type ForeignContent, linesOf, markTold, shownPath } from '../own/foreign.js'
import type { World } from '../world.js'
import { workFolders } from './signs.js'

/** What nobody has said yes or no to. */
export function openForeign(layouts: OpenLayouts | null): Foreign[] {
  return layouts?.foreign.filter((one) => one.open && one.names.length > 0) ?? []
}

/** A folder that is set up for a layout but holds no checkpoint yet: nothing to take over, and nothing is written. */
function setUpLines(layouts: OpenLayouts | null): string[] {
  const bare = layouts?.foreign.filter((one) => one.open && one.names.length === 0) ?? []
  return bare.map(
    ({ live: { layout } }) =>
      `This folder is set up for ${layout.id}. To keep its files too: dogear trust ${layout.id}`,
  )
}

/** All that is to be said about the layouts here, and about words of strangers in files that dogear reads by itself. */
export function noticesOf(layouts: OpenLayouts | null, state: readonly ForeignContent[] = []): string[] {
  const untold = openForeign(layouts).filter(({ contents }) => contents.some(({ told }) => !told))
  return [...(layouts?.notices ?? []), ...untold.map(foreignLine), ...foreignNotice(state)]
}

/** The user has heard of it now: once per content. */
export function tellOnce({ tag }: World, { layouts, located }: Opened, state: readonly ForeignContent[] = []): void {
  markTold(located, [...state, ...openForeign(layouts).flatMap(({ contents }) => contents)], tag)
}

/** What a save has to say of the layouts. Returns what stands in its answer, too. */
export function tellAtSave(
  opened: Opened,
  { progress, dryRun }: { progress?: { warn(lines: readonly string[]): void }; dryRun: boolean },
): string[] {
  const notices = noticesOf(opened.layouts)
  const lines = [...notices, ...setUpLines(opened.layouts)]
  if (lines.length > 0) progress?.warn(lines)
  if (!dryRun) tellOnce(opened.world, opened)
  return notices
}

function foreignLine(foreign: Foreign): string {
  return `${holding(foreign)} To take them over: dogear list --trust yes. Never: dogear list --trust no`
}

export function trustQuestion(
  foreign: readonly Foreign[],
  state: readonly ForeignContent[] = [],
  worktree = '',
): DogearError {
  const [first] = state
  const files = first ? [`${shownPath(first.path)} holds ${linesOf(first)} that nobody wrote here.`] : []
  return askTrust(`${[...foreign.map(holding), ...files].join(' ')} Take them over?`, aboutOf(foreign, state, worktree))
}

/** Where it lies and every line of it: the words of the question only count them. */
function aboutOf(foreign: readonly Foreign[], state: readonly ForeignContent[], worktree: string): string {
  const said = (contents: readonly ForeignContent[]): unknown => contents.map(({ path, lines }) => [path, lines])
  const layouts = foreign.map(({ live, paths, contents }) => [live.layout.id, live.folder, paths, said(contents)])
  return sha256Hex(JSON.stringify([layouts, worktree, said(state)]))
}

/** What lies in a repository was written by whoever wrote the repository. */
function askTrust(question: string, about: string): DogearError {
  return needsAnswer({
    [ABOUT]: about,
    id: 'trust',
    question,
    options: [
      {
        value: 'yes',
        label: 'This content is mine',
        detail: 'what stands there now; their files are kept current',
      },
      { value: 'no', label: 'No', detail: 'never resumed, never written to; not asked again' },
      {
        value: 'mine',
        label: 'This repository is mine',
        detail: 'all that its own default branch has, and what you push from here; never pull requests or forks',
      },
    ],
    answerWith: '--trust yes, --trust no, or --trust mine',
  })
}

/** "This repository holds 3 checkpoints of <layout> (memory/checkpoints/auth.md, …)." */
function holding({ live, paths }: Foreign): string {
  const more = paths.length > SHOWN ? `, … ${paths.length - SHOWN} more` : ''
  const files = `${paths.slice(0, SHOWN).map(shownPath).join(', ')}${more}`
  const count = `${paths.length} checkpoint${paths.length === 1 ? '' : 's'}`
  return cleanLine(`This repository holds ${count} of ${live.layout.id} (${files}).`)
}

const SHOWN = 3

export interface Trusted {
  project: string
  answers: Answers
  /** The user called it theirs; it holds no more once its origin or its place is another. */
  repository?: Mine & { holds: boolean }
}

/** `what`: a layout, a file, or the whole repository. An answer is kept; null takes it back. */
export function trust(
  world: World,
  { what, answer }: { what?: { mine: true } | { named: string }; answer: TrustAnswer | null },
): Trusted {
  const located = locate(world)
  if (what) answerTo(world, { ...located, project: ensureProject(located, world.tag) }, what, answer)
  const mine = readMine(located.project)
  return {
    project: located.project.key,
    answers: readTrust(located.project),
    ...(mine && { repository: { ...mine, holds: mineHere(located) === 'mine' } }),
  }
}

function answerTo(
  world: World,
  located: Located,
  what: { mine: true } | { named: string },
  answer: TrustAnswer | null,
): void {
  const { project } = located
  if ('mine' in what) {
    if (answer === 'approved') callMine(world, located)
    else writeMine(project, null, world.tag)
    return
  }
  const layout = LAYOUT_IDS.find((id) => id === what.named)
  if (layout && answer === 'approved')
    for (const folder of workFolders(world, located))
      answerForLayout(world, located, { layout: layoutNamed(layout), folder }, 'yes')
  else if (layout) writeTrust(project, layout, answer, world.tag)
  else answerForFile(world, located, what.named, answer)
  if (answer === null) forgetTold(project, world.tag)
}

function answerForFile(world: World, located: Located, typed: string, answer: TrustAnswer | null): void {
  const path = resolve(world.cwd, typed)
  const text = readWorkFile(located.worktree, path, MAX_BYTES)?.text
  if (text === undefined) throw noSuch(typed)
  const keys = [keyOf(text), keyOf(text, pathBelow(located.worktree, path) ?? path)]
  if (answer !== 'approved') forgetKeys(located.project, keys, world.tag)
  if (answer) remember(located.project, answer === 'approved' ? 'own' : 'no', keys, world.tag)
}

const MAX_BYTES = 2_000_000

function noSuch(typed: string): DogearError {
  return new DogearError(
    'usage',
    `there is no layout "${safeName(typed).slice(0, 40)}", and no such file in this work tree`,
    {
      expected: `one of ${LAYOUT_IDS.join(', ')}, or a file`,
      next: 'dogear trust',
    },
  )
}
