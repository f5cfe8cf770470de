/** What init writes, read by the real client: see test/agents for the stories. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { expect, test } from 'vitest'
import type { Finding } from '../../src/agents/install.js'
import { startModel } from '../agents/model-server.js'
import { ask, type Desk, dogearAt, openDesk, runClient } from '../agents/support/desk.js'
import { client, reason } from '../agents/support/real.js'
import { hookLines } from '../agents/support/wired.js'
import { checkout } from '../support/checkout.js'

function deskWithProgram(): Desk {
  const desk = openDesk()
  const bin = join(desk.home, 'bin')
  mkdirSync(bin)
  symlinkSync(join(checkout, 'bin', 'dogear.js'), join(bin, 'dogear'))
  desk.env['PATH'] = [bin, desk.env['PATH']].join(delimiter)
  return desk
}

test.skipIf(reason)('what a project shares is run by the client: hooks and server find the program', async () => {
  const desk = deskWithProgram()
  expect(dogearAt(desk, ['init', 'claude-code', '--scope', 'project']).code).toBe(0)
  const { code, stderr } = await ask(client, desk, await startModel(), 'hello')
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(hookLines(desk).map(({ event, ok }) => [event, ok])).toContainEqual(['SessionStart', true])
  // The client asks whether servers of a project may run; this person said yes.
  writeFileSync(join(desk.repo.dir, '.claude/settings.local.json'), '{"enableAllProjectMcpServers":true}')
  expect((await runClient(client, desk, ['mcp', 'list'])).stdout).toMatch(/dogear: .*Connected/)
})

test.skipIf(reason)('the server of a user is connected, and doctor sees the briefing arrive [F13]', async () => {
  const desk = deskWithProgram()
  expect(dogearAt(desk, ['init', 'claude-code']).code).toBe(0)
  dogearAt(desk, ['save', 'auth', '--task', 'Log in', '--next', 'Run npm test -- auth'])
  expect((await ask(client, desk, await startModel(), 'hello')).code).toBe(0)
  const { findings } = dogearAt(desk, ['doctor', '--json']).json<{ findings: Finding[] }>()
  expect(findings.filter(({ ok }) => !ok)).toEqual([])
  expect(findings.find(({ id }) => id === 'last briefing')?.message).toMatch(/^arrived in session/)
  expect((await runClient(client, desk, ['mcp', 'list'])).stdout).toMatch(/dogear: .*Connected/)
})
