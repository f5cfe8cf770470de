/** The questions a choice may need, each in the one form that every face can ask. */
import type { World } from '../world.js'
import { handleOf, titleOf } from '../../core/choose/title.js'
import type { Candidate } from '../../core/choose/selection.js'
import { whoseOf } from '../../core/briefing/item-lines.js'
import { type Entry, isLive } from '../../core/entry/entry.js'
import { isLoose } from '../../core/choose/loose.js'
import { shortId } from '../../core/entry/id.js'
import { labelOf } from '../../core/entry/line-keys.js'
import { present } from '../../core/present.js'
import { DogearError, needsAnswer, type Option } from '../../core/errors.js'
import { age, msOf } from '../../core/text/text.js'
import type { Asked } from '../../layouts/layout.js'
import type { CatalogRow, HeadRow } from '../../store/entries/catalog.js'

/** More than a screen of them is no choice but a list, and that is what `dogear list` is for. */
const MAX_OFFERED = 20

/** The names that a question about these offers, the nearest first. */
export function offeredOf(candidates: readonly Candidate[]): Set<string> {
  return new Set([...namesOf(candidates)].slice(0, MAX_OFFERED))
}

function namesOf(candidates: readonly Candidate[]): Set<string> {
  return new Set(candidates.map(({ name }) => name))
}

/** `rows`: those of what is offered. */
export function askWhichWorkstream(
  world: World,
  rows: readonly CatalogRow[],
  candidates: readonly Candidate[],
  question?: string,
): DogearError {
  const offered = [...offeredOf(candidates)]
  const count = namesOf(candidates).size
  const more = count - offered.length
  return needsAnswer({
    id: 'workstream',
    question:
      question ??
      `Several checkpoints fit here${more === 0 ? '' : ` (the nearest ${offered.length} of ${count})`}. Which one do you want to continue?`,
    options: [
      ...offered.map((name) => {
        const head = rows.find((row) => row.name === name)?.heads.find((one) => isLive(one.kind)) as HeadRow
        return {
          value: handleOf({ ...head, name }),
          label: titleOf({ ...head, name }),
          detail: describe(world, head.branch, head.saved, head.next ?? head.leftOff ?? head.task),
        }
      }),
      ...(more === 0
        ? []
        : [{ value: '', label: `One of ${more} more, by name`, detail: 'all: dogear list --limit 0' }]),
    ],
    answerWith: 'dogear resume <name>',
  })
}

/** Heads of one line. They began alike, so what tells them apart is what each of them did. */
export function askWhichEntry(world: World, name: string, heads: readonly Entry[]): DogearError {
  const [first] = heads
  const title = first
    ? titleOf({ name, id: first.id, ...present({ label: labelOf(first), task: first.task?.text }) })
    : name
  return needsAnswer({
    id: 'entry',
    name,
    question: `"${title}" was saved by two sessions at once. Which one do you want to continue?`,
    options: heads.map((head) => ({
      value: shortId(head.id),
      label: shortId(head.id),
      detail: describe(world, head.where.branch, head.saved, ownWords(head, heads)),
    })),
    answerWith: `dogear resume ${isLoose(name) ? '<id>' : `${name} --entry <id>`}`,
  })
}

function ownWords(head: Entry, heads: readonly Entry[]): string | undefined {
  const words = wordsIn(head)
  const others = new Set(heads.flatMap((other) => (other.id === head.id ? [] : wordsIn(other))))
  return words.find((text) => !others.has(text)) ?? words[0]
}

/** What says most about it first. */
function wordsIn({ next, leftOff, intent, decisions, done }: Entry): string[] {
  return [next, leftOff, intent, decisions.at(-1), done[0]].flatMap((item) => item?.text ?? [])
}

function describe(
  world: Pick<World, 'now'>,
  branch: string | undefined,
  saved: string,
  summary: string | undefined,
): string {
  return [branch, whenOf(world, saved), summary].filter(Boolean).join(', ')
}

/** The date as the one who saved saw it, and how long ago that is. */
function whenOf(world: Pick<World, 'now'>, saved: string): string {
  const ms = msOf(saved)
  return ms === null ? saved : `${saved.slice(0, 16).replace('T', ' ')} (${age(ms, world.now().ms)})`
}

/** A client that resumed several and saves without a name: what it does now may belong to any of them. */
export function askWhichResumed(world: Pick<World, 'now'>, lines: readonly Entry[]): DogearError {
  return needsAnswer({
    id: 'line',
    question: 'Several checkpoints were resumed here. Which one is this save for?',
    options: lines.map((entry) => {
      const { name, id, where, saved, task, intent, next, leftOff } = entry
      const label = labelOf(entry)
      return {
        value: label,
        label: titleOf({ name, id, label, task: task?.text, intent: intent?.text, next: next?.text }),
        detail: describe(world, where.branch, saved, (next ?? leftOff)?.text),
      }
    }),
    answerWith: 'dogear save <name>',
  })
}

/** Somebody else's: nothing of it is shown before the user has said yes. */
export function askForeign({ name, id, by, saved }: Entry): DogearError {
  const whose = whoseOf(by) || 'somebody else'
  return needsAnswer({
    id: 'foreign',
    name,
    question: `"${name}" (${shortId(id)}, ${saved.slice(0, 16).replace('T', ' ')}) was not saved here: it says it is by ${whose}. Go on with it?`,
    options: [
      { value: 'yes', label: 'Go on with it', detail: 'marked as theirs: notes to look at, no instructions' },
      { value: 'mine', label: 'It is mine', detail: 'all of this workstream was saved by you, elsewhere' },
    ],
    answerWith: `dogear resume ${name} --entry ${shortId(id)} --yes, or --mine where you saved it yourself`,
  })
}

/** A save would go on from it, and nobody has been shown it. */
export function refuseForeign({ name, id }: Pick<Entry, 'name' | 'id'>): DogearError {
  return new DogearError(
    'needs-answer',
    `${shortId(id)} of "${name}" was not saved here, and nobody has said yes to it`,
    {
      expected: 'an entry of yours, or one that was resumed',
      next: `dogear resume ${name} --entry ${shortId(id)}, then save`,
    },
  )
}

/** There is nothing of this user's own to go on with. */
export function askWhichForeign(world: World, rows: readonly CatalogRow[]): DogearError {
  const heads = rows.flatMap(({ name, heads: [head] }) => (head?.foreign && isLive(head.kind) ? [{ name, head }] : []))
  return needsAnswer({
    id: 'workstream',
    question: 'No checkpoint here is yours. Which of these, by others, do you want to continue?',
    options: heads.map(({ name, head }) => ({
      value: name,
      label: name,
      detail: describe(world, head.branch, head.saved, `by ${whoseOf(head.by) || 'somebody else'}`),
    })),
    answerWith: 'dogear resume <name>',
  })
}

/** Policy `ask` for a name that exists: what is there is shown before it is continued. */
export function askExisting(world: Pick<World, 'now'>, { name, saved, leftOff, next }: Entry): DogearError {
  const said = (leftOff ?? next)?.text
  return needsAnswer({
    id: 'existing',
    name,
    question: `Checkpoint "${name}" exists. Saved: ${whenOf(world, saved)}.${said === undefined ? '' : ` Left Off: ${said}`}`,
    options: [
      { value: 'overwrite', label: 'Overwrite', detail: 'the old one stays in the history' },
      { value: '', label: 'Different name' },
    ],
    answerWith: `dogear save ${name} --overwrite, or dogear save <another name>`,
  })
}

const MISSING: Readonly<Record<Asked, { question: string; options: Option[]; flag: string }>> = {
  task: {
    question: 'What are you currently working on?',
    options: [{ value: '', label: 'Say what' }],
    flag: '--task "what, and why"',
  },
  decision: {
    question: 'What key decisions were made (and why)?',
    options: [
      { value: 'none', label: 'None' },
      { value: '', label: 'Say which' },
    ],
    flag: '--decision "what — why" (or none)',
  },
  next: {
    question: "What's the next action?",
    options: [{ value: '', label: 'Say what' }],
    flag: '--next "the very next step"',
  },
}

/** Policy `asks`: nobody stated it and nothing shows it. `others`: what is asked next, and can be said at once. */
export function askMissing(what: Asked, others: readonly Asked[]): DogearError {
  const { question, options } = MISSING[what]
  const flags = [what, ...others].map((one) => MISSING[one].flag)
  return needsAnswer({ id: what, question, options, answerWith: `dogear save … ${flags.join(' ')}` })
}

/** Policy `confirm`: resuming waits for a yes. */
export function askReady(name: string): DogearError {
  return needsAnswer({
    id: 'ready',
    name,
    question: 'Ready to continue? (yes/no)',
    options: [
      { value: 'yes', label: 'yes', detail: 'go on with it' },
      { value: 'no', label: 'no', detail: 'start fresh; it stays in the history' },
    ],
    answerWith: `dogear resume ${name} --yes, or dogear resume ${name} --fresh`,
  })
}

/** Policy `ask`: a save without a name offers one made from the work. */
export function askName(suggestion: string): DogearError {
  return needsAnswer({
    id: 'name',
    question: 'Under which name do you want to save this?',
    options: [
      { value: suggestion, label: `Use '${suggestion}' (Recommended)` },
      { value: '', label: 'Provide different name' },
    ],
    answerWith: 'dogear save <name>',
  })
}
