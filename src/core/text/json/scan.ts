/**
 * JSON as people write it (comments, trailing commas, a byte order mark), with the place of every part in the text, so
 * that an edit can leave all other bytes alone.
 */
import { DogearError } from '../../errors.js'

export interface Child {
  /** Undefined in a list. */
  key?: string
  value: Node
  /** Of the key, where there is one. */
  start: number
  end: number
  /** End of the bracket, comma or comment before it. */
  after: number
  afterLineComment: boolean
  /** Where its comma is; -1 where it has none. */
  comma: number
}

interface Span {
  start: number
  end: number
}

export type Container = Span & {
  kind: 'object' | 'array'
  children: Child[]
  /** End of the last bracket, value, comma or comment before the closing bracket. */
  tail: number
  tailIsLineComment: boolean
}

export type Node = Container | (Span & { kind: 'scalar'; value: string | number | boolean | null })

const MAX_DEPTH = 200
const SPACE = /[ \t\r\n]/
const SCALAR = /"(?:[^"\\\u0000-\u001f]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y

/** Null: there is nothing but white space and comments. */
export function scanJson(text: string): Node | null {
  const scanner = { text, at: text.startsWith('\uFEFF') ? 1 : 0, end: 0, endsInLineComment: false }
  scanner.end = scanner.at
  skip(scanner)
  if (scanner.at >= text.length) return null
  const node = scanNode(scanner, 0)
  skip(scanner)
  if (scanner.at < text.length) throw broken(scanner.text, scanner.at, 'something follows the end of the document')
  return node
}

/** `end`: of the last thing that is no white space. */
interface Scanner {
  text: string
  at: number
  end: number
  endsInLineComment: boolean
}

function scanNode(scanner: Scanner, depth: number): Node {
  const open = scanner.text[scanner.at]
  if (depth > MAX_DEPTH) throw broken(scanner.text, scanner.at, 'it is nested too deeply')
  return open === '{' || open === '[' ? scanContainer(scanner, open, depth) : scanScalar(scanner)
}

function scanContainer(scanner: Scanner, open: '{' | '[', depth: number): Container {
  const start = scanner.at
  const close = open === '{' ? '}' : ']'
  const children: Child[] = []
  take(scanner, 1)
  for (skip(scanner); scanner.text[scanner.at] !== close; skip(scanner)) {
    const last = children.at(-1)
    if (last && last.comma === -1) throw broken(scanner.text, scanner.at, 'a comma or the closing bracket is missing')
    const child = scanChild(scanner, open === '{', depth)
    children.push(child)
    skip(scanner)
    if (scanner.text[scanner.at] !== ',') continue
    child.comma = scanner.at
    take(scanner, 1)
  }
  const { end: tail, endsInLineComment: tailIsLineComment } = scanner
  take(scanner, 1)
  return { kind: open === '{' ? 'object' : 'array', start, end: scanner.at, children, tail, tailIsLineComment }
}

function scanChild(scanner: Scanner, keyed: boolean, depth: number): Child {
  const { at: start, end: after, endsInLineComment: afterLineComment } = scanner
  const key = keyed ? scanKey(scanner) : {}
  const value = scanNode(scanner, depth + 1)
  return { ...key, value, start, end: value.end, after, afterLineComment, comma: -1 }
}

function scanKey(scanner: Scanner): { key: string } {
  const { value } = scanScalar(scanner)
  if (typeof value !== 'string') throw broken(scanner.text, scanner.at, 'a key must be in double quotes')
  skip(scanner)
  if (scanner.text[scanner.at] !== ':') throw broken(scanner.text, scanner.at, 'a colon is missing')
  take(scanner, 1)
  skip(scanner)
  return { key: value }
}

function scanScalar(scanner: Scanner): Node & { kind: 'scalar' } {
  const start = scanner.at
  SCALAR.lastIndex = start
  const found = SCALAR.exec(scanner.text)?.[0]
  if (found === undefined) throw broken(scanner.text, start, 'this is no JSON value')
  take(scanner, found.length)
  return { kind: 'scalar', start, end: scanner.at, value: parseScalar(scanner.text, found, start) }
}

function parseScalar(text: string, found: string, at: number): string | number | boolean | null {
  try {
    return JSON.parse(found) as string | number | boolean | null
  } catch {
    throw broken(text, at, 'this is no JSON value')
  }
}

function take(scanner: Scanner, length: number): void {
  scanner.at += length
  scanner.end = scanner.at
  scanner.endsInLineComment = false
}

function skip(scanner: Scanner): void {
  const { text } = scanner
  for (;;) {
    while (scanner.at < text.length && SPACE.test(text[scanner.at] as string)) scanner.at += 1
    if (text.startsWith('//', scanner.at)) skipLine(scanner)
    else if (text.startsWith('/*', scanner.at)) skipBlock(scanner)
    else return
  }
}

function skipLine(scanner: Scanner): void {
  const rest = /[^\r\n]*/y
  rest.lastIndex = scanner.at
  take(scanner, (rest.exec(scanner.text)?.[0] ?? '').length)
  scanner.endsInLineComment = true
}

function skipBlock(scanner: Scanner): void {
  const end = scanner.text.indexOf('*/', scanner.at + 2)
  if (end === -1) throw broken(scanner.text, scanner.at, 'a comment is not closed')
  take(scanner, end + 2 - scanner.at)
}

function broken(text: string, at: number, what: string): DogearError {
  const line = text.slice(0, at).split(/\r\n|\r|\n/).length
  return new DogearError('bad-input', `line ${line}: ${what}`, {
    expected: 'JSON; comments and trailing commas are fine',
  })
}

// Finding and reading a part of a scanned document.

export type Path = readonly (string | number)[]

/** Undefined: there is no such part. Of two members of one name the last holds, as everywhere. */
export function nodeAt(root: Node | null, path: Path): Node | undefined {
  let node = root ?? undefined
  for (const step of path) node = node && childAt(node, step)?.value
  return node
}

export function childAt(node: Node, step: string | number): Child | undefined {
  if (node.kind === 'scalar') return undefined
  if (typeof step === 'number') return node.kind === 'array' ? node.children[step] : undefined
  return node.kind === 'object' ? node.children.findLast((child) => child.key === step) : undefined
}

export function containerAt(root: Node | null, path: Path): Container | undefined {
  const node = nodeAt(root, path)
  return node?.kind === 'scalar' ? undefined : node
}

/** As JSON.parse would give it. */
export function valueOf(node: Node | undefined): unknown {
  if (node === undefined) return undefined
  if (node.kind === 'scalar') return node.value
  if (node.kind === 'array') return node.children.map((child) => valueOf(child.value))
  // defineProperty and not assignment: "__proto__" is a key like any other.
  const object = {}
  for (const { key = '', value } of node.children)
    Object.defineProperty(object, key, { value: valueOf(value), enumerable: true, configurable: true, writable: true })
  return object
}

/** The same values, in whatever order the members are. */
export function isSame(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return one === other
  if (Array.isArray(one) !== Array.isArray(other)) return false
  const [entries, others] = [Object.entries(one), new Map(Object.entries(other))]
  return (
    entries.length === others.size && entries.every(([key, value]) => others.has(key) && isSame(value, others.get(key)))
  )
}
