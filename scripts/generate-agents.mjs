// Writes the lists of all agents from their folders: `node scripts/generate-agents.mjs`. A folder below src/agents that has
// a manifest is an agent; nothing else lists it. `--check` only says what is not current.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './root.mjs'

export const COMMAND = 'node scripts/generate-agents.mjs'
const FOLDER = 'src/agents'

/** A list takes the export `from` of the file of that name of every agent. */
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
]

/** What begins with `_` is no agent. */
export function agentFolders(from = root) {
  return readdirSync(join(from, FOLDER))
    .filter((name) => !name.startsWith('_') && existsSync(join(from, FOLDER, name, 'manifest.ts')))
    .toSorted()
}

/** Path → text, as the lists should be. */
export function registryText(folders) {
  return Object.fromEntries(LISTS.map((list) => [`${FOLDER}/${list.file}`, fileText(list, folders)]))
}

function fileText({ from, about, head, print }, folders) {
  const imports = folders.map((id) => `import { ${from} as ${camel(id)} } from './${id}/${from}.js'`)
  return [
    `/** ${about} */`,
    `// Generated from the folders beside it: ${COMMAND}`,
    ...head,
    ...imports,
    '',
    fit(print(folders.map(camel))),
    '',
  ].join('\n')
}

function camel(id) {
  return id.replaceAll(/[^a-z0-9]+(\w)/g, (_, letter) => letter.toUpperCase())
}

/** As the formatter would break it. */
function fit(line) {
  if (line.length <= 120) return line
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
