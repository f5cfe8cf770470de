/** A memory folder with a checkpoint in it, as each of the two skills leaves it. */
import { desk, put, type Desk } from './desk.js'

export const NAMED = `# Checkpoint: auth

- **Branch:** \`main\`
- **Saved:** 2026-01-14 09:42

## Next Action: Finish the login

## Done This Session
- wrote README.md

## Failed Approaches
- jose 5 — does not load on Node 20

## Modified Files
- README.md
`
export const SESSION: string = NAMED.replace(
  '## Next Action: Finish the login',
  '## Left Off\nTwo ways to store the token are open',
)

export function index(...bullets: string[]): string {
  const lines = bullets.map((name) => `- **${name}** (main, Jan 14 09:42) — Finish the login`)
  return `# Project Memory\n\n## Active Checkpoints\n${lines.join('\n')}\n\nResume any: \`continue {name}\`\n\n## Stable\nkept\n`
}

export function namedDesk(): Desk {
  const one = desk()
  put(one.memory, { 'checkpoint-auth.md': NAMED, 'MEMORY.md': index('auth') })
  return one
}

export function sessionDesk(): Desk {
  const one = desk()
  put(one.memory, {
    'checkpoint-auth.md': SESSION,
    'MEMORY.md': index('auth').replace(' 09:42)', ')').replace('`continue {name}`', '`continue` or `continue {name}`'),
  })
  return one
}
