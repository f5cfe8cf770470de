/** Story 13: the same work through five hands, with every way a session ends and begins. */
import { expect, test } from 'vitest'
import { startModel } from './model-server.js'
import { COOKIES, cookieTurns, lostIn, namesListed } from './support/hop.js'
import { client, reason } from './support/real.js'
import { openTerminal } from './support/terminal.js'
import { hookDone, wiredDesk } from './support/wired.js'

test.skipIf(reason)(
  'compacted, cleared, killed, left and cleared again, the work is still whole [case 1] [F16]',
  async () => {
    const desk = wiredDesk()
    const model = await startModel(...cookieTurns(desk.repo.dir))
    let [stops, starts] = [1, 1]
    let terminal = await openTerminal(client, desk, model)
    await terminal.ask(COOKIES, 2)
    await hookDone(desk, 'Stop', stops)
    const decided: string[] = []
    for (const hop of ['/compact', '/clear', 'kill', '/exit', '/clear']) {
      if (hop === 'kill') await terminal.crash()
      else if (hop === '/exit') await terminal.exit()
      else if (hop === '/compact') await terminal.ask(hop)
      else await terminal.enter(hop)
      if (hop === 'kill' || hop === '/exit') terminal = await openTerminal(client, desk, model)
      await hookDone(desk, 'SessionStart', ++starts)
      const step = `We decided that step ${decided.length + 1} comes first.`
      model.plays({ text: step })
      await terminal.ask('continue')
      expect(lostIn(model, ...decided), hop).toEqual([])
      await hookDone(desk, 'Stop', ++stops)
      decided.push(`step ${decided.length + 1} comes first`)
    }
    expect(namesListed(desk)).toHaveLength(1)
  },
)
