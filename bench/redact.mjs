// What redaction finds (sets drawn from `--seed`), and what it costs: cold and warm, on a long line, for every rule on text
// made to annoy it (bar S2), and on 800 KB of the worst of it.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { build } from 'rolldown'
import { root } from '../scripts/root.mjs'

const TAILS = ['', ' ', 'a1B', '="', '-', '=Ab1', 'Ab1x\n', ': a=b;']
const MB = 1_000_000
const { values } = parseArgs({ options: { seed: { type: 'string', default: '2026224617' } } })
const out = mkdtempSync(join(tmpdir(), 'dogear-bench-'))

try {
  const from = (name) => join(root, 'src', 'core', 'redact', `${name}.ts`)
  const inTest = (name) => join(root, 'test', 'redact', 'sets', `${name}.ts`)
  const load = (name) => import(pathToFileURL(join(out, `${name}.js`)).href)
  await build({
    input: { redact: from('redact'), set: inTest('set'), sets: inTest('sets') },
    output: { dir: out, format: 'esm' },
    logLevel: 'warn',
  })
  await build({
    input: { redact: from('redact') },
    output: { dir: out, format: 'cjs', entryFileNames: '[name].cjs' },
    logLevel: 'warn',
  })
  printCold()
  const { redact, makeRedactor, allRules } = await load('redact')
  printWarm(redact)
  printLongLines(redact)
  printRules(allRules(), makeRedactor)
  printLarge(allRules(), redact)
  printRates(redact, (await load('sets')).sets, await load('set'), Number(values.seed))
} finally {
  rmSync(out, { recursive: true, force: true })
}

/** A process of its own: loading the rules and redacting 4 KB for the first time, beside what Node itself took to start. */
function printCold() {
  const script = `
    const start = process.cpuUsage()
    const text = require('node:fs').readFileSync(${JSON.stringify(join(root, 'docs', 'ARCHITECTURE.md'))}, 'utf8').slice(0, 4096)
    const before = process.cpuUsage()
    require(${JSON.stringify(join(out, 'redact.cjs'))}).redact(text)
    const { user, system } = process.cpuUsage(before)
    process.stdout.write(JSON.stringify([(user + system) / 1000, (user + system) / (start.user + start.system)]))`
  const runs = Array.from({ length: 15 }, () =>
    JSON.parse(spawnSync(process.execPath, ['-e', script], { encoding: 'utf8' }).stdout),
  ).toSorted((a, b) => a[0] - b[0])
  const [ms, share] = runs[7]
  print(
    'cold: load and 4 KB',
    `${ms.toFixed(2)} ms median, ${runs[0][0].toFixed(2)} least; ${share.toFixed(2)} of a bare start of Node`,
  )
}

function printWarm(redact) {
  const text = readFileSync(join(root, 'docs', 'ARCHITECTURE.md'), 'utf8')
    .repeat(3)
    .slice(0, 10_000)
  for (let i = 0; i < 200; i++) redact(text)
  print('warm: 10 KB', `${least(() => redact(text), 200).toFixed(3)} ms`)
}

function printLongLines(redact) {
  const line = 'const value = await client.request({ path: "/orders", token: readToken(), retries: 3 }); '
  const token = ['gh', 'p_', 'Zk3Qw9Xv7Rt2', 'Lm8Np4Bs6Hd1', 'Jf5Gc0YaVe9T'].join('')
  const plain = repeat(line, 10 * MB)
  print('10 MB in one line, no secret', `${least(() => redact(plain), 3).toFixed(0)} ms`)
  const full = repeat(`${line}${token} `, 10 * MB)
  print('10 MB in one line, 80,000 tokens', `${least(() => redact(full), 3).toFixed(0)} ms`)
}

/** For each rule the worst of its texts: time per MB, and 500 KB divided by 250 KB. */
function printRules(rules, makeRedactor) {
  const rows = rules.flatMap((rule) => {
    const redact = makeRedactor([rule], false)
    const worst = TAILS.map((tail) => `${rule.starts[0]}${tail}`)
      .map((unit) => ({ unit, ms: least(() => redact(repeat(unit, MB / 50)), 2) }))
      .toSorted((a, b) => b.ms - a.ms)[0]
    return [{ type: rule.type, ...ratioOf(redact, worst.unit) }]
  })
  const ratios = rows.map(({ ratio }) => ratio).toSorted((a, b) => a - b)
  print(
    `${rows.length} rules, twice the text`,
    `median ${ratios[ratios.length >> 1].toFixed(2)}×, worst ${ratios.at(-1).toFixed(2)}×`,
  )
  for (const { type, unit, ms, ratio } of rows.toSorted((a, b) => b.ms - a.ms).slice(0, 8)) {
    print(`  ${type} on ${JSON.stringify(unit)}`, `${ms.toFixed(0)} ms per MB, ${ratio.toFixed(2)}×`)
  }
}

/** Of each set: how many secrets are gone, and how many look-alikes are left alone. */
function printRates(redact, sets, { drawSet, isWrong }, seed) {
  for (const set of sets) {
    const samples = drawSet(set, seed).map((sample) => ({ ...sample, wrong: isWrong(sample, redact(sample.text)) }))
    const figures = ['provider', 'generic', 'look-alike'].map((kind) => {
      const all = samples.filter((sample) => sample.kind === kind)
      const right = all.filter(({ wrong }) => !wrong).length
      return `${kind} ${((right / all.length) * 100).toFixed(2)} % of ${all.length}`
    })
    print(`set ${set.name}, seed ${seed}`, figures.join(', '))
    const missed = new Map()
    for (const { type, wrong } of samples) if (wrong) missed.set(type, (missed.get(type) ?? 0) + 1)
    if (missed.size > 0) print('', [...missed].map(([type, count]) => `${type} ${count}`).join(', '))
  }
}

/** All rules on 800 KB of what a small sample showed to be dearest: at most 500 ms. */
function printLarge(rules, redact) {
  const starts = [...new Set(rules.flatMap((rule) => rule.starts))]
  const dearest = starts
    .flatMap((start) => [...TAILS, ', ', '|a', ' for a b', '\\\n', '"{'].map((tail) => `${start}${tail}`))
    .map((unit) => ({ unit, ms: least(() => redact(repeat(unit, 3000)), 2) }))
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, 24)
    .map(({ unit }) => ({ unit, ms: least(() => redact(repeat(unit, 800_000)), 2) }))
    .toSorted((a, b) => b.ms - a.ms)
  for (const { unit, ms } of dearest.slice(0, 4)) print(`800 KB of ${JSON.stringify(unit)}`, `${ms.toFixed(0)} ms`)
}

function ratioOf(redact, unit) {
  let best = { unit, ms: 0, ratio: Infinity }
  for (let attempt = 0; attempt < 5 && best.ratio > 2.3; attempt++) {
    const ms = least(() => redact(repeat(unit, MB / 4)), 3)
    const ratio = least(() => redact(repeat(unit, MB / 2)), 3) / ms
    if (ratio < best.ratio) best = { unit, ms: ms * 4, ratio }
  }
  return best
}

/** Processor time, so that other work on the machine does not count. */
function least(work, times) {
  let best = Infinity
  for (let i = 0; i < times; i++) {
    const before = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(before)
    best = Math.min(best, (user + system) / 1000)
  }
  return best
}

function repeat(unit, length) {
  return unit.repeat(Math.ceil(length / unit.length))
}

function print(what, figure) {
  process.stdout.write(`${what.padEnd(60)} ${figure}\n`)
}
