/**
 * What dogear promises for every agent, proven with the real client: one test for each column of the table that
 * `npm run test:clients` prints (scripts/clients-table.mjs reads the titles).
 */
import { describe, expect, test } from 'vitest'
import { MANIFESTS } from '../../../src/agents/registry.js'
import { CLIENTS } from '../clients/all.js'
import { dogearIn, hookLines, openBox, snapshot, told, turn, turnsOf, unfit, type Box } from './box.js'
import { type Client, programOf, type Step } from './client.js'

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
    // Such a client does not wait for what comes at the start, so it may be the second tool.
    const commands = client.isBriefedByTool ? ['git status --short', 'git log --oneline -1'] : []
    const look = commands.map((command): Step => ({ call: client.tools.run(command) }))
    const said = turnsOf(await turn(box, client, 'Good morning.', [...look, { say: 'Good morning.' }]))
    const first = said.at(client.isBriefedByTool ? -1 : 0) ?? ''
    for (const fact of [TASK, NEXT]) expect(first).toContain(fact)
    expect(first.split(NEXT).length - 1, 'it is told once').toBe(1)
  })

  test.skipIf(client.compacts === null)('after compaction', async () => {
    const box = wired(client)
    await work(box, client)
    const { steps, told: when } = client.compacts as NonNullable<Client['compacts']>
    const grown = await turn(box, client, 'Go on with the cart.', steps, { again: true })
    expect(grown.requests.filter(({ kind }) => kind === 'summary')).not.toEqual([])
    const after = grown.requests.slice(grown.requests.findLastIndex(({ kind }) => kind === 'summary') + 1)
    const later = await turn(box, client, 'And now?', [{ say: 'The same.' }], { again: true })
    const texts = when === 'at once' ? after.filter(({ kind }) => kind === 'turn').map(told) : turnsOf(later)
    expect(texts[0]).toContain(NEXT)
    const third = turnsOf(await turn(box, client, 'And then?', [{ say: 'The same.' }], { again: true }))
    expect(briefings(third[0] ?? ''), 'it is told once').toBeLessThanOrEqual(briefings(texts[0] ?? ''))
  })

  test.skipIf(client.tools.mcp === null)('MCP', async () => {
    const box = wired(client)
    const mcp = client.tools.mcp as NonNullable<Client['tools']['mcp']>
    const save = mcp('save', { name: 'cart', next: 'sum the empty cart', task: 'count quantities' })
    const resume = mcp('resume', { name: 'cart' })
    const calls = [...save, ...resume.slice(-1)].map((call): Step => ({ call }))
    const done = await turn(box, client, 'Keep it.', [...calls, { say: 'Kept.' }])
    expect(done, done.out).toMatchObject({ code: 0 })
    const page = dogearIn(box, 'show', 'cart').stdout
    expect(page).toContain('sum the empty cart')
    expect(page).toContain(`"agent": "${client.agent}"`)
    expect(turnsOf(done).at(-1)).toContain('sum the empty cart')
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

function canBeSetUp({ agent }: Client): boolean {
  return MANIFESTS.some(({ id, install }) => id === agent && install)
}

/** How often a briefing stands in a text. */
function briefings(text: string): number {
  return text.split(NEXT).length
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
  const { run, edit, read } = client.tools
  const path = `${box.repo.dir}/src/cart.mjs`
  return turn(box, client, PROMPT, [
    { call: run('node cart.test.mjs') },
    ...(read ? [{ call: read(path) }] : []),
    { call: edit(path, ...EDIT) },
    { call: run('node cart.test.mjs') },
    { say: LAST },
  ])
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
