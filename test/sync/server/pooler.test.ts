/** Two tenants through PgBouncer in transaction mode, many operations at once, and one member who does not keep to the rules. */
import { spawn } from 'node:child_process'
import { chmodSync, existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import postgres from 'postgres'
import { beforeAll, describe, expect, test } from 'vitest'
import { digest } from '../../../src/platform/keys.js'
import { processTag } from '../../../src/platform/process/process-tag.js'
import { connect } from '../../../src/remotes/connect.js'
import { chainOf, REMOTE_LAWS, REMOTE_STORE } from '../../../src/testing/remote-laws.js'
import { afterThisFile } from '../../support/tidy.js'
import { tempDir } from '../../support/world.js'
import { giveToServer, notAsRoot, organisation, POSTGRES_BIN, type Server, startPostgres } from './postgres-server.js'
import { answers, freePort } from './wire.js'

const BOUNCER = '/usr/sbin/pgbouncer'
const reason = POSTGRES_BIN === undefined || !existsSync(BOUNCER) ? 'no PostgreSQL or PgBouncer' : null
/** `npm run test:sync` does ten thousand. */
const OPERATIONS = process.env['DOGEAR_SYNC_ROUNDS'] === '30' ? 10_000 : 1000
const MEMBERS = { acme: ['ada', 'alan'], other: ['eve', 'mallory'] }

describe.skipIf(reason)('PostgreSQL through a pooler', () => {
  let server: Server
  let port: number
  beforeAll(async () => {
    server = await startPostgres()
    organisation(server, 'notes', MEMBERS)
    port = await startBouncer(server.port)
  })
  const url = (user: string): string => `postgres://${user}@127.0.0.1:${port}/notes`

  test('the laws of remotes hold', async () => {
    for (const [i, law] of REMOTE_LAWS.entries()) {
      organisation(server, `law${i}`, { [`tenant${i}`]: ['ada'] })
      const address = { engine: 'postgres' as const, url: `postgres://ada@127.0.0.1:${port}/law${i}` }
      await expect(law.check({ connect: (device) => open(address.url, device) }, 2), law.says).resolves.toBeUndefined()
    }
  }, 300_000)

  test(`${OPERATIONS} operations of two tenants at once, one member dishonest: no row has crossed`, async () => {
    const acme = server.psql('notes', "select id from dogear.tenant where name = 'acme'")
    const crossed: string[] = []
    const state = { isOver: false }
    const dishonest = (async () => {
      const sql = postgres(url('mallory'), { max: 2, prepare: false, fetch_types: false, onnotice: () => {} })
      let tries = 0
      for (; !state.isOver; tries++) {
        const [attempt, ask] = TRICKS[tries % TRICKS.length] as (typeof TRICKS)[number]
        const rows = await ask(sql, acme).catch(() => [])
        if (rows.length > 0) crossed.push(attempt)
      }
      await sql.end({ timeout: 1 })
      return tries
    })()
    const found = await Promise.all(
      Object.entries(MEMBERS).flatMap(([tenant, members]) => members.map((member) => work(tenant, member))),
    )
    state.isOver = true
    expect(await dishonest).toBeGreaterThan(50)
    expect(crossed).toEqual([])
    expect(found.flatMap(({ strangers }) => strangers)).toEqual([])
    expect(found.reduce((sum, { done }) => sum + done, 0)).toBeGreaterThanOrEqual(OPERATIONS)
    const count = (where: string): number => Number(server.psql('notes', `select count(*) from dogear.record ${where}`))
    expect(count(`where tenant = '${acme}' and writer in ('eve', 'mallory')`)).toBe(0)
    expect(count(`where tenant <> '${acme}' and writer in ('ada', 'alan')`)).toBe(0)
    // Without the policies the same tricks find what is not theirs.
    server.psql('notes', 'alter table dogear.record disable row level security')
    const sql = postgres(url('mallory'), { max: 1, prepare: false, fetch_types: false })
    expect((await TRICKS[0]?.[1](sql, acme))?.length).toBeGreaterThan(0)
    await sql.end({ timeout: 1 })
    expect(count('')).toBe(found.reduce((sum, { pushed }) => sum + pushed, 0))
  }, 900_000)

  /** Pushes a record, asks who is there, takes what is new, again and again. */
  async function work(tenant: string, member: string): Promise<{ done: number; pushed: number; strangers: string[] }> {
    const device = digest(member).slice(0, 32)
    const known = new Set(MEMBERS[tenant as keyof typeof MEMBERS].map((name) => digest(name).slice(0, 32)))
    const remote = await open(url(member), device)
    await remote.open()
    const rounds = Math.ceil(OPERATIONS / 4 / 3)
    const chain = chainOf(device, 1, rounds)
    const seen = new Map<string, number>()
    const strangers: string[] = []
    for (const record of chain) {
      expect(await remote.push([record])).toEqual(['stored'])
      for await (const { device: of } of remote.have()) if (!known.has(of)) strangers.push(`${member} sees ${of}`)
      for await (const { device: of, seq } of remote.pull(
        new Map([...seen].map(([id, to]) => [id, { to, missing: [] }])),
      )) {
        if (!known.has(of)) strangers.push(`${member} takes from ${of}`)
        seen.set(of, seq)
      }
    }
    await remote.close()
    return { done: rounds * 3, pushed: rounds, strangers }
  }
})

type Rows = readonly unknown[]

/** What somebody tries who may log in, and wants what is another tenant's. Whatever comes back has crossed. */
const TRICKS: readonly [string, (sql: postgres.Sql, acme: string) => Promise<Rows>][] = [
  ['reads it', (sql, acme) => sql`select * from dogear.record where tenant = ${acme}`],
  ['reads its name', (sql) => sql`select * from dogear.tenant where name = 'acme'`],
  ['reads who is in it', (sql) => sql`select * from dogear.membership`],
  [
    'adds to it',
    (sql, acme) => sql`insert into dogear.record(tenant, store, device, seq, tip, project, id, bytes)
    values (${acme}, ${REMOTE_STORE}, ${'a'.repeat(32)}, 1, ${'b'.repeat(64)}, '', '', '') returning seq`,
  ],
  [
    'becomes another',
    (sql) =>
      sql.begin(async (tx) => (await tx`set local role ada`, tx`select * from dogear.record where writer = 'ada'`)),
  ],
  [
    'leaves a setting to the next',
    (sql) => sql.begin(async (tx) => (await tx`set session authorization ada`, tx`select 1`)),
  ],
  [
    'switches the policies off',
    (sql, acme) =>
      sql.begin(
        async (tx) => (await tx`set local row_security = off`, tx`select * from dogear.record where tenant = ${acme}`),
      ),
  ],
  [
    'plants a function',
    (sql) =>
      sql.begin(
        async (tx) => (
          await tx`create function pg_temp.tenants_of_caller(boolean) returns setof uuid language sql as 'select id from dogear.tenant'`,
          await tx`set local search_path = pg_temp, dogear`,
          tx`select * from dogear.record where writer = 'ada'`
        ),
      ),
  ],
  ['lets itself in', (sql) => sql`select dogear.admit('mallory', 'acme')`],
  [
    'changes what is there',
    (sql, acme) => sql`update dogear.record set tenant = ${acme} where writer = 'mallory' returning seq`,
  ],
]

function open(url: string, device: string): ReturnType<typeof connect> {
  const options = { store: REMOTE_STORE, scratch: '', device, env: {}, tag: processTag(), interactive: false }
  return connect({ engine: 'postgres', url }, { ...options, deadlineMs: performance.now() + 800_000 })
}

async function startBouncer(target: number): Promise<number> {
  const [base, port] = [tempDir(), await freePort()]
  const users = join(base, 'users')
  writeFileSync(
    users,
    Object.values(MEMBERS)
      .flat()
      .map((name) => `"${name}" ""\n`)
      .join(''),
  )
  writeFileSync(
    join(base, 'settings'),
    `[databases]
* = host=127.0.0.1 port=${target}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = transaction
default_pool_size = 2
`,
  )
  giveToServer(base, users, join(base, 'settings'))
  chmodSync(base, 0o755)
  const [first, ...rest] = notAsRoot([BOUNCER, '-q', join(base, 'settings')])
  const child = spawn(first, rest, { stdio: 'ignore', detached: true })
  afterThisFile(() => void process.kill(-(child.pid as number), 'SIGKILL'))
  await answers(port)
  return port
}
