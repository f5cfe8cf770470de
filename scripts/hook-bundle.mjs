// The hook program: one tiny entry that runs at every prompt, and a program of its own for each kind of event, loaded only
// where there is something to do.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { addClosure } from './daily.mjs'

const PROGRAMS = ['start', 'save', 'compact', 'prompt', 'tool', 'statusline']

/**
 * What a program always loads, though by `import()`, in the order it does so; each is one chunk, for every further one
 * takes half a millisecond to load. First what is there before git is asked, then the rest.
 */
const REST_OF_SAVES = ['src/capture/git-facts.ts', 'src/platform/machine.ts']
const THEN = {
  save: ['src/hook/save-event.ts', ...REST_OF_SAVES],
  compact: ['src/hook/compact-event.ts', ...REST_OF_SAVES],
}

/** For rolldown. */
export function hookPrograms(from, out, shared, commonjs) {
  return PROGRAMS.filter((name) => existsSync(join(from, 'src/hook', `${name}.ts`))).map((name) => ({
    ...shared,
    input: { main: `src/hook/${name}.ts` },
    preserveEntrySignatures: 'allow-extension',
    output: { ...commonjs(join(out, 'hook', name)), exports: 'named', codeSplitting: oneChunk(from, name) },
  }))
}

/** As in daily.mjs: what it loads at every run is not cut where lazy chunks share it. */
function oneChunk(from, name) {
  const first = closureOf(from, [`src/hook/${name}.ts`])
  const then = closureOf(from, THEN[name] ?? [])
  const chunkOf = (id) => (first.has(id) ? 'base' : then.has(id) ? 'rest' : null)
  return { includeDependenciesRecursively: false, groups: [{ debugName: 'base', name: chunkOf }] }
}

function closureOf(from, names) {
  const files = new Set()
  for (const name of names) addClosure(join(from, name), files)
  return files
}

/** Built after the others, because it holds their hash. */
export function hookEntry(out, shared, commonjs) {
  return { ...shared, input: { hook: 'src/hook/main.ts' }, output: commonjs(out) }
}
