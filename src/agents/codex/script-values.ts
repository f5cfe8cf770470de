/** Values that are known without running a script, and what stands for those that are not. */
import type { Word } from './script-words.js'

export type Value = string | number | boolean | Value[] | Map<string, Value> | Helper | Unknown

/** Known only when it runs. */
export class Unknown {
  source: string
  constructor(source: string) {
    this.source = source
  }
}

/** A small function, or the body of a loop: where its parameters and its words stand, and what follows it. */
export class Helper {
  words: Word[]
  params: readonly [from: number, to: number]
  body: readonly [from: number, to: number]
  constructor(words: Word[], params: readonly [number, number], body: readonly [number, number]) {
    this.words = words
    this.params = params
    this.body = body
  }
}

const MAX_SOURCE = 80
const MAX_TEXT = 200_000

/** As a text has it: what is not known as it is written. */
export function shown(value: Value): string {
  if (value instanceof Unknown) return `\${${value.source.length <= MAX_SOURCE ? value.source : '…'}}`
  if (Array.isArray(value)) return value.map(shown).join(',')
  return typeof value === 'object' ? '${…}' : String(value).slice(0, MAX_TEXT)
}

/** As arguments have it: without what is not known. */
export function jsonOf(value: Value): unknown {
  if (Array.isArray(value)) return value.map(jsonOf)
  if (value instanceof Map) {
    const known = [...value].flatMap(([key, one]) => {
      const json = jsonOf(one)
      return json === undefined ? [] : [[key, json] as const]
    })
    return Object.fromEntries(known)
  }
  return typeof value === 'object' ? undefined : value
}

/** Undefined: not known without running it. */
export function callMethod(value: Value, method: string, args: readonly Value[]): Value | undefined {
  const [first, second] = args
  if (Array.isArray(value)) {
    if (method === 'join') return value.map(shown).join(first === undefined ? ',' : shown(first))
    if (method === 'concat') return [...value, ...(Array.isArray(first) ? first : args)]
    return method === 'filter' || method === 'slice' ? value : undefined
  }
  if (typeof value !== 'string') return undefined
  if (method === 'trim') return value.trim()
  if (method === 'toString') return value
  if (method === 'concat') return value + args.map(shown).join('')
  if (typeof first !== 'string') return undefined
  if (method === 'split') return value.split(first)
  if (method === 'replaceAll' && typeof second === 'string') return value.replaceAll(first, () => second)
  if (method === 'replace' && typeof second === 'string') return value.replace(first, () => second)
  return undefined
}

/** The comma that ends what begins here, or `to`. */
export function skip(list: readonly Word[], from: number, to: number): number {
  let at = from
  while (at < to && !(list[at]?.kind === 'sign' && list[at]?.text === ',')) at = Math.max(at, list[at]?.other ?? at) + 1
  return at
}

/** `x => …`, `(x, y) => …`, `function (x) { … }`. */
export function helperAt(list: Word[], from: number): Helper | undefined {
  let at = list[from]?.text === 'async' ? from + 1 : from
  const isFunction = list[at]?.kind === 'name' && list[at]?.text === 'function'
  if (isFunction) at += list[at + 1]?.kind === 'name' ? 2 : 1
  const closes = list[at]?.text === '(' ? list[at]?.other : undefined
  const arrow = closes === undefined ? at + 1 : closes + 1
  if (!isFunction && list[arrow]?.text !== '=>') return undefined
  if (closes === undefined && (isFunction || list[at]?.kind !== 'name')) return undefined
  const params = closes === undefined ? ([at, at + 1] as const) : ([at + 1, closes] as const)
  return new Helper(list, params, blockAt(list, isFunction ? arrow : arrow + 1))
}

/** `{ … }`, or what stands there up to its end. */
export function blockAt(list: readonly Word[], at: number): [from: number, to: number] {
  const word = list[at]
  if (word?.text === '{' && word.other !== undefined) return [at + 1, word.other + 1]
  let to = at
  while (to < list.length && !/^[,;)\]}]$/.test(list[to]?.kind === 'sign' ? (list[to] as Word).text : '')) {
    to = Math.max(to, list[to]?.other ?? to) + 1
  }
  return [at, to]
}
