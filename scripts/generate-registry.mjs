// Writes the registries of the plug-ins from their folders: `node scripts/generate-registry.mjs`. A folder below
// src/layouts that has a manifest is a layout; nothing else lists it. `--check` only says what is not current.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './root.mjs'

/**
 * Of each kind of plug-in: the folder of its folders, and the lists that are made of them. A list takes one export of one
 * file of every plug-in; `head` are the lines above it, `print` makes the list of the imported names and the ids.
 */
export const KINDS = {
  layouts: {
    folder: 'src/layouts',
    lists: [
      {
        file: 'registry.ts',
        from: 'manifest',
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
}

/** The files of one kind as they should be: path below the checkout, and text. Folders that begin with `_` are no plug-ins. */
export function generate(kind, from = root) {
  const { folder, lists } = KINDS[kind]
  const ids = readdirSync(join(from, folder), { withFileTypes: true })
    .filter((one) => one.isDirectory() && !one.name.startsWith('_'))
    .map((one) => one.name)
    .filter((id) => existsSync(join(from, folder, id, `${lists[0].from}.ts`)))
    .toSorted()
  return lists.map((list) => ({ path: `${folder}/${list.file}`, text: print(list, ids) }))
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

function print({ from, about, head, print: lines }, ids) {
  const imports = ids.map((id) => `import { ${from} as ${camel(id)} } from './${id}/${from}.js'`)
  return [
    `/** ${about} */`,
    '// Generated from the folders beside it: node scripts/generate-registry.mjs',
    ...[...imports, ...head].toSorted(byPath),
    '',
    ...lines(ids.map(camel), ids).map(fit),
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

/** As the formatter would break it. */
function fit(line) {
  if (line.length <= 120) return line
  const list = /^(.*\[)([^[\]]+)(\].*)$/.exec(line)
  if (list) return [list[1], ...list[2].split(', ').map((name) => `  ${name},`), list[3]].join('\n')
  const [name, ...options] = line.split(/ = | \| /)
  return [`${name} =`, ...options.map((option) => `  | ${option}`)].join('\n')
}

function read(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : null
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const kind of Object.keys(KINDS)) {
    const isCheck = process.argv.includes('--check')
    const paths = isCheck ? staleIn(kind).map(({ path }) => path) : write(kind)
    for (const path of paths) process.stdout.write(`${isCheck ? 'not current' : 'written'}: ${path}\n`)
    if (isCheck && paths.length > 0) process.exitCode = 1
  }
}
