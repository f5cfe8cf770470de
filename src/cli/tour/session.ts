import { EXIT } from '../../core/errors.js'
import { runSelf } from '../../platform/process/self.js'
import type { Context } from '../context.js'
import { FIXED_CHECKOUT, HALF_PAYMENT, writeFiles } from './shop.js'
import { SAVE_WORDS, WORKING } from './shop.js'
import { worldOf } from '../world.js'

/** A session at work: it edits, saves, goes on editing, and never comes to its end. */
export async function run(context: Context): Promise<number> {
  const { cwd, tag } = await worldOf(context)
  writeFiles(cwd, { 'src/checkout.js': FIXED_CHECKOUT }, tag)
  runSelf(SAVE_WORDS, { cwd, env: { ...context.env } })
  writeFiles(cwd, { 'src/payment.js': HALF_PAYMENT }, tag)
  context.output.print(WORKING)
  await new Promise((resolve) => setTimeout(resolve, LONGEST_MS))
  return EXIT.ok
}

/** Should the tour itself die, this ends by itself. */
const LONGEST_MS = 30_000
