/** Joins what is stated with what is observed in the same save. What earlier entries said is carried by src/core/page. */
import { makeFields, type Fields, type FileRef, type Item } from '../entry/entry.js'

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

function joinItems<T extends Item>(first: readonly T[], second: readonly T[]): T[] {
  const known = new Set(first.map((item) => item.text))
  return [...first, ...second.filter((item) => !known.has(item.text))]
}

export function withoutPaths(files: readonly FileRef[], known: readonly FileRef[]): FileRef[] {
  const paths = new Set(known.map(({ path }) => path))
  return files.filter(({ path }) => !paths.has(path))
}
