/** An undo that is under way, and those that are done: what each did, step by step. One file each, moved when it is over. */
import type { Step } from '../../core/undo/plan.js'
import {
  ensureDir,
  listDir,
  moveDurable,
  readTextFile,
  removeFile,
  replaceDerived,
  replaceDurable,
} from '../../platform/files/files.js'
import type { Shelf } from './takes.js'

export interface Journal {
  plan: string
  did: 'undo' | 'redo'
  /** The take whose bytes are written, and the one that holds what was there. Null: nothing was. */
  from: string
  kept: string | null
  /** The loss it is about, as far as these paths. */
  of?: string
  only?: string[]
  /** The undo that a redo takes back. */
  back?: string
  steps: Step[]
  /** How many steps were not done, once it is over. */
  failed?: number
}

const MAX_BYTES = 64_000_000

export function writeJournal(shelf: Shelf, journal: Journal, tag: string): void {
  ensureDir(underWay(shelf), shelf.home)
  replaceDurable(`${underWay(shelf)}/${journal.plan}.json`, JSON.stringify(journal), tag)
}

/** What a plan was made of, so that its id alone is enough to apply it. */
export interface PlanAsked {
  to?: string
  paths: string[]
  redo: boolean
  exact: boolean
}

const MAX_PLANS = 50

/** The oldest make room. */
export function keepPlan(shelf: Shelf, id: string, asked: PlanAsked, tag: string): void {
  const dir = `${shelf.dir}/plans`
  ensureDir(dir, shelf.home)
  const names = listDir(dir).filter((name) => PLAN.test(name))
  for (const name of names.slice(0, Math.max(0, names.length - MAX_PLANS))) removeFile(`${dir}/${name}`)
  replaceDerived(`${dir}/${id}.json`, JSON.stringify(asked), tag)
}

const PLAN = /^[0-9a-f]{12}\.json$/

export function readPlan(shelf: Shelf, id: string): PlanAsked | null {
  if (!PLAN.test(`${id}.json`)) return null
  try {
    const asked = JSON.parse(readTextFile(`${shelf.dir}/plans/${id}.json`, MAX_BYTES) ?? 'null') as PlanAsked | null
    return asked && Array.isArray(asked.paths) ? asked : null
  } catch {
    return null
  }
}

/** Those that were cut off. */
export function openJournals(shelf: Shelf): Journal[] {
  return readAll(underWay(shelf))
}

export function closeJournal(shelf: Shelf, journal: Journal, tag: string): void {
  writeJournal(shelf, journal, tag)
  ensureDir(over(shelf), shelf.home)
  moveDurable(`${underWay(shelf)}/${journal.plan}.json`, `${over(shelf)}/${journal.plan}.json`)
}

export function readDone(shelf: Shelf, plan: string): Journal | null {
  return /^[0-9a-f]{8,64}$/.test(plan) ? readOne(`${over(shelf)}/${plan}.json`) : null
}

function underWay({ dir }: Shelf): string {
  return `${dir}/under-way`
}

function over({ dir }: Shelf): string {
  return `${dir}/undone`
}

function readAll(dir: string): Journal[] {
  const names = listDir(dir).filter((name) => /^[0-9a-f]+\.json$/.test(name))
  return names.flatMap((name) => readOne(`${dir}/${name}`) ?? [])
}

function readOne(path: string): Journal | null {
  try {
    const journal = JSON.parse(readTextFile(path, MAX_BYTES) ?? 'null') as Journal | null
    return journal && Array.isArray(journal.steps) && typeof journal.plan === 'string' ? journal : null
  } catch {
    return null
  }
}
