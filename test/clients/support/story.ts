/** The same two turns of work in any client, with all that the next agent has to learn of them. */
import { eventually } from '../../agents/support/eventually.js'
import { type Box, hookLines, turn, type Turned } from './box.js'
import type { Client, Step } from './client.js'

/** What was said in the two turns. The failed approach and the decision have their reasons. */
export const STATED: Readonly<Record<string, string>> = {
  task: 'total of a cart must count quantities',
  constraint: 'Never change README.md',
  decision: 'keep prices in cents',
  'reason of the decision': 'floats drift',
  'failed approach': 'sorting the prices first',
  'reason of the failure': 'the order is lost',
  next: 'write a test for an empty cart',
  file: 'src/cart.mjs',
}

const FIRST = 'The total of a cart must count quantities: items are {price, quantity}. Run the test first.'
const SECOND = 'Never change README.md. Now change the test; we continue tomorrow.'

export async function twoTurns(box: Box, client: Client): Promise<Turned[]> {
  const { run, edit } = client.tools
  const { dir } = box.repo
  const first: Step[] = [
    { call: run('node cart.test.mjs') },
    {
      call: edit(
        `${dir}/src/cart.mjs`,
        '  return prices.reduce((sum, price) => sum + price, 0)',
        '  return prices.reduce((sum, item) => sum + item.price * item.quantity, 0)',
      ),
    },
    { call: run('node cart.test.mjs') },
    {
      say: 'I decided to keep prices in cents, because floats drift. I tried sorting the prices first; that did not work, because the order is lost. The test fails: it passes plain numbers.',
    },
  ]
  const second: Step[] = [
    {
      call: edit(
        `${dir}/cart.test.mjs`,
        'assert.equal(total([1, 2]), 3)',
        'assert.equal(total([{ price: 1, quantity: 3 }]), 3)',
      ),
    },
    { call: run('node cart.test.mjs') },
    { say: 'The test passes now. Next: write a test for an empty cart.' },
  ]
  const one = await turn(box, client, FIRST, first)
  await savedTimes(box, 1)
  const two = await turn(box, client, SECOND, second, { again: true })
  await savedTimes(box, 2)
  return [one, two]
}

/** A client without a terminal may be gone before its last hook has ended. */
function savedTimes(box: Box, times: number): Promise<void> {
  const done = (): boolean => hookLines(box).filter(({ did }) => did?.startsWith('saved')).length >= times
  return eventually(`${times} saves`, done, () => JSON.stringify(hookLines(box)))
}

/** Names that only one agent has, and ids of its calls and records: nothing for another. */
export const OF_AN_AGENT: RegExp =
  /\b(?:exec_command|apply_patch|run_shell_command|str_replace|str_replace_editor|tool_use|functionCall)\b|\b(?:fc|call|ctc|toolu|msg|prt|ses|rs)_[\w-]{4,}|\brollout-|\.jsonl\b|opencode\.db/

/** What dogear put into a request, between its marks. */
export function ofDogear(request: string): string {
  const parts = request.matchAll(/\[dogear-briefing (\w+): [^]*?\[\/dogear-briefing \1\]/g)
  return [...parts].map(([part]) => part).join('\n')
}
