// `npm run bench`: what the commands cost, against a bare start of Node in the same run.
//   --quick        8 rounds, up to 10,000 entries, no unusual shapes
//   --rounds N     other than 20
//   --json         the figures as JSON
//   --readme       writes the main table into README.md; no unusual shapes, which are not in it
// Exit 1: a target was missed.
// The home and repository are generated in the folder for temporary files and removed. Files are in the page cache.
import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { root } from '../scripts/root.mjs'
import { setup } from '../scripts/setup.mjs'
import {
  casesAtRest,
  casesWithSaves,
  DEVICE_WINS_MS,
  devices,
  firstSearch,
  isSearched,
  judge,
  PACKAGE,
} from './cases.mjs'
import { BARE, measureRounds, runForPeak, runTimed } from './measure.mjs'
import { printForReadme, printReport } from './report.mjs'
import { cleanEnv, copyProgram, makeRepository, makeScratch } from './scratch.mjs'
import { entriesIn, fillHome, SHAPES, WORST_SHAPES } from './shapes.mjs'

const { values: flags } = parseArgs({
  options: {
    quick: { type: 'boolean' },
    json: { type: 'boolean' },
    rounds: { type: 'string' },
    readme: { type: 'boolean' },
  },
})
const rounds = flags.rounds ? Number(flags.rounds) : flags.quick ? 8 : 20
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
  const judged = [...report.results, ...report.worst, ...report.package]
  if (judged.some((one) => one.ok !== true)) process.exitCode = 1
} finally {
  scratch.remove()
}

async function measureAll() {
  const repository = makeRepository(join(scratch.dir, 'middle'), cleanEnv(scratch.dir, ''))
  const results = []
  const builds = []
  const worst = []
  const won = []
  for (const [size, shape] of Object.entries(SHAPES).slice(0, flags.quick ? 2 : 3)) {
    const measured = await measureShape(repository, size, shape)
    results.push(...measured.results)
    builds.push(...measured.builds)
    won.push(...measured.won)
  }
  for (const [size, shape] of flags.quick || flags.readme ? [] : Object.entries(WORST_SHAPES)) {
    worst.push(...(await measureShape(repository, size, shape)).results)
  }
  judge(results, worst)
  return { node: process.version, rounds, results, builds, worst, package: packageSizes(), devices: won }
}

async function measureShape(repository, size, shape) {
  const home = join(scratch.dir, 'home')
  const options = { cwd: repository.dir, env: cleanEnv(scratch.dir, home) }
  say(`${size}: writing entries`)
  const stream = await fillHome(shape, { dogear, repository, options, library })
  await setTimeout(SETTLE_MS)
  const searched = isSearched(entriesIn(shape))
  if (searched) say(`${size}: building the index`)
  const builds = searched ? [{ size, ...runForPeak(firstSearch(dogear), options) }] : []
  const which = { asks: shape.workstreams > 1, searched }
  runTimed([dogear, 'list'], options)
  const results = []
  for (const cases of [casesAtRest(dogear, stream, which), casesWithSaves(dogear, stream, which)]) {
    say(`${size}: ${[BARE, ...cases].map((one) => one.name).join('; ')}`)
    const measured = await measureRounds([BARE, ...cases], options, rounds)
    say(`  ${measured.map((one) => one.ratio.toFixed(2)).join('; ')}`)
    const peaks = [BARE, ...cases].map((one) => runForPeak(one, options).peakMb)
    results.push(...measured.map((one, i) => ({ size, ...one, peakMb: peaks[i], target: [BARE, ...cases][i].target })))
  }
  const won = size === Object.keys(SHAPES)[0] ? await measureDevices(options, stream) : []
  rmSync(home, { recursive: true })
  return { results, builds, won }
}

/** What `resume NAME` takes longer without each device that is there for speed alone. */
async function measureDevices(options, stream) {
  const switches = fileURLToPath(new URL('switches.cjs', import.meta.url))
  const [, whole, ...without] = await measureRounds([BARE, ...devices(dogear, stream, switches)], options, rounds)
  return without.map(({ name, median }) => {
    const ms = median - whole.median
    return { name, ms, ok: ms >= DEVICE_WINS_MS }
  })
}

function packageSizes() {
  const ran = spawnSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], { cwd: root, encoding: 'utf8' })
  const [{ size, unpackedSize }] = JSON.parse(ran.stdout)
  const judged = (name, bytes, most) => ({ name, bytes, most, ok: bytes <= most || `over ${most / 1e6} MB` })
  return [judged('packed', size, PACKAGE.packed), judged('installed', unpackedSize, PACKAGE.installed)]
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
