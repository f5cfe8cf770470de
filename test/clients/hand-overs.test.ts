/** Work that was done in one agent goes on in another: every ordered pair, then a relay through all five. */
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { tempDir } from '../support/world.js'
import { CLIENTS } from './clients/all.js'
import { type Box, dogearIn, openBox, turn, turnsOf, unfit } from './support/box.js'
import { type Client, programOf } from './support/client.js'
import { OF_AN_AGENT, ofDogear, STATED, twoTurns } from './support/story.js'

/** Many clients one after the other, on a machine that does other things too. */
const PATIENCE_MS = 900_000
const FIVE = ['claude-code', 'codex', 'gemini-cli', 'opencode', 'copilot-cli']
const clients = FIVE.map((agent) => CLIENTS.find((one) => one.agent === agent) as Client)
const missing = clients.filter((client) => programOf(client) === null).map(({ name }) => name)
const reason = unfit() ?? (missing.length > 0 ? `${missing.join(', ')} not in .cache/clients` : null)
if (reason !== null) process.stderr.write(`\n! the hand-overs between agents are SKIPPED: ${reason}\n`)

function openAll(): Box {
  const box = openBox(clients)
  const ran = dogearIn(box, 'init', ...FIVE, '--allow-tools', '--yes')
  expect(ran, ran.stderr).toMatchObject({ code: 0 })
  return box
}

/** What the machine is again before each hand-over: the entries, and the work tree. */
function keep({ home, repo }: Box): () => void {
  const kept = tempDir()
  const places = [join(home, '.local', 'share', 'dogear'), repo.dir]
  places.forEach((place, at) => cpSync(place, join(kept, String(at)), { recursive: true }))
  return () => {
    places.forEach((place, at) => {
      rmSync(place, { recursive: true })
      cpSync(join(kept, String(at)), place, { recursive: true })
    })
  }
}

describe.skipIf(reason !== null).each(clients)('saved at the end of its turns in $agent,', (from) => {
  test(
    'it goes on in the four others [F11]',
    async () => {
      const box = openAll()
      for (const done of await twoTurns(box, from)) expect(done, done.out).toMatchObject({ code: 0 })
      const restore = keep(box)
      for (const to of clients.filter((one) => one !== from)) {
        restore()
        const done = await turn(box, to, 'continue', [{ say: 'I go on with the empty cart.' }])
        const [first = ''] = turnsOf(done)
        const pair = `${from.agent} → ${to.agent}\n${done.out}`
        for (const [what, text] of Object.entries(STATED)) expect(first, `${what}: ${pair}`).toContain(text)
        expect(OF_AN_AGENT.exec(ofDogear(first))?.[0], pair).toBeUndefined()
      }
    },
    PATIENCE_MS,
  )
})

test.skipIf(reason !== null)(
  'a relay through all five loses nothing that was stated [F11] [K1]',
  async () => {
    const box = openAll()
    const [starter, ...others] = clients as [Client, ...Client[]]
    await twoTurns(box, starter)
    expect(dogearIn(box, 'save', 'cart')).toMatchObject({ code: 0 })
    const stated = Object.values(STATED).filter((text) => text !== STATED['next'])
    for (const [hop, client] of [...others, starter].entries()) {
      const decision = `I decided that hop ${hop} rounds half up, because the ledger of step ${hop} does. Next: look at rate ${hop}.`
      const done = await turn(box, client, 'continue cart', [{ say: decision }])
      const [first = ''] = turnsOf(done)
      for (const text of stated) expect(first, `${client.agent}\n${done.out}`).toContain(text)
      expect(OF_AN_AGENT.exec(ofDogear(first))?.[0]).toBeUndefined()
      stated.push(`ledger of step ${hop}`)
    }
  },
  PATIENCE_MS,
)
