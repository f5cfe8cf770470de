/**
 * An autosave never replaces what somebody meant. Where an `auto` entry continues a `named` one, a resume shows the
 * judgement of the named entry with the newer facts the autosave observed.
 */
import type { Entry, Fields, FileRef, Item } from './entry.js'

export function joinAuto(named: Entry, auto: Entry): Entry {
  const plan = auto.plan && (!named.plan || named.plan.path === auto.plan.path) ? auto.plan : named.plan
  return {
    ...named,
    ...joinFields(named, auto),
    // The last request is a fact that the later entry knows better.
    ...prefer('intent', auto.intent, named.intent),
    ...(plan ? { plan } : {}),
    where: auto.where,
    files: joinFiles(named.files, auto.files),
  }
}

/** What the first says stands; the second adds to its lists and fills in what it does not say. */
export function joinFields(first: Fields, second: Fields): Fields {
  const plan = first.plan ?? second.plan
  const stage = first.stage ?? second.stage
  return {
    ...prefer('task', first.task, second.task),
    ...prefer('next', first.next, second.next),
    ...prefer('leftOff', first.leftOff, second.leftOff),
    ...prefer('intent', first.intent, second.intent),
    ...(plan ? { plan } : {}),
    ...(stage === undefined ? {} : { stage }),
    done: joinItems(first.done, second.done),
    failed: joinItems(first.failed, second.failed),
    decisions: joinItems(first.decisions, second.decisions),
    blockers: joinItems(first.blockers, second.blockers),
    questions: joinItems(first.questions, second.questions),
    context: joinItems(first.context, second.context),
    files: [...first.files, ...second.files.filter(({ path }) => !first.files.some((file) => file.path === path))],
    commands: joinItems(first.commands, second.commands),
  }
}

function prefer<K extends string>(key: K, first: Item | undefined, second: Item | undefined): Partial<Record<K, Item>> {
  const value = first ?? second
  return value ? ({ [key]: value } as Record<K, Item>) : {}
}

function joinItems<T extends Item>(named: readonly T[], auto: readonly T[]): T[] {
  const known = new Set(named.map((item) => item.text))
  return [...named, ...auto.filter((item) => !known.has(item.text))]
}

/** The newer content hash is the one to compare with. */
function joinFiles(named: readonly FileRef[], auto: readonly FileRef[]): FileRef[] {
  const newer = new Map(auto.map((file) => [file.path, file]))
  const kept = named.map((file) => newer.get(file.path) ?? file)
  const known = new Set(named.map((file) => file.path))
  return [...kept, ...auto.filter((file) => !known.has(file.path))]
}
