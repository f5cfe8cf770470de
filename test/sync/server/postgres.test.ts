/** PostgreSQL for real: the laws of remotes, two machines, and a member who does not keep to the rules. */
import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { processTag } from '../../../src/platform/process/process-tag.js'
import { connect } from '../../../src/remotes/connect.js'
import { REMOTE_LAWS, REMOTE_STORE, type RemoteSubject } from '../../../src/testing/remote-laws.js'
import { tempDir } from '../../support/world.js'
import { type Machine, machines, ownDevices, settle } from '../machines.js'
import { organisation, POSTGRES_BIN, type Server, startPostgres } from './postgres-server.js'
import { cutAnywhere, startWire } from './wire.js'

let server: Server
let count = 0

describe.skipIf(POSTGRES_BIN === undefined)('PostgreSQL', () => {
  beforeAll(async () => {
    server = await startPostgres()
  })

  test.each(REMOTE_LAWS.map((law) => [law.says, law] as const))('%s', async (_says, law) => {
    const database = fresh({ acme: ['ada'] })
    await expect(
      law.check(subjectAt(server.url('ada', database)), Number(process.env['DOGEAR_SYNC_ROUNDS'] ?? 2)),
    ).resolves.toBeUndefined()
  })

  test('two machines of one user, through the database', () => {
    const [desk, laptop] = machines('desk', 'laptop') as [Machine, Machine]
    const database = fresh({ acme: ['ada'] })
    desk.run('save', 'auth', '--task', 'OAuth login', '--next', 'Write the callback test')
    ownDevices(server.url('ada', database), [desk, laptop])
    expect(laptop.run('resume', 'auth').stdout).toContain('Write the callback test')
    laptop.run('save', 'auth', '--next', 'Deploy')
    settle(laptop, desk)
    expect(desk.run('resume', 'auth').stdout).toContain('Deploy')
  })

  test('a wire that is cut at any byte: nothing acknowledged is lost, and once it holds all have everything', async () => {
    const database = fresh({ acme: ['ada'] })
    const wire = await startWire(server.port)
    const all = machines('desk', 'laptop', 'phone') as [Machine, Machine, Machine]
    cutAnywhere(all, `postgres://ada@127.0.0.1:${wire.port}/${database}`, wire)
    expect(wire.passed()).toBeGreaterThan(0)
  })

  test('the schema can be applied again, and changes nothing', () => {
    const database = fresh({ acme: ['ada'] })
    const before = server.psql(database, 'select count(*) from dogear.migration')
    const ran = spawnSync('node', ['bin/dogear.js', 'sync', 'schema'], { encoding: 'utf8' })
    server.psql(database, ran.stdout)
    expect(server.psql(database, 'select count(*) from dogear.migration')).toBe(before)
  })

  test('a member reads and adds in their own tenant, and nothing else', () => {
    const database = fresh({ acme: ['ada'], other: ['eve'] })
    const [desk] = machines('desk') as [Machine]
    desk.run('save', 'auth', '--next', 'Keep this to acme')
    desk.json('sync', 'add', server.url('ada', database))
    const as = (user: string, sql: string): string => {
      const ran = spawnSync('psql', ['-X', '-q', '-A', '-t', server.url(user, database), '-c', sql], {
        encoding: 'utf8',
      })
      return ran.status === 0 ? ran.stdout.trim() : `refused: ${ran.stderr}`
    }
    expect(as('ada', 'select count(*) > 0 from dogear.record')).toBe('t')
    expect(as('eve', 'select count(*) from dogear.record')).toBe('0')
    expect(as('eve', 'select name from dogear.tenant')).toBe('other')
    const acme = server.psql(database, "select id from dogear.tenant where name = 'acme'")
    const values = `'${acme}', '${'a'.repeat(32)}', '${'b'.repeat(32)}', 1, '${'c'.repeat(64)}', '', '', ''`
    const columns = 'tenant, store, device, seq, tip, project, id, bytes'
    for (const sql of [
      `insert into dogear.record(${columns}) values (${values})`,
      `insert into dogear.record(${columns}, writer) values (${values}, 'ada')`,
      'update dogear.record set bytes = $$x$$',
      'delete from dogear.record',
      'truncate dogear.record',
      'select * from dogear.membership',
      `insert into dogear.membership values ('${acme}', 'eve', true)`,
      "select dogear.admit('eve', 'acme')",
      'set role ada',
      'set session authorization ada',
      'set row_security = off; select * from dogear.record',
      'copy dogear.record from stdin',
      'create table dogear.x(a int)',
      'alter role eve bypassrls',
    ])
      expect(as('eve', sql), sql).toMatch(/^refused/)
    // Whoever may write here cannot say that somebody else has.
    expect(as('ada', `insert into dogear.record(${columns}, writer) values (${values}, 'eve')`)).toMatch(/^refused/)
  })

  test('a login above all policies, and one that belongs nowhere, are refused with what to do', () => {
    const database = fresh({ acme: ['ada'] })
    const [desk] = machines('desk') as [Machine]
    expect(desk.run('sync', 'add', server.url('admin', database)).stderr).toContain('stands above all policies')
    server.psql(database, 'create role stranger login; grant dogear_member to stranger')
    expect(desk.run('sync', 'add', server.url('stranger', database)).stderr).toContain('no tenant')
    server.psql(database, 'drop role stranger')
  })

  test("a squatted number, a forged record and a made-up device stand in nobody's way", () => {
    const database = fresh({ acme: ['ada', 'eve'] })
    const [desk, laptop] = machines('desk', 'laptop') as [Machine, Machine]
    desk.run('save', 'auth', '--next', 'Write the callback test')
    const words = ownDevices(server.url('ada', database), [desk, laptop])
    expect(words).not.toBe('')
    // A dishonest colleague copies the last record of the desk to the next numbers of its chain.
    const sql = `insert into dogear.record(tenant, store, device, seq, tip, project, id, bytes)
      select tenant, store, device, seq + n, repeat('d', 64), project, id, bytes from dogear.record, generate_series(1, 3) n
      where seq = (select max(seq) from dogear.record r where r.device = record.device)`
    expect(spawnSync('psql', ['-X', server.url('eve', database), '-c', sql]).status).toBe(0)
    desk.run('save', 'auth', '--next', 'Deploy')
    settle(desk, laptop)
    expect(laptop.run('resume', 'auth').stdout).toContain('Deploy')
  })

  test('a login that was taken away: named, nothing is acknowledged, local saves go on', () => {
    const database = fresh({ acme: ['ada'] })
    const [desk] = machines('desk') as [Machine]
    desk.run('save', 'auth', '--next', 'one')
    desk.json('sync', 'add', server.url('ada', database))
    server.psql(database, "select dogear.dismiss('ada', 'acme')")
    expect(desk.run('save', 'auth', '--next', 'two').code).toBe(0)
    const ran = desk.run('sync')
    expect(ran.code).not.toBe(0)
    expect(ran.stdout).toContain('no tenant')
    const { remotes } = desk.json<{ remotes: { unsent: number; failing: object }[] }>('sync', 'status')
    expect(remotes[0]).toMatchObject({ unsent: 1, failing: { times: 1 } })
    server.psql(database, "select dogear.admit('ada', 'acme')")
    expect(desk.run('sync').code).toBe(0)
  })
})

function fresh(tenants: Record<string, readonly string[]>): string {
  const database = `d${++count}`
  organisation(server, database, tenants)
  return database
}

function subjectAt(url: string): RemoteSubject {
  const base = tempDir()
  return {
    connect(device) {
      const scratch = join(base, device)
      mkdirSync(scratch, { recursive: true })
      const options = { store: REMOTE_STORE, scratch, device, env: {}, tag: processTag(), interactive: false }
      return connect({ engine: 'postgres', url }, { ...options, deadlineMs: performance.now() + 100_000 })
    },
  }
}
