/** The folder plugin/ has manifests for more than one client. As a user of it has it: from the marketplace, the program on the PATH. */
import { spawnSync } from 'node:child_process'
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { checkout } from '../support/checkout.js'
import { cleanEnv } from '../support/world.js'
import { CLIENTS } from './clients/all.js'
import { besideModel, dogearIn, hookLines, openBox, snapshot, turn, turnsOf, unfit } from './support/box.js'
import { type Client, programOf, type Step } from './support/client.js'

/** What puts it in, and what takes it out. */
const INSTALL: [agent: string, add: string[][], remove: string[][]][] = [
  [
    'copilot-cli',
    [
      ['plugin', 'marketplace', 'add', checkout],
      ['plugin', 'install', 'dogear@dogear'],
    ],
    [],
  ],
  [
    'codex',
    [
      ['plugin', 'marketplace', 'add', checkout],
      ['plugin', 'add', 'dogear@dogear'],
    ],
    [
      ['plugin', 'remove', 'dogear@dogear'],
      ['plugin', 'marketplace', 'remove', 'dogear'],
    ],
  ],
  [
    'gemini-cli',
    [['extensions', 'install', join(checkout, 'dist', 'gemini-extension'), '--consent', '--skip-settings']],
    [['extensions', 'uninstall', 'dogear']],
  ],
]

describe.each(INSTALL)('the plugin in %s', (agent, add, remove) => {
  const client = CLIENTS.find((one) => one.agent === agent) as Client
  const reason = unfit() ?? (programOf(client) === null ? `${client.name} is not in .cache/clients` : null)
  if (reason !== null) process.stderr.write(`\n! the plugin in ${client.name}: SKIPPED: ${reason}\n`)

  test.skipIf(reason !== null)(
    'saves, is told and has its tools, for the folder of the session [F11]',
    async () => {
      const box = openBox([client])
      symlinkSync(join(checkout, 'bin', 'dogear.js'), join(box.bin, 'dogear'))
      const run = (words: string[]): void => {
        const { command, env } = besideModel(box, client, [], words)
        // One of them asks whether the folder is trusted.
        const ran = spawnSync('unshare', command, {
          cwd: box.repo.dir,
          env: { ...cleanEnv(box.home), ...env },
          input: 'y\n',
          encoding: 'utf8',
        })
        expect(ran, ran.stdout + ran.stderr).toMatchObject({ status: 0 })
      }
      for (const words of add) run(words)
      const save = client.tools.mcp?.('save', { name: 'cart', next: 'sum the empty cart', task: 'count' }) ?? []
      const steps: Step[] = [client.tools.run('node cart.test.mjs'), ...save].map((call) => ({ call }))
      const done = await turn(box, client, 'Let total count quantities.', [...steps, { say: 'Next: write a test.' }])
      expect(done, done.out).toMatchObject({ code: 0 })
      expect(done.out).not.toMatch(/denied|hook.{0,40}(?:failed|error)/i)
      expect(hookLines(box).filter(({ ok }) => !ok)).toEqual([])
      expect(hookLines(box).length, done.out).toBeGreaterThan(1)
      const page = dogearIn(box, 'show', 'cart').stdout
      expect(page).toContain('sum the empty cart')
      expect(page).toContain(`"agent": "${agent}"`)
      const [said = ''] = turnsOf(await turn(box, client, 'continue cart', [{ say: 'I go on.' }]))
      expect(said).toContain('sum the empty cart')
      for (const words of remove) run(words)
      const left = Object.entries(snapshot(box.home)).filter(
        ([path, text]) => remove.length > 0 && !/sessions?\/|\/tmp\//.test(path) && /dogear\.sh/.test(text),
      )
      expect(left.map(([path]) => path)).toEqual([])
    },
    300_000,
  )
})
