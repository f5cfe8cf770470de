/** Work that goes through many hands: what every one of them must be told, and one small turn of each. */
import { dogearAt, type Desk } from './desk.js'
import type { Model, Turn } from '../model-server.js'
import { briefingsIn } from './work.js'

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
