/** The scratch repository of the tour: a small shop with a defect, and what is said and done in the sessions that mend it. */
import { dirname, join } from 'node:path'
import { DogearError } from '../../core/errors.js'
import { ensureDir, removeFile, replaceDerived } from '../../platform/files/files.js'
import { runScratchGit } from '../../platform/process/scratch.js'
import type { Step } from './session.js'

const FILES: Readonly<Record<string, string>> = {
  'README.md': '# A small shop\n',
  'src/checkout.js': 'export async function checkout(cart, pay) {\n  return retry(() => pay(cart.total))\n}\n',
  'src/tax.js': 'export const tax = (net) => net * 0.19\n',
  'src/money.js':
    'export const round = (amount) => Math.round(amount * 100) / 100\nexport const format = (amount) => `${round(amount)} EUR`\n',
}

export const FIXED_CHECKOUT =
  'export async function checkout(cart, pay) {\n  return retry(() => pay(cart.total), { only: "network" })\n}\n'
export const HALF_PAYMENT = 'export function charge(order) {\n  const key = order.id +\n'
export const WHOLE_PAYMENT = 'export function charge(order) {\n  return send(order, { key: order.id })\n}\n'

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
  writeFiles(folder, FILES, tag)
  git(folder, 'add', '--all')
  git(folder, 'commit', '--quiet', '--message', 'A small shop')
}

/** What lands while nobody looks: one file changes, one gets another name. */
export function teammateCommits(folder: string, tag: string): void {
  writeFiles(folder, { 'src/tax.js': 'export const tax = (net, rate = 0.19) => net * rate\n' }, tag)
  git(folder, 'add', 'src/tax.js')
  git(folder, 'commit', '--quiet', '--message', 'Tax rate per country')
  writeFiles(folder, { 'src/currency.js': FILES['src/money.js'] as string }, tag)
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

/** Printed by what stands in for the client, once it runs. */
export const WORKING = '@@ the client runs @@'

const TODOS = [
  'Find where the second charge comes from',
  'Send a key with each charge',
  'Show the charge in the receipt',
]

/** What was asked for, and how far it came before the context was full. */
export const ASKED =
  'Orders over 1000 are charged twice. Find out why and mend it. Never touch src/tax.js, the accountants own it.'
export const FIRST: readonly Step[] = [
  { todos: TODOS, doing: TODOS[0] as string },
  { runs: 'node --test', fails: 'AssertionError: expected 1 charge, got 2' },
  { says: 'The retry in src/checkout.js repeats the charge after any error, also after a timeout.' },
  { edits: 'src/checkout.js', from: 'pay(cart.total))', to: 'pay(cart.total), { only: "network" })' },
  { todos: TODOS, doing: TODOS[1] as string },
  {
    says: 'Disabling the pay button did not work, because the second charge comes from our own retry. We decided to send a key with each charge because the payment service drops the repeat. Next: add the key in src/payment.js, then run node --test.',
  },
]
/** In the middle of this it is killed. */
export const CUT_OFF: readonly Step[] = [
  { says: 'I add the key.' },
  { edits: 'src/payment.js', from: '', to: HALF_PAYMENT },
]
export const SECOND: readonly Step[] = [
  { edits: 'src/payment.js', from: HALF_PAYMENT, to: WHOLE_PAYMENT },
  { runs: 'node --test', prints: '# pass 4' },
  { todos: TODOS, doing: TODOS[2] as string },
  { says: 'The key is sent, and the tests pass. Next: show the charge in the receipt.' },
]
