// `npm run bench:redact-worst`: the dearest texts that can be made of what wakes the rules of redaction, and what 800 KB of each cost
// (bar S2: 500 ms). Every word that a rule begins with is repeated with values that nearly are secrets, by itself and with
// others drawn from `--seed`, in one long line and in many short ones. The dearest small ones are measured large, each in a
// process of its own and as processor time, so that other work on the machine counts little.
//   --words N   takes so many of the words only, --mixed N makes so many texts of several, --show N measures so many large
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { build } from 'rolldown'
import { root } from '../scripts/root.mjs'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    mixed: { type: 'string', default: '3000' },
    show: { type: 'string', default: '24' },
    words: { type: 'string', default: '100000' },
  },
})
const LARGE = 800_000
const SMALL = 8_000
const BAR = 500

/** Behind the word: nothing, what nearly is a value, what lets another rule look on, and the ends of lines. */
const TAILS = ['', ' ', 'a1B', ' a1B', ' a1B ', '="', '-', '=Ab1', '= ', '=Ab1\n', 'Ab1x\n', ': a=b;', ': Zk3Qw9Xv7R ']
  .concat([', ', ',', '|a', '| a1 |\n', ' for a b', '\\\n', '"{', 'a:b1', '\\n', '\n', '="x9" ', ' is Ab ', ' -p x1 '])
  .concat(['": "', '\t', ': ?\n', "('a', 'b1', ", ' <a>', '%3D', '/', ':', ' (', '"', ' = "\n', '['])

const out = mkdtempSync(join(tmpdir(), 'dogear-bench-'))
try {
  const input = join(root, 'src', 'core', 'redact', 'redact.ts')
  await build({ input, output: { dir: out, format: 'esm', entryFileNames: 'redact.mjs' }, logLevel: 'warn' })
  const { redact, allRules } = await import(pathToFileURL(join(out, 'redact.mjs')).href)
  const all = [...new Set(allRules().flatMap((rule) => rule.starts))]
  const words = drawn(all, Number(values.words))
  const units = [...words.flatMap((word) => TAILS.map((tail) => word + tail)), ...mixed(words, Number(values.mixed))]
  for (const unit of units.slice(0, 2000)) redact(repeat(unit, 400))
  const dearest = units
    .map((unit) => ({ unit, ms: least(() => redact(repeat(unit, SMALL))) }))
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, Number(values.show))
    .map(({ unit }) => ({ unit, ms: large(unit) }))
    .toSorted((a, b) => b.ms - a.ms)
  for (const { unit, ms } of dearest) print(`800 KB of ${JSON.stringify(unit)}`, `${ms.toFixed(0)} ms`)
  const over = dearest.filter(({ ms }) => ms > BAR).length
  print(`${units.length} texts of ${words.length} words, seed ${values.seed}`, `${over} above ${BAR} ms`)
} finally {
  rmSync(out, { recursive: true, force: true })
}

/** Two or three words, each with a tail, one behind the other. */
function mixed(words, count) {
  const draw = drawing(Number(values.seed))
  const part = () => words[draw(words.length)] + TAILS[draw(TAILS.length)]
  return Array.from({ length: count }, () => Array.from({ length: 2 + draw(2) }, part).join(''))
}

/** So many of them, for a first impression. */
function drawn(all, count) {
  if (count >= all.length) return all
  const draw = drawing(Number(values.seed) + 1)
  return Array.from({ length: count }, () => all[draw(all.length)])
}

function drawing(seed) {
  let state = seed >>> 0
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** In a process of its own, the least of three. */
function large(unit) {
  const script = `
    import { redact } from ${JSON.stringify(pathToFileURL(join(out, 'redact.mjs')).href)}
    const text = process.argv[1].repeat(Math.ceil(${LARGE} / process.argv[1].length))
    const before = process.cpuUsage()
    redact(text)
    const { user, system } = process.cpuUsage(before)
    process.stdout.write(String((user + system) / 1000))`
  const run = () =>
    Number(spawnSync(process.execPath, ['--input-type=module', '-e', script, '--', unit], { encoding: 'utf8' }).stdout)
  return Math.min(run(), run(), run())
}

/** Once more where it was dear, because other work can only add. */
function least(work) {
  const once = cpuMs(work)
  return once < 3 ? once : Math.min(once, cpuMs(work))
}

function cpuMs(work) {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

function repeat(unit, length) {
  return unit.repeat(Math.ceil(length / unit.length))
}

function print(what, figure) {
  process.stdout.write(`${what.padEnd(90)} ${figure}\n`)
}
