// The commands people wait for are programs of their own: one file that holds what the command runs and nothing else.
// Loading code is most of what a command costs, and every further file takes half a millisecond.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** And where the table of its flags lies. */
const SPECS = { save: 'specs-daily', resume: 'specs-daily', list: 'specs-daily', search: 'specs-look' }
export const DAILY = Object.keys(SPECS)

const LOADER = '\0only-loader'
const SPEC = '\0only-spec'

/** For rolldown: src/cli/main.ts with one command built in. Any other word never gets here (see src/boot/start.ts). */
export function onlyCommand(from, command) {
  const cli = (path) => JSON.stringify(join(from, 'src/cli', `${path}.ts`))
  const modules = {
    [LOADER]: `import * as command from ${cli(`commands/${command}`)}\nexport const LOADERS = { ${command}: async () => command }\n`,
    [SPEC]: `import { ${command.toUpperCase()} as spec } from ${cli(SPECS[command])}\nexport const DAILY = [spec]\n`,
  }
  const instead = { './loaders.js': LOADER, './specs-daily.js': SPEC }
  return {
    name: 'only-command',
    resolveId: (path, importer) => (importer?.endsWith('cli/main.ts') ? (instead[path] ?? null) : null),
    load: (path) => modules[path] ?? null,
  }
}

/** What a command loads at every run though by `import()`, because others seldom do. */
const ALWAYS = { save: ['platform/machine'] }

/** Everything it loads at every run goes into one chunk: left alone, the bundler cuts it where lazy chunks share it. */
export function oneChunk(from, command) {
  const files = new Set([LOADER, SPEC])
  const roots = ['cli/main', `cli/commands/${command}`, `cli/${SPECS[command]}`, ...(ALWAYS[command] ?? [])]
  for (const path of roots) addClosure(join(from, 'src', `${path}.ts`), files)
  return {
    includeDependenciesRecursively: false,
    groups: [{ name: (id) => (files.has(id) ? 'base' : null), debugName: 'base' }],
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
