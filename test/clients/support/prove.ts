/**
 * What dogear promises for every agent, proven with the real client: one test for each column of the table that
 * `npm run test:clients` prints (scripts/clients-table.mjs reads the titles).
 */
import { describe, expect, test } from 'vitest'
import { MANIFESTS } from '../../../src/agents/registry.js'
import { CLIENTS } from '../clients/all.js'
import { type Box, dogearIn, hookLines, openBox, type Request, snapshot, turn, turnsOf, unfit } from './box.js'
import { type Client, programOf, type Step } from './client.js'
import { commitWiring } from './foreign.js'
import { openTerminal, type Terminal } from './terminal.js'

const PROMPT = 'Let total count quantities. Do not touch README.md. Start with the test.'
const TASK = 'Let total count quantities'
const DECISION = 'prices stay in cents'
const NEXT = 'write a test for an empty cart'
const LAST = `I decided that ${DECISION}, because floats drift. Next: ${NEXT}.`

export function prove(agent: string): void {
  const client = CLIENTS.find((one) => one.agent === agent) as Client
  const reason = unfit() ?? (programOf(client) === null ? `${client.name} is not in .cache/clients` : null)
  if (reason !== null) process.stderr.write(`\n! ${client.name}: its proofs are SKIPPED: ${reason}\n`)
  // Five times a client is started, and some take a quarter of a minute.
  describe.skipIf(reason !== null)(`${agent}:`, { timeout: 600_000 }, () => {
    proofs(client)
  })
}

function proofs(client: Client): void {
  test('installs', () => {
    const box = openBox([client])
    const first = wire(box, client)
    expect(first.stdout).toContain('made')
    expect(wire(box, client).stdout).toContain('nothing changed')
    expect(dogearIn(box, 'doctor').stdout).toMatch(/✓ hooks .*calls dogear|✓ hooks .*registered/)
  })

  test('turn, hooks fire, reader', async () => {
    const box = wired(client)
    const done = await work(box, client)
    expect(done, done.out).toMatchObject({ code: 0 })
    const lines = hookLines(box)
    expect(lines.filter(({ ok }) => !ok)).toEqual([])
    expect(lines.some(({ did }) => did?.startsWith('saved'))).toBe(true)
    const page = shown(box)
    for (const fact of [TASK, DECISION, NEXT, 'cart.test.mjs', 'src/cart.mjs', 'README.md'])
      expect(page).toContain(fact)
    expect(page).toContain(`"agent": "${client.agent}"`)
    expect(dogearIn(box, 'doctor').stdout).not.toContain('! reading')
  })

  test('brief at start', async () => {
    const box = wired(client)
    await work(box, client)
    const said = turnsOf(await turn(box, client, 'Good morning.', [...looks(client), { say: 'Good morning.' }]))
    const first = said.at(client.isBriefedByTool ? -1 : 0) ?? ''
    for (const fact of [TASK, NEXT]) expect(first).toContain(fact)
    expect(first.split(NEXT).length - 1, 'it is told once').toBe(1)
  })

  test.skipIf(client.compacts === null)('after compaction', async () => {
    const compacts = client.compacts as NonNullable<Client['compacts']>
    const [first, later] =
      'typed' in compacts ? await typedCompaction(client, compacts) : await compaction(client, compacts)
    expect(first).toContain(NEXT)
    expect(briefings(first)).toBeGreaterThan(0)
    expect(briefings(later), 'it is told once').toBeLessThanOrEqual(briefings(first))
  })

  test.skipIf(client.terminal === undefined)('after clear', async () => {
    const box = wired(client)
    const goesOn: Step[] = [...looks(client), { say: 'I go on.' }]
    const typed = await atWork(box, client, goesOn)
    await typed.command(client.terminal?.clear ?? '', client.terminal?.cleared)
    await typed.ask('continue', goesOn.length)
    await typed.end()
    const last = turnsOf(typed).at(-1) ?? ''
    expect(last, 'the client has forgotten it').not.toContain('triggerUncaughtException')
    expect(last).toContain(NEXT)
    // Where a prompt gets no answer the model is told what it is at the start of a session.
    expect(last).toContain(client.isBriefedByTool ? TASK : DECISION)
  })

  test.skipIf(client.tools.mcp === null)('MCP', async () => {
    const box = wired(client)
    const mcp = client.tools.mcp as NonNullable<Client['tools']['mcp']>
    for (const name of ['cart', 'bill'])
      expect(dogearIn(box, 'save', name, '--task', 'count', '--next', `sum the empty ${name}`).code).toBe(0)
    const asks = mcp('resume', {})
    const resume = mcp('resume', { name: 'cart' })
    const save = mcp('save', { name: 'cart', next: 'round the sums' })
    const calls = [...asks, ...resume.slice(-1), ...save.slice(-1)].map((call): Step => ({ call }))
    const done = await turn(box, client, 'Keep it.', [...calls, { say: 'Kept.' }])
    expect(done, done.out).toMatchObject({ code: 0 })
    const page = dogearIn(box, 'show', 'cart').stdout
    expect(page).toContain('round the sums')
    expect(page).toContain(`"agent": "${client.agent}"`)
    const last = turnsOf(done).at(-1) ?? ''
    expect(last, 'nobody was there to choose').toContain('call resume again with name')
    expect(last).not.toContain('did not want to choose')
    expect(last).toContain('sum the empty cart')
    expect(briefings(last), 'in one form, be it text or structured').toBe(1)
  })

  test('uninstall', () => {
    const box = openBox([client])
    const before = snapshot(box.home)
    wire(box, client)
    expect(snapshot(box.home)).not.toEqual(before)
    const { code } = dogearIn(box, 'uninstall', client.agent)
    expect(code).toBe(0)
    expect(snapshot(box.home)).toEqual(before)
  })

  test('nobody disturbed', async () => {
    const others = CLIENTS.filter((one) => programOf(one) !== null && canBeSetUp(one))
    const box = openBox(others)
    for (const one of others) wire(box, one)
    // What a repository brings along is read by several of them.
    expect(dogearIn(box, 'init', 'claude-code', '--scope', 'project', '--no-allow-tools', '--yes').code).toBe(0)
    expect(dogearIn(box, 'init', 'cursor', '--yes').code).toBe(0)
    commitWiring(box, client.agent)
    const done = await work(box, client)
    expect(done, done.out).toMatchObject({ code: 0 })
    expect(done.out).not.toMatch(/denied|hook.{0,40}(?:failed|error)/i)
    expect(hookLines(box).filter(({ ok }) => !ok)).toEqual([])
    expect(box.repo.git('diff', '--stat', '--', 'src')).toContain('src/cart.mjs')
    const entries = dogearIn(box, 'list', '--loose', '--json').stdout
    const { workstreams } = JSON.parse(entries) as { workstreams: { name: string }[] }
    expect(workstreams).toHaveLength(1)
    expect(shown(box)).toContain(`"agent": "${client.agent}"`)
  })
}

/** What the model is told with the first request after a compaction, and with the next prompt but one. */
async function compaction(
  client: Client,
  { turns, told: when }: Extract<Client['compacts'], { turns: unknown }>,
): Promise<[first: string, later: string]> {
  const box = wired(client)
  await work(box, client)
  const requests: Request[] = []
  for (const { prompt, steps } of turns)
    requests.push(...(await turn(box, client, prompt, steps, { again: true })).requests)
  // One of them asks for another one when it ends.
  const at = requests.findIndex(isSummary)
  expect(at, 'it has compacted').toBeGreaterThanOrEqual(0)
  const ask = async (prompt: string): Promise<string> => {
    const done = await turn(box, client, prompt, [...looks(client), { say: 'The same.' }], { again: true })
    return turnsOf(done).at(client.isBriefedByTool ? -1 : 0) ?? ''
  }
  const after = turnsOf({ requests: requests.slice(at + 1) }).at(client.isBriefedByTool ? -1 : 0) ?? ''
  const next = await ask('And now?')
  return [when === 'at once' ? after : next, await ask('And then?')]
}

async function typedCompaction(
  client: Client,
  { typed: command }: Extract<Client['compacts'], { typed: unknown }>,
): Promise<[first: string, later: string]> {
  const box = wired(client)
  const same: Step[] = [...looks(client), { say: 'The same.' }]
  const typed = await atWork(box, client, [...same, ...same])
  await typed.command(command)
  await typed.until('a summary', () => typed.requests.some(isSummary))
  for (const prompt of ['And now?', 'And then?']) await typed.ask(prompt, same.length)
  await typed.end()
  const [first = '', later = ''] = [turnsOf(typed).at(-1 - same.length), turnsOf(typed).at(-1)]
  return [first, later]
}

function isSummary({ kind }: Request): boolean {
  return kind === 'summary'
}

/** In a terminal, once the work is done and saved. */
async function atWork(box: Box, client: Client, more: readonly Step[]): Promise<Terminal> {
  const steps = stepsOfWork(box, client)
  const typed = await openTerminal(box, client, [...steps, ...more])
  await typed.ask(PROMPT, steps.length)
  await typed.until('the save', () => hookLines(box).some(({ did }) => did?.startsWith('saved')))
  return typed
}

/** Where text comes with the answer of a tool. Such a client does not wait for what comes at the start, so it may be the second. */
function looks(client: Client): Step[] {
  const commands = client.isBriefedByTool ? ['git status --short', 'git log --oneline -1'] : []
  return commands.map((command): Step => ({ call: client.tools.run(command) }))
}

function canBeSetUp({ agent }: Client): boolean {
  return MANIFESTS.some(({ id, install }) => id === agent && install)
}

/** How often a briefing stands in a text. A session that is taken up again is told in one line where it stands: that is none. */
function briefings(text: string): number {
  return text.split('[dogear-briefing').length - 1
}

function wire(box: Box, client: Client): ReturnType<typeof dogearIn> {
  const ran = dogearIn(box, 'init', client.agent, '--allow-tools', '--yes')
  expect(ran, ran.stderr).toMatchObject({ code: 0 })
  return ran
}

function wired(client: Client): Box {
  const box = openBox([client])
  wire(box, client)
  return box
}

/** Two calls that fail and change something, and last words. */
function work(box: Box, client: Client): ReturnType<typeof turn> {
  return turn(box, client, PROMPT, stepsOfWork(box, client))
}

function stepsOfWork(box: Box, client: Client): Step[] {
  const { run, edit, read } = client.tools
  const path = `${box.repo.dir}/src/cart.mjs`
  return [
    { call: run('node cart.test.mjs') },
    ...(read ? [{ call: read(path) }] : []),
    { call: edit(path, ...EDIT) },
    { call: run('node cart.test.mjs') },
    // Some compact nothing that is still small.
    { say: LAST, usage: 60_000 },
  ]
}

const EDIT = [
  '  return prices.reduce((sum, price) => sum + price, 0)',
  '  return prices.reduce((sum, { price, quantity }) => sum + price * quantity, 0)',
] as const

function shown(box: Box): string {
  const { workstreams } = JSON.parse(dogearIn(box, 'list', '--loose', '--json').stdout) as {
    workstreams: { name: string }[]
  }
  return dogearIn(box, 'show', workstreams[0]?.name ?? '').stdout
}
