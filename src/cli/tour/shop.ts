/** The scratch repository of the tour: a small shop with a defect, and what its session saves and says. */
import { dirname, join } from 'node:path'
import { DogearError } from '../../core/errors.js'
import { ensureDir, removeFile, replaceDerived } from '../../platform/files/files.js'
import { runScratchGit } from '../../platform/process/scratch.js'

const FIRST: Readonly<Record<string, string>> = {
  'README.md': '# A small shop\n',
  'src/checkout.js': 'export async function checkout(cart, pay) {\n  return retry(() => pay(cart.total))\n}\n',
  'src/tax.js': 'export const tax = (net) => net * 0.19\n',
  'src/money.js':
    'export const round = (amount) => Math.round(amount * 100) / 100\nexport const format = (amount) => `${round(amount)} EUR`\n',
}

export const FIXED_CHECKOUT =
  'export async function checkout(cart, pay) {\n  return retry(() => pay(cart.total), { only: "network" })\n}\n'
export const HALF_PAYMENT = 'export function charge(order) {\n  const key = order.id +\n'

const SETTINGS = [
  '-c',
  'user.name=A Teammate',
  '-c',
  'user.email=teammate@example.invalid',
  '-c',
  'init.defaultBranch=main',
]

export function makeShop(folder: string, tag: string): void {
  git(folder, 'init', '--quiet', '--template=')
  writeFiles(folder, FIRST, tag)
  git(folder, 'add', '--all')
  git(folder, 'commit', '--quiet', '--message', 'A small shop')
}

/** What lands while nobody looks: one file changes, one gets another name. */
export function teammateCommits(folder: string, tag: string): void {
  writeFiles(folder, { 'src/tax.js': 'export const tax = (net, rate = 0.19) => net * rate\n' }, tag)
  git(folder, 'add', 'src/tax.js')
  git(folder, 'commit', '--quiet', '--message', 'Tax rate per country')
  writeFiles(folder, { 'src/currency.js': FIRST['src/money.js'] as string }, tag)
  removeFile(join(folder, 'src/money.js'))
  git(folder, 'add', 'src/currency.js', 'src/money.js')
  git(folder, 'commit', '--quiet', '--message', 'Rename money.js to currency.js')
}

export function writeFiles(folder: string, files: Readonly<Record<string, string>>, tag: string): void {
  for (const [path, text] of Object.entries(files)) {
    ensureDir(dirname(join(folder, path)))
    replaceDerived(join(folder, path), text, tag)
  }
}

function git(folder: string, ...args: string[]): void {
  if (runScratchGit(folder, [...SETTINGS, ...args])) return
  throw new DogearError('not-found', `the tour could not run git ${args[0]}`, {
    expected: 'git, 2.20 or newer, on PATH',
    next: 'install git, then: dogear tour',
  })
}

export const NAME = 'checkout-fix'

/** Printed by the session when it is in the middle of something. */
export const WORKING = '@@ working on src/payment.js @@'

export const SAVE_WORDS: readonly string[] = [
  'save',
  NAME,
  '--task',
  'Orders over 1000 are charged twice',
  '--done',
  'src/checkout.js: retries only after a network error',
  '--failed',
  'Disable the pay button after a click — the second charge comes from our own retry',
  '--decision',
  'Send an idempotency key with each charge — the payment service drops the repeat — rejected: a database lock; a longer timeout',
  '--next',
  'Add the key in src/payment.js, then run node --test',
  '--file',
  'src/checkout.js:edited',
  '--file',
  'src/tax.js:read',
  '--file',
  'src/money.js:read',
]

/** As one would type it, a flag on each line. */
export function saveLine(): string {
  const words = SAVE_WORDS.map((word) => (/^[\w./:-]+$/.test(word) ? word : `"${word}"`))
  return `dogear ${words.join(' ').replace(/ (--(?!test)\w+ )/g, ' \\\n      $1')}`
}
