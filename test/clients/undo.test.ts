/**
 * What destroys work, run by real clients with their own tools: dogear hears of it by their hooks alone. `dogear undo` has it back
 * to the byte, and git is as the command left it.
 */
import { describe, expect, test } from 'vitest'
import { bytesOf } from '../../src/core/undo/bytes.js'
import { readRecords } from '../../src/store/takes/record.js'
import { shelfOf } from '../../src/store/takes/takes.js'
import { scratchRepo } from '../support/world.js'
import { DESTROYING, type Destroying } from '../undo/commands.js'
import { gitOf, readyToWreck, treeOf } from '../undo/support.js'
import { CLIENTS } from './clients/all.js'
import { type Box, dogearIn, openBox, turn, unfit } from './support/box.js'
import { type Client, programOf } from './support/client.js'

/** Those that have all of it to show, and one command for each of the others that tell dogear of calls before they run. */
const PROVEN = ['claude-code', 'codex', 'grok']
const UNTOLD = ['copilot-cli', 'cline']
const TOLD = CLIENTS.filter(({ agent }) => !UNTOLD.includes(agent))
const REFUSED: Readonly<Record<string, RegExp>> = { codex: /\brm -r?f/, 'claude-code': /rm -rf \.\/\*/ }
const COVERED = DESTROYING.filter(({ covered }) => covered !== false)
const ONE = COVERED.filter(({ command }) => command === 'git checkout -- .')

test('at least 54 of sixty are covered', () => {
  expect(DESTROYING.length).toBeGreaterThanOrEqual(60)
  expect(COVERED.length).toBeGreaterThanOrEqual(54)
})

describe.each(TOLD)('$agent', (client) => {
  const reason = unfit() ?? (programOf(client) === null ? `${client.name} is not in .cache/clients` : null)

  test.skipIf(reason !== null).each(PROVEN.includes(client.agent) ? COVERED : ONE)(
    '$command [F9]',
    { timeout: 120_000 },
    async (one) => {
      const box = openBox([client], scratchRepo())
      readyToWreck(box.repo)
      expect(dogearIn(box, 'init', client.agent, '--allow-tools', '--yes').code).toBe(0)
      const before = treeOf(box.repo.dir)
      await run(box, client, one)
      const after = treeOf(box.repo.dir)
      const lost = [...before].filter(([path, what]) => after.get(path) !== what && !isInGit(one, path))
      // What a client refuses by itself, where nobody can be asked.
      if (REFUSED[client.agent]?.test(one.command) === true && lost.length === 0) return
      expect(lost.length, 'it destroys something').toBeGreaterThan(0)
      expect(told(box), 'the line at the end of the turn').toBe(one.quiet ? 0 : 1)

      const git = gitOf(box.repo.dir)
      const { plan } = dogearIn(box, 'undo', '--json').json<{ plan: { id: string; refused: object[] } }>()
      expect(plan.refused).toEqual([])
      expect(dogearIn(box, 'undo', '--apply', plan.id)).toMatchObject({ code: 0 })
      const back = treeOf(box.repo.dir)
      expect(lost.filter(([path, what]) => back.get(path) !== what).map(([path]) => path)).toEqual([])
      expect(gitOf(box.repo.dir)).toEqual(git)
    },
  )
})

/** The turn ends when the client does; what it does not wait for may still be at work. */
async function run(box: Box, client: Client, { command }: Destroying): Promise<void> {
  const done = await turn(box, client, 'Clean up.', [{ call: client.tools.run(command) }, { say: 'Done.' }])
  expect(done, done.out).toMatchObject({ code: 0 })
}

function told({ home, repo }: Box): number {
  const shelf = shelfOf(`${home}/.local/share/dogear`, bytesOf(repo.dir))
  return readRecords(shelf).filter((one) => one.did === 'tell' && one.losses !== undefined).length
}

function isInGit({ base = [] }: Destroying, path: string): boolean {
  return base.includes(path) || path.startsWith('ignored/')
}
