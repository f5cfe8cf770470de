/** Story 2: the client is killed in the middle of the work; a new one is started. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startModel } from './model-server.js'
import type { Desk } from './support/desk.js'
import { eventually } from './support/eventually.js'
import { client, reason } from './support/real.js'
import { openTerminal } from './support/terminal.js'
import { untold, TOKEN } from './support/work.js'
import { hookDone, wiredDesk } from './support/wired.js'

test.skipIf(reason)(
  'after a crash the next session is offered the work, and "continue" brings it back [F3]',
  async () => {
    const desk = wiredDesk()
    const model = await startModel(...TOKEN.turns(desk.repo.dir))
    const crashed = await openTerminal(client, desk, model)
    await crashed.ask(TOKEN.instruction, 3)
    await hookDone(desk, 'Stop')
    // What the client itself has not written yet when it dies, nobody can bring back.
    await eventually('the client to write the turn', () => transcripts(desk).includes(TOKEN.next), crashed.text)
    await crashed.crash()

    const fresh = await startModel()
    const terminal = await openTerminal(client, desk, fresh)
    await terminal.ask('hello')
    expect(fresh.seen()).toMatch(/dogear[\s\S]*continue/)
    await terminal.ask('continue')
    expect(untold(fresh.seen(), TOKEN)).toEqual([])
  },
)

function transcripts(desk: Desk): string {
  const folder = join(desk.config, 'projects')
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.jsonl'))
    .map((path) => readFileSync(join(folder, path), 'utf8'))
    .join('\n')
}
