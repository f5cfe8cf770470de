/** What it costs to go on in a conversation that has gone cold, told to the user where a fresh session costs far less. */
import { expect, test } from 'vitest'
import { clockAt, type Client, type Desk, hookDesk } from './support.js'
import { work } from './stories.js'

const MINUTE = 60_000

function long(desk: Desk, tokens = 148_321): Client {
  const client = desk.client('long')
  client.file.counts({
    input_tokens: 21,
    output_tokens: 400,
    cache_read_input_tokens: tokens - 321,
    cache_creation_input_tokens: 300,
    cache_creation: { ephemeral_5m_input_tokens: 300, ephemeral_1h_input_tokens: 0 },
  })
  work(desk, client)
  return client
}

const resumed = (client: Client, minutes: number): string =>
  client.fire('SessionStart', { source: 'resume' }, clockAt(Date.now() + minutes * MINUTE)).message

test('a session that is taken up again cold says what it will read, once for each stop', () => {
  const desk = hookDesk()
  const client = long(desk)
  client.fire('SessionEnd', { reason: 'other' })
  expect(resumed(client, 2)).not.toContain('uncached')
  expect(resumed(client, 180)).toMatch(
    /^dogear: to go on here is to read 148,000 tokens uncached \(the last turn was 3 h ago\)\. A fresh session with this briefing: [1-9]00\. For that start a new one and say "continue"\.$/,
  )
  expect(resumed(client, 240)).not.toContain('uncached')
  client.turn('Now the refresh', 'It is refreshed.')
  expect(resumed(client, 400)).toContain('148,000 tokens uncached')
})

test('where little was read, or nothing was saved, nothing is said', () => {
  const small = long(hookDesk(), 9000)
  expect(resumed(small, 180)).not.toContain('uncached')
  const unsaved = hookDesk().client('unsaved')
  unsaved.fire('SessionStart', { source: 'startup' })
  unsaved.file.prompt('hello')
  expect(resumed(unsaved, 180)).not.toContain('uncached')
})

test('after a limit the next prompt says it, if the wait was long', () => {
  const desk = hookDesk()
  const client = long(desk)
  client.fire('StopFailure', { error: 'rate_limit' })
  expect(client.fire('UserPromptSubmit', { prompt: 'and the logout' }).message).toBe('')
  const late = clockAt(Date.now() + 300 * MINUTE)
  const { message, context } = client.fire('UserPromptSubmit', { prompt: 'and the logout' }, late)
  expect(message).toContain('148,000 tokens uncached (the last turn was 5 h ago)')
  expect(context).toBe('')
  expect(client.fire('UserPromptSubmit', { prompt: 'and the logout' }, late).message).toBe('')
})
