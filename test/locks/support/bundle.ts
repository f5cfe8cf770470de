/** A program for child processes, made of the present sources; with a change, of sources with a defect planted in them. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'rolldown'
import { checkout } from '../../support/checkout.js'
import { tempDir } from '../../support/world.js'
import type * as applier from './applier.js'
import type * as hookChanges from './hook-changes.js'
import type * as worker from './worker.js'

export interface Change {
  /** Below src. */
  file: string
  from: string
  to: string
}

/** By name. That the types are named here tells other tools that the files are used. */
interface Programs {
  worker: typeof worker
  applier: typeof applier
  'hook-changes': typeof hookChanges
}

/** The path of the bundled program `test/locks/support/<name>.ts`. Fails where there is nothing to change. */
export async function bundle(name: keyof Programs, change?: Change): Promise<string> {
  const out = tempDir()
  await build({
    cwd: checkout,
    platform: 'node',
    external: [/^node:/],
    logLevel: 'silent',
    input: { program: join('test', 'locks', 'support', `${name}.ts`) },
    plugins: change ? [planted(change)] : [],
    output: { dir: out, format: 'cjs', entryFileNames: '[name].cjs', chunkFileNames: '[name].cjs' },
  })
  return join(out, 'program.cjs')
}

function planted({ file, from, to }: Change): {
  name: string
  load: (id: string) => { code: string; moduleType: 'ts' } | null
} {
  const path = join(checkout, 'src', file)
  if (!readFileSync(path, 'utf8').includes(from)) throw new Error(`cannot be planted: src/${file} has no "${from}"`)
  return {
    name: 'planted',
    load: (id) => (id === path ? { code: readFileSync(path, 'utf8').replace(from, () => to), moduleType: 'ts' } : null),
  }
}
