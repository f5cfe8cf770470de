/** The service refuses: what the turn did is saved, and where a client shows what hooks say, the user reads the one way on. */
import { describe, expect, test } from 'vitest'
import { CLIENTS } from './clients/all.js'
import { type Box, dogearIn, hookLines, openBox, turn, unfit } from './support/box.js'
import { type Client, programOf, type Step } from './support/client.js'
import { openTerminal } from './support/terminal.js'

const PROMPT = 'Let total count quantities. Do not touch README.md.'
const TASK = 'Let total count quantities'
/** Some try again many times. */
const REFUSED: Step[] = Array.from({ length: 60 }, () => ({ fail: 429 }))
const [claude] = CLIENTS as [Client]

/** `asks`: the words on the screen come with the prompt after it. `silent`: the client shows nothing that hooks say. */
const TOLD: [agent: string, how: { asks?: true; silent?: true }][] = [
  ['codex', { asks: true }],
  ['opencode', {}],
  ['kilo', {}],
  ['pi', {}],
  ['copilot-cli', { silent: true }],
]

describe.each(TOLD)('%s at a limit', (agent, { asks, silent }) => {
  const client = CLIENTS.find((one) => one.agent === agent) as Client
  const reason = unfitFor(client)

  test.skipIf(reason !== null)('in a terminal', { timeout: 300_000 }, async () => {
    const box = wired(client)
    const typed = await openTerminal(box, client, [{ call: client.tools.run('node cart.test.mjs') }, ...REFUSED])
    await typed.ask(PROMPT, 2)
    if (asks) await typed.ask('Try it again.', 1)
    await typed.until('the save', () => isSaved(box))
    expect(dogearIn(box, 'list', '--loose').stdout).toContain(TASK)
    if (silent) return
    await typed.until('the way on', () => typed.shown().includes('dogearrelayclaude-code'))
  })
})

const GONE: [agent: string, words: RegExp][] = [
  ['codex', /usage limit/],
  ['gemini-cli', /exhausted|usage limit/i],
  ['opencode', /dogear relay claude-code \w+/],
  ['pi', /usage limit/],
]

describe.each(GONE)('%s without a terminal', (agent, words) => {
  const client = CLIENTS.find((one) => one.agent === agent) as Client
  const reason = unfitFor(client)

  test.skipIf(reason !== null)('has saved by the time it is gone', { timeout: 300_000 }, async () => {
    const box = wired(client)
    const { code, out } = await turn(box, client, PROMPT, [
      { call: client.tools.run('node cart.test.mjs') },
      ...REFUSED,
    ])
    expect(code, out).not.toBe(0)
    expect(out).toMatch(words)
    expect(isSaved(box)).toBe(true)
    expect(hookLines(box).filter(({ ok }) => !ok)).toEqual([])
    expect(dogearIn(box, 'list', '--loose').stdout).toContain(TASK)
  })
})

function wired(client: Client): Box {
  const box = openBox([client, claude])
  expect(dogearIn(box, 'init', client.agent, 'claude-code', '--allow-tools', '--yes')).toMatchObject({ code: 0 })
  return box
}

function isSaved(box: Box): boolean {
  return hookLines(box).some(({ did }) => did?.startsWith('saved'))
}

function unfitFor(client: Client): string | null {
  const missing = [client, claude].filter((one) => programOf(one) === null).map(({ name }) => name)
  const reason = unfit() ?? (missing.length > 0 ? `${missing.join(', ')} not in .cache/clients` : null)
  if (reason !== null) process.stderr.write(`\n! ${client.name} at a limit: SKIPPED: ${reason}\n`)
  return reason
}
