/**
 * Restore in a quoin project: choose a checkpoint → show what it says → read its artifacts now → offer blocked prompts →
 * clean up. Every question comes before anything is changed, so a command that is answered in steps starts over safely.
 */
import type { Entry } from '../core/entry.js'
import { isLive } from '../core/entry.js'
import { DogearError } from '../core/errors.js'
import { cleanText } from '../core/sanitise.js'
import { isoWithZone } from '../core/time.js'
import { projection, sameContent } from '../layouts/common/to-entry.js'
import type { Document } from '../layouts/layout.js'
import type { Found } from '../layouts/quoin/candidates.js'
import { chooseRestore, type Choice } from '../layouts/quoin/choose.js'
import { layout as quoin } from '../layouts/quoin/layout.js'
import { artifactPaths, MANUAL_RECOVERY, surfaceOf } from '../layouts/quoin/messages.js'
import { isBroken, parseCheckpoint } from '../layouts/quoin/parse.js'
import { baseOf } from '../layouts/quoin/paths.js'
import { decideReplay, type Replay } from '../layouts/quoin/replay.js'
import { realPathOf } from '../platform/place.js'
import { readHeads } from '../store/heads-of.js'
import type { Located } from '../store/projects.js'
import { writeResumed } from '../store/resumed.js'
import { MOST_CHARACTERS, readArtifacts, type Artifact } from './quoin-artifacts.js'
import { readQuoinFiles, type QuoinFiles } from './quoin-files.js'
import { appendLedger } from './quoin-ledger.js'
import { findOffer, recoverTaken, takePrompts, type Handover, type Offered } from './quoin-prompts.js'
import { askEdited, askReplay, askReread, askSentinel } from './quoin-questions.js'
import { moveToQuoinTrash } from './quoin-trash.js'
import { resume } from './resume.js'
import type { World } from './world.js'

export interface RestoreRequest {
  /** Answers to the list of sentinels: numbers or `skip`. */
  sentinel: readonly string[]
  reread?: 'yes' | 'no'
  /** Answers to the offer of blocked prompts. */
  replay: readonly string[]
  edited?: string
  budget: number
  dryRun: boolean
}

export interface Restored {
  /** Of the checkpoint, relative to the worktree. */
  path: string
  document: Document
  surface: string
  /** dogear's own briefing, where an entry says more than the file. */
  briefing?: string
  /** Null: they were not to be read. */
  artifacts: Artifact[] | null
  /** Prompts to run now, oldest first. */
  prompts: string[]
  notes: string[]
}

/**
 * Null: there is nothing of quoin's to restore. `deliver` hands everything over; only when it has returned are prompts and
 * sentinels used up. Returns warnings about that.
 */
export function restoreQuoin(
  world: World,
  located: Located,
  request: RestoreRequest,
  deliver: (restored: Restored) => void,
): string[] | null {
  const root = realPathOf(located.worktree)
  const plan = planRestore(world, located, root, request)
  if (!plan) return null
  const place = { located, root, today: isoWithZone(world.now()).slice(0, 10) }
  const { offer, replay } = plan
  const handover =
    offer && replay && !request.dryRun ? takePrompts(world, place, offer, replay, request.edited) : NO_PROMPTS
  handOver(handover, () => deliver({ ...plan.restored, prompts: handover.texts }))
  return request.dryRun ? [] : [...handover.delivered(), ...finish(world, place, plan)]
}

interface RestorePlan {
  restored: Omit<Restored, 'prompts'>
  entry: Entry | null
  sentinels: string[]
  offer: Offered | null
  replay: Replay | null
}

/** Everything that may need an answer. Nothing is changed but what the dead had taken. */
function planRestore(world: World, located: Located, root: string, request: RestoreRequest): RestorePlan | null {
  const files = readAll(root, world, request.dryRun)
  const choice = chooseRestore({ ...sessionIn(world), root, ...files, answers: request.sentinel })
  if (choice.do === 'nothing') return null
  if (choice.do === 'ask') throw askSentinel(choice)
  const document = readChosen(choice, files)
  const surface = surfaceOf(document)
  const paths = artifactPaths({ ...document.fields, extraKeys: document.extraKeys })
  if (request.reread === undefined && paths.length > 0) throw askReread(choice.notes, surface)
  const offer = findOffer(world, located, files.pending)
  const replay = offer && decide(offer, request)
  const entry = entryOf(world, located, document)
  const artifacts =
    request.reread === 'yes' ? readArtifacts([joined(root, baseOf(choice.checkpoint)), root], paths) : null
  const briefing = entry ? { briefing: briefingOf(world, entry, request.budget) } : {}
  const restored = { path: choice.checkpoint, document, surface, ...briefing, artifacts, notes: choice.notes }
  return { restored, entry, sentinels: choice.sentinels, offer, replay }
}

/** The answer is out: the session goes on from there, and what led to it is used up. */
function finish(
  world: World,
  { located, root, today }: { located: Located; root: string; today: string },
  { restored: { path, document }, entry, sentinels }: RestorePlan,
): string[] {
  const { session } = world.by
  if (entry && session) writeResumed(located.project, session, entry.id, world.tag)
  const row = { name: document.name, session, note: 'restore' as const }
  return [
    ...sentinels.flatMap((sentinel) => moveToQuoinTrash(root, sentinel, today) ?? []),
    ...appendLedger(world, located.project, joined(root, baseOf(path)), row),
  ]
}

const NO_PROMPTS: Handover = { texts: [], delivered: () => [], giveBack: () => undefined }

function readAll(root: string, world: World, dryRun: boolean): QuoinFiles {
  const files = readQuoinFiles(root, world.cwd)
  return !dryRun && recoverTaken(root, files.taken) ? readQuoinFiles(root, world.cwd) : files
}

function sessionIn(world: World): { session?: string } {
  return world.by.session === undefined ? {} : { session: world.by.session }
}

function handOver(handover: Handover, deliver: () => void): void {
  try {
    deliver()
  } catch (error) {
    handover.giveBack()
    throw error
  }
}

function readChosen(choice: Choice & { do: 'restore' }, { checkpoints }: QuoinFiles): Document {
  const found = checkpoints.find((file) => file.path === choice.checkpoint) as Found
  const parsed = found.text === null ? null : parseCheckpoint({ ...found, text: found.text })
  if (!parsed || isBroken(parsed)) throw corrupt(found)
  return parsed
}

function decide(offer: Offered, request: RestoreRequest): Replay {
  const decided = decideReplay(offer, request.replay)
  if (decided.do === 'ask') throw askReplay(offer, decided.attempt)
  const prompt = decided.do === 'edit' ? offer.prompts[decided.place] : undefined
  if (prompt && request.edited === undefined) throw askEdited(prompt)
  return decided
}

/** The head that says what the file says, else the only one: the next save continues it. */
function entryOf(world: World, { project, exists }: Located, document: Document): Entry | null {
  const heads = exists ? readHeads(project, document.name).heads.filter((head) => isLive(head.kind)) : []
  const same = heads.find((head) => {
    const said = projection(quoin, head, world.userHome)
    return said !== null && sameContent(said, document)
  })
  return same ?? (heads.length === 1 ? (heads[0] as Entry) : null)
}

function briefingOf(world: World, entry: Entry, budget: number): string {
  return resume(world, { name: entry.name, entry: entry.id, budget, consume: false, dryRun: true }).briefing
}

function joined(root: string, base: string): string {
  return base === '' ? root : `${root}/${base}`
}

/** The sentinel stays: what it points to may be put right by hand. */
function corrupt({ path, text }: Found): DogearError {
  const raw = text === null ? '(it cannot be read at all)' : cleanText(text).slice(0, MOST_CHARACTERS)
  return new DogearError(
    'damaged',
    `the checkpoint ${path} cannot be read as one. It holds:\n\n${raw}\n\n${MANUAL_RECOVERY}`,
    {
      expected: 'the sections of a checkpoint: "## Status", "## Active task", "## Branch", …',
      next: 'mend the file and restore again, or choose one of: dogear list',
    },
  )
}
