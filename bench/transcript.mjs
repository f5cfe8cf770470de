// `node bench/transcript.mjs`: what reading transcripts costs in a cold process, against readline + JSON.parse, which takes
// nothing out of the records, in the same run. The everyday case first: five sessions of 2.5 to 4 MB.
//   --quick       a 50 MB file instead of 200 MB, and 250 MB instead of 1 GB
//   --rounds N    other than 9
//   --corpus DIR  real sessions (.jsonl, .jsonl.gz) instead of made-up ones
// The files are made in the folder for temporary files and removed. They are in the page cache. Each measurement is a
// process of its own; rounds are interleaved, so that whatever else the machine does falls on all alike.
import { spawnSync } from 'node:child_process'
import { appendFileSync, closeSync, openSync, readFileSync, readSync, statSync, truncateSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { rolldown } from 'rolldown'
import { makeScratch } from './scratch.mjs'
import { turnSource, writeTranscript } from './transcript-file.mjs'

const MB = 1e6
const EVERYDAY_MB = [2.5, 2.8, 3.2, 3.6, 4]
const LAST_BYTES = 100_000
const WORKER = fileURLToPath(new URL('transcript-worker.mjs', import.meta.url))
const { values: flags } = parseArgs({
  options: { quick: { type: 'boolean' }, rounds: { type: 'string' }, corpus: { type: 'string' } },
})
const rounds = Number(flags.rounds ?? 9)
const scratch = makeScratch()
try {
  const readers = await bundleReaders()
  const results = [...measureEveryday(readers), ...measureLarge(readers), ...measureParts(readers)]
  process.stdout.write(`${results.map(print).join('\n')}\n`)
  if (results.some(({ ok }) => !ok)) process.exitCode = 1
} finally {
  scratch.remove()
}

async function bundleReaders() {
  const input = fileURLToPath(new URL('../src/agents/readers.ts', import.meta.url))
  const bundle = await rolldown({ input, platform: 'node', external: [/^node:/, '@photostructure/sqlite'] })
  const file = join(scratch.dir, 'readers.mjs')
  await bundle.write({ file, format: 'esm', codeSplitting: false })
  await bundle.close()
  return file
}

function measureEveryday(readers) {
  const turns = turnSource({ folder: flags.corpus })
  return EVERYDAY_MB.map((megabytes) => {
    const path = join(scratch.dir, `everyday-${megabytes}.jsonl`)
    writeTranscript(path, megabytes * MB, turns)
    return compareFull(readers, path).speed
  })
}

function measureLarge(readers) {
  const path = join(scratch.dir, 'full.jsonl')
  writeTranscript(path, (flags.quick ? 50 : 200) * MB, turnSource({ folder: flags.corpus }))
  const { speed, ours } = compareFull(readers, path)
  const peak = `peak memory of it: ${ours.peakMb.toFixed(0)} MB`
  return [speed, { text: peak, target: '< 150 MB', ok: ours.peakMb < 150 }]
}

function compareFull(readers, path) {
  const [base, ours] = interleave([
    ['readline', readers, path],
    ['read', readers, path],
  ])
  const ratio = ours.ms / base.ms
  const size = `${(statSync(path).size / MB).toFixed(1)} MB`
  const text = `full read of ${size}: ${ratio.toFixed(2)} × readline + JSON.parse (${ours.ms.toFixed(1)} against ${base.ms.toFixed(1)} ms)`
  return { speed: { text, target: '≤ 1.2', ok: ratio <= 1.2 }, ours }
}

/** The cost must not depend on what lies before. */
function measureParts(readers) {
  const [small, big] = [join(scratch.dir, 'small.jsonl'), join(scratch.dir, 'big.jsonl')]
  writeTranscript(small, MB)
  repeat(small, big, flags.quick ? 250 : 1000)
  const size = `${(statSync(big).size / MB).toFixed(0)} MB`
  const tail = compare(
    ['tail', readers, small],
    ['tail', readers, big],
    `the newest state from the end, in ${size} as in 1 MB`,
  )
  const [from, fromBig] = [small, big].map((path) => markBeforeEnd(readers, path))
  const rest = `reading on for the last 100 KB, of ${size} as of 1 MB`
  return [tail, compare(['continue', readers, small, from], ['continue', readers, big, fromBig], rest)]
}

function compare(one, other, name) {
  const [small, big] = interleave([one, other])
  const ratio = big.ms / small.ms
  const text = `${name}: ${ratio.toFixed(2)} × as long (${big.ms.toFixed(2)} ms, ${big.peakMb.toFixed(0)} MB)`
  return { text, target: '≤ 1.2', ok: ratio <= 1.2 }
}

function repeat(from, to, times) {
  const bytes = readFileSync(from)
  const fd = openSync(to, 'w')
  for (let i = 0; i < times; i++) writeSync(fd, bytes)
  closeSync(fd)
}

/** Where the mark lies that a reader left when the file was 100 KB shorter. */
function markBeforeEnd(readers, path) {
  const { size } = statSync(path)
  const end = Buffer.alloc(LAST_BYTES)
  const fd = openSync(path, 'r')
  readSync(fd, end, 0, LAST_BYTES, size - LAST_BYTES)
  closeSync(fd)
  const rest = end.subarray(end.indexOf(10) + 1)
  truncateSync(path, size - rest.length)
  run(['mark', readers, path, `${path}.mark`])
  appendFileSync(path, rest)
  return `${path}.mark`
}

/** The best of each: whatever else the machine does only ever adds. */
function interleave(cases) {
  const all = cases.map(() => [])
  for (let round = 0; round < rounds; round++) {
    for (const [i, args] of cases.entries()) all[i].push(run(args))
  }
  return all.map((one) => ({
    ms: Math.min(...one.map(({ ms }) => ms)),
    peakMb: Math.max(...one.map(({ peakMb }) => peakMb)),
  }))
}

function run(args) {
  const ran = spawnSync(process.execPath, [WORKER, ...args], { encoding: 'utf8' })
  if (ran.status !== 0) throw new Error(`${args.join(' ')}: ${ran.stderr}`)
  return JSON.parse(ran.stdout)
}

function print({ text, target, ok }) {
  return `${ok ? '✓' : '✗'} ${text}, target ${target}`
}
