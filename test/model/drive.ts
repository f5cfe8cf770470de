/** Plays a schedule with the real program, tells the oracle what was done, and gathers what it finds wrong. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { audit } from './audit.js'
import { type Given, givenHere, oldEntry } from './entry-file.js'
import { type Answer, cli, dropHome, type Ran } from './faces.js'
import type { Known, Wrong } from './laws.js'
import { type Kind, NAMES, type Schedule, type Step } from './schedule.js'
import { ME } from './oracle.js'
import { type Open, Stage, START } from './stage.js'

export interface Played {
  wrong: Wrong[]
  sessions: number
  handovers: number
  entries: number
}

/** What is the same in all schedules. */
let given: Given | null = null

export async function play({ steps, delivery, old = false }: Schedule): Promise<Played> {
  const stage = new Stage()
  given ??= await givenHere(stage.worktrees[0] as string, START)
  if (old) stage.put(oldEntry(given, ME))
  for (const step of steps) {
    stage.tick(3)
    await act(stage, step)
  }
  while (stage.open[0]) stage.leave(stage.open[0])
  await audit(stage, delivery)
  for (const worktree of [0, 1]) {
    stage.tick(90)
    await goOn(stage, await stage.begin(worktree), null)
  }
  dropHome(stage.home)
  const { wrong, handovers, oracle } = stage
  return { wrong, handovers, sessions: oracle.sessions.size, entries: oracle.entries.size }
}

async function act(stage: Stage, step: Step): Promise<void> {
  switch (step.do) {
    case 'open':
      await stage.begin(step.worktree)
      return
    case 'day': {
      const session = await stage.begin(step.worktree)
      const turn = { do: 'work', who: 0, fails: false, kilobytes: 0 } as const
      for (let n = 0; n < step.turns; n++) {
        stage.tick(10)
        await work(stage, session, { ...turn, rules: n === 0 })
      }
      return end(stage, session)
    }
    case 'quick': {
      const session = await stage.begin(step.worktree)
      await ask(stage, session)
      return step.kills ? stage.leave(session) : end(stage, session)
    }
    case 'wait':
      return stage.tick(step.minutes)
    case 'take up':
      return stage.again(step.which)
    case 'branch':
      return stage.checkOut(step.worktree, step.to)
    case 'import':
      return arrive(stage, step.which)
    case 'put away':
    case 'bring back':
    case 'rename':
      return keep(stage, step)
    default:
      return actIn(
        stage,
        step,
        stage.open[step.who % Math.max(1, stage.open.length)] ?? (await stage.begin(step.who % 2)),
      )
  }
}

async function actIn(stage: Stage, step: Extract<Step, { who: number }>, session: Open): Promise<void> {
  switch (step.do) {
    case 'work':
      return work(stage, session, step)
    case 'ask':
      return ask(stage, session)
    case 'note':
      return note(stage, session, step)
    case 'save':
      return save(stage, session, step)
    case 'continue':
      return goOn(stage, session, step.name)
    case 'compact':
      return compact(stage, session)
    case 'clear':
      await stage.fire(session, 'SessionEnd', { reason: 'clear' })
      stage.open.splice(stage.open.indexOf(session), 1)
      await stage.begin(session.worktree, session)
      stage.handovers++
      return
    case 'end':
      return end(stage, session)
    case 'kill':
      if (step.midway)
        await work(stage, session, { ...step, do: 'work', rules: true, fails: false, kilobytes: 0 }, true)
      return stage.leave(session)
  }
}

async function end(stage: Stage, session: Open): Promise<void> {
  await stage.fire(session, 'SessionEnd', { reason: 'prompt_input_exit' })
  stage.leave(session)
}

async function ask(stage: Stage, session: Open): Promise<void> {
  const word = stage.word('q')
  await stage.turn(session, `How does ${word} get its value?`, { word, says: 'It is read at the start.' })
}

async function work(stage: Stage, session: Open, step: Step & { do: 'work' }, midway = false): Promise<void> {
  const { rules, fails, kilobytes } = step
  const [word, rule] = [stage.word('t'), stage.word('c')]
  const prompt = `Make ${word} work in src/pay.ts.${rules ? ` From now on never touch ${rule}.lock.` : ''}`
  stage.oracle.turn(session.id, { states: rules ? [rule] : [], edits: true })
  await stage.turn(session, prompt, { word, edits: true, fails, kilobytes, midway })
}

async function note(stage: Stage, session: Open, { face }: Step & { do: 'note' }): Promise<void> {
  const word = stage.word('d')
  const text = `Use ${word} for the queue because it is there`
  stage.oracle.turn(session.id, { states: [word] })
  if (face === 'mcp') await stage.mcp(session, 'note', { type: 'decision', text })
  else await stage.cli(session, 'note', text, '--type', 'decision')
}

async function save(stage: Stage, session: Open, step: Step & { do: 'save' }): Promise<void> {
  const { line, at } = stage.oracle.sessions.get(session.id) ?? {}
  const { how } = step
  const amends = how === 'amends' && at ? stage.stated.get(at) : undefined
  const typed = step.name === null || amends ? null : step.name
  const isOn = Boolean(line && !line.startsWith('loose-'))
  const name = typed !== null ? slugOf(typed) : isOn ? (line as string) : stage.place(session.worktree).branch
  const said = step.states.map((kind): [Kind, string] => [kind, stage.word(kind[0] as string)])
  const states = said.map(([, word]) => word)
  const isHere = at && (typed === null || name === line) ? at : null
  const closing = step.closes && isHere && how === null ? await closable(stage, session, isHere) : null
  const replaced = how === 'replaces' && isHere ? questionsIn(stage, isHere) : null
  const mended = amends?.filter(([kind]) => step.states.includes(kind)).map(([, word]) => word)
  const closes = closing ? [closing.word] : (replaced ?? mended ?? [])
  stage.oracle.saves(session.id, { name, typed: typed !== null || isOn, states, closes, fresh: how === 'fresh' })
  const special =
    how === 'fresh' ? ['--fresh'] : replaced ? ['--replace', 'questions'] : amends ? ['--amend', at as string] : null
  const saving = { name: typed === null ? null : (NAMES[typed] as string), said, close: closing?.id }
  const ran = await (step.face === 'mcp' && !special
    ? saveByTool(stage, session, saving)
    : saveByShell(stage, session, saving, special ?? []))
  receipt(stage, session, amends ? undefined : typed !== null, ran)
  const saved = stage.oracle.sessions.get(session.id)?.at
  if (saved) stage.stated.set(saved, said)
}

const questionsIn = (stage: Stage, entry: string): string[] =>
  [...(stage.oracle.entries.get(entry)?.open ?? [])].filter((word) => word.startsWith('zq'))

/** The folder of a name that somebody types. */
const slugOf = (name: number): string => given?.slugs[name] as string

interface Saving {
  name: string | null
  said: [Kind, string][]
  /** The id of an item. */
  close: string | undefined
}

function saveByShell(stage: Stage, session: Open, { name, said, close }: Saving, special: string[]): Promise<Ran> {
  const flags = { failed: '--failed', decisions: '--decision', blockers: '--blocker', questions: '--question' }
  const words = said.flatMap(([kind, word]) => [flags[kind], `${word} — because ${kind}`])
  const more = [...(name === null ? [] : [name]), ...(close === undefined ? [] : ['--close', close]), ...special]
  return stage.cli(session, 'save', ...more, '--no-git', '--next', 'Run npm test', ...words)
}

function saveByTool(stage: Stage, session: Open, { name, said, close }: Saving): Promise<Ran> {
  const isReasoned = (kind: Kind): boolean => kind === 'failed' || kind === 'decisions'
  const fields = said.map(([kind, word]) => [kind, [isReasoned(kind) ? { what: word, why: `of ${kind}` } : word]])
  const more = { ...(name === null ? {} : { name }), ...(close === undefined ? {} : { closes: [close] }) }
  return stage.mcp(session, 'save', { next: 'Run npm test', ...Object.fromEntries(fields), ...more })
}

/** An item of the page that the session goes on from, with the id it has there. */
async function closable(stage: Stage, session: Open, entry: string): Promise<{ id: string; word: string } | null> {
  const [word] = stage.oracle.entries.get(entry)?.open ?? []
  const { said } = await stage.cli(session, 'show', entry)
  const items = Object.values((said?.['entry'] ?? {}) as object).flat() as ({ id?: string; text?: string } | null)[]
  const item = items.find((one) => word !== undefined && one?.text?.includes(word))
  return item?.id === undefined || word === undefined ? null : { id: item.id, word }
}

/** One predicate for each sentence of the answer to a save. `isTyped`: undefined where nothing is said of it. */
function receipt({ oracle, say }: Stage, session: Open, isTyped: boolean | undefined, { said, error }: Ran): void {
  const { saved } = (said ?? {}) as {
    saved?: { id: string; name: string; heads: number; nameFrom?: string; name_from?: string }
  }
  const entry = saved && oracle.entries.get(saved.id)
  if (!saved || !entry) {
    oracle.saves(session.id, null)
    return say('K7', `a save was refused or is not there: ${error ?? saved?.id}`)
  }
  const heads = oracle.heads().filter((one) => one.name === saved.name && one.person === ME).length
  const from = saved.nameFrom ?? saved.name_from
  if (entry.session !== session.id || entry.name !== saved.name) say('K7', `${saved.id} is not what was saved`)
  if (saved.heads !== heads) say('K7', `${saved.name}: told of ${saved.heads} heads, and there are ${heads}`)
  if (isTyped !== undefined && (from === 'given') !== isTyped)
    say('K7', `${saved.name}: its name is said to be from ${from}`)
}

/** `typed`: behind "continue". Without one a session that is at work goes on with its conversation, and is not judged. */
async function goOn(stage: Stage, session: Open, typed: number | null): Promise<void> {
  const { oracle, say } = stage
  const { prompts, at, worked } = oracle.sessions.get(session.id) ?? {}
  const name = typed === null ? null : slugOf(typed)
  const heads = oracle.heads().filter((one) => one.name === name && one.person === ME)
  const judge = (answer: Answer): void => {
    const isAsked = answer.log.includes('asked which')
    const handed = joined(stage, session, answer)
    if (name === null && prompts === 0 && at === null && !worked)
      stage.wrong.push(...oracle.chose(session.id, isAsked ? undefined : (handed ?? null)))
    const isTold = ({ id }: Known): boolean => id === handed || answer.context.includes(shortOf(id))
    // After a clear the page is in front of the user already, and is not handed over again.
    const isNew = answer.context.includes('[dogear-briefing')
    if (isNew && heads.some(({ id }) => id === handed) && !heads.every(isTold))
      say('K3', `continue ${name} hands over ${handed} and does not speak of its other heads`)
    if (name === null || heads.length === 0 || heads.some(({ id }) => id === handed)) return
    if (heads.length > 1 && !isAsked) say('K3', `continue ${name}: nobody was asked, and it has ${heads.length} heads`)
    if (heads.length === 1)
      say(isAsked ? 'K3' : 'K2', `continue ${name} did not hand over its one head ${heads[0]?.id}`)
  }
  const answer = await stage.turn(session, typed === null ? 'continue' : `continue ${NAMES[typed]}`, {
    heard: judge,
    says: 'Going on.',
  })
  const choice = heads[0] && shortOf(heads[0].id)
  if (!answer.log.includes('asked which') || choice === undefined) return
  const settle = (second: Answer): void => {
    const handed = oracle.entries.get(joined(stage, session, second) ?? '')
    const left = oracle.heads().filter((one) => one.name === name && one.person === ME)
    if (handed?.parents[0] !== heads[0]?.id || left.length > 1) say('K3', `continue ${choice} does not settle it`)
  }
  await stage.turn(session, `continue ${choice}`, { heard: settle, says: 'Going on.' })
}

const shortOf = (id: string): string => id.split('-')[2]?.slice(0, 7) as string

/** The entry the session was handed, if it was. */
function joined(stage: Stage, { id }: Open, { log }: Answer): string | undefined {
  const handed = /resumed (\S+) (\S+)/.exec(log)?.[2]
  if (handed === undefined) return undefined
  stage.oracle.joins(id, handed)
  stage.handovers++
  return handed
}

async function compact(stage: Stage, session: Open): Promise<void> {
  await stage.fire(session, 'PreCompact', { trigger: 'manual' })
  const answer = await stage.fire(session, 'SessionStart', { source: 'compact' })
  stage.unasked(session, answer)
  stage.handovers++
  const told = /briefing (\S+) (\S+)/.exec(answer.log)?.[2]
  const newest = stage.oracle.sessions.get(session.id)?.at
  if (answer.context.includes('newest of this session') && told !== newest)
    stage.say('K7', `${session.id}: ${told} is called its newest, which is ${newest}`)
}

/** Entries of somebody else, one by one. */
async function arrive(stage: Stage, which: readonly number[]): Promise<void> {
  const folder = join(stage.home.userHome, 'from-them')
  mkdirSync(folder, { recursive: true })
  for (const n of which) {
    writeFileSync(join(folder, 'e.md'), given?.foreign[n] as string)
    await cli(stage.home, { cwd: stage.worktrees[0] as string }, 'import', join(folder, 'e.md'))
    stage.observe(null)
  }
}

/** In a terminal of its own. What is on the list is not brought back, and two workstreams are not made one. */
async function keep(stage: Stage, step: Step & { do: 'put away' | 'bring back' | 'rename' }): Promise<void> {
  const isThere = (name: number): boolean =>
    stage.oracle.heads().some((one) => one.name === slugOf(name) && (one.person === ME || step.do === 'bring back'))
  const label = NAMES[step.name] as string
  const [isHere, isFree] = [isThere(step.name), step.do === 'rename' && !isThere(step.to)]
  const words = { 'put away': ['clear', label], 'bring back': ['restore', label], rename: ['rename', label] }[step.do]
  if (step.do === 'bring back' ? isHere : !isHere || (step.do === 'rename' && !isFree)) return
  const to = step.do === 'rename' ? [NAMES[step.to] as string] : []
  const { error } = await cli(stage.home, { cwd: stage.worktrees[0] as string }, ...words, ...to)
  stage.observe(null)
  const isRight = step.do === 'put away' ? !isThere(step.name) : step.do === 'rename' ? isThere(step.to) : true
  if (!isRight) stage.say('K7', `${step.do} ${label}: ${error ?? 'said to be done, and is not'}`)
}
