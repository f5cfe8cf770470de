/** The plugin's way to a cheaper model, in the real client. */
import { execFile } from 'node:child_process'
import { readdirSync, symlinkSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { checkout } from '../support/checkout.js'
import { tempDir } from '../support/world.js'
import { startModel, textOf } from './model-server.js'
import { ask, dogearAt, enclosed, openDesk } from './support/desk.js'
import { client, reason } from './support/real.js'
import { hookLines, wiredDesk } from './support/wired.js'

test.skipIf(reason)(
  '`/dogear:draft` tells a dear model to hand over, and what it hands over is done by haiku with two tools [E1]',
  async () => {
    const desk = openDesk()
    const bin = tempDir()
    symlinkSync(join(checkout, 'bin', 'dogear.js'), join(bin, 'dogear'))
    desk.env['PATH'] = [bin, desk.env['PATH']].join(delimiter)
    const handOver = {
      subagent_type: 'dogear:checkpoint-drafter',
      model: 'haiku',
      description: 'checkpoint dispatched at haiku tier',
      prompt: '[no-redispatch]\nauth, the redirect is next',
    }
    const model = await startModel({ tools: [{ name: 'Agent', input: handOver }] }, { text: 'Drafted.' })
    const more = ['--model', 'opus', '--plugin-dir', join(checkout, 'plugin')]
    const { code, stderr } = await ask(client, desk, model, '/dogear:draft auth, the redirect is next', more)
    expect(code, stderr).toBe(0)
    expect(model.requests[0]?.model).toContain('opus')
    const told = textOf(model.requests[0])
    expect(told).toContain('auth, the redirect is next')
    expect(told).toContain('hand the work over, once')
    const drafter = model.asides.find((one) => textOf(one).includes('You draft one checkpoint'))
    expect(drafter?.model).toContain('haiku')
    expect(drafter && textOf(drafter)).toContain(handOver.prompt)
    expect(drafter?.tools.filter((name) => name !== 'DeferredToolPlaceholder').toSorted()).toEqual([
      'mcp__plugin_dogear_dogear__resume',
      'mcp__plugin_dogear_dogear__save',
    ])
    expect(
      model.asides.filter((one) => textOf(one).includes('You draft one checkpoint')),
      'once',
    ).toHaveLength(1)
  },
)

test.skipIf(reason)(
  '`dogear save --draft "claude -p …"` is drafted by the client, whose own session leaves no trace [E1, F4]',
  async () => {
    const desk = wiredDesk()
    const model = await startModel({ text: '## Next action\nMend the redirect in src/auth.ts\n' })
    const command = `${client} -p --model haiku --no-session-persistence`
    const program = join(checkout, 'bin', 'dogear.js')
    const words = [program, 'save', 'auth', '--task', 'Log in by OAuth', '--json', '--draft', command]
    const [unshare = '', ...rest] = enclosed(process.execPath, model, words).argv
    const { stdout, stderr } = await promisify(execFile)(unshare, rest, { cwd: desk.repo.dir, env: desk.env })
    expect(JSON.parse(stdout), stderr).toMatchObject({
      saved: { name: 'auth', next: 'Mend the redirect in src/auth.ts' },
      draft: { used: true },
    })
    expect(model.requests[0]?.model).toContain('haiku')
    expect(model.seen()).toContain('Log in by OAuth')
    expect(dogearAt(desk, ['list', '--quiet']).stdout.trim(), 'one checkpoint and no autosave').toBe('auth')
    const kept = readdirSync(join(desk.config, 'projects'), { recursive: true, encoding: 'utf8' })
    expect(
      kept.filter((path) => path.endsWith('.jsonl')),
      'no session file',
    ).toEqual([])
    expect(
      hookLines(desk).filter(({ did }) => did !== undefined),
      'no hook did anything',
    ).toEqual([])
  },
)
