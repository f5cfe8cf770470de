/**
 * What the user wants forgotten, without keeping it: of each text its length, a sum that rolls along another text in one
 * pass, and a keyed hash that proves a find. Case counts; how it is broken into lines does not.
 */
import type { Entry } from '../entry/entry.js'
import { changeItems } from '../entry/page-keys.js'
import { openRecord, sealRecord, type Sha256 } from '../entry/seal.js'
import { maskAll, maskEntry } from './mask.js'

export interface Forgotten {
  length: number
  sum: number
  proof: string
}

const FORGOTTEN_MARK = '[forgotten]'
/** Shorter ones stand in every text. */
export const MIN_FORGOTTEN = 4
export const MAX_FORGOTTEN = 20_000

export type Forget = (text: string) => string

export function rememberForgotten(text: string, secret: string, sha256: Sha256): Forgotten {
  const { plain } = flatten(text)
  return { length: plain.length, sum: sumOf(plain, plain.length), proof: sha256(`${secret}\n${plain}`) }
}

/** The text without what is forgotten, with a mark where it stood; the very same text where nothing was in it. */
export function makeForget(forgotten: readonly Forgotten[], secret: string, sha256: Sha256): Forget {
  const lengths = [...new Set(forgotten.map(({ length }) => length))]
  const byLength = lengths.map((length) => [length, forgotten.filter((one) => one.length === length)] as const)
  const isProven = (part: string, candidates: readonly Forgotten[]): boolean => {
    const proof = sha256(`${secret}\n${part}`)
    return candidates.some((one) => one.proof === proof)
  }
  return (text) => {
    const flat = flatten(text)
    const spans = byLength.flatMap(([length, all]) => findSpans(flat.plain, length, all, isProven))
    return spans.length === 0 ? text : cutOut(text, flat, spans)
  }
}

/** How the text of somebody looks to `makeForget`: NFC, and all white space is one space. */
export function flatText(text: string): string {
  return flatten(text).plain
}

/** What is left of an entry. Null: nothing in it was to be forgotten. An item of which nothing is left is gone. */
export function forgetInEntry(entry: Entry, forget: Forget): Entry | null {
  let found = false
  const masked = maskEntry(entry, (text) => {
    const left = forget(text)
    found ||= left !== text
    return left
  })
  if (!found) return null
  const left = changeItems(masked, (item) => (item.text === FORGOTTEN_MARK ? null : item))
  return { ...left, files: left.files.filter(({ path }) => path !== FORGOTTEN_MARK) }
}

export interface LeftText {
  text: string
  isChanged: boolean
}

/** The same in a file of sealed records, in JSON, whose texts are written another way there, and in any other text. */
export function forgetInText(text: string, forget: Forget): LeftText {
  const isJson = /^\s*[[{]/.test(text)
  const left = isJson
    ? text
        .split('\n')
        .map((line) => lineWithout(line, forget))
        .join('\n')
    : forget(text)
  return { text: left, isChanged: left !== text }
}

const LITERAL = /"(?:[^"\\]|\\.)*"/g

function lineWithout(line: string, forget: Forget): string {
  const inLiteral = (literal: string): string => {
    const said = asJson(literal)
    const left = typeof said === 'string' ? forget(said) : said
    return left === said ? literal : JSON.stringify(left)
  }
  const left = line.replace(LITERAL, inLiteral)
  const record = left === line ? null : openRecord(line)
  return record ? sealRecord(maskAll(record, '', forget) as object) : left
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

interface Flat {
  plain: string
  /** Where each unit of `plain` comes from, and one more: the end. */
  from: number[]
}

const PLAIN_ASCII = /^[!-~]+(?: [!-~]+)*$/
const PIECE = /\s+|\P{M}\p{M}*|\p{M}+/gu

function flatten(text: string): Flat {
  const tidy = PLAIN_ASCII.test(text)
  if (tidy) return { plain: text, from: [] }
  let plain = ''
  const from: number[] = []
  for (const { 0: piece, index } of text.matchAll(PIECE)) {
    const one = /^\s/.test(piece) ? ' ' : piece.normalize('NFC')
    for (let i = 0; i < one.length; i++) from.push(index)
    plain += one
  }
  const start = plain.startsWith(' ') ? 1 : 0
  const end = plain.endsWith(' ') && plain.length > start ? plain.length - 1 : plain.length
  const ends = from[end] ?? text.length
  return { plain: plain.slice(start, end), from: [...from.slice(start, end), ends] }
}

const BASE = 0x01000193

function sumOf(text: string, length: number): number {
  let sum = 0
  for (let i = 0; i < length; i++) sum = (Math.imul(sum, BASE) + text.charCodeAt(i)) | 0
  return sum
}

type Span = [start: number, end: number]

function findSpans(
  plain: string,
  length: number,
  all: readonly Forgotten[],
  isProven: (part: string, candidates: readonly Forgotten[]) => boolean,
): Span[] {
  if (length === 0 || plain.length < length) return []
  const sums = new Set(all.map(({ sum }) => sum | 0))
  let first = 1
  for (let i = 1; i < length; i++) first = Math.imul(first, BASE)
  let sum = sumOf(plain, length)
  const spans: Span[] = []
  for (let start = 0; ; start++) {
    if (sums.has(sum) && isProven(plain.slice(start, start + length), all)) spans.push([start, start + length])
    if (start + length >= plain.length) return spans
    const without = (sum - Math.imul(plain.charCodeAt(start), first)) | 0
    sum = (Math.imul(without, BASE) + plain.charCodeAt(start + length)) | 0
  }
}

function cutOut(text: string, { from }: Flat, spans: readonly Span[]): string {
  const at = (place: number): number => (from.length === 0 ? place : (from[place] as number))
  let out = ''
  let done = 0
  for (const [start, end] of spans.toSorted((a, b) => a[0] - b[0] || b[1] - a[1])) {
    // Where two of them overlap, one mark stands for both.
    if (at(start) >= done) out += `${text.slice(done, at(start))}${FORGOTTEN_MARK}`
    done = Math.max(done, at(end))
  }
  return out + text.slice(done)
}
