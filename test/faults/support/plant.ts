/** Builds the program with one of its sources changed. */
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, type BuildOptions } from 'rolldown'
import { checkout } from '../../support/checkout.js'
import { tempDir } from '../../support/world.js'

export interface Change {
  name: string
  /** Below src. */
  file: string
  from: string
  to: string
}

/** The changed program. Fails where there is nothing to change: then the table of defects is out of date. */
export async function plant(change: Change): Promise<string> {
  const path = join(checkout, 'src', change.file)
  const code = changedSource(path, change)
  const root = tempDir()
  cpSync(join(checkout, 'package.json'), join(root, 'package.json'))
  symlinkSync(join(checkout, 'node_modules'), join(root, 'node_modules'))
  const shared = {
    cwd: checkout,
    platform: 'node',
    external: [/^node:/],
    logLevel: 'silent',
    plugins: [{ name: 'plant', load: { filter: { id: path }, handler: () => code } }],
  } satisfies BuildOptions
  await build([
    {
      ...shared,
      input: { main: 'src/cli/main.ts' },
      output: {
        dir: join(root, 'dist', 'program'),
        format: 'cjs',
        entryFileNames: '[name].cjs',
        chunkFileNames: '[name].cjs',
      },
    },
    { ...shared, input: { index: 'src/index.ts' }, output: { dir: join(root, 'dist'), format: 'esm' } },
  ])
  // Without what only speeds up the start.
  const program = join(root, 'bin', 'dogear.cjs')
  mkdirSync(join(root, 'bin'))
  writeFileSync(program, "require('../dist/program/main.cjs')\n")
  return program
}

function changedSource(path: string, { name, file, from, to }: Change): string {
  const text = readFileSync(path, 'utf8')
  if (!text.includes(from))
    throw new Error(`"${name}" cannot be planted: src/${file} has no "${from}". Mend the table of defects.`)
  return text.replace(from, () => to)
}
