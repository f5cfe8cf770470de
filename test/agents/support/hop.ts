/** Work that goes through many hands: what every one of them must be told, and one small turn of each. */
import { dogearAt, type Desk } from './desk.js'
import type { Model, Turn } from '../model-server.js'
import { client } from './real.js'
import { openTerminal, type Terminal } from './terminal.js'
import { hookDone } from './wired.js'
import { briefingsIn, TOKEN } from './work.js'

export const COOKIES = 'Replace the session cookies by signed tokens. Never touch package.json.'

/** Two requests. */
export function cookieTurns(dir: string): Turn[] {
  return [
    {
      text: 'We decided to use HMAC because only one service verifies the tokens.',
      tools: [{ name: 'Write', input: { file_path: `${dir}/src/token.ts`, content: 'export const ttl = 60\n' } }],
    },
    { text: 'Signing with jose did not work, because its bundle is too large. Next I will write the expiry check.' },
  ]
}

const PARTS = ['Replace the session cookies', 'HMAC', 'jose', 'Never touch package.json'] as const

/** What of the work the model was not told in its last request, and then what it was told instead. */
export function lostIn(model: Model, ...more: string[]): string[] {
  const briefing = briefingsIn(model.seen())
  const lost = [...PARTS, ...more].filter((part) => !briefing.includes(part))
  if (/## Task\n+continue/i.test(briefing)) lost.push('the task is "continue"')
  return lost.length === 0 ? [] : [...lost, `told: ${briefing}`]
}

export function namesListed(desk: Desk): string[] {
  return dogearAt(desk, ['list', '--quiet']).stdout.split('\n').filter(Boolean)
}

/** A turn of work in the interactive client, then `/clear`: what is typed next is typed into a new session. */
export async function workAndClear(desk: Desk, model: Model): Promise<Terminal> {
  const terminal = await openTerminal(client, desk, model)
  await terminal.ask(TOKEN.instruction, 3)
  await hookDone(desk, 'Stop')
  await terminal.enter('/clear')
  await hookDone(desk, 'SessionStart', 2)
  return terminal
}
