/** What the session of the tour saves, and says. */

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
