/** Files inside a repository are foreign until the user takes them over. One question, and its answer is kept. */
import { safeName } from '../../core/redact/safe-name.js'
import { DogearError } from '../../core/errors.js'
import { cleanLine } from '../../core/text/text.js'
import { LAYOUT_IDS } from '../../layouts/registry.js'
import type { LayoutId } from '../../layouts/layout.js'
import { ensureProject } from '../../store/projects/projects.js'
import { readTrust, writeTrust, type Answers, type TrustAnswer } from '../../store/views/trust.js'
import type { Foreign, OpenLayouts } from './live.js'
import { locate } from '../locate.js'
import { askTrust } from '../resume/questions.js'
import type { World } from '../world.js'

/** What nobody has said yes or no to. */
export function openForeign(layouts: OpenLayouts | null): Foreign[] {
  return layouts?.foreign.filter((one) => one.open && one.names.length > 0) ?? []
}

/** A folder that is set up for a layout but holds no checkpoint yet: nothing to take over, and nothing is written. */
export function setUpLines(layouts: OpenLayouts | null): string[] {
  const bare = layouts?.foreign.filter((one) => one.open && one.names.length === 0) ?? []
  return bare.map(
    ({ live: { layout } }) =>
      `This folder is set up for ${layout.id}. To keep its files too: dogear trust ${layout.id}`,
  )
}

/** All that is to be said about the layouts here. */
export function noticesOf(layouts: OpenLayouts): string[] {
  return [...layouts.notices, ...openForeign(layouts).map(foreignLine)]
}

function foreignLine(foreign: Foreign): string {
  return `${holding(foreign)} To take them over: dogear list --trust yes. Never: dogear list --trust no`
}

export function trustQuestion(foreign: readonly Foreign[]): DogearError {
  return askTrust(`${foreign.map(holding).join(' ')} Take them over?`)
}

/** "This repository holds 3 checkpoints of <layout> (memory/checkpoints/auth.md, …)." */
function holding({ live, paths }: Foreign): string {
  const more = paths.length > SHOWN ? `, … ${paths.length - SHOWN} more` : ''
  const files = `${paths.slice(0, SHOWN).join(', ')}${more}`
  const count = `${paths.length} checkpoint${paths.length === 1 ? '' : 's'}`
  return cleanLine(`This repository holds ${count} of ${live.layout.id} (${files}).`)
}

const SHOWN = 3

export interface Trusted {
  project: string
  answers: Answers
}

/** With a layout: keeps the answer for it; null takes it back, so that the question is asked again. */
export function trust(world: World, request: { layout?: string; answer: TrustAnswer | null }): Trusted {
  const located = locate(world)
  if (request.layout !== undefined)
    writeTrust(ensureProject(located, world.tag), checkedLayout(request.layout), request.answer, world.tag)
  return { project: located.project.key, answers: readTrust(located.project) }
}

function checkedLayout(typed: string): LayoutId {
  const found = LAYOUT_IDS.find((id) => id === typed)
  if (found) return found
  throw new DogearError('usage', `there is no layout "${safeName(typed).slice(0, 40)}"`, {
    expected: `one of ${LAYOUT_IDS.join(', ')}`,
    next: 'dogear trust',
  })
}
