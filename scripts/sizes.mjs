// `node scripts/sizes.mjs`: how large the source is and which files are longer than one likes to read. A report, never a
// test: what is long for a good reason stays.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.mjs'

const LONG = 250

const files = readdirSync(join(root, 'src'), { recursive: true })
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
  .map((path) => ({ path, lines: readFileSync(join(root, 'src', path), 'utf8').split('\n').length - 1 }))
const long = files.filter(({ lines }) => lines > LONG).toSorted((a, b) => b.lines - a.lines)
const lines = files.reduce((sum, file) => sum + file.lines, 0)
process.stdout.write(`${files.length} source files, ${lines} lines, ${long.length} longer than ${LONG}\n`)
for (const file of long) process.stdout.write(`${String(file.lines).padStart(5)} src/${file.path}\n`)
