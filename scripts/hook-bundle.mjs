// The hook program: one tiny entry that runs at every prompt, and a program of its own for each kind of event, loaded only
// where there is something to do.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { addClosure } from './daily.mjs'

const PROGRAMS = ['start', 'save', 'prompt', 'tool', 'statusline']

/** What other programs load lazily and this one at every run: a chunk of its own takes half a millisecond to load. */
const ALWAYS = { save: ['src/capture/git-facts.ts', 'src/platform/machine.ts'] }

/** For rolldown. */
export function hookPrograms(from, out, shared, commonjs) {
  return PROGRAMS.filter((name) => existsSync(join(from, 'src/hook', `${name}.ts`))).map((name) => ({
    ...shared,
    input: { main: `src/hook/${name}.ts` },
    preserveEntrySignatures: 'allow-extension',
    output: { ...commonjs(join(out, 'hook', name)), exports: 'named', codeSplitting: oneChunk(from, name) },
  }))
}

/** As in daily.mjs: what it loads at every run goes into one chunk. */
function oneChunk(from, name) {
  const files = new Set()
  for (const file of [`src/hook/${name}.ts`, ...(ALWAYS[name] ?? [])]) addClosure(join(from, file), files)
  const inBase = (id) => (files.has(id) ? 'base' : null)
  return { includeDependenciesRecursively: false, groups: [{ debugName: 'base', name: inBase }] }
}

/** Built after the others, because it holds their hash. */
export function hookEntry(out, shared, commonjs) {
  return { ...shared, input: { hook: 'src/hook/main.ts' }, output: commonjs(out) }
}
