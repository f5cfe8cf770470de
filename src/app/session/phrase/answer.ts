/** "continue auth" and its kin: the model gets the answer together with the prompt, so that it works without any call. */
import { ELSEWHERE } from '../../../core/sync/elsewhere.js'
import { fileWord } from '../../../core/choose/name.js'
import { isSavedIn } from '../../../core/choose/selection.js'
import { isLive } from '../../../core/entry/entry.js'
import { calledOf } from '../../../core/entry/line-keys.js'
import { sourceOf } from '../../../core/briefing/briefing.js'
import { fence, finish, joinLines, say, sayStored } from '../../../core/printer/words.js'
import { DogearError, type Question } from '../../../core/errors.js'
import { LOAD_READER } from '../../../agents/reader-registry.js'
import { present } from '../../../core/present.js'
import { type Before, isWrittenBy } from '../../../core/session/phrase/before.js'
import type { Phrase } from '../../../core/session/phrase/phrase.js'
import { cleanLine } from '../../../core/text/text.js'
import { readHeads, readOwnHeadIds } from '../../../store/entries/heads.js'
import type { Located } from '../../../store/projects/projects.js'
import { noteHanded } from '../../../store/session/handed.js'
import { changeHookState, type HookState } from '../../../store/session/hook-state.js'
import { numberIn } from '../../../store/signed.js'
import { followed } from '../../../store/session/on.js'
import { restoring, type Opened } from '../../layouts/live.js'
import { askedWords, noneWords } from '../../look/several.js'
import { applyResume, planResume, type PlanRequest, type ResumePlan } from '../../resume/resume.js'
import type { World } from '../../world.js'
import { briefingRoom } from '../brief.js'
import type { EventOf, SessionCall } from '../event.js'
import { failuresOf, joinFailures } from '../failures.js'
import { openFiles, waitingWords } from './files-here.js'
import { answerAbort, answerClear, answerList, answerSave } from './asked.js'
import { answerWithPrompts, deliverPrompts } from '../prompts.js'
import { holderOf, isAtWork } from '../sessions.js'

type PromptCall = SessionCall<EventOf<'prompt'>>

/** What is understood besides a phrase: the answer to which one, and words that are no name. */
export type Meant = Phrase & { entry?: string; topic?: string } & Pick<Said, 'means' | 'documents' | 'words'>

/** False: it is left to the model. */
export async function answerPhrase(
  world: World,
  call: PromptCall,
  state: HookState | null,
  phrase: Meant,
): Promise<boolean> {
  if (phrase.do === 'resume') return answerResume(world, call, state, phrase)
  if (phrase.do === 'list') return answerList(world, call)
  if (phrase.do === 'save') return answerSave(world, call)
  return phrase.do === 'clear' ? answerClear(world, call, phrase) : answerAbort(call, phrase)
}

async function answerResume(given: World, call: PromptCall, state: HookState | null, said: Said): Promise<boolean> {
  const { name, topic } = said
  const isNamed = name !== undefined || topic !== undefined
  if (!isNamed && isAtWork(state)) return answerWithPrompts(given, call, state)
  const opened = await openFiles(given, { untold: false })
  if (restoring(opened.layouts) && !isNamed) {
    call.answer({
      toModel: finish(
        sayStored`dogear: the user asks to restore. One call of ${call.hooks.toolName('resume')} shows what waits here and asks what has to be asked.`,
      ),
    })
    call.log('told how to restore')
    return true
  }
  const plan = await planSaid(opened, call, state, said).catch((error: unknown) => {
    if (!(error instanceof DogearError)) throw error
    return error
  })
  if (plan === null) return false
  if (!(plan instanceof DogearError)) {
    if (said.documents && !said.documents.some((path) => isWrittenBy(path, plan.entry.files))) return false
    await giveBriefing(opened.world, call, state, plan, said.means)
    // What asks for more than to go on is the user's request.
    if (said.means !== 'act' && said.words === undefined) noteHanded(given.home, call.event.session, call.event.prompt)
    return true
  }
  // "continue tests" in the middle of a conversation means the conversation.
  const isMeantElse = name === undefined ? opened.waiting.length === 0 : isAtWork(state)
  if (!plan.needs && isMeantElse) return false
  if (plan.needs?.id === 'foreign') changeHookState(given.home, call.event.session, { askedForeign: plan.needs.name })
  const words = say`dogear: ${plan.needs ? askedWords(plan.needs) : noneWords(plan)}`
  call.answer({ toModel: finish(joinLines([words, ...waitingWords(opened)])) })
  if (plan.needs) {
    changeHookState(given.home, call.event.session, { asked: choicesIn(plan.needs) })
    noteHanded(given.home, call.event.session, call.event.prompt)
  }
  call.log(plan.needs ? 'asked which' : 'nothing to resume')
  return true
}

interface Said {
  name?: string
  entry?: string
  /** Words for what is to be gone on with. */
  topic?: string
  /** What is asked for, where that is not to go on: see core/session/phrase/before.ts. */
  means?: Before['means']
  /** Only where the work before wrote one of these. */
  documents?: string[]
  /** All that was said, where that is more: it may be about another line. */
  words?: string
}

/** Words that are no name are looked for in the lines there are, before anything was worked on. Null: they mean none of them. */
async function planSaid(
  opened: Opened,
  call: PromptCall,
  state: HookState | null,
  { topic, words, ...which }: Said,
): Promise<ResumePlan | null> {
  if (words !== undefined)
    return (await planSaid(opened, call, state, { topic: words })) ?? planFor(opened, call, state, {})
  if (topic === undefined)
    try {
      return await planFor(opened, call, state, which)
    } catch (error) {
      const isUnknown = error instanceof DogearError && error.code === 'not-found'
      if (!isUnknown || which.name === undefined || isAtWork(state)) throw error
      const plan = await planSaid(opened, call, state, { topic: which.name })
      if (plan === null) throw error
      return plan
    }
  const { lineAbout } = await import('../../resume/topic.js')
  const meant = lineAbout(opened.world, opened.located, topic)
  return meant && planFor(opened, call, state, meant)
}

/** What the session was told about when it began comes before the nearest. */
async function planFor(
  opened: Opened,
  { hooks }: PromptCall,
  state: HookState | null,
  { name, entry, why }: { name?: string; entry?: string; why?: string },
): Promise<ResumePlan> {
  const { world } = opened
  const isOffered = entry === undefined && (name === undefined || name === state?.offered?.name)
  const offered = isOffered && state?.offered ? offeredIn(opened, state.offered, name) : undefined
  const on = entryOn(opened.located, state, name)
  // Which side of a fork it is on is no answer to which one is meant.
  const decides = !offered && (entry !== undefined || on === undefined)
  const which = offered ?? present<Pick<PlanRequest, 'name' | 'entry'>>({ name, entry: entry ?? on })
  const budget = briefingRoom(world, hooks.maxCharacters)
  // The prompt is the yes; what the policy wants to be asked before anything is changed is asked by the model.
  // Somebody else's is asked about once; the same words again are the user's yes.
  const foreign = name !== undefined && state?.askedForeign === name ? { foreign: 'yes' as const } : {}
  const answered = { ...foreign, decides, ready: 'yes' as const, consume: false, dryRun: false, marked: true }
  const because = present<{ why?: string }>({ why })
  const plan = await planResume(opened, { ...which, ...because, ...answered, budget })
  if (plan.kind !== 'resume') throw new DogearError('no-checkpoints', 'something waits to be restored')
  if (name === undefined && !offered && isElsewhere(opened, plan.entry.where.worktree))
    throw new DogearError('no-checkpoints', 'nothing was saved in this worktree')
  return plan
}

/**
 * The very entry, or where the line has gone on since, its newest; it may have been given a name meanwhile. Undefined: it was
 * put away since. What a clear came from is in front of the user all the same, and is meant.
 */
function offeredIn(
  { located: { project } }: Opened,
  offered: NonNullable<HookState['offered']>,
  typed: string | undefined,
): Pick<PlanRequest, 'name' | 'entry' | 'why'> | undefined {
  const { name, id } = followed(project, offered)
  // The name that was typed may be that of other work by now.
  if (typed !== undefined && typed !== name) return undefined
  const why = 'what this session was told about when it began'
  if (readOwnHeadIds(project, name).includes(id)) return { name, entry: id, why }
  if (readHeads(project, name).heads.some(({ kind, foreign }) => isLive(kind) && !foreign)) return { name, why }
  return offered.given ? { name, entry: id, why } : undefined
}

/** Of several heads the one this session is on: which one was answered before. */
function entryOn({ project }: Located, state: HookState | null, name: string | undefined): string | undefined {
  const on = state?.on
  return on && on.name === name && readOwnHeadIds(project, on.name).includes(on.id) ? on.id : undefined
}

function choicesIn({ id, name, options }: Question): HookState['asked'] {
  const values = options.map(({ value }) => value).filter((value) => value !== '')
  if (id === 'entry' && name !== undefined) return values.map((entry) => ({ name, entry }))
  return id === 'workstream' ? values.map((value) => ({ name: value })) : undefined
}

/** Without a name nothing of another worktree is ever given. */
function isElsewhere({ world, located }: Opened, worktree: string | undefined): boolean {
  if (worktree === undefined || worktree === ELSEWHERE || isSavedIn(located, worktree)) return false
  return world.cwd !== worktree && !world.cwd.startsWith(`${worktree}/`)
}

async function giveBriefing(
  world: World,
  call: PromptCall,
  state: HookState | null,
  plan: ResumePlan,
  means: Said['means'],
): Promise<void> {
  const { name, id } = plan.does.head
  // After a clear the session began with it: once is enough, but not where it still waits for a place to be told.
  const isKnown =
    state?.offered?.given === true && state.offered.id === id && (state.briefingAt ?? 'resume') === 'resume'
  const text = isKnown
    ? say`dogear: this session goes on with the checkpoint that it began with, above.`
    : fence(sourceOf(plan.entry), plan.words, numberIn(world.home))
  const how =
    world.config.policy.onResume === 'confirm'
      ? `The user asked to continue this. Show where it stands and ask whether to go on before you change anything. On a no make one call of ${call.hooks.toolName('resume')} with name "${fileWord(calledOf(plan.entry))}" and answers {"ready": "no"}: it starts fresh.`
      : means === 'where'
        ? 'The user asked where this stands: say it in a few words, and go on when they want it.'
        : means === 'act'
          ? 'What the user asks is about this work: do that, after a look at what changed since.'
          : 'The user asked to continue this: go on with the next action, after a look at what changed since.'
  const held = holderOf(world.home, name, call.event.session, world.now().ms)
  const whole = joinLines([text, sayStored`${how}`, held === null ? null : sayStored`dogear: ${held} Tell the user.`])
  const room = call.hooks.maxCharacters - whole.text.length - 1
  deliverPrompts(world, state, room, (prompts) => call.answer({ toModel: finish(joinLines([whole, ...prompts])) }))
  call.log(`resumed ${name} ${id}`)
  changeHookState(world.home, call.event.session, (now) => ({
    workstream: name,
    on: { name, id },
    resumed: id,
    quick: false,
    asked: undefined,
    // What waited to be told is in this briefing, or of no use beside it.
    briefingAt: undefined,
    failed: joinFailures(now?.failed ?? [], failuresOf(plan.entry, world.home)),
  }))
  // What it did on this line before is of this line.
  if (state?.on?.name !== name) await leaveOut(world, call, name)
  const warnings = applyResume(plan)
  if (warnings.length > 0) call.log(cleanLine(warnings.join('; ')))
}

/** What was said and done before belongs to another line. */
async function leaveOut(world: World, { event, log }: PromptCall, name: string): Promise<void> {
  const { session, transcript } = event
  const reader = transcript === undefined ? undefined : await LOAD_READER[world.by.agent ?? '']?.()
  if (!reader || transcript === undefined) return
  try {
    const { beginHere } = await import('../observe.js')
    beginHere(world, { session, transcript, reader })
  } catch (error) {
    // The file comes into being with the first prompt: then there is nothing to leave out.
    log(`on ${name} from its start: ${(error as Error).message}`)
  }
}
