// Writes the lists of all agents from their folders: `node scripts/generate-agents.mjs`. A folder below src/agents that has
// a manifest is an agent; nothing else lists it. `--check` only says what is not current.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './root.mjs'

export const COMMAND = 'node scripts/generate-agents.mjs'
const FOLDER = 'src/agents'

/** A list takes the export `from` of the file of that name of every agent that has one. */
const LISTS = [
  {
    file: 'registry.ts',
    from: 'manifest',
    about: 'The manifests of all agents. Their code is not loaded by this: see all.ts.',
    head: ["import type { Manifest } from './agent.js'"],
    print: (names) => `export const MANIFESTS: readonly Manifest[] = [${names.join(', ')}]`,
  },
  {
    file: 'all.ts',
    from: 'reader',
    about: 'The readers of all agents.',
    head: ["import type { TranscriptReader } from './agent.js'"],
    print: (names) => `export const READERS: readonly TranscriptReader[] = [${names.join(', ')}]`,
  },
  {
    file: 'reader-registry.ts',
    about: 'The reader of one agent, loaded alone.',
    head: ["import type { TranscriptReader } from './agent.js'"],
    print: (_, folders) =>
      [
        'export const LOAD_READER: Readonly<Record<string, () => Promise<TranscriptReader>>> = {',
        ...folders.map(({ id }) => `  ${key(id)}: async () => (await import('./${id}/reader.js')).reader,`),
        '}',
      ].join('\n'),
  },
  {
    file: 'hooks-registry.ts',
    from: 'hooks',
    about: 'What the entry of the hooks needs of all agents: it is loaded at every tool call, so no manifest is.',
    head: ["import type { Hooks } from './hooks.js'"],
    print: (names, folders) =>
      [
        'export const HOOKS: Readonly<Record<string, Hooks>> = {',
        ...folders.filter(({ files }) => files.includes('hooks.ts')).map(({ id }, at) => `  ${key(id)}: ${names[at]},`),
        '}',
        '',
        '/** The variables by which each is known, as its manifest says. */',
        'export const MARKS: Readonly<Record<string, readonly string[]>> = {',
        ...folders.map(({ id, marks }) => `  ${key(id)}: [${marks.map((mark) => `'${mark}'`).join(', ')}],`),
        '}',
      ].join('\n'),
  },
]

/** What begins with `_` is no agent. */
export function agentFolders(from = root) {
  return readdirSync(join(from, FOLDER))
    .filter((name) => !name.startsWith('_') && existsSync(join(from, FOLDER, name, 'manifest.ts')))
    .toSorted()
    .map((id) => {
      const files = readdirSync(join(from, FOLDER, id))
      return { id, files, marks: marksIn(readFileSync(join(from, FOLDER, id, 'manifest.ts'), 'utf8')) }
    })
}

/** Manifests are not run here: a test holds what is read against what they say. */
function marksIn(manifest) {
  const [, list = ''] = /\bmarks: \[([^\]]*)\]/.exec(manifest) ?? []
  return [...list.matchAll(/'([^']+)'/g)].map(([, mark]) => mark)
}

/** Path → text, as the lists should be. */
export function registryText(folders) {
  return Object.fromEntries(LISTS.map((list) => [`${FOLDER}/${list.file}`, fileText(list, folders)]))
}

function fileText({ from, about, head, print }, folders) {
  const having = folders.filter(({ files }) => files.includes(`${from}.ts`)).map(({ id }) => id)
  const imports = having.map((id) => `import { ${from} as ${camel(id)} } from './${id}/${from}.js'`)
  return [
    `/** ${about} */`,
    `// Generated from the folders beside it: ${COMMAND}`,
    ...head,
    ...imports,
    '',
    fit(print(having.map(camel), folders)),
    '',
  ].join('\n')
}

function camel(id) {
  return id.replaceAll(/[^a-z0-9]+(\w)/g, (_, letter) => letter.toUpperCase())
}

function key(id) {
  return /^\w+$/.test(id) ? id : `'${id}'`
}

/** As the formatter would break it. */
function fit(line) {
  if (line.length <= 120 || line.includes('\n')) return line
  const [, start, names, end] = /^(.*\[)([^[\]]+)(\].*)$/.exec(line)
  return [start, ...names.split(', ').map((name) => `  ${name},`), end].join('\n')
}

/** The paths whose text is not what the folders say. */
export function staleFiles(from = root) {
  return Object.entries(registryText(agentFolders(from)))
    .filter(([path, text]) => !existsSync(join(from, path)) || readFileSync(join(from, path), 'utf8') !== text)
    .map(([path]) => path)
}

export function generate(from = root) {
  for (const [path, text] of Object.entries(registryText(agentFolders(from)))) writeFileSync(join(from, path), text)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  if (!process.argv.includes('--check')) generate()
  for (const path of staleFiles()) {
    process.stdout.write(`not current: ${path}\n`)
    process.exitCode = 1
  }
}
