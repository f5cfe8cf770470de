/** Finding and reading a part of a scanned document. */
import type { Child, Container, Node } from './scan.js'

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
