// The commands people wait for are programs of their own: one file that holds what the command runs and nothing else.
// Loading code is most of what a command costs, every kilobyte about a tenth of a millisecond.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const ONLY = '\0only-command'

export const DAILY = ['save', 'resume', 'list', 'search']

/** For rolldown: src/cli/main.ts with one command built in. Any other word never gets here (see src/boot/start.ts). */
export function onlyCommand(from, command) {
  return {
    name: 'only-command',
    resolveId: (path, importer) => (path === './loaders.js' && importer?.endsWith('main.ts') ? ONLY : null),
    load(path) {
      if (path !== ONLY) return null
      const file = JSON.stringify(join(from, 'src/cli/commands', `${command}.ts`))
      return `import * as command from ${file}\nexport const LOADERS = { ${command}: async () => command }\n`
    },
  }
}

/** What a command loads at every run though by `import()`, because others seldom do. */
const ALWAYS = { save: ['src/platform/machine.ts'] }

/** Everything it loads at every run goes into one chunk: left alone, the bundler cuts it where lazy chunks share it. */
export function oneChunk(from, command) {
  const files = new Set()
  for (const file of ['src/cli/main.ts', `src/cli/commands/${command}.ts`, ...(ALWAYS[command] ?? [])])
    addClosure(join(from, file), files)
  return {
    includeDependenciesRecursively: false,
    groups: [{ name: (id) => (files.has(id) || id === ONLY ? 'base' : null), debugName: 'base' }],
  }
}

/** The file and everything it imports statically. Types are gone by then, and lazy imports are chunks of their own. */
export function addClosure(file, files) {
  if (files.has(file)) return
  files.add(file)
  const imports = /^(?:import|export) (?!type )[^'"]*?from '(\.[^']+)\.js'$/gm
  for (const [, path] of readFileSync(file, 'utf8').matchAll(imports)) {
    if (path !== './loaders') addClosure(join(dirname(file), `${path}.ts`), files)
  }
}
