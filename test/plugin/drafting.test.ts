/** The plugin's way to a cheaper model is text that a model follows: it must say what src/core/session/phrase/phrase.ts does, in quoin's words. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { guardDispatch } from '../../src/core/session/phrase/phrase.js'
import { manifest } from '../../src/layouts/quoin/manifest.js'
import { DISPATCH_UNAVAILABLE } from '../../src/layouts/quoin/messages.js'
import { checkout } from '../support/checkout.js'

const command = readPart('commands/draft.md')
const agent = readPart('agents/checkpoint-drafter.md')

test('both stop a request that goes in a circle, before any tool, with the one line [E1]', () => {
  const guarded = guardDispatch('[no-redispatch:2] auth', { model: 'opus' })
  const line = guarded.do === 'abort' ? (manifest.inCircle?.('<N>', guarded.skill) ?? '') : ''
  expect(line).toContain('hard-cap')
  for (const { body } of [command, agent]) {
    expect(body.split('\n').map((one) => one.trim())).toContain(line)
    expect(body.indexOf('[no-redispatch:N]'), 'this rule comes first').toBe(body.indexOf('[no-redispatch'))
    expect(body.slice(0, body.indexOf(line))).toMatch(/N is 2 or more: call no tool|N is 2 or more, call no tool/)
  }
})

test('the command hands over once, with the arguments of the guard, to an agent of the declared tier [E1]', () => {
  const guarded = guardDispatch('auth', { model: 'opus' })
  if (guarded.do !== 'dispatch') throw new Error('a dear model hands over')
  const [mark, request] = guarded.prompt.split('\n')
  expect(command.body).toContain(`- model: \`${guarded.model}\`\n`)
  expect(command.body).toContain(`- description: \`${guarded.description}\`\n`)
  expect([mark, request]).toEqual(['[no-redispatch]', 'auth'])
  expect(command.body).toContain(`- prompt: \`${mark}\`, a line break, then the request`)
  expect(command.body).toContain(`dogear:${agent.head['name']}`)
  expect(agent.head['model']).toBe(guarded.model)
})

test('where nobody can be started the warning of the guard is printed, and the work goes on [E1]', () => {
  const lines = command.body.split('\n').map((line) => line.trim())
  expect(lines).toContain(DISPATCH_UNAVAILABLE)
  expect(command.body).toMatch(/print this line and do the work yourself/)
})

test('nobody is sent there unasked, and the agent can do nothing but draft [E1]', () => {
  expect(command.head['disable-model-invocation']).toBe('true')
  expect(agent.head['tools']?.split(', ')).toEqual([
    'mcp__plugin_dogear_dogear__save',
    'mcp__plugin_dogear_dogear__resume',
  ])
  expect(agent.body).toContain('You never start another agent.')
})

interface Part {
  head: Record<string, string>
  body: string
}

function readPart(path: string): Part {
  const text = readFileSync(join(checkout, 'plugin', path), 'utf8')
  const [, head, body] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) as unknown as [string, string, string]
  const pairs = head.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)])
  return { head: Object.fromEntries(pairs) as Record<string, string>, body }
}
