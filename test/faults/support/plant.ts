/** Changes a copy of the sources and builds that copy. */
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
  return buildCopy((root) => changeSource(join(root, 'src', change.file), change))
}

/** The program of a copy of the sources that `change` was let loose on. */
async function buildCopy(change: (root: string) => void): Promise<string> {
  const root = tempDir()
  for (const part of ['src', 'package.json']) cpSync(join(checkout, part), join(root, part), { recursive: true })
  symlinkSync(join(checkout, 'node_modules'), join(root, 'node_modules'))
  change(root)
  const external = [/^node:/]
  const shared = { cwd: root, platform: 'node', external, logLevel: 'silent' } satisfies BuildOptions
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

function changeSource(path: string, { name, file, from, to }: Change): void {
  const text = readFileSync(path, 'utf8')
  if (!text.includes(from))
    throw new Error(`"${name}" cannot be planted: src/${file} has no "${from}". Mend the table of defects.`)
  writeFileSync(
    path,
    text.replace(from, () => to),
  )
}
