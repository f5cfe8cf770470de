import { expect, test } from 'vitest'
import { FULL, newPlace } from './support/place.js'
import { drainQueue } from './support/queue.js'
import { counted } from './support/report.js'

const LOAD = FULL ? { pushes: 200, consumers: 8, kill: 0.4 } : { pushes: 8, consumers: 8, kill: 0.3 }

test(
  `${LOAD.pushes} prompts, 8 consumers with random kills: each is delivered once by its id or still waits`,
  { timeout: 600_000 },
  async () => {
    const outcome = await counted(`queue: ${LOAD.pushes} prompts, pops`, () => drainQueue(newPlace(), LOAD))
    expect(outcome.violations).toEqual([])
  },
)
