/**
 * Restore in a quoin project: choose a checkpoint → show what it says → read its artifacts now → offer blocked prompts →
 * clean up. Every question comes before anything is changed, so a command that is answered in steps starts over safely.
 */
import { present } from '../../core/present.js'
import type { Entry } from '../../core/entry/entry.js'
import { DogearError, needsAnswer } from '../../core/errors.js'
import { cutAt } from '../../core/text/cut.js'
import { cleanLine, cleanText } from '../../core/text/text.js'
import type { Artifact, FoundFile, PlanRestore, RestoreDesk, RestorePlan } from '../abilities.js'
import { projection, sameContent } from '../common/to-entry.js'
import type { Document, Layout } from '../layout.js'
import { isBroken, parseCheckpoint } from './checkpoint.js'
import { type Choice, chooseRestore } from './choose.js'
import { planLedger } from './ledger.js'
import { artifactPaths, MANUAL_RECOVERY, notDiscarded, REREAD_QUESTION, surfaceOf } from './messages.js'
import { baseOf, parseTaken, type QuoinFiles, readQuoinFiles } from './paths.js'
import type { Blocked } from './blocked.js'
import {
  decideReplay,
  discardOf,
  findOffer,
  type Offer,
  type Offered,
  planTaking,
  printForEdit,
  printOffer,
  type Replay,
} from './prompts.js'

export function restorerOf(layout: Layout): PlanRestore {
  return (desk) => planRestore(desk, layout)
}

function planRestore(desk: RestoreDesk, layout: Layout): RestorePlan | null {
  const files = readAll(desk)
  const { root, session, answers, today } = desk
  const known = present({ session })
  const choice = chooseRestore({ ...known, root, today, ...files, answers: answers['sentinel'] ?? [] })
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
    after: planLedger(desk, base, { name: document.name, label: document.label, session, note: 'restore' }),
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
  const heads = desk.heads(document.label ?? document.name)
  const same = heads.find((head) => {
    const said = projection(layout, head, desk.userHome)
    return said !== null && sameContent(said, document)
  })
  return same ?? (heads.length === 1 ? (heads[0] as Entry) : null)
}

const MAX_SHOWN_LENGTH = 20_000
const MAX_TOGETHER_LENGTH = 80_000
const MAX_FILE_BYTES = 1_000_000

/** A checkpoint holds paths, and what they lead to may have changed since. `folders`: what they may be relative to. */
function readArtifacts(desk: RestoreDesk, folders: readonly string[], paths: readonly string[]): Artifact[] {
  let room = MAX_TOGETHER_LENGTH
  return paths.map((path) => {
    let text: string | null = null
    for (const folder of folders) text ??= desk.readBelow(folder, path, MAX_FILE_BYTES)
    if (text === null) return { path }
    const shown = text.slice(0, Math.min(MAX_SHOWN_LENGTH, room))
    room -= shown.length
    return { path, text: shown, ...(shown.length < text.length ? { cut: text.length - shown.length } : {}) }
  })
}

/** The sentinel stays: what it points to may be put right by hand. */
function corrupt({ path, text }: FoundFile): DogearError {
  const raw = text === null ? '(it cannot be read at all)' : cutAt(cleanText(text), MAX_SHOWN_LENGTH)
  return new DogearError(
    'damaged',
    `the checkpoint ${path} cannot be read as one. It holds:\n\n${raw}\n\n${MANUAL_RECOVERY}`,
    {
      expected: 'the sections of a checkpoint: "## Status", "## Active task", "## Branch", …',
      next: 'mend the file and restore again, or choose one of: dogear list',
    },
  )
}

// The questions, in the words of the seed. Each is answered by a flag; given twice, the flag answers twice.

/** A second question of the same kind has its own id, so that a face that asks each question once asks it again. */
function idOf(flag: string, attempt: 1 | 2): string {
  return attempt === 1 ? flag : `${flag}-again`
}

export function askSentinel({ text, options, attempt, notes }: Choice & { do: 'ask' }): DogearError {
  return needsAnswer({
    id: idOf('sentinel', attempt),
    question: [...notes, text].join('\n'),
    options: [
      ...options.map((label, i) => ({ value: String(i + 1), label })),
      { value: 'skip', label: 'skip', detail: 'take the newest checkpoint' },
    ],
    answerWith: again('dogear resume --sentinel <number|skip>', attempt),
  })
}

export function askReread(notes: readonly string[], surface: string): DogearError {
  return needsAnswer({
    id: 'reread',
    question: [...notes, surface, REREAD_QUESTION].join('\n'),
    options: [
      { value: 'yes', label: 'y', detail: 'read them now' },
      { value: 'no', label: 'n', detail: 'go on without' },
    ],
    answerWith: 'dogear resume --reread <yes|no>',
  })
}

export function askReplay(offer: Offer, attempt: 1 | 2): DogearError {
  return needsAnswer({
    id: idOf('replay', attempt),
    question: printOffer(offer),
    options: offer.isLegacy ? legacyOptions(offer) : listOptions(offer),
    answerWith: again('dogear resume --replay <answer>', attempt),
  })
}

export function askEdited(prompt: Blocked): DogearError {
  return needsAnswer({
    id: 'edited',
    question: printForEdit(prompt),
    options: [
      { value: '', label: 'Type the edited version' },
      { value: prompt.text, label: 'Send it as it is' },
    ],
    answerWith: 'dogear resume --replay "edit <number>" --edited <text>',
  })
}

function legacyOptions(offer: Offer): { value: string; label: string }[] {
  return ['y', 'n', offer.case === 'B' ? 'edit' : 'delete'].map((value) => ({ value, label: value }))
}

function listOptions({ case: which, prompts }: Offer): { value: string; label: string }[] {
  const each = prompts.map(({ text }, i) => ({
    value: String(i + 1),
    label: `${i + 1}: ${cleanLine(text).slice(0, 60)}`,
  }))
  const words = ['none', ...(which === 'C' ? ['delete'] : [])].map((value) => ({ value, label: value }))
  return [{ value: 'all', label: 'all' }, ...each, ...words, { value: '', label: 'Type it: 1,3 or edit 1' }]
}

function again(line: string, attempt: 1 | 2): string {
  return attempt === 1 ? line : `${line}, given a second time after the first answer`
}
