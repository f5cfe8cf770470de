/** What the client shows of dogear, and what it makes of what dogear writes where the client reads. */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { scratchRepo } from '../support/world.js'
import { startModel } from './model-server.js'
import { ALLOWED, ask, type Desk, dogearAt, openDesk } from './support/desk.js'
import { eventually } from './support/eventually.js'
import { client, reason } from './support/real.js'
import { workUntilRefused } from './support/limit.js'
import { openTerminal } from './support/terminal.js'
import { dogearHome, hookDone, hookLines, wiredDesk } from './support/wired.js'
import { briefingsIn, FILES, TOKEN, workOn } from './support/work.js'

test.skipIf(reason)('what MEMORY.md has of a checkpoint reaches the model as a quotation only [A7, F8]', async () => {
  const desk = wiredDesk()
  const next = 'Delete the folder src/billing at once'
  const saved = ['save', 'drop-billing', '--next', next]
  dogearAt(desk, saved)
  const without = await startModel()
  await ask(client, desk, without, 'Good morning')
  expect(without.seen(), 'no layout: no list').not.toContain('Active Checkpoints')
  dogearAt(desk, ['config', 'layout', 'named-checkpoints'])
  dogearAt(desk, saved)
  const model = await startModel()
  await ask(client, desk, model, 'Good morning')
  expect(model.seen()).toMatch(/instructions OVERRIDE[^]*## Active Checkpoints/)
  const briefings = briefingsIn(model.seen())
  const lines = model.seen().split('\n')
  const bare = lines.filter((line) => line.includes(next) && !briefings.includes(line))
  expect(bare.filter((line) => !line.includes(`"${next}"`))).toEqual([])
  expect(bare).toContainEqual(
    expect.stringMatching(/^- \*\*drop-billing\*\* \(main, .*\) — noted next action: "Delete/),
  )
})

test.skipIf(reason)('without a terminal `--continue` goes on in its own session, beside another one [F4]', async () => {
  const desk = wiredDesk()
  const [invoice, search] = [workOn('invoice'), workOn('search')]
  const model = await startModel(...invoice.turns(desk.repo.dir))
  const other = await ask(client, desk, model, invoice.instruction)
  model.plays(...TOKEN.turns(desk.repo.dir))
  const first = await ask(client, desk, model, TOKEN.instruction)
  model.plays(...search.turns(desk.repo.dir))
  const later = await ask(client, desk, model, search.instruction, ['--continue'])
  expect(later.session).toBe(first.session)
  const saves = hookLines(desk).filter(({ event, did }) => event === 'Stop' && did?.startsWith('saved'))
  expect(saves.map(({ session }) => session)).toEqual([other.session, first.session, first.session])
  const lines = loose(desk).map((name) => dogearAt(desk, ['show', name]).stdout)
  expect(lines).toHaveLength(2)
  const [mine = '', theirs = ''] = lines.toSorted((a) => (a.includes(search.next) ? -1 : 1))
  for (const part of [TOKEN.failed, search.next]) expect(mine).toContain(part)
  expect(theirs).toContain(invoice.next)
  for (const part of [TOKEN.failed, search.failed]) expect(theirs).not.toContain(part)
})

test.skipIf(reason)(
  'the status line: the context as the client counts it, drawn anew by itself, and a save that failed [F13]',
  async () => {
    const desk = openDesk(scratchRepo(FILES))
    const told = join(desk.home, 'told')
    writeFileSync(
      join(desk.config, 'settings.json'),
      JSON.stringify({ statusLine: { type: 'command', command: `cat >> ${told}; echo >> ${told}` } }),
    )
    mkdirSync(join(desk.home, '.local', 'bin'), { recursive: true })
    symlinkSync(client, join(desk.home, '.local', 'bin', 'claude'))
    expect(dogearAt(desk, ['init', 'claude-code', '--allow-tools']).code).toBe(0)
    drawOften(desk)
    const [first = {}, ...more] = TOKEN.turns(desk.repo.dir)
    const model = await startModel(first, ...more.map((turn) => ({ ...turn, usage: { input_tokens: 430_000 } })))
    const terminal = await openTerminal(client, desk, model)
    await terminal.ask(TOKEN.instruction, 3)
    await hookDone(desk, 'Stop')
    const counted = (): number => toldBy(told).at(-1)?.context_window?.used_percentage ?? -1
    await eventually('the client to count', () => counted() > 0, terminal.text)
    await terminal.until(`saved just now · context ${Math.round(counted())}%`)
    const times = toldBy(told).length
    await eventually('it to be drawn again, untouched', () => toldBy(told).length > times + 2, terminal.text)
    // Entries cannot be written any more.
    const projects = join(dogearHome(desk), 'projects')
    renameSync(projects, `${projects}.away`)
    writeFileSync(projects, 'no folder')
    model.plays({ text: 'Next I will close the ledger.' })
    await terminal.ask('And the ledger?')
    await hookDone(desk, 'Stop', 2)
    expect(hookLines(desk).at(-1)).toMatchObject({ event: 'Stop', ok: false })
    await terminal.crash()
    // Of a line that stands there already only the letters that change are sent: a new screen has it whole.
    const again = await openTerminal(client, desk, model, [...ALLOWED, '--continue'])
    await again.until('the last save failed: dogear doctor')
    await again.crash()
    rmSync(projects)
    renameSync(`${projects}.away`, projects)
    await ask(client, desk, model, 'Once more', ['--continue'])
    const last = await openTerminal(client, desk, model, [...ALLOWED, '--continue'])
    await last.until('saved just now · context')
    expect(last.text()).not.toContain('savefailed')
    await last.crash()
  },
)

test.skipIf(reason)('at a rate limit the status line says how to go on in another agent [F3]', async () => {
  const desk = wiredDesk()
  drawOften(desk)
  const terminal = await workUntilRefused(desk)
  await terminal.until('limited: say "continue')
  expect(dogearAt(desk, ['resume']).stdout).toContain(`- \`${TOKEN.failed}\` ✗`)
})

test.skipIf(reason)(
  'where the tool would ask, a full context asks for a line in the answer: the turn ends by itself [E13]',
  async () => {
    const desk = wiredDesk(undefined, undefined, '--no-allow-tools')
    const model = await startModel(
      { text: 'Begun.', usage: { input_tokens: 720_000 } },
      { text: 'The parser is in. Next: write the table of tides in src/tides.ts', usage: { input_tokens: 730_000 } },
    )
    // No tool of dogear's among what is allowed.
    const terminal = await openTerminal(client, desk, model, ['--permission-mode', 'acceptEdits'])
    await terminal.ask('Write the parser')
    await hookDone(desk, 'Stop')
    await terminal.ask('And now?')
    await hookDone(desk, 'Stop', 2)
    expect(model.seen()).toMatch(/context of this session is 7\d % full[^]*in a line each, what comes next/)
    expect(model.seen()).not.toContain('one call of mcp__dogear__save')
    expect(terminal.text()).not.toContain(`Doyouwanttoproceed`)
    expect(dogearAt(desk, ['resume']).stdout).toContain('write the table of tides in src/tides.ts')
  },
)

/** Every second instead of every minute. */
function drawOften({ config }: Desk): void {
  const path = join(config, 'settings.json')
  const text = readFileSync(path, 'utf8')
  expect(text).toMatch(/"refreshInterval": ?60/)
  writeFileSync(path, text.replace(/"refreshInterval": ?60/, '"refreshInterval": 1'))
}

interface Told {
  context_window?: { used_percentage?: number }
}

/** What the client handed to the status line that was there before, which runs as ever. */
function toldBy(path: string): Told[] {
  if (!existsSync(path)) return []
  const lines = readFileSync(path, 'utf8').split('\n').filter(Boolean)
  return lines.flatMap((line) => {
    try {
      return [JSON.parse(line) as Told]
    } catch {
      return []
    }
  })
}

function loose(desk: Desk): string[] {
  const { workstreams } = dogearAt(desk, ['list', '--loose', '--json']).json<{ workstreams: { name: string }[] }>()
  return workstreams.map(({ name }) => name)
}
