/** Story 10: the plugin instead of settings. */
import { symlinkSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { expect, test } from 'vitest'
import { checkout } from '../support/checkout.js'
import { scratchRepo, tempDir } from '../support/world.js'
import { lookUp, startModel } from './model-server.js'
import { ask, openDesk, runClient, type Desk } from './support/desk.js'
import { workAndClear } from './support/hop.js'
import { client, reason } from './support/real.js'
import { briefingsIn, untold, FILES, TOKEN } from './support/work.js'

const plugin = join(checkout, 'plugin')

test.skipIf(reason)(
  '`claude plugin validate --strict` has nothing to say, for the plugin and for the marketplace',
  async () => {
    const desk = openDesk()
    const runs = [[plugin], [plugin, '--profile', 'directory'], [checkout]].map((args) =>
      runClient(client, desk, ['plugin', 'validate', ...args, '--strict']),
    )
    for (const { code, stdout, stderr } of await Promise.all(runs)) expect(`${code}${stdout}${stderr}`).toMatch(/^0/)
  },
)

/** As a user of the plugin has it: installed from the marketplace of this repository, the program on the PATH, no settings. */
async function pluginDesk(): Promise<Desk> {
  const desk = openDesk(scratchRepo(FILES))
  const bin = tempDir()
  symlinkSync(join(checkout, 'bin', 'dogear.js'), join(bin, 'dogear'))
  desk.env['PATH'] = [bin, desk.env['PATH']].join(delimiter)
  for (const args of [
    ['marketplace', 'add', checkout],
    ['install', 'dogear@dogear'],
  ]) {
    const { code, stdout, stderr } = await runClient(client, desk, ['plugin', ...args])
    if (code !== 0) throw new Error(`claude plugin ${args.join(' ')}: ${stdout}${stderr}`)
  }
  return desk
}

test.skipIf(reason)(
  'with the plugin alone the work survives `/compact`, and the model’s save comes back by a call [F3]',
  async () => {
    const desk = await pluginDesk()
    const model = await startModel(...TOKEN.turns(desk.repo.dir))
    const { session } = await ask(client, desk, model, TOKEN.instruction)
    await ask(client, desk, model, '/compact', ['--resume', session])
    await ask(client, desk, model, 'go on', ['--resume', session])
    expect(untold(model.seen(), TOKEN)).toEqual([])

    const [save, resume] = ['mcp__plugin_dogear_dogear__save', 'mcp__plugin_dogear_dogear__resume'] as const
    const judgement = { name: 'auth', task: 'Log in by OAuth', next: 'Run npm test -- auth' }
    const saving = await startModel(lookUp(save), { tools: [{ name: save, input: judgement }] })
    await ask(client, desk, saving, 'checkpoint auth')
    const resuming = await startModel(lookUp(resume), { tools: [{ name: resume, input: { name: 'auth' } }] })
    await ask(client, desk, resuming, 'Where were we?')
    expect(briefingsIn(resuming.seen())).toContain(judgement.next)
    expect(resuming.seen()).toContain('dogear:dogear')
  },
)

test.skipIf(reason)('with the plugin alone the work survives `/clear` [F3]', async () => {
  const desk = await pluginDesk()
  const model = await startModel(...TOKEN.turns(desk.repo.dir))
  const terminal = await workAndClear(desk, model)
  await terminal.ask('continue')
  expect(untold(model.seen(), TOKEN)).toEqual([])
})
