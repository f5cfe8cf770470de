/** A client that gives its servers no variables: who it is it says by name, and which session it runs its hooks have said. */
import { expect, test } from 'vitest'
import { tagOf } from '../../src/platform/process/process-tag.js'
import { writeSessionNow } from '../../src/store/session/session-now.js'
import { hookDesk } from '../hook/support.js'
import { connect } from './support/client.js'

test.each([
  ['claude-code', true],
  ['codex-mcp-client', false],
])(
  '%s saves under the session of hooks of its own: %s, and the end of the turn goes on with that',
  async (name, isOwn) => {
    const desk = hookDesk()
    const session = desk.client('s1')
    session.fire('SessionStart', { source: 'startup' })
    session.turn('Pay by card', 'Next I will draw the form.')
    // The server is a child of this process, as it is one of the client in real life.
    writeSessionNow(desk.home, { pid: process.pid, tag: tagOf(process.pid) ?? undefined, session: 's1' })
    const server = await connect({ cwd: desk.repo.dir, home: desk.userHome, name })
    await server.call('save', { name: 'pay', task: 'Pay by card', next: 'Run npm test -- pay' })
    session.turn('And the rest', 'Next I will mend the form.')
    expect(session.state()?.on?.name === 'pay').toBe(isOwn)
  },
)

test.each([
  ['github-copilot-developer', false],
  ['@cline/core', false],
  ['codex-mcp-client', true],
  ['anything else', true],
])('%s: a model that is shown the text and the data of an answer gets the text alone', async (name, hasData) => {
  const desk = hookDesk()
  const server = await connect({ cwd: desk.repo.dir, home: desk.userHome, name })
  const saved = await server.call('save', { name: 'pay', task: 'Pay by card', next: 'Run npm test -- pay' })
  const resumed = await server.call('resume', { name: 'pay' })
  const refused = await server.call('resume', { name: 'nothing-of-the-kind' })
  for (const { text, data } of [saved, resumed, refused]) {
    expect(text).not.toBe('')
    expect(Object.keys(data ?? {}).length > 0).toBe(hasData)
  }
  expect(resumed.text).toContain('Run npm test -- pay')
  expect(refused.isError).toBe(true)
})
