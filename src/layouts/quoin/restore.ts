/**
 * Restore in a quoin project: choose a checkpoint → show what it says → read its artifacts now → offer blocked prompts →
 * clean up. Every question comes before anything is changed, so a command that is answered in steps starts over safely.
 */
import type { Entry } from '../../core/entry/entry.js'
import { DogearError } from '../../core/errors.js'
import { cleanText } from '../../core/text/text.js'
import type { Artifact, FoundFile, PlanRestore, RestoreDesk, RestorePlan } from '../abilities.js'
import { projection, sameContent } from '../common/to-entry.js'
import type { Document, Layout } from '../layout.js'
import { type Choice, chooseRestore } from './choose.js'
import { readQuoinFiles, type QuoinFiles } from './files.js'
import { planLedger } from './ledger.js'
import { artifactPaths, MANUAL_RECOVERY, notDiscarded, surfaceOf } from './messages.js'
import { discardOf, findOffer, planTaking, type Offered } from './offer.js'
import { isBroken, parseCheckpoint } from './parse.js'
import { baseOf, parseTaken } from './paths.js'
import { askEdited, askReplay, askReread, askSentinel } from './questions.js'
import { type Replay, decideReplay } from './prompts.js'

export function restorerOf(layout: Layout): PlanRestore {
  return (desk) => planRestore(desk, layout)
}

function planRestore(desk: RestoreDesk, layout: Layout): RestorePlan | null {
  const files = readAll(desk)
  const { root, session, answers } = desk
  const known = session === undefined ? {} : { session }
  const choice = chooseRestore({ ...known, root, ...files, answers: answers['sentinel'] ?? [] })
  if (choice.do === 'nothing') return null
  if (choice.do === 'ask') throw askSentinel(choice)
  const document = readChosen(choice, files)
  const surface = surfaceOf(document)
  const paths = artifactPaths({ ...document.fields, extraKeys: document.extraKeys })
  const [reread] = answers['reread'] ?? []
  if (reread === undefined && paths.length > 0) throw askReread(choice.notes, surface)
  const offer = findOffer(desk, files.pending)
  const taking = offer ? planTaking(desk, offer, decide(desk, offer)) : { prompts: [], takes: [] }
  const base = baseOf(choice.checkpoint)
  return {
    path: choice.checkpoint,
    document,
    surface,
    artifacts: reread === 'yes' ? readArtifacts(desk, [base, ''], paths) : null,
    notes: choice.notes,
    entry: entryOf(desk, layout, document),
    ...taking,
    discards: choice.sentinels.map((path) => discardOf(path, desk.today)),
    after: planLedger(desk, base, { name: document.name, session, note: 'restore' }),
    notDiscarded,
  }
}

/** What the dead had taken waits again. */
function readAll(desk: RestoreDesk): QuoinFiles {
  const files = readQuoinFiles(desk)
  const returned = files.taken.filter((path) => {
    const taken = parseTaken(path)
    return taken !== null && desk.putBack(path, taken.tag, taken.path)
  })
  return returned.length > 0 ? readQuoinFiles(desk) : files
}

function readChosen(choice: Choice & { do: 'restore' }, { checkpoints }: QuoinFiles): Document {
  const found = checkpoints.find((file) => file.path === choice.checkpoint) as FoundFile
  const parsed = found.text === null ? null : parseCheckpoint({ ...found, text: found.text })
  if (!parsed || isBroken(parsed)) throw corrupt(found)
  return parsed
}

function decide({ answers }: RestoreDesk, offer: Offered): Replay {
  const decided = decideReplay(offer, answers['replay'] ?? [])
  if (decided.do === 'ask') throw askReplay(offer, decided.attempt)
  const prompt = decided.do === 'edit' ? offer.prompts[decided.place] : undefined
  if (prompt && answers['edited'] === undefined) throw askEdited(prompt)
  return decided
}

/** The head that says what the file says, else the only one: the next save continues it. */
function entryOf(desk: RestoreDesk, layout: Layout, document: Document): Entry | null {
  const heads = desk.heads(document.name)
  const same = heads.find((head) => {
    const said = projection(layout, head, desk.userHome)
    return said !== null && sameContent(said, document)
  })
  return same ?? (heads.length === 1 ? (heads[0] as Entry) : null)
}

const LONGEST_SHOWN = 20_000
const LONGEST_TOGETHER = 80_000
const LARGEST_FILE = 1_000_000

/** A checkpoint holds paths, and what they lead to may have changed since. `folders`: what they may be relative to. */
function readArtifacts(desk: RestoreDesk, folders: readonly string[], paths: readonly string[]): Artifact[] {
  let room = LONGEST_TOGETHER
  return paths.map((path) => {
    let text: string | null = null
    for (const folder of folders) text ??= desk.readBelow(folder, path, LARGEST_FILE)
    if (text === null) return { path }
    const shown = text.slice(0, Math.min(LONGEST_SHOWN, room))
    room -= shown.length
    return { path, text: shown, ...(shown.length < text.length ? { cut: text.length - shown.length } : {}) }
  })
}

/** The sentinel stays: what it points to may be put right by hand. */
function corrupt({ path, text }: FoundFile): DogearError {
  const raw = text === null ? '(it cannot be read at all)' : cleanText(text).slice(0, LONGEST_SHOWN)
  return new DogearError(
    'damaged',
    `the checkpoint ${path} cannot be read as one. It holds:\n\n${raw}\n\n${MANUAL_RECOVERY}`,
    {
      expected: 'the sections of a checkpoint: "## Status", "## Active task", "## Branch", …',
      next: 'mend the file and restore again, or choose one of: dogear list',
    },
  )
}
