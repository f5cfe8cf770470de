/**
 * Prompts that wait for delivery, one file each: `prompts/new/<id>.json`. Taking one is a rename to `taken/<owner>/`, which
 * has a single winner; after delivery it goes to the trash. What an owner took and did not deliver before it died returns
 * to `new/`. So a prompt is delivered exactly once, except when its owner is killed between handing it over and saying
 * so: then it comes again with the same id, by which the receiver can tell.
 */
import { join } from 'node:path'
import { compareIds, makeId, parseId } from '../../core/entry/id.js'
import { openRecord, sealRecord } from '../../core/entry/seal.js'
import {
  checkDir,
  createDurable,
  ensureDir,
  listDir,
  listFolders,
  moveDurable,
  readTextFile,
  removeFolderIfEmpty,
  settleDir,
} from '../../platform/files/files.js'
import { randomBytes } from '../../platform/files/hash.js'
import { tagIsDead } from '../../platform/process/process-tag.js'
import { type Damage, describeDamage } from '../entries/entries.js'
import { sweepDir } from '../entries/sweep.js'
import { type Project, sessionDir } from '../paths.js'
import { moveToTrash } from '../trash.js'
import { type Beside, isUsedBeside } from '../views/beside.js'

export interface Prompt {
  /** The delivery id: the same however often the prompt comes. */
  id: string
  at: string
  text: string
  /** It waits in a file of a layout, too. */
  beside?: Beside
}

interface QueuedPrompt extends Prompt {
  /** The owner that has taken it, where one has. */
  takenBy?: string
}

export interface Queue {
  prompts: QueuedPrompt[]
  damaged: Damage[]
}

export interface TakenPrompt {
  prompt: Prompt
  /** To be called when the receiver has it: it will not come again. */
  delivered(today: string): void
  giveBack(): void
}

const MAX_PROMPT_BYTES = 10_000_000

/** Returns the id when the prompt would survive a power cut. `besideAt`: where else it will wait, by the time it is kept at. */
export function addPrompt(
  project: Project,
  session: string,
  text: string,
  nowMs: number,
  tag: string,
  besideAt: (at: string) => Beside | null = () => null,
): string {
  const id = makeId(nowMs, [], randomBytes(12))
  const at = new Date(parseId(id)?.ms ?? nowMs).toISOString()
  const beside = besideAt(at)
  const prompt: Prompt = { id, at, text, ...(beside && { beside }) }
  const dir = newDir(project, session)
  ensureDir(dir, project.home)
  if (listDir(dir).length === 0) settleDir(dir, project.home)
  createDurable(join(dir, `${id}.json`), sealRecord(prompt), tag)
  return id
}

/** Oldest first: what waits, and what somebody has taken. What a skill has used goes to the trash. */
export function readPrompts(project: Project, session: string): Queue {
  recoverPrompts(project, session)
  const queue: Queue = { prompts: [], damaged: [] }
  collect(project, session, newDir(project, session), queue)
  for (const owner of owners(project, session))
    collect(project, session, ownerDir(project, session, owner), queue, owner)
  queue.prompts = queue.prompts.filter((prompt) => !isGone(project, session, prompt))
  queue.prompts.sort((a, b) => compareIds(a.id, b.id))
  return queue
}

function isGone(project: Project, session: string, { id, at, beside, takenBy }: QueuedPrompt): boolean {
  if (takenBy !== undefined || beside === undefined || !isUsedBeside(beside)) return false
  moveToTrash(project, join(newDir(project, session), `${id}.json`), at.slice(0, 10))
  return true
}

/** The oldest that waits, or the one asked for; null if there is none or another was faster. */
export function takePrompt(project: Project, session: string, tag: string, id?: string): TakenPrompt | null {
  const waiting = readPrompts(project, session).prompts.filter((prompt) => prompt.takenBy === undefined)
  for (const { takenBy: _, ...prompt } of waiting) {
    if (id !== undefined && id !== prompt.id) continue
    const taken = take(project, session, prompt.id, tag)
    if (taken) return { prompt, ...taken }
  }
  return null
}

/**
 * Returns to `new/` what proven dead owners had taken. An owner in another container cannot be judged: what it took stays
 * listed as taken until somebody who knows better names it in `owner`.
 */
export function recoverPrompts(project: Project, session: string, owner?: string): number {
  checkDir(promptsDir(project, session), project.home)
  sweepDir(newDir(project, session))
  let returned = 0
  for (const tag of owners(project, session)) {
    if (tag !== owner && !tagIsDead(tag)) continue
    const dir = ownerDir(project, session, tag)
    ensureDir(newDir(project, session), project.home)
    for (const file of listDir(dir)) if (moveDurable(join(dir, file), join(newDir(project, session), file))) returned++
    removeFolderIfEmpty(dir)
  }
  return returned
}

export function promptsDir(project: Project, session: string): string {
  return join(sessionDir(project, session), 'prompts')
}

function take(project: Project, session: string, id: string, tag: string): Omit<TakenPrompt, 'prompt'> | null {
  const waiting = join(newDir(project, session), `${id}.json`)
  const dir = ownerDir(project, session, tag)
  const mine = join(dir, `${id}.json`)
  ensureDir(dir, project.home)
  settleDir(dir, promptsDir(project, session))
  if (!moveDurable(waiting, mine)) return null
  const leave = (): void => removeFolderIfEmpty(dir)
  return {
    delivered: (today) => {
      moveToTrash(project, mine, today, waiting)
      leave()
    },
    giveBack: () => {
      moveDurable(mine, waiting)
      leave()
    },
  }
}

function collect(project: Project, session: string, dir: string, into: Queue, owner?: string): void {
  for (const file of listDir(dir)) {
    const id = file.endsWith('.json') ? file.slice(0, -5) : ''
    if (parseId(id) === null) continue
    const found = readPrompt(project, session, join(dir, file), id)
    if (found && 'reason' in found) into.damaged.push(found)
    else if (found) into.prompts.push(owner === undefined ? found : { ...found, takenBy: owner })
  }
}

/** Null: taken by somebody since it was listed. */
function readPrompt(project: Project, session: string, path: string, id: string): Prompt | Damage | null {
  const damage = (reason: Damage['reason'], detail?: string): Damage =>
    describeDamage(project, { name: session, id, path, reason }, detail)
  try {
    const text = readTextFile(path, MAX_PROMPT_BYTES)
    if (text === null) return null
    if (text === '') return damage('empty')
    const record = openRecord(text)
    if (!record) return damage(text.includes('\0') ? 'zeroed' : text.endsWith('}') ? 'altered' : 'truncated')
    if (!isPrompt(record)) return damage('unparsable')
    return record.id === id ? record : damage('misplaced', `it says it is ${record.id}`)
  } catch (error) {
    return damage('unreadable', error instanceof Error ? error.message : String(error))
  }
}

function isPrompt(record: object): record is Prompt {
  const { id, at, text } = record as Partial<Prompt>
  return typeof id === 'string' && typeof at === 'string' && typeof text === 'string'
}

function owners(project: Project, session: string): string[] {
  return listFolders(join(promptsDir(project, session), 'taken'))
}

function newDir(project: Project, session: string): string {
  return join(promptsDir(project, session), 'new')
}

function ownerDir(project: Project, session: string, tag: string): string {
  return join(promptsDir(project, session), 'taken', tag)
}
