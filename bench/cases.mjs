// What is measured, and what it may cost.
import { RARE_WORD } from './entries.mjs'
import { wordAt } from './words.mjs'

/** `times`: most it may cost, as a multiple of a bare start of Node. `growth`: most it may cost against the smallest home. */
const READ = { times: 1.8, growth: 1.5 }
// A Node without SQLite reads every entry: the same answers at its own pace, which is no target, and measured in small homes.
const SEARCH = process.getBuiltinModule('node:sqlite') && { times: 2.5 }
const MAX_SCANNED = 10_000

/** Whether searches are measured in a home of that many entries. */
export function isSearched(entries) {
  return SEARCH !== undefined || entries <= MAX_SCANNED
}

export const MAX_MB = 120

/** Nothing changes between these. `asks`: there are several workstreams to go on with. `searched`: see above. */
export function casesAtRest(dogear, stream, { asks, searched }) {
  return [
    { name: 'list', args: [dogear, 'list'], target: READ },
    { name: 'resume NAME', args: [dogear, 'resume', stream], target: READ },
    ...(asks ? [{ name: 'resume, which asks', args: [dogear, 'resume'], target: READ, exit: 3 }] : []),
    ...(searched ? searches(dogear) : []),
  ]
}

function searches(dogear) {
  const words = [wordAt(60), wordAt(110)]
  return [
    { name: 'search, a rare word', args: [dogear, 'search', RARE_WORD], target: SEARCH },
    { name: 'search, a word in nearly every entry', args: [dogear, 'search', wordAt(0)], target: SEARCH },
    { name: 'search, two words', args: [dogear, 'search', ...words], target: SEARCH },
  ]
}

/** In these rounds every command comes after a save. */
export function casesWithSaves(dogear, stream, { searched }) {
  const fields = [
    '--task',
    'Retry the upload',
    '--next',
    'Run npm test -- upload',
    '--done',
    'src/part-0/file-0.ts: guard',
  ]
  return [
    { name: 'save --no-git', args: [dogear, 'save', stream, ...fields, '--no-git'], target: { times: 2 } },
    { name: 'save', args: [dogear, 'save', stream, ...fields] },
    { name: 'list, after a save', args: [dogear, 'list'] },
    ...(searched ? [{ name: 'search, after a save', args: [dogear, 'search', RARE_WORD] }] : []),
  ]
}

export function firstSearch(dogear) {
  return { args: [dogear, 'search', RARE_WORD] }
}

/** Most that npm may send and put on the disk, in bytes. */
export const PACKAGE = { packed: 1_200_000, installed: 5_000_000 }

/** What a device that is there for speed alone must win, in milliseconds per command (see CONTRIBUTING.md). */
export const DEVICE_WINS_MS = 5

/** In an everyday home, each with the device and without it. */
export function devices(dogear, stream, switches) {
  const resume = (name, env) => ({ name, args: ['--require', switches, dogear, 'resume', stream], env })
  return [
    resume('resume NAME', {}),
    resume('bytecode cache', { DOGEAR_NO_CODE_CACHE: '1' }),
    resume('SHA-256 in WebAssembly', { BENCH_NO_WASM: '1' }),
  ]
}

/** Sets `ok` where there is a target: to true, or to what is wrong. Growth is against the first size of `results`. */
export function judge(results, worst = []) {
  const smallest = new Map(results.filter((one) => one.size === results[0].size).map((one) => [one.name, one]))
  // Of the unusual shapes only what is read every day has a target; the rest is reported.
  for (const one of worst) if (one.target !== READ) delete one.target
  for (const one of [...results, ...worst]) {
    const growth = one.ratio / (smallest.get(one.name) ?? one).ratio
    const problems = [
      one.target?.times !== undefined && one.ratio > one.target.times && `over ${one.target.times}×`,
      one.target?.growth !== undefined && growth > one.target.growth && `${growth.toFixed(2)} times the smallest`,
      !worst.includes(one) && one.peakMb > MAX_MB && `over ${MAX_MB} MB`,
    ].filter(Boolean)
    one.growth = growth
    one.ok = problems.length === 0 || problems.join(', ')
  }
  return results
}
