// `npm run bench`: what the commands cost, against a bare start of Node in the same run.
//   --quick        10 rounds, up to 10,000 entries, no unusual shapes
//   --rounds N     other than 40
//   --json         the figures as JSON
//   --readme       also writes the main table into README.md
// Exit 1: a target was missed.
// The home and repository are generated in the folder for temporary files and removed. Files are in the page cache.
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { root } from '../scripts/root.mjs'
import { setup } from '../scripts/setup.mjs'
import { casesAtRest, casesWithSaves, firstSearch, judge } from './cases.mjs'
import { BARE, measureRounds, runForPeak, runTimed } from './measure.mjs'
import { printForReadme, printReport } from './report.mjs'
import { cleanEnv, copyProgram, makeRepository, makeScratch } from './scratch.mjs'
import { fillHome, SHAPES, WORST_SHAPES } from './shapes.mjs'

const { values: flags } = parseArgs({
  options: {
    quick: { type: 'boolean' },
    json: { type: 'boolean' },
    rounds: { type: 'string' },
    readme: { type: 'boolean' },
  },
})
const rounds = flags.rounds ? Number(flags.rounds) : flags.quick ? 10 : 40
// A listing trusts a folder only once it has been quiet for two seconds.
const SETTLE_MS = 2500

await setup()
const scratch = makeScratch()
const dogear = copyProgram(root, join(scratch.dir, 'program'))
const library = await import(pathToFileURL(join(scratch.dir, 'program', 'dist', 'index.js')))
try {
  const report = await measureAll()
  process.stdout.write(`${flags.json ? JSON.stringify(report, null, 2) : printReport(report)}\n`)
  if (flags.readme) writeReadme(report)
  if ([...report.results, ...report.worst].some((one) => one.ok !== true)) process.exitCode = 1
} finally {
  scratch.remove()
}

async function measureAll() {
  const repository = makeRepository(join(scratch.dir, 'middle'), cleanEnv(scratch.dir, ''))
  const results = []
  const builds = []
  const worst = []
  for (const [size, shape] of Object.entries(SHAPES).slice(0, flags.quick ? 2 : 3)) {
    const measured = await measureShape(repository, size, shape)
    results.push(...measured.results)
    builds.push(measured.build)
  }
  for (const [size, shape] of flags.quick ? [] : Object.entries(WORST_SHAPES)) {
    worst.push(...(await measureShape(repository, size, shape)).results)
  }
  judge(results, worst)
  return { node: process.version, rounds, results, builds, worst }
}

async function measureShape(repository, size, shape) {
  const home = join(scratch.dir, 'home')
  const options = { cwd: repository.dir, env: cleanEnv(scratch.dir, home) }
  say(`${size}: writing entries`)
  const stream = await fillHome(shape, { dogear, repository, options, library })
  await setTimeout(SETTLE_MS)
  say(`${size}: building the index`)
  const build = { size, ...runForPeak(firstSearch(dogear), options) }
  runTimed([dogear, 'list'], options)
  const results = []
  for (const cases of [casesAtRest(dogear, stream), casesWithSaves(dogear, stream)]) {
    say(`${size}: ${[BARE, ...cases].map((one) => one.name).join('; ')}`)
    const measured = await measureRounds([BARE, ...cases], options, rounds)
    say(`  ${measured.map((one) => one.ratio.toFixed(2)).join('; ')}`)
    const peaks = [BARE, ...cases].map((one) => runForPeak(one.args, options).peakMb)
    results.push(...measured.map((one, i) => ({ size, ...one, peakMb: peaks[i], target: [BARE, ...cases][i].target })))
  }
  rmSync(home, { recursive: true })
  return { results, build }
}

function writeReadme(report) {
  const path = join(root, 'README.md')
  const place = /(<!-- bench -->\n)[\s\S]*(<!-- \/bench -->)/
  const text = readFileSync(path, 'utf8')
  writeFileSync(
    path,
    text.replace(place, (_, start, end) => `${start}${printForReadme(report)}\n${end}`),
  )
}

function say(what) {
  process.stderr.write(`bench: ${what}\n`)
}
