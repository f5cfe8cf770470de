/** The folder plugin/ has manifests for more than one client. As a user of it has it: from the marketplace, the program on the PATH. */
import { spawnSync } from 'node:child_process'
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkout } from '../support/checkout.js'
import { cleanEnv } from '../support/world.js'
import { client } from './clients/copilot-cli.js'
import { dogearIn, hookLines, openBox, turn, turnsOf, unfit } from './support/box.js'
import { programOf, type Step } from './support/client.js'

const program = programOf(client)
const reason = unfit() ?? (program === null ? `${client.name} is not in .cache/clients` : null)
if (reason !== null) process.stderr.write(`\n! the plugin in Copilot CLI: SKIPPED: ${reason}\n`)

test.skipIf(reason !== null)(
  'in Copilot CLI it saves, is told and has its tools, for the folder of the session [F11]',
  async () => {
    const box = openBox([client])
    symlinkSync(join(checkout, 'bin', 'dogear.js'), join(box.bin, 'dogear'))
    const env = { ...cleanEnv(box.home), ...client.env }
    for (const words of [
      ['marketplace', 'add', checkout],
      ['install', 'dogear@dogear'],
    ])
      expect(spawnSync('unshare', ['-rn', program as string, 'plugin', ...words], { env })).toMatchObject({ status: 0 })
    const save = client.tools.mcp?.('save', { name: 'cart', next: 'sum the empty cart', task: 'count' }) ?? []
    const steps: Step[] = [client.tools.run('node cart.test.mjs'), ...save].map((call) => ({ call }))
    const done = await turn(box, client, 'Let total count quantities.', [...steps, { say: 'Next: write a test.' }])
    expect(done, done.out).toMatchObject({ code: 0 })
    expect(done.out).not.toMatch(/denied|hook.{0,40}(?:failed|error)/i)
    expect(hookLines(box).filter(({ ok }) => !ok)).toEqual([])
    expect(dogearIn(box, 'show', 'cart').stdout).toContain('sum the empty cart')
    const [said = ''] = turnsOf(await turn(box, client, 'continue cart', [{ say: 'I go on.' }]))
    expect(said).toContain('sum the empty cart')
  },
  300_000,
)
