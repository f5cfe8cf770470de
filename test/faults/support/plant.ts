/** Builds the program with one of its sources changed. */
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, type BuildOptions } from 'rolldown'
import { checkout } from '../../support/checkout.js'
import { afterThisFile } from '../../support/tidy.js'
import { tempDir } from '../../support/world.js'

export interface Change {
  name: string
  /** Below src. */
  file: string
  from: string
  to: string
}

/**
 * The changed program. Fails where there is nothing to change: then the table of defects is out of date. It is built of
 * one file for each source, so that only the changed one has to be made again.
 */
export async function plant(change: Change): Promise<string> {
  const input = join('src', change.file)
  const code = changedSource(join(checkout, input), change)
  const root = tempDir()
  cpSync(join(checkout, 'package.json'), join(root, 'package.json'))
  symlinkSync(join(checkout, 'node_modules'), join(root, 'node_modules'))
  const dist = join(root, 'dist')
  cpSync(await goodModules(), dist, { recursive: true })
  const planted = {
    name: 'plant',
    resolveId: (source: string, importer?: string) => (importer === undefined ? null : { id: source, external: true }),
    load: { filter: { id: join(checkout, input) }, handler: () => code },
  }
  await build({ ...COMMON, input, plugins: [planted], output: { ...MODULES, file: join(dist, asBuilt(input)) } })
  // Without what only speeds up the start.
  const program = join(root, 'bin', 'dogear.cjs')
  mkdirSync(join(root, 'bin'))
  writeFileSync(program, "require('../dist/main.js')\n")
  return program
}

const COMMON = { cwd: checkout, platform: 'node', logLevel: 'silent' } satisfies BuildOptions
const MODULES = { format: 'cjs', exports: 'named' } satisfies BuildOptions['output']

let modules: Promise<string> | undefined

/** The folder of the good program, a file for each source. */
function goodModules(): Promise<string> {
  afterThisFile(() => {
    modules = undefined
  })
  modules ??= buildModules()
  return modules
}

async function buildModules(): Promise<string> {
  const dir = tempDir()
  await build({
    ...COMMON,
    external: [/^node:/],
    input: { main: 'src/cli/main.ts', index: 'src/index.ts' },
    output: { ...MODULES, dir, preserveModules: true, entryFileNames: '[name].js' },
  })
  writeFileSync(join(dir, 'package.json'), '{ "type": "commonjs" }\n')
  return dir
}

function asBuilt(input: string): string {
  return input.replace(/\.ts$/, '.js')
}

function changedSource(path: string, { name, file, from, to }: Change): string {
  const text = readFileSync(path, 'utf8')
  if (!text.includes(from))
    throw new Error(`"${name}" cannot be planted: src/${file} has no "${from}". Mend the table of defects.`)
  return text.replace(from, () => to)
}
