/**
 * An autosave never replaces what somebody meant. Where an `auto` entry continues a `named` one, a resume shows the
 * judgement of the named entry with the newer facts the autosave observed.
 */
import { fieldsOf, makeFields, type Entry, type Fields, type FileRef, type Item } from '../entry/entry.js'

const PROSE = fieldsOf(['prose'])
const PLANS = fieldsOf(['plan'])
const FILES = fieldsOf(['files'])

export function joinAuto(named: Entry, auto: Entry): Entry {
  return {
    ...named,
    ...joinFields(named, auto),
    ...newerFacts(named, auto),
    where: auto.where,
  }
}

/** What the later entry knows better: the last request, how far the plan is, the content of a file. */
function newerFacts(named: Entry, auto: Entry): Partial<Fields> {
  const facts: Partial<Fields> = {}
  for (const { key, kind } of PROSE) if (kind === 'fact' && auto[key]) facts[key] = auto[key]
  for (const { key } of PLANS)
    if (auto[key] && (!named[key] || named[key].path === auto[key].path)) facts[key] = auto[key]
  for (const { key } of FILES) facts[key] = joinFiles(named[key], auto[key])
  return facts
}

/** What the first says stands; the second adds to its lists and fills in what it does not say. */
export function joinFields(first: Fields, second: Fields): Fields {
  return makeFields({
    prose: ({ key }) => first[key] ?? second[key],
    line: ({ key }) => first[key] ?? second[key],
    plan: ({ key }) => first[key] ?? second[key],
    items: ({ key }) => joinItems(first[key], second[key]),
    reasoned: ({ key }) => joinItems(first[key], second[key]),
    choices: ({ key }) => joinItems(first[key], second[key]),
    files: ({ key }) => [...first[key], ...withoutPaths(second[key], first[key])],
  })
}

function joinItems<T extends Item>(named: readonly T[], auto: readonly T[]): T[] {
  const known = new Set(named.map((item) => item.text))
  return [...named, ...auto.filter((item) => !known.has(item.text))]
}

/** The newer content hash is the one to compare with. */
function joinFiles(named: readonly FileRef[], auto: readonly FileRef[]): FileRef[] {
  const newer = new Map(auto.map((file) => [file.path, file]))
  return [...named.map((file) => newer.get(file.path) ?? file), ...withoutPaths(auto, named)]
}

export function withoutPaths(files: readonly FileRef[], known: readonly FileRef[]): FileRef[] {
  const paths = new Set(known.map(({ path }) => path))
  return files.filter(({ path }) => !paths.has(path))
}
