/** What a source file imports and which globals it uses, read from its syntax tree (comments and strings do not count). */
import { posix } from 'node:path'
import { parseAst } from 'rolldown/parseAst'

export interface SourceFile {
  /** Relative to the checkout, e.g. `src/core/entry/id.ts`. */
  path: string
  text: string
}

export interface Facts {
  path: string
  /** The folder below src; empty for src/index.ts. */
  layer: string
  lines: number
  /** As written: `node:fs`, `@clack/prompts`. */
  packages: string[]
  /** Own files, resolved: `src/core/entry/id.ts`. */
  files: string[]
  /** What it takes from own files to call it, types left out: `src/app/save/save.ts saveCheckpoint`. */
  values: string[]
  /** Those of them that are read only when they are needed: `import('./x.js')`. */
  onDemand: string[]
  /** Globals and their members: `process.env`, `Date.now`, `new Date()`, `console`. */
  uses: Set<string>
  /** Every identifier, and the text of every string, the names of imported files too. */
  words: Set<string>
  /** Something happens when it is loaded: a statement that defines nothing. */
  acts: boolean
}

interface Node {
  type: string
  [key: string]: unknown
}

export function readFacts({ path, text }: SourceFile): Facts {
  const specifiers: string[] = []
  const values: string[] = []
  const onDemand: string[] = []
  const uses = new Set<string>()
  const words = new Set<string>()
  const program = parseAst(text, { lang: 'ts' })
  visit(program as unknown as Node, (node, parent) => {
    const specifier = specifierOf(node)
    if (specifier !== null) specifiers.push(specifier)
    for (const [from, name] of valuesOf(node)) if (from.startsWith('.')) values.push(`${resolved(path, from)} ${name}`)
    if (specifier !== null && node.type === 'ImportExpression') onDemand.push(specifier)
    for (const use of usesOf(node, parent)) uses.add(use)
    const word = wordOf(node)
    if (word !== null) words.add(word)
  })
  const ownOf = (all: string[]): string[] =>
    all.filter((specifier) => specifier.startsWith('.')).map((specifier) => resolved(path, specifier))
  return {
    path,
    layer: path.split('/').slice(1, -1)[0] ?? '',
    lines: text.split('\n').length - (text.endsWith('\n') ? 1 : 0),
    packages: specifiers.filter((specifier) => !specifier.startsWith('.')),
    files: ownOf(specifiers),
    values: [...new Set(values)],
    onDemand: ownOf(onDemand),
    uses,
    words,
    acts: program.body.some(({ type }) => !/^(?:Import|Export|TS)|Declaration$/.test(type)),
  }
}

function resolved(path: string, specifier: string): string {
  return posix.join(posix.dirname(path), specifier).replace(/\.js$/, '.ts')
}

function visit(node: Node, look: (node: Node, parent: Node | null) => void, parent: Node | null = null): void {
  look(node, parent)
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child, look, node)
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'
}

const IMPORTS = new Set([
  'ImportDeclaration',
  'ExportNamedDeclaration',
  'ExportAllDeclaration',
  'ImportExpression',
  'TSImportType',
])

function specifierOf(node: Node): string | null {
  if (IMPORTS.has(node.type)) return textOf(node['source'])
  const callee = node['callee'] as Node | undefined
  const isRequire = node.type === 'CallExpression' && ['require', 'getBuiltinModule'].includes(lastNameOf(callee))
  return isRequire ? textOf((node['arguments'] as unknown[])[0]) : null
}

/** Of `import { a }`, `const { a } = await import()` and `(await import()).a`. */
function* valuesOf(node: Node): Generator<[from: string, name: string]> {
  const from = textOf(node['source'])
  if (node.type === 'ImportDeclaration' && from !== null && node['importKind'] !== 'type')
    for (const one of node['specifiers'] as Node[])
      if (one['importKind'] !== 'type') yield [from, lastNameOf(one['imported'] as Node | undefined) || '*']
  const loaded = node.type === 'VariableDeclarator' ? loadedBy(node['init']) : null
  const names = node['id'] as Node | undefined
  if (loaded !== null && names?.type === 'ObjectPattern')
    for (const one of names['properties'] as Node[]) yield [loaded, lastNameOf(one['key'] as Node | undefined) || '*']
  const owner = node.type === 'MemberExpression' ? loadedBy(node['object']) : null
  if (owner !== null) yield [owner, lastNameOf(node['property'] as Node)]
}

/** The file that `await import('…')` names. */
function loadedBy(node: unknown): string | null {
  const awaited = isNode(node) && node.type === 'AwaitExpression' ? node['argument'] : null
  return isNode(awaited) && awaited.type === 'ImportExpression' ? textOf(awaited['source']) : null
}

function wordOf(node: Node): string | null {
  if (node.type === 'Identifier') return String(node['name'])
  if (node.type === 'TemplateElement') return String((node['value'] as { cooked?: string }).cooked ?? '')
  return node.type === 'Literal' ? textOf(node) : null
}

function textOf(node: unknown): string | null {
  return isNode(node) && typeof node['value'] === 'string' ? node['value'] : null
}

function lastNameOf(node: Node | undefined): string {
  if (node?.type === 'MemberExpression') return lastNameOf(node['property'] as Node)
  return node?.type === 'Identifier' ? String(node['name']) : ''
}

const GLOBALS = new Set(['process', 'console', 'Date', 'Math', 'performance', 'crypto', 'globalThis', 'fetch'])

function* usesOf(node: Node, parent: Node | null): Generator<string> {
  if (node.type === 'Identifier' && GLOBALS.has(String(node['name'])) && !isJustAName(node, parent)) {
    yield String(node['name'])
  }
  if (node.type === 'MemberExpression')
    yield `${lastNameOf(node['object'] as Node)}.${lastNameOf(node['property'] as Node)}`
  if (node.type === 'NewExpression' && lastNameOf(node['callee'] as Node) === 'Date') {
    // `new Date(ms)` only converts; without arguments it reads the clock.
    if ((node['arguments'] as unknown[]).length === 0) yield 'new Date()'
  }
  if (node.type === 'CallExpression' && (node['callee'] as Node)['name'] === 'Date') yield 'new Date()'
}

/** `{ process: 1 }`, `x.process` and types are names, not uses of the global. */
function isJustAName(node: Node, parent: Node | null): boolean {
  if (parent === null) return false
  if (parent.type.startsWith('TS')) return true
  const isKey = parent['key'] === node && parent['shorthand'] !== true
  return (isKey || parent['property'] === node) && parent['computed'] !== true
}
