// Writes the registries of the plug-ins from their folders: `node scripts/generate-registry.mjs`. A folder below
// src/layouts is a layout, one below src/agents an agent; nothing else lists them. What is only half there is refused.
// `--check` only says what is not current.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './root.mjs'
import { ensureInstalled } from './setup.mjs'

// Who adds a folder may have done nothing else in this checkout yet.
ensureInstalled()
const { parseAst } = await import('rolldown/parseAst')

/**
 * Of each kind of plug-in: the folder of its folders, and the lists that are made of them. A list takes the export `from`
 * of the file of that name of every plug-in, or where it is `optional` of those that have it; `contract` has the interfaces
 * that say which keys it may have; `head` are the lines above the list, `print` makes it of the imported names, the ids they
 * belong to, and all folders.
 */
export const KINDS = {
  layouts: {
    folder: 'src/layouts',
    lists: [
      {
        file: 'registry.ts',
        from: 'manifest',
        contract: { 'manifest.ts': ['Common', 'WorktreeManifest', 'MemoryManifest'] },
        about: 'The manifests of all layouts, in their order. Their code is not loaded by this: see all.ts.',
        head: ["import type { LayoutManifest } from './manifest.js'"],
        print: (names, ids) => [
          `export type LayoutId = ${ids.map((id) => `'${id}'`).join(' | ')}`,
          '',
          `const FOUND: readonly LayoutManifest<LayoutId>[] = [${names.join(', ')}]`,
          '',
          'export const MANIFESTS: typeof FOUND = FOUND.toSorted((a, b) => a.order - b.order)',
          'export const LAYOUT_IDS: readonly LayoutId[] = MANIFESTS.map(({ id }) => id)',
        ],
      },
      {
        file: 'all.ts',
        from: 'layout',
        contract: { 'layout.ts': ['Layout'], 'abilities.ts': ['Abilities'] },
        about: 'The layouts themselves, in the order of their manifests.',
        head: [
          "import type { Layout } from './layout.js'",
          "import { LAYOUT_IDS, type LayoutId } from './registry.js'",
        ],
        print: (names) => [
          `const FOUND: readonly Layout[] = [${names.join(', ')}]`,
          '',
          'export const LAYOUTS: readonly Layout[] = LAYOUT_IDS.map(layoutNamed)',
          '',
          'export function layoutNamed(id: LayoutId): Layout {',
          '  return FOUND.find((layout) => layout.id === id) as Layout',
          '}',
        ],
      },
      {
        file: 'all-samples.ts',
        from: 'samples',
        contract: { 'samples.ts': ['LayoutSamples'] },
        about: 'The sample files of all layouts, for the tests.',
        head: ["import type { LayoutId } from './registry.js'", "import type { LayoutSamples } from './samples.js'"],
        print: (names, ids) => [
          'export const SAMPLES: Readonly<Record<LayoutId, LayoutSamples>> = {',
          ...ids.map((id, i) => (id === names[i] ? `  ${id},` : `  '${id}': ${names[i]},`)),
          '}',
        ],
      },
    ],
  },
  agents: {
    folder: 'src/agents',
    lists: [
      {
        file: 'registry.ts',
        from: 'manifest',
        contract: { 'agent.ts': ['Manifest'] },
        about: 'The manifests of all agents. Their code is not loaded by this: see all.ts.',
        head: ["import type { Manifest } from './agent.js'"],
        print: (names) => [`export const MANIFESTS: readonly Manifest[] = [${names.join(', ')}]`],
      },
      {
        file: 'all.ts',
        from: 'reader',
        contract: { 'agent.ts': ['TranscriptReader'] },
        about: 'The readers of all agents, each loaded when it is asked for: most people have one or two.',
        head: ["import type { TranscriptReader } from './agent.js'"],
        print: (names, ids) => [
          'export const READER_OF: Readonly<Record<string, () => TranscriptReader>> = {',
          ...ids.map((id, i) => `  ${id === names[i] ? id : quoted(id)}: () => ${names[i]},`),
          '}',
        ],
      },
      {
        file: 'reader-registry.ts',
        about: 'The reader of one agent, loaded alone.',
        head: ["import type { TranscriptReader } from './agent.js'"],
        print: (_, __, folders) => [
          'export const LOAD_READER: Readonly<Record<string, () => Promise<TranscriptReader>>> = {',
          ...folders.map(({ id }) => `  ${quoted(id)}: async () => (await import('./${id}/reader.js')).reader,`),
          '}',
        ],
      },
      {
        file: 'hooks-registry.ts',
        from: 'hooks',
        optional: true,
        contract: { 'hooks.ts': ['Hooks'] },
        about: 'What the entry of the hooks needs of all agents: it is loaded at every tool call, so no manifest is.',
        head: ["import type { Hooks } from './hooks.js'"],
        print: (names, ids, folders) => [
          'export const HOOKS: Readonly<Record<string, Hooks>> = {',
          ...ids.map((id, i) => (id === names[i] ? `  ${id},` : `  ${quoted(id)}: ${names[i]},`)),
          '}',
          '',
          '/** The variables by which each is known, as its manifest says. */',
          'export const MARKS: Readonly<Record<string, readonly string[]>> = {',
          ...folders.map(({ id, marks }) => `  ${quoted(id)}: [${marks.map((mark) => `'${mark}'`).join(', ')}],`),
          '}',
        ],
      },
    ],
  },
}

/**
 * The files of one kind as they should be: path below the checkout, and text. Throws where a plug-in is not whole; a
 * folder that begins with `_`, and `common`, is none.
 */
export function generate(kind, from = root) {
  const { folder, lists } = KINDS[kind]
  const ids = readdirSync(join(from, folder), { withFileTypes: true })
    .filter((one) => one.isDirectory() && !one.name.startsWith('_') && one.name !== 'common')
    .map((one) => one.name)
    .toSorted()
  const missing = ids.flatMap((id) => missingIn(kind, id, from))
  if (missing.length > 0) throw new Error(missing.join('\n'))
  const folders = ids.map((id) => {
    const files = readdirSync(join(from, folder, id))
    return { id, files, marks: marksIn(read(join(from, folder, id, 'manifest.ts'))) }
  })
  return lists.map((list) => ({ path: `${folder}/${list.file}`, text: print(list, folders) }))
}

/** Manifests are not run here: a test holds what is read against what they say. */
function marksIn(manifest) {
  const [, list = ''] = /\bmarks: \[([^\]]*)\]/.exec(manifest) ?? []
  return [...list.matchAll(/'([^']+)'/g)].map(([, mark]) => mark)
}

/** What keeps a folder from being a whole plug-in, in sentences. */
function missingIn(kind, id, from) {
  const { folder, lists } = KINDS[kind]
  const here = `${folder}/${id}`
  return lists.flatMap(({ from: name, contract, optional }) => {
    const text = name === undefined ? null : read(join(from, here, `${name}.ts`))
    if (text === null && (optional || name === undefined)) return []
    if (text === null) return [`${here} has no ${name}.ts: copy it from ${folder}/_template, or move the folder away`]
    const value = exportsOf(text).get(name)
    if (!value) return [`${here}/${name}.ts does not export the constant ${name}`]
    const keys = keysOf(value)
    const known = Object.entries(contract).flatMap(([file, names]) => membersOf(from, `${folder}/${file}`, names))
    const files = Object.keys(contract).join(', ')
    return [
      ...keys
        .filter(({ key }) => !known.includes(key))
        .map(
          ({ key }) => `${here}/${name}.ts says ${key}, which nobody reads: the contract (${files}) does not have it`,
        ),
      ...keys
        .filter(({ key, value: said }) => name === 'manifest' && key === 'id' && said !== id)
        .map(({ value: said }) => `${here}/manifest.ts calls itself ${said}: its id is the name of its folder`),
      ...known
        .filter((key) => exportsOf(read(join(from, here, `${key}.ts`)) ?? '').has(key))
        .filter(
          (key) => !keys.some((one) => one.key === key) && !lists.some((list) => list.from === key && !list.optional),
        )
        .map((key) => `${here}/${key}.ts exports ${key}, but its ${name} does not name it: it would never be called`),
    ]
  })
}

/** Writes what is not current; returns the paths. */
export function write(kind, from = root) {
  const stale = staleIn(kind, from)
  for (const { path, text } of stale) writeFileSync(join(from, path), text)
  return stale.map(({ path }) => path)
}

export function staleIn(kind, from = root) {
  return generate(kind, from).filter(({ path, text }) => read(join(from, path)) !== text)
}

function print({ from, about, head, print: lines }, folders) {
  const ids = folders.filter(({ files }) => files.includes(`${from}.ts`)).map(({ id }) => id)
  const imports = ids.map((id) => `import { ${from} as ${camel(id)} } from './${id}/${from}.js'`)
  return [
    `/** ${about} */`,
    '// Generated from the folders beside it: node scripts/generate-registry.mjs',
    ...[...imports, ...head].toSorted(byPath),
    '',
    ...lines(ids.map(camel), ids, folders).map(fit),
    '',
  ].join('\n')
}

function byPath(a, b) {
  const [one, other] = [a, b].map((line) => line.slice(line.indexOf(' from ')))
  return one < other ? -1 : 1
}

function camel(id) {
  return id.replaceAll(/[^a-z0-9]+(\w)/g, (_, letter) => letter.toUpperCase())
}

function quoted(id) {
  return /^\w+$/.test(id) ? id : `'${id}'`
}

/** As the formatter would break it. */
function fit(line) {
  if (line.length <= 120) return line
  const list = /^(.*\[)([^[\]]+)(\].*)$/.exec(line)
  if (list) return [list[1], ...list[2].split(', ').map((name) => `  ${name},`), list[3]].join('\n')
  const [name, ...options] = line.split(/ = | \| /)
  return [`${name} =`, ...options.map((option) => `  | ${option}`)].join('\n')
}

/** The constants that a file exports, and what they are. */
function exportsOf(text) {
  const nodes = parseAst(text, { lang: 'ts' }).body.filter((node) => node.type === 'ExportNamedDeclaration')
  const constants = nodes.flatMap((node) => node.declaration?.declarations ?? [])
  return new Map(constants.map(({ id, init }) => [id.name, init]))
}

/** Of an object that is written out; what is spread into it is checked by the compiler. */
function keysOf(node) {
  const properties = node.type === 'ObjectExpression' ? node.properties : []
  return properties
    .filter((one) => one.type === 'Property')
    .map(({ key, value }) => ({ key: key.name ?? key.value, value: value.value }))
}

function membersOf(from, path, names) {
  const nodes = parseAst(read(join(from, path)) ?? '', { lang: 'ts' }).body.map((node) => node.declaration ?? node)
  return nodes
    .filter((node) => node.type === 'TSInterfaceDeclaration' && names.includes(node.id.name))
    .flatMap((node) => node.body.body.map(({ key }) => key.name))
}

function read(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : null
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    const isCheck = process.argv.includes('--check')
    for (const kind of Object.keys(KINDS)) {
      const paths = isCheck ? staleIn(kind).map(({ path }) => path) : write(kind)
      for (const path of paths) process.stdout.write(`${isCheck ? 'not current' : 'written'}: ${path}\n`)
      if (isCheck && paths.length > 0) process.exitCode = 1
    }
  } catch (error) {
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  }
}
