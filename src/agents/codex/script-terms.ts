/** What an expression of a script means, as far as it is known without running it. */
import { callMethod, helperAt, jsonOf, shown, skip, Unknown, type Value } from './script-values.js'
import type { Script, Word } from './script-words.js'

export type Names = Map<string, Value>

export const MAX_DEPTH = 30
const MAX_ITEMS = 200

interface Evaluator {
  expression(list: Word[], at: number, names: Names, depth: number): { value: Value; end: number }
  /** Arguments, or the items of a list. */
  listed(list: Word[], from: number, to: number, names: Names, depth: number): Value[]
}

/** `hasStep`: whether there is time for another word. */
export function evaluator(hasStep: () => boolean): Evaluator {
  /** A value, with what is put to it by `+`; of a choice the first that is known. */
  function expression(list: Word[], at: number, names: Names, depth: number): { value: Value; end: number } {
    let { value, end } = term(list, at, names, depth + 1)
    while (/^(?:\+|\?\?|\|\|)$/.test(list[end]?.text ?? '') && list[end]?.kind === 'sign') {
      const isSum = list[end]?.text === '+'
      const other = term(list, end + 1, names, depth + 1)
      if (isSum)
        value =
          typeof value === 'number' && typeof other.value === 'number'
            ? value + other.value
            : shown(value) + shown(other.value)
      else if (value instanceof Unknown) value = other.value
      end = other.end
    }
    return { value, end }
  }

  function term(list: Word[], at: number, names: Names, depth: number): { value: Value; end: number } {
    const unknown = { value: new Unknown(list[at]?.text ?? ''), end: at + 1 }
    const word = list[at]
    if (!word || depth > MAX_DEPTH || !hasStep()) return unknown
    const helper = helperAt(list, at)
    if (helper) return { value: helper, end: helper.body[1] }
    if (word.kind === 'name' && /^(?:await|async|new)$/.test(word.text)) return term(list, at + 1, names, depth + 1)
    let value: Value = unknown.value
    let end = at + 1
    if (word.kind === 'text') value = word.text
    else if (word.kind === 'number') value = Number(word.text.replaceAll('_', ''))
    else if (word.kind === 'template') value = filled(word, word.parts?.cooked ?? [], names, depth)
    else if (word.text === 'String' && list[at + 2]?.text === 'raw' && list[at + 3]?.parts) {
      value = filled(list[at + 3] as Word, list[at + 3]?.parts?.raw ?? [], names, depth)
      end = at + 4
    } else if (word.text === 'JSON' && list[at + 2]?.text === 'stringify' && list[at + 3]?.other !== undefined) {
      const given = jsonOf(expression(list, at + 4, names, depth + 1).value)
      value = given === undefined ? unknown.value : JSON.stringify(given)
      end = (list[at + 3]?.other as number) + 1
    } else if (word.kind === 'name') value = names.get(word.text) ?? CONSTANTS.get(word.text) ?? unknown.value
    else if (word.other !== undefined && word.other > at) {
      end = word.other + 1
      if (word.text === '[') value = listed(list, at + 1, word.other, names, depth)
      if (word.text === '{') value = fields(list, at + 1, word.other, names, depth)
      if (word.text === '(') value = expression(list, at + 1, names, depth + 1).value
    }
    return behind(list, value, end, names, depth)
  }

  /** `.join(" ")`, `.key`, `[0]`. */
  function behind(
    list: Word[],
    first: Value,
    from: number,
    names: Names,
    depth: number,
  ): { value: Value; end: number } {
    let [value, end] = [first, from]
    for (;;) {
      const [sign, name, third] = [list[end], list[end + 1], list[end + 2]]
      if ((sign?.text === '.' || sign?.text === '?.') && name?.kind === 'name') {
        const closes = third?.text === '(' ? third.other : undefined
        const written = `${value instanceof Unknown ? value.source : '…'}.${name.text}`
        if (closes === undefined) {
          value = (value instanceof Map ? value.get(name.text) : undefined) ?? new Unknown(written)
          end += 2
        } else {
          value =
            callMethod(value, name.text, listed(list, end + 3, closes, names, depth)) ?? new Unknown(`${written}()`)
          end = closes + 1
        }
      } else if (sign?.text === '[' && sign.other !== undefined) {
        const key = expression(list, end + 1, names, depth + 1).value
        const found = Array.isArray(value)
          ? value[Number(key)]
          : value instanceof Map
            ? value.get(shown(key))
            : undefined
        value = found ?? new Unknown('…')
        end = sign.other + 1
      } else if (sign?.text === '(' && sign.other !== undefined) {
        value = new Unknown(`${value instanceof Unknown ? value.source : '…'}()`)
        end = sign.other + 1
      } else return { value, end }
    }
  }

  function filled(word: Word, texts: readonly string[], names: Names, depth: number): string {
    const values = (word.parts?.values ?? []).map((one: Script) => {
      const { value, end } = expression(one.words, 0, names, depth + 1)
      return shown(value instanceof Unknown || end < one.words.length ? new Unknown(one.source) : value)
    })
    return texts.map((text, i) => text + (values[i] ?? '')).join('')
  }

  function listed(list: Word[], from: number, to: number, names: Names, depth: number): Value[] {
    const found: Value[] = []
    for (let at = from; at < to && hasStep(); at = skip(list, at, to) + 1) {
      const isSpread = list[at]?.text === '...'
      const { value } = expression(list, isSpread ? at + 1 : at, names, depth + 1)
      if (isSpread && Array.isArray(value)) found.push(...value.slice(0, MAX_ITEMS))
      else found.push(value)
    }
    return found
  }

  function fields(list: Word[], from: number, to: number, names: Names, depth: number): Map<string, Value> {
    const found = new Map<string, Value>()
    for (let at = from; at < to && hasStep(); at = skip(list, at, to) + 1) {
      const key = list[at] as Word
      if (key.text === '...' && key.kind === 'sign') {
        const { value } = expression(list, at + 1, names, depth + 1)
        if (value instanceof Map) for (const [name, one] of value) found.set(name, one)
      } else if (list[at + 1]?.text === ':') found.set(key.text, expression(list, at + 2, names, depth + 1).value)
      else if (key.kind === 'name') found.set(key.text, names.get(key.text) ?? new Unknown(key.text))
    }
    return found
  }

  return { expression, listed }
}

const CONSTANTS: ReadonlyMap<string, Value> = new Map([
  ['true', true],
  ['false', false],
])
