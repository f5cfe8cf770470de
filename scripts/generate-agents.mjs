// `node scripts/generate-agents.mjs`: writes the lists of all agents from the folders in src/agents. With `--check` it
// writes nothing and fails where a list is not what the folders say.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './root.mjs'

export const COMMAND = 'node scripts/generate-agents.mjs'

/** Folders with a manifest; what begins with `_` is no agent. */
export function agentFolders(from = root) {
  const folder = join(from, 'src', 'agents')
  return readdirSync(folder)
    .filter((name) => !name.startsWith('_') && existsSync(join(folder, name, 'manifest.ts')))
    .sort()
}

/** Path → text. Manifests and readers apart: the first are loaded by every command, the second only to read a session. */
export function registryText(folders) {
  return {
    'src/agents/manifests.ts': fileText(folders, {
      about: 'The manifests of all agents.',
      type: 'Manifest',
      from: 'manifest',
      name: 'manifest',
      list: 'MANIFESTS',
    }),
    'src/agents/registry.ts': fileText(folders, {
      about: 'The readers of all agents.',
      type: 'TranscriptReader',
      from: 'index',
      name: 'reader',
      list: 'READERS',
    }),
  }
}

function fileText(folders, { about, type, from, name, list }) {
  const imports = folders.map((id) => `import { ${name} as ${variableOf(id)} } from './${id}/${from}.js'`)
  const names = folders.map(variableOf)
  const start = `export const ${list}: readonly ${type}[] = [`
  const line = `${start}${names.join(', ')}]`
  // As the formatter would break it.
  const constant = line.length <= 120 ? line : [start, ...names.map((one) => `  ${one},`), ']'].join('\n')
  return [
    `/** ${about} Generated from the folders by: ${COMMAND} */`,
    `import type { ${type} } from './agent.js'`,
    ...imports,
    '',
    constant,
    '',
  ].join('\n')
}

function variableOf(id) {
  return id.replace(/-([a-z0-9])/g, (_, letter) => letter.toUpperCase())
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
  const stale = staleFiles()
  if (stale.length > 0) {
    process.stderr.write(`${stale.join(', ')}: not what the folders in src/agents say. Run: ${COMMAND}\n`)
    process.exitCode = 1
  }
}
