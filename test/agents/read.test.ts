/** Story 15: what is read from the client's own session files, as it writes them. */
import { expect, test } from 'vitest'
import { startModel, type Turn } from './model-server.js'
import { ask, dogearAt, type Desk } from './support/desk.js'
import { client, reason } from './support/real.js'
import { openTerminal } from './support/terminal.js'
import { hookDone, wiredDesk } from './support/wired.js'

function writes(desk: Desk, name: string, content: string): Turn {
  return { tools: [{ name: 'Write', input: { file_path: `${desk.repo.dir}/src/${name}.ts`, content } }] }
}

test.skipIf(reason)('after two megabytes the next action at `/exit` is that of the last turn [case 5]', async () => {
  const desk = wiredDesk()
  const lines = `${'export const wheel = 1 // '.padEnd(99, 'x')}\n`.repeat(22_000)
  const model = await startModel(writes(desk, 'big', lines), { text: 'Next I will forge the axle.' })
  const terminal = await openTerminal(client, desk, model)
  await terminal.ask('Write the big table', 2)
  await hookDone(desk, 'Stop')
  model.plays({ text: 'Forged. Next I will oil the wheel.' })
  await terminal.ask('Good. Do that.')
  await hookDone(desk, 'Stop', 2)
  await terminal.exit()
  await hookDone(desk, 'SessionEnd')
  expect(dogearAt(desk, ['resume']).stdout).toContain('## Next action\nNext I will oil the wheel.')
})

test.skipIf(reason)('a file that a sub-agent made is this session’s work [case 24]', async () => {
  const desk = wiredDesk()
  const helper = { description: 'Write the wheel', prompt: 'Write src/wheel.ts', subagent_type: 'general-purpose' }
  const model = await startModel(
    { tools: [{ name: 'Agent', input: { ...helper, run_in_background: false } }] },
    writes(desk, 'wheel', 'export {}\n'),
    { text: 'The wheel is written.' },
    { text: 'The helper has written it.' },
  )
  await ask(client, desk, model, 'Have a helper write the wheel')
  expect(dogearAt(desk, ['resume']).stdout).toContain('src/wheel.ts')
})

test.skipIf(reason)('a file that is still to be made is no change since the save [case 25]', async () => {
  const desk = wiredDesk()
  const model = await startModel(writes(desk, 'login', 'export {}\n'), {
    text: 'Next I will create src/session-store.ts.',
  })
  await ask(client, desk, model, 'Split the login')
  const { stdout } = dogearAt(desk, ['resume'])
  expect(stdout).toContain('## Next action\nNext I will create src/session-store.ts.')
  expect(stdout).not.toContain('missing')
})
