/** The stage of all stories here: the real client, its real hooks, no network, a model that plays a script. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { memoryFolder } from '../../src/agents/claude-code/folders.js'
import { scratchRepo, tempDir } from '../support/world.js'
import { startModel } from './model-server.js'
import { ask, openDesk, type Desk } from './support/desk.js'
import { client, reason } from './support/real.js'
import { openTerminal } from './support/terminal.js'

test.skipIf(reason)(
  'the real client answers with what the scripted model says, and its hooks and tools are real',
  async () => {
    const desk = openDesk()
    const log = echoingHooks(desk, ['SessionStart', 'UserPromptSubmit', 'PostToolUseFailure', 'Stop', 'SessionEnd'])
    const model = await startModel(
      { tools: [{ name: 'Bash', input: { command: 'exit 3' } }] },
      { text: 'It ended with 3.' },
    )
    const answer = await ask(client, desk, model, 'What does it end with?')
    expect(answer).toMatchObject({ code: 0, said: 'It ended with 3.', stderr: '' })
    expect(model.requests).toHaveLength(2)
    expect(model.seen()).toContain('Exit code 3')
    expect(model.seen()).toContain('hook says UserPromptSubmit')
    expect(log()).toEqual(['SessionStart', 'UserPromptSubmit', 'PostToolUseFailure', 'Stop', 'SessionEnd'])
  },
)

test.skipIf(reason)('nothing but the model can be reached', async () => {
  const reach = (to: string): string => `(exec 3<>/dev/tcp/${to}) 2>/dev/null && echo REACHED ${to} || echo CUT ${to}`
  const command = ['127.0.0.1/8080', '1.1.1.1/53', '8.8.8.8/443'].map(reach).join('\n')
  const model = await startModel({ tools: [{ name: 'Bash', input: { command } }] })
  await ask(client, openDesk(), model, 'Look around')
  expect(model.seen()).toContain('REACHED 127.0.0.1/8080\nCUT 1.1.1.1/53\nCUT 8.8.8.8/443')
})

test.skipIf(reason)('in a terminal `/clear` ends one session and begins another of the same process', async () => {
  const desk = openDesk()
  const log = echoingHooks(desk, ['SessionStart', 'SessionEnd'])
  const terminal = await openTerminal(client, desk, await startModel())
  await terminal.ask('hello')
  await terminal.enter('/clear')
  await terminal.ask('hello again')
  await terminal.exit()
  expect(log()).toEqual(['SessionStart', 'SessionEnd', 'SessionStart', 'SessionEnd'])
})

test.skipIf(reason)(
  'the memory folder is where the real client looks for it: the main worktree’s, from anywhere in it',
  async () => {
    const main = scratchRepo({ 'sub/a.txt': 'a\n' })
    const linked = join(tempDir(), 'linked')
    main.git('worktree', 'add', '--quiet', linked)
    const desk = openDesk(main)
    const memory = memoryFolder({ root: main.dir, userHome: desk.home, env: desk.env }) ?? ''
    mkdirSync(memory, { recursive: true })
    writeFileSync(join(memory, 'MEMORY.md'), '- the word is heliotrope\n')
    const seenFrom = async (dir: string): Promise<string> => {
      const model = await startModel()
      await ask(client, { ...desk, repo: { ...main, dir } }, model, 'What is the word?')
      return model.seen()
    }
    for (const seen of await Promise.all([main.dir, join(main.dir, 'sub'), linked].map(seenFrom)))
      expect(seen).toContain('the word is heliotrope')
  },
)

/** Hooks of somebody else: each leaves its name and tells the model so. */
function echoingHooks(desk: Desk, events: readonly string[]): () => string[] {
  const log = join(desk.home, 'events')
  const script = `let s='';process.stdin.on('data',(d)=>s+=d).on('end',()=>{const e=JSON.parse(s).hook_event_name;require('fs').appendFileSync(process.argv[1],e+'\\n');console.log('hook says '+e)})`
  const hook = { type: 'command', command: process.execPath, args: ['-e', script, log] }
  const hooks = Object.fromEntries(events.map((event) => [event, [{ hooks: [hook] }]]))
  writeFileSync(join(desk.config, 'settings.json'), JSON.stringify({ hooks }))
  return () => (existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : [])
}
