/** Story 4: several sessions at once never receive each other's work. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { scratchRepo, tempDir } from '../support/world.js'
import { startModel, type Model } from './model-server.js'
import { ask, deskAt, type Desk } from './support/desk.js'
import { client, reason } from './support/real.js'
import { openTerminal, type Terminal } from './support/terminal.js'
import { briefingsIn, FILES, told, untold, type Work, workOn } from './support/work.js'
import { hookDone, wiredDesk } from './support/wired.js'

const [TOKEN, INVOICE, SEARCH] = ['token', 'invoice', 'search'].map(workOn) as [Work, Work, Work]

/** Nothing of its own is missing, nothing of the others is there. */
function mixedUp(shown: string, work: Work): string[] {
  const others = [TOKEN, INVOICE, SEARCH].filter((one) => one !== work)
  const mixed = others.flatMap((other) => told(shown, other))
  return [...untold(shown, work), ...mixed, ...(mixed.length > 0 ? [briefingsIn(shown)] : [])]
}

test.skipIf(reason)(
  'two sessions in one worktree and one in another, all compacted: each has its own work [F4]',
  async () => {
    const repo = scratchRepo(FILES)
    const linked = join(tempDir(), 'linked')
    repo.git('worktree', 'add', '--quiet', '-b', 'side', linked)
    const here = wiredDesk(repo)
    const there = deskAt(here, { ...repo, dir: linked })
    const live = async ([desk, work]: readonly [Desk, Work]): Promise<[Model, Work]> => {
      const model = await startModel(...work.turns(desk.repo.dir))
      const { session } = await ask(client, desk, model, work.instruction)
      await ask(client, desk, model, '/compact', ['--resume', session])
      await ask(client, desk, model, 'go on', ['--resume', session])
      return [model, work]
    }
    const lived = await Promise.all(
      (
        [
          [here, TOKEN],
          [here, INVOICE],
          [there, SEARCH],
        ] as const
      ).map(live),
    )
    for (const [model, work] of lived) expect(mixedUp(model.seen(), work)).toEqual([])
  },
)

test.skipIf(reason)('two terminals in one worktree, both cleared: each continues its own work [F4]', async () => {
  const desk = wiredDesk()
  const open = async (work: Work): Promise<[Terminal, Model]> => {
    const model = await startModel(...work.turns(desk.repo.dir))
    const terminal = await openTerminal(client, desk, model)
    await terminal.ask(work.instruction, 3)
    return [terminal, model]
  }
  const [one, other] = await Promise.all([open(TOKEN), open(INVOICE)])
  await hookDone(desk, 'Stop', 2)
  await Promise.all([one, other].map(([terminal]) => terminal.enter('/clear')))
  await hookDone(desk, 'SessionStart', 4)
  await Promise.all([one, other].map(([terminal]) => terminal.ask('continue')))
  expect(mixedUp(one[1].seen(), TOKEN)).toEqual([])
  expect(mixedUp(other[1].seen(), INVOICE)).toEqual([])
})

test.skipIf(reason)('a new session in another worktree is told nothing of this one’s work [F4]', async () => {
  const repo = scratchRepo(FILES)
  const linked = join(tempDir(), 'linked')
  repo.git('worktree', 'add', '--quiet', '-b', 'side', linked)
  const desk = wiredDesk(repo)
  await ask(client, desk, await startModel(...TOKEN.turns(repo.dir)), TOKEN.instruction)
  const model = await startModel()
  await ask(client, deskAt(desk, { ...repo, dir: linked }), model, 'hello')
  expect(model.seen()).not.toContain(TOKEN.instruction)
  expect(model.seen()).not.toContain(TOKEN.next)
})
