/**
 * A process that tries for a lock when it is told to, and holds it until it is told to stop. It reads its orders
 * synchronously, because a holder does not return before it gives the lock back.
 */
import { readSync, writeSync } from 'node:fs'
import { withLock } from '../../../src/platform/files/lock.js'
import { processTag } from '../../../src/platform/process/process-tag.js'

let rest = ''

function order(): string[] | null {
  const bytes = Buffer.alloc(4096)
  while (!rest.includes('\n')) {
    const count = readSync(0, bytes)
    if (count === 0) return null
    rest += bytes.toString('utf8', 0, count)
  }
  const end = rest.indexOf('\n')
  const line = rest.slice(0, end)
  rest = rest.slice(end + 1)
  return line.split(' ')
}

function say(...words: string[]): void {
  writeSync(1, `${words.join(' ')}\n`)
}

say('ready', processTag())
for (let words = order(); words; words = order()) {
  const [, folder = '', waitMs = '0', at = '0'] = words
  // All start at one moment, or there would be no race.
  while (Date.now() < Number(at));
  const work = (token: string): void => {
    say('won', token)
    order()
  }
  try {
    const answer = withLock(folder, processTag(), work, { waitMs: Number(waitMs) })
    say(...(answer.held ? ['released'] : ['lost', answer.owner]))
  } catch (error) {
    // The worker goes on: with a planted defect others may take the lock away under its hands.
    say('failed', (error as { code?: string }).code ?? 'error')
  }
}
