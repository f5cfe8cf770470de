/**
 * What a piece of JavaScript asks tools to do, without running it: newer versions let the model write
 * `await tools.exec_command({cmd: "…"})` instead of calling the tool. Constants, texts put together of them, lists that
 * are gone through and small helpers are followed; what is only known when it runs stands as `${…}`, as it is written.
 */
import { scriptOf, type Word } from './script-words.js'
import { evaluator, MAX_DEPTH, type Names } from './script-terms.js'
import { blockAt, Helper, helperAt, jsonOf, shown, skip, Unknown, type Value } from './script-values.js'

export interface ToolCall {
  tool: string
  args: unknown
}

const MAX_CALLS = 200
/** Words looked at, loops counted each time round. */
const MAX_STEPS = 100_000

/** In the order in which they stand. */
export function callsInScript(source: string): ToolCall[] {
  const calls: ToolCall[] = []
  let steps = 0
  const hasStep = (): boolean => steps++ < MAX_STEPS
  const { words } = scriptOf(source)
  const { expression, listed } = evaluator(hasStep)

  /** Goes through the words from `from` to `to` and notes names and calls. */
  function walk(list: Word[], from: number, to: number, names: Names, depth: number): void {
    if (depth >= MAX_DEPTH) return
    let at = from
    while (at < to && calls.length < MAX_CALLS && hasStep()) {
      at = follow(list, at, names, depth)
    }
  }

  /** Where to go on. */
  function follow(list: Word[], at: number, names: Names, depth: number): number {
    const [word, next, third] = [list[at] as Word, list[at + 1], list[at + 2]]
    if (word.kind !== 'name') return word.text === '.' ? eachOf(list, at, names, depth) : at + 1
    if (list[at - 1]?.text === '.' || list[at - 1]?.text === '?.') return at + 1
    if (word.text === 'tools') return toolAt(list, at, names)
    if (word.text === 'for' && next?.text === '(') return loop(list, at + 1, names, depth)
    if (word.text === 'function' && next?.kind === 'name') {
      const helper = helperAt(list, at)
      if (helper) names.set(next.text, helper)
      return helper ? helper.body[1] : at + 1
    }
    if (next?.text === '=' && third) {
      const { value, end } = expression(list, at + 2, names, depth)
      names.set(word.text, value)
      return value instanceof Helper ? end : at + 2
    }
    if (next?.text === '+=' && third) {
      const { value } = expression(list, at + 2, names, depth)
      names.set(word.text, shown(names.get(word.text) ?? new Unknown(word.text)) + shown(value))
      return at + 2
    }
    const helper = next?.text === '(' ? names.get(word.text) : undefined
    if (!(helper instanceof Helper) || next?.other === undefined) return at + 1
    call(helper, listed(list, at + 2, next.other, names, depth), names, depth)
    return next.other + 1
  }

  /** `tools.name(…)`, `tools["name"](…)`. */
  function toolAt(list: Word[], at: number, names: Names): number {
    const isDotted = list[at + 1]?.text === '.' || list[at + 1]?.text === '?.'
    const name = list[at + 2]
    const isQuoted = list[at + 1]?.text === '[' && name?.kind === 'text'
    const opens = isDotted ? at + 3 : at + 4
    const end = list[opens]?.text === '(' ? list[opens].other : undefined
    if (!name || !(isQuoted || (isDotted && name.kind === 'name')) || end === undefined) return at + 1
    const [value] = listed(list, opens + 1, end, names, 0)
    calls.push({ tool: name.text, args: value === undefined ? undefined : jsonOf(value) })
    return opens + 1
  }

  /** `for (const x of list) …` */
  function loop(list: Word[], opens: number, names: Names, depth: number): number {
    const closes = list[opens]?.other
    if (closes === undefined) return opens + 1
    const of = list.findIndex((word, i) => i > opens && i < closes && word.kind === 'name' && word.text === 'of')
    if (of < 0) return opens + 1
    const [from, to] = blockAt(list, closes + 1)
    const pattern = /^(?:const|let|var)$/.test(list[opens + 1]?.text ?? '') ? opens + 2 : opens + 1
    goThrough(expression(list, of + 1, names, depth).value, new Helper(list, [pattern, of], [from, to]), names, depth)
    return to
  }

  /** `list.map((x) => …)`: what it does with each. */
  function eachOf(list: Word[], dot: number, names: Names, depth: number): number {
    const closes = list[dot + 2]?.other
    if (!/^(?:map|forEach|flatMap)$/.test(list[dot + 1]?.text ?? '') || list[dot + 2]?.text !== '(' || !closes) {
      return dot + 1
    }
    const inline = helperAt(list, dot + 3)
    const named = names.get(list[dot + 3]?.text ?? '')
    const helper = inline ?? (named instanceof Helper ? named : undefined)
    if (!helper) return dot + 1
    goThrough(listBefore(list, dot, names, depth), helper, names, depth)
    return closes + 1
  }

  /** `[a, b].map`, `names.map` */
  function listBefore(list: Word[], dot: number, names: Names, depth: number): Value {
    const last = list[dot - 1]
    const start = last?.text === ']' ? last.other : undefined
    if (start !== undefined) return listed(list, start + 1, dot - 1, names, depth)
    return (list[dot - 2]?.text === '.' ? undefined : names.get(last?.text ?? '')) ?? new Unknown('')
  }

  function goThrough(over: Value, helper: Helper, names: Names, depth: number): void {
    const items = Array.isArray(over) ? over.slice(0, MAX_CALLS) : [new Unknown('')]
    for (const [i, item] of items.entries()) call(helper, [item, i], names, depth)
  }

  function call(helper: Helper, args: Value[], names: Names, depth: number): void {
    const own: Names = new Map(names)
    bind(helper.words, ...helper.params, args, own, depth)
    walk(helper.words, ...helper.body, own, depth + 1)
  }

  /** `a, b`, `[a, b]`, `{a, b: c}`. */
  function bind(list: Word[], from: number, to: number, args: Value[], names: Names, depth: number): void {
    if (depth >= MAX_DEPTH) return
    let index = 0
    for (let at = from; at < to; at++, index++) {
      const [word, value] = [list[at] as Word, args[index] ?? new Unknown(list[at]?.text ?? '')]
      if (word.kind === 'name') names.set(word.text, value)
      if (word.text === '[' && word.other !== undefined) {
        bind(list, at + 1, word.other, Array.isArray(value) ? value : [], names, depth + 1)
      }
      if (word.text === '{' && word.other !== undefined) {
        for (let i = at + 1; i < word.other; i++) {
          const key = list[i] as Word
          if (key.kind !== 'name' || !/^[{,]$/.test(list[i - 1]?.text ?? '')) continue
          const name = list[i + 1]?.text === ':' ? (list[i + 2]?.text ?? '') : key.text
          names.set(name, (value instanceof Map ? value.get(key.text) : undefined) ?? new Unknown(name))
        }
      }
      at = skip(list, at, to)
    }
  }

  walk(words, 0, words.length, new Map(), 0)
  return calls
}
