/**
 * A long session is not read again at every turn: what its last autosave observed is carried on, and what came since is
 * added to it. The result says what a reading of the whole file would say, as far as that fits into the lists.
 */
import type { Failed, Fields, FileRef, Item } from './entry.js'
import { makeFields } from './entry.js'
import { commandKey, plainCommand } from './facts/command-text.js'
import { cutLine } from './facts/telling-line.js'
import { cleanLine } from './sanitise.js'

const MOST_ITEMS = 50
const MOST_DECISIONS = 12
const MOST_FILES = 12
const MOST_COMMANDS = 10
const LONGEST_COMMAND = 120

/** What happened since the last autosave. */
export interface Since {
  fields: Fields
  /** Commands that passed. */
  passed: readonly string[]
  /** Somebody said something: a request, or an answer. */
  talked: boolean
}

export function carryOn(last: Fields, { fields: now, passed, talked }: Since): Fields {
  const before = observedIn(last)
  const fixed = new Set(passed.map(shownCommand))
  const mended = before.failed.filter(({ text }) => fixed.has(text))
  return {
    ...now,
    ...single('task', before.task ?? now.task),
    ...single('intent', now.intent ?? before.intent),
    ...single('next', now.next ?? (talked ? undefined : before.next)),
    ...(now.plan || last.plan ? { plan: now.plan ?? last.plan } : {}),
    done: joinDone([...now.done, ...mended.map(nowPasses)], before.done).slice(0, MOST_ITEMS),
    failed: byText([...now.failed, ...before.failed.filter(({ text }) => !fixed.has(text))]).slice(0, MOST_ITEMS),
    decisions: byText([...now.decisions, ...before.decisions]).slice(0, MOST_DECISIONS),
    questions: talked ? now.questions : before.questions,
    context: byText([...now.context, ...(now.intent ? [] : before.context)]),
    files: joinFiles(now.files, before.files).slice(0, MOST_FILES),
    commands: byText([...now.commands, ...before.commands]).slice(0, MOST_COMMANDS),
  }
}

/** What git or a state file said is asked again at every save; what somebody stated is joined there. */
function observedIn(last: Fields): Fields {
  const isRead = ({ observed }: { observed?: string }): boolean => observed?.startsWith('transcript') ?? false
  const none = (): undefined => undefined
  return makeFields({
    prose: ({ key }) => (last[key] && isRead(last[key]) ? last[key] : undefined),
    line: none,
    plan: none,
    items: ({ key }) => last[key].filter(isRead),
    reasoned: ({ key }) => last[key].filter(isRead),
    choices: ({ key }) => last[key].filter(isRead),
    files: ({ key }) => last[key].filter(isRead),
  })
}

/** As the facts write a command that failed. */
function shownCommand(command: string): string {
  return `\`${cutLine(commandKey(cleanLine(plainCommand(command))), LONGEST_COMMAND)}\``
}

function nowPasses({ text, observed }: Failed): Item {
  return { text: `${text} failed, now passes`, ...(observed === undefined ? {} : { observed }) }
}

const CHANGE = /^(created|edited|deleted) (.+?)(?: \(\+(\d+) −(\d+)\))?$/

/** A file that was changed in both stretches is told once, with the lines of both. */
function joinDone(now: readonly Item[], before: readonly Item[]): Item[] {
  const changed = new Map(before.flatMap((item) => (CHANGE.test(item.text) ? [[pathOf(item), item] as const] : [])))
  const joined = now.map((item) => {
    const earlier = CHANGE.test(item.text) ? changed.get(pathOf(item)) : undefined
    if (!earlier) return item
    changed.delete(pathOf(item))
    return { ...item, text: sumOf(earlier.text, item.text) }
  })
  const kept = before.filter((item) => !CHANGE.test(item.text) || changed.has(pathOf(item)))
  return byText([...joined, ...kept])
}

function pathOf({ text }: Item): string {
  return CHANGE.exec(text)?.[2] ?? ''
}

function sumOf(earlier: string, later: string): string {
  const [, howBefore, , addedBefore = '0', removedBefore = '0'] = CHANGE.exec(earlier) ?? []
  const [, howNow, path, added = '0', removed = '0'] = CHANGE.exec(later) ?? []
  const how = howBefore === 'created' && howNow === 'edited' ? 'created' : howNow
  const [plus, minus] = [Number(addedBefore) + Number(added), Number(removedBefore) + Number(removed)]
  return `${how} ${path}${plus + minus > 0 ? ` (+${plus} −${minus})` : ''}`
}

/** A file that was changed once stays a changed one, though it was only read since. */
function joinFiles(now: readonly FileRef[], before: readonly FileRef[]): FileRef[] {
  const roles = new Map(before.map((file) => [file.path, file.role]))
  const first = now.map((file) => {
    const role = roles.get(file.path)
    return file.role === 'read' && role !== undefined ? { ...file, role } : file
  })
  const known = new Set(now.map(({ path }) => path))
  return [...first, ...before.filter(({ path }) => !known.has(path))]
}

function byText<T extends Item>(items: readonly T[]): T[] {
  const known = new Set<string>()
  return items.filter(({ text }) => !known.has(text) && known.add(text))
}

function single<K extends string>(key: K, item: Item | undefined): Partial<Record<K, Item>> {
  return (item === undefined ? {} : { [key]: item }) as Partial<Record<K, Item>>
}
