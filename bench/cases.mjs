// What is measured, and what it may cost.
import { RARE_WORD } from './entries.mjs'
import { wordAt } from './words.mjs'

/** `times`: most it may cost, as a multiple of a bare start of Node. `growth`: most it may cost against the smallest home. */
const READ = { times: 1.8, growth: 1.5 }
// A Node without SQLite reads every entry: the same answers, at its own pace.
const SEARCH = process.getBuiltinModule('node:sqlite') && { times: 2.5 }

export const MOST_MB = 120

/** Nothing changes between these. */
export function casesAtRest(dogear, stream) {
  const words = [wordAt(60), wordAt(110)]
  return [
    { name: 'list', args: [dogear, 'list'], target: READ },
    { name: 'resume NAME', args: [dogear, 'resume', stream], target: READ },
    { name: 'search, a rare word', args: [dogear, 'search', RARE_WORD], target: SEARCH },
    { name: 'search, a word in nearly every entry', args: [dogear, 'search', wordAt(0)], target: SEARCH },
    { name: 'search, two words', args: [dogear, 'search', ...words], target: SEARCH },
  ]
}

/** In these rounds every command comes after a save. */
export function casesWithSaves(dogear, stream) {
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
    { name: 'search, after a save', args: [dogear, 'search', RARE_WORD] },
  ]
}

export function firstSearch(dogear) {
  return [dogear, 'search', RARE_WORD]
}

/** Sets `ok` where there is a target: to true, or to what is wrong. Growth is against the first size of `results`. */
export function judge(results, worst = []) {
  const smallest = new Map(results.filter((one) => one.size === results[0].size).map((one) => [one.name, one]))
  // Of the unusual shapes only what is read every day has a target; the rest is reported.
  for (const one of worst) if (one.target !== READ) delete one.target
  for (const one of [...results, ...worst]) {
    const growth = one.ratio / smallest.get(one.name).ratio
    const problems = [
      one.target?.times !== undefined && one.ratio > one.target.times && `over ${one.target.times}×`,
      one.target?.growth !== undefined && growth > one.target.growth && `${growth.toFixed(2)} times the smallest`,
      !worst.includes(one) && one.peakMb > MOST_MB && `over ${MOST_MB} MB`,
    ].filter(Boolean)
    one.growth = growth
    one.ok = problems.length === 0 || problems.join(', ')
  }
  return results
}
