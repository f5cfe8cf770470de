/** Story 14: which work a session is on, and what of it the next one is told. */
import { expect, test } from 'vitest'
import { lookUp, startModel, type Turn } from './model-server.js'
import { ask, dogearAt, type Desk } from './support/desk.js'
import { COOKIES, cookieTurns, lostIn, namesListed, workAndClear } from './support/hop.js'
import { client, reason } from './support/real.js'
import { openTerminal } from './support/terminal.js'
import { briefingsIn, TOKEN } from './support/work.js'
import { hookDone, wiredDesk } from './support/wired.js'

/** Three requests. */
function saves(input: object): Turn[] {
  return [lookUp('mcp__dogear__save'), { tools: [{ name: 'mcp__dogear__save', input }] }, { text: 'Saved.' }]
}

function writes(desk: Desk, name: string): Turn {
  return { tools: [{ name: 'Write', input: { file_path: `${desk.repo.dir}/src/${name}.ts`, content: 'export {}\n' } }] }
}

test.skipIf(reason)('a quick question does not bury the work [case 2]', async () => {
  const desk = wiredDesk()
  const model = await startModel(...cookieTurns(desk.repo.dir), { text: 'Paris.' })
  await ask(client, desk, model, COOKIES)
  expect((await ask(client, desk, model, 'What is the capital of France?')).said).toBe('Paris.')
  await ask(client, desk, model, 'continue')
  expect(lostIn(model)).toEqual([])
  expect(briefingsIn(model.seen())).not.toContain('France')
})

test.skipIf(reason)('after `/clear` the model saves what this session did [case 6]', async () => {
  const desk = wiredDesk()
  const model = await startModel(...TOKEN.turns(desk.repo.dir))
  const terminal = await workAndClear(desk, model)
  model.plays(writes(desk, 'banana'), ...saves({ name: 'boats', next: 'Buy banana paint' }))
  await terminal.ask('Paint the banana boat', 4)
  const briefing = dogearAt(desk, ['resume', 'boats']).stdout
  expect(briefing).toContain('Paint the banana boat')
  for (const old of [TOKEN.instruction, TOKEN.failed, TOKEN.next]) expect(briefing).not.toContain(old)
})

test.skipIf(reason)('a session that continues another line writes that one from then on [case 9]', async () => {
  const desk = wiredDesk()
  for (const name of ['feat-login', 'feat-login-2']) dogearAt(desk, ['save', name, '--task', `Work of ${name}`])
  const model = await startModel(writes(desk, 'form'), { text: 'Next I will write the form.' })
  const terminal = await openTerminal(client, desk, model)
  await terminal.ask('continue feat-login', 2)
  expect(briefingsIn(model.seen())).toContain('Work of feat-login')
  await hookDone(desk, 'Stop')
  model.plays(writes(desk, 'button'), { text: 'Next I will colour the button.' })
  await terminal.ask('continue feat-login-2', 2)
  await hookDone(desk, 'Stop', 2)
  const [first, second] = ['feat-login', 'feat-login-2'].map((name) => dogearAt(desk, ['resume', name]).stdout)
  expect(first).toContain('write the form')
  expect(first).not.toContain('button')
  expect(second).toContain('colour the button')
  expect(second).not.toContain('write the form')
})

test.skipIf(reason)(
  'work that was given a name is one line, and the words that named it are no instruction [case 10] [case 12]',
  async () => {
    const desk = wiredDesk()
    const model = await startModel(...cookieTurns(desk.repo.dir))
    const terminal = await openTerminal(client, desk, model)
    await terminal.ask(COOKIES, 2)
    await hookDone(desk, 'Stop')
    model.plays(...saves({ name: 'one', next: 'Write the expiry check in src/token.ts' }))
    await terminal.ask('checkpoint one', 3)
    await hookDone(desk, 'Stop', 2)
    await terminal.crash()
    const next = await openTerminal(client, desk, model)
    await next.ask('continue')
    expect(lostIn(model, 'Write the expiry check in src/token.ts')).toEqual([])
    expect(model.seen()).not.toContain('several checkpoints')
    const briefings = briefingsIn(model.seen())
    expect(briefings).toMatch(/## Last requests, newest first\n- Replace the session cookies/)
    expect(briefings).not.toContain('said: checkpoint one')
    expect(namesListed(desk)).toEqual(['one'])
  },
)

test.skipIf(reason)('what the user said must hold is told after `/compact`, all of it [case 11]', async () => {
  const desk = wiredDesk()
  const model = await startModel()
  const terminal = await openTerminal(client, desk, model)
  const prompts = [
    'Add a cart to the shop',
    'Keep the public API stable',
    'Never touch package.json',
    'Now write the totals',
    'Do not commit anything yet',
    'Always run the linter before you are done',
    'Now the tax, please',
  ]
  for (const prompt of prompts) {
    model.plays(writes(desk, 'cart'), { text: 'It is written.' })
    await terminal.ask(prompt, 2)
  }
  await hookDone(desk, 'Stop', prompts.length)
  await terminal.ask('/compact')
  await hookDone(desk, 'SessionStart', 2)
  await terminal.ask('go on')
  const briefing = briefingsIn(model.seen())
  for (const at of [1, 2, 4, 5]) expect(briefing).toContain(prompts[at])
})

test.skipIf(reason)(
  'a next action that the next turn did is not told as if it were still to do [case 13]',
  async () => {
    const desk = wiredDesk()
    const next = 'Write src/expiry.ts with the expiry check'
    const model = await startModel(...saves({ name: 'auth', next }))
    const terminal = await openTerminal(client, desk, model)
    await terminal.ask('checkpoint auth', 3)
    await hookDone(desk, 'Stop')
    model.plays(writes(desk, 'expiry'), { text: 'It is written.' })
    await terminal.ask('Do it', 2)
    await hookDone(desk, 'Stop', 2)
    const briefing = dogearAt(desk, ['resume', 'auth']).stdout
    expect(briefing).not.toContain(`## Next action\n${next}`)
  },
)
