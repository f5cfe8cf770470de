/** "continue auth" and its kin: the answer is handed to the model with the prompt, so that it works without any call. */
import { briefOf } from '../app/session/brief.js'
import { failuresOf, joinFailures } from '../app/session/failures.js'
import { list } from '../app/look/list.js'
import { restoring, type OpenLayouts } from '../app/layouts/live.js'
import { openWorld } from '../app/layouts/open.js'
import { isOffList } from '../app/layouts/look.js'
import { listPrompts, popPrompt } from '../app/session/prompts.js'
import { resume } from '../app/resume/resume.js'
import type { World } from '../app/world.js'
import { DogearError } from '../core/errors.js'
import type { Phrase } from '../core/session/phrase/phrase.js'
import { cleanLine } from '../core/text/text.js'
import { age, msOf } from '../core/text/text.js'
import { wrapData } from '../core/briefing/briefing.js'
import type { HookState } from '../store/session/hook-state.js'
import { changeHookState } from '../store/session/hook-state.js'
import { SAVE_TOOL } from './advise.js'
import type { Call } from './call.js'
import { answerContext, MOST_CHARACTERS, sessionIn } from './call.js'

/** False: it is left to the model. */
export async function answerPhrase(
  call: Call,
  world: World,
  state: HookState | null,
  phrase: Phrase,
): Promise<boolean> {
  if (phrase.do === 'resume') return answerResume(call, world, state, phrase.name)
  if (phrase.do === 'list') return answerList(call, world)
  if (phrase.do !== 'save') return false
  const name = phrase.name === undefined ? '' : ` with name "${cleanLine(phrase.name).slice(0, 80)}"`
  answerContext(
    call,
    `dogear: the user asks for a checkpoint. It is made by one call of ${SAVE_TOOL}${name}, with next, left_off, failed and decisions as you know them.`,
  )
  call.did('told how to save')
  return true
}

async function answerResume(call: Call, given: World, state: HookState | null, name?: string): Promise<boolean> {
  if (name === undefined && isAtWork(state)) return handKept(call, given, state)
  const { world, layouts } = await openWorld(given)
  if (restoring(layouts) && name === undefined) {
    answerContext(
      call,
      'dogear: the user asks to restore. One call of mcp__dogear__resume (in a plugin: mcp__plugin_dogear_dogear__resume) shows what waits here and asks what has to be asked.',
    )
    call.did('told how to restore')
    return true
  }
  try {
    hand(call, world, layouts, state, chosen(world, state, name))
  } catch (error) {
    if (!(error instanceof DogearError)) throw error
    // "continue tests" in the middle of a conversation means the conversation.
    if (!error.needs && (name === undefined || isAtWork(state))) return false
    answerContext(call, `dogear: ${error.needs ? askedIn(error.needs) : noneIn(error)}`)
    call.did(error.needs ? 'asked which' : 'nothing to resume')
  }
  return true
}

interface Chosen {
  name: string
  id: string
  why: string
}

/** What the session was told about when it began comes before the nearest. */
function chosen(world: World, state: HookState | null, name: string | undefined): Chosen {
  const offered = state?.offered
  if (offered && (name === undefined || name === offered.name))
    return { ...offered, why: 'what this session was told about when it began' }
  const found = resume(world, {
    ...(name === undefined ? {} : { name }),
    budget: world.config.budget,
    consume: false,
    dryRun: true,
  })
  if (name === undefined && isElsewhere(world, found.entry.where.worktree))
    throw new DogearError('no-checkpoints', 'nothing was saved in this worktree')
  return { name: found.entry.name, id: found.entry.id, why: found.why }
}

/** In a session that is at work, "continue" alone means the conversation. */
function isAtWork(state: HookState | null): boolean {
  if (!state || state.resumed !== undefined) return state !== null
  return state.offered === undefined && state.lastSave !== undefined
}

/** Without a name nothing of another worktree is ever handed over. */
function isElsewhere(world: World, worktree: string | undefined): boolean {
  return worktree !== undefined && world.cwd !== worktree && !world.cwd.startsWith(`${worktree}/`)
}

function hand(
  call: Call,
  world: World,
  layouts: OpenLayouts | null,
  state: HookState | null,
  { why, ...own }: Chosen,
): void {
  const more = layouts ? { mentioned: layouts.mentioned } : {}
  const { entry, text } = briefOf(world, own, why, { record: true, ...more })
  const session = sessionIn(call.event)
  const { onResume } = world.config.policy
  const how =
    onResume === 'confirm'
      ? 'The user asked to continue this. Show where it stands and ask whether to go on before you change anything.'
      : 'The user asked to continue this: go on with the next action, after a look at what changed since.'
  const room = MOST_CHARACTERS - text.length - how.length - 1
  handOver(world, state, room, (kept) => answerContext(call, [text, how, ...kept].join('\n')))
  call.did(`resumed ${own.name} ${own.id}`)
  changeHookState(call.home, session, (now) => ({
    workstream: own.name,
    resumed: own.id,
    failed: joinFailures(now?.failed ?? [], failuresOf(entry)),
  }))
  if (onResume !== 'consume') return
  resume(world, { name: own.name, entry: own.id, budget: world.config.budget, consume: true, dryRun: false })
  if (isOffList(world, own.name)) layouts?.retract([own.name])
}

const MOST_LISTED = 20

function answerList(call: Call, world: World): boolean {
  const { rows } = list(world, { all: false, cleared: false })
  const lines = rows.slice(0, MOST_LISTED).flatMap((row) => {
    const [head] = row.heads
    if (!head) return []
    const at = head.next ?? head.leftOff ?? head.task
    const ms = msOf(head.saved)
    return [
      `- ${row.name} (${ms === null ? head.saved : age(ms, world.now().ms)}${head.branch ? `, ${head.branch}` : ''})${at ? `: ${cleanLine(at)}` : ''}`,
    ]
  })
  const text = lines.length === 0 ? 'No checkpoints found.' : lines.join('\n')
  answerContext(call, wrapData('the checkpoints of this project, newest first', text).slice(0, MOST_CHARACTERS))
  call.did(`listed ${lines.length}`)
  return true
}

function askedIn({ question, options }: NonNullable<DogearError['needs']>): string {
  const lines = options
    .slice(0, MOST_LISTED)
    .map(({ label, detail }) => `- ${label}${detail === undefined ? '' : `: ${detail}`}`)
  return cleanLines(
    `${question} Ask the user; nothing has been resumed yet.\n${lines.join('\n')}\nTo go on the user says: continue <name>`,
  )
}

function noneIn({ message, expected }: DogearError): string {
  return cleanLines(`${message}${expected === undefined ? '' : ` (${expected})`}`)
}

function cleanLines(text: string): string {
  return text.split('\n').map(cleanLine).join('\n')
}

interface Kept {
  queue: World
  id: string
  line: string
}

const WORDS = 'The user asked this before the context was full, and it has not been answered: '
const TOO_LONG =
  'dogear: a prompt that was kept back is too long to be handed over here. It is shown by: dogear prompts'

/** `room`: how many characters they may take. What does not fit stays kept, and a line says so. */
function handOver(world: World, state: HookState | null, room: number, deliver: (lines: string[]) => void): void {
  const waiting = queuesOf(world, state).flatMap((queue) =>
    listPrompts(queue).map(({ id, text }): Kept => ({ queue, id, line: `${WORDS}${text}` })),
  )
  const fitting: Kept[] = []
  let left = room - TOO_LONG.length - 1
  for (const one of waiting) {
    if (one.line.length + 1 > left) break
    left -= one.line.length + 1
    fitting.push(one)
  }
  take(fitting, [], (lines) => deliver(fitting.length < waiting.length ? [...lines, TOO_LONG] : lines))
}

/** False: none was kept. */
function handKept(call: Call, world: World, state: HookState | null): boolean {
  let count = 0
  handOver(world, state, MOST_CHARACTERS, (lines) => {
    count = lines.length
    if (count > 0) answerContext(call, lines.join('\n'))
  })
  if (count > 0) call.did(`handed over ${count} kept`)
  return count > 0
}

function queuesOf(world: World, state: HookState | null): World[] {
  const before = state?.linkedFrom
  return before === undefined ? [world] : [{ ...world, by: { ...world.by, session: before } }, world]
}

/** Each is given back if the answer does not get out. What somebody else was faster to take is left out. */
function take([first, ...others]: readonly Kept[], lines: readonly string[], deliver: (lines: string[]) => void): void {
  if (!first) return deliver([...lines])
  const { queue, id, line } = first
  const isTaken = popPrompt(queue, { id }, () => take(others, [...lines, line], deliver))
  if (!isTaken) take(others, lines, deliver)
}
