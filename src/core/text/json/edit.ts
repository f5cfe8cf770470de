/**
 * Edits of a JSON text that only ever put something in, and take out exactly that again. How a thing is put in follows
 * the text around it: its indentation, its line ends, its trailing commas.
 */
import { type Child, childAt, type Container, containerAt, type Node, nodeAt, type Path, scanJson } from './scan.js'

export interface Put {
  text: string
  /** What was needed besides, to close a container that was empty. */
  pad: string
}

/** At the end of a list or an object (with its key). The container must be there. */
export function putInto(text: string, path: Path, value: unknown, key?: string): Put {
  const root = scanJson(text)
  const container = containerAt(root, path)
  if (!container) throw new Error(`no container at ${path.join('.')}`)
  const style = styleOf(text, root)
  const broken = container.tailIsLineComment || breaksLines(text, container, style)
  const indent = childIndent(text, container, style)
  const print = (inner: string, unit: string, eol: string): string =>
    `${key === undefined ? '' : `${JSON.stringify(key)}:${unit === '' ? style.space : ' '}`}${printValue(value, inner, unit, eol, style.space)}`
  const printed = broken ? `${style.eol}${indent}${print(indent, style.unit, style.eol)}` : print('', '', '')
  return insert(text, container, printed, broken, style)
}

function insert(text: string, container: Container, printed: string, broken: boolean, style: Style): Put {
  const { tail, end, children } = container
  const last = children.at(-1)
  if (!last) {
    const pad =
      broken && !/[\r\n]/.test(text.slice(tail, end - 1)) ? `${style.eol}${indentAt(text, container.start)}` : ''
    return { text: splice(text, tail, 0, printed + pad), pad }
  }
  const gap = broken ? '' : style.space
  if (last.comma !== -1) return { text: splice(text, tail, 0, `${gap}${printed},`), pad: '' }
  return { text: splice(splice(text, tail, 0, gap + printed), last.end, 0, ','), pad: '' }
}

/** Takes a member or an element out, with its comma and the white space that was put in before it. */
export function takeOut(text: string, path: Path): string {
  const root = scanJson(text)
  const container = containerAt(root, path.slice(0, -1))
  const child = container && childAt(container, path.at(-1) as string | number)
  if (!container || !child) return text
  const ranges = [{ at: leadOf(text, child), end: child.end }]
  const before = container.children[container.children.indexOf(child) - 1]
  if (child.comma !== -1) ranges.push({ at: child.comma, end: child.comma + 1 })
  else if (before) ranges.push({ at: before.comma, end: before.comma + 1 })
  return ranges.toSorted((a, b) => b.at - a.at).reduce((rest, { at, end }) => splice(rest, at, end - at, ''), text)
}

/** What closed an empty container goes again, if nothing else has come into it. */
export function takePad(text: string, path: Path, pad: string): string {
  const container = containerAt(scanJson(text), path)
  if (!container || container.children.length > 0 || !text.startsWith(pad, container.tail)) return text
  return splice(text, container.tail, pad.length, '')
}

export function replaceAt(text: string, path: Path, raw: string): string {
  const node = nodeAt(scanJson(text), path)
  return node ? splice(text, node.start, node.end - node.start, raw) : text
}

/** `value` as it would be written in the place of what is at `path`. */
export function printFor(text: string, path: Path, value: unknown): string {
  const root = scanJson(text)
  const node = nodeAt(root, path)
  const style = styleOf(text, root)
  const broken = node !== undefined && node.kind !== 'scalar' && /[\r\n]/.test(text.slice(node.start, node.end))
  const indent = node ? indentAt(text, node.start) : ''
  return printValue(value, indent, broken ? style.unit : '', broken ? style.eol : '', style.space)
}

/** Where a line comment stands before it on its own line, the line end after that must stay. */
function leadOf(text: string, { after, afterLineComment, end }: Child): number {
  if (!afterLineComment || /^[ \t]*,?[ \t]*(?:\r|\n|$)/.test(text.slice(end, end + 200))) return after
  return after + (/^\r?\n?/.exec(text.slice(after))?.[0].length ?? 0)
}

interface Style {
  eol: string
  unit: string
  /** Between values on one line. */
  space: '' | ' '
  /** The document is all on one line. */
  oneLine: boolean
}

function styleOf(text: string, root: Node | null): Style {
  const first = root && root.kind !== 'scalar' ? root.children[0] : undefined
  const inside = root ? text.slice(root.start, root.end) : ''
  const unit = first && /[\r\n]/.test(text.slice(first.after, first.start)) ? indentAt(text, first.start) : ''
  return {
    eol: /\r\n|\n/.exec(text)?.[0] ?? '\n',
    unit: unit === '' ? '  ' : unit,
    space: /"[ \t]*:[^ \t\r\n]/.test(inside) && !/"[ \t]*:[ \t]/.test(inside) ? '' : ' ',
    oneLine: first !== undefined && !/[\r\n]/.test(inside),
  }
}

function breaksLines(text: string, { children }: Container, style: Style): boolean {
  const last = children.at(-1)
  return last ? /[\r\n]/.test(text.slice(last.after, last.start)) : !style.oneLine
}

function childIndent(text: string, { children, start }: Container, style: Style): string {
  const last = children.at(-1)
  return last ? indentAt(text, last.start) : indentAt(text, start) + style.unit
}

/** The white space at the start of the line. */
function indentAt(text: string, at: number): string {
  const start = Math.max(text.lastIndexOf('\n', at - 1), text.lastIndexOf('\r', at - 1)) + 1
  return /^\uFEFF?([ \t]*)/.exec(text.slice(start, at))?.[1] ?? ''
}

function printValue(value: unknown, indent: string, unit: string, eol: string, space: string): string {
  if (unit === '') return printLine(value, space)
  return JSON.stringify(value, null, unit).replaceAll('\n', `${eol}${indent}`)
}

function printLine(value: unknown, space: string): string {
  if (Array.isArray(value)) return `[${value.map((one) => printLine(one, space)).join(`,${space}`)}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).map(([key, one]) => `${JSON.stringify(key)}:${space}${printLine(one, space)}`)
  return `{${members.join(`,${space}`)}}`
}

function splice(text: string, at: number, remove: number, add: string): string {
  return text.slice(0, at) + add + text.slice(at + remove)
}
