// `npm run bench:sync -- --scale`: a million records of 200 devices in one tenant of a PostgreSQL that is started here, beside a second
// tenant. The rows are filled in by SQL: what they say and who signed them is nothing to a database. Then, through the engine that the
// program uses, by a member's login: nothing new, a few that are new, one device and a tenth of them from their beginning.
//   --rows N       other than 1,000,000; --devices N other than 200
import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'rolldown'
import { root } from '../scripts/root.mjs'

const STORE = '5'.repeat(32)
const TENANT = '00000000-0000-4000-8000-000000000001'
const BODY = 1000
const ROUNDS = 15
const isRoot = process.getuid?.() === 0

export async function measureScale({ scratch, say, rows = 1_000_000, devices = 200 }) {
  const bin = postgresBin()
  if (!bin) {
    say('\nPostgreSQL is not installed: its rows were NOT measured')
    return
  }
  const [{ postgresRemote }, { schemaSql }] = await loadEngine(scratch)
  const server = await startServer(bin, scratch)
  try {
    server.psql('postgres', 'create database dogear')
    server.psql('dogear', schemaSql())
    server.psql('dogear', 'create role ada login; create role eve login')
    const each = Math.ceil(rows / devices)
    say(`\nPostgreSQL: ${rows} rows of ${devices} devices, ${BODY} bytes each and a header`)
    const filled = await clock(() => server.psql('dogear', fillSql(devices, each)))
    say(`filled in by SQL in ${seconds(filled)}; ${server.psql('dogear', SIZE)}`)
    const options = {
      store: STORE,
      scratch,
      device: deviceOf(devices + 1),
      env: { HOME: scratch, PGPASSWORD: '' },
      tag: 'a.b.1.1',
      interactive: false,
      deadlineMs: performance.now() + 3_600_000,
    }
    const url = `postgres://ada@127.0.0.1:${server.port}/dogear`
    const known = new Map(Array.from({ length: devices }, (_, i) => [deviceOf(i + 1), { to: each, missing: [] }]))
    const behind = new Map([...known, [deviceOf(7), { to: each - 10, missing: [] }]])
    const without = new Map([...known].filter(([device]) => device !== deviceOf(7)))
    const tenth = new Set(Array.from({ length: Math.ceil(devices / 10) }, (_, i) => deviceOf(i + 1)))
    const withoutTenth = new Map([...known].filter(([device]) => !tenth.has(device)))
    const through = (work) => async () => {
      const remote = postgresRemote(url, options)
      await remote.open()
      const count = await work(remote)
      await remote.close()
      return count
    }
    await row(
      say,
      'connect, and who is there',
      through((remote) => countOf(remote.have())),
    )
    await row(
      say,
      'nothing new',
      through((remote) => countOf(remote.pull(known))),
    )
    await row(
      say,
      'ten new of one device',
      through((remote) => countOf(remote.pull(behind))),
    )
    await row(
      say,
      'one device from its beginning',
      through((remote) => countOf(remote.pull(without))),
      3,
    )
    await row(
      say,
      'a tenth of the devices from their beginning',
      through((remote) => countOf(remote.pull(withoutTenth))),
      1,
    )
  } finally {
    server.stop()
  }
}

const SIZE = `select format('%s on the disk, of which %s are the index; %s bytes a row',
  pg_size_pretty(pg_total_relation_size('dogear.record')), pg_size_pretty(pg_indexes_size('dogear.record')),
  pg_total_relation_size('dogear.record') / (select count(*) from dogear.record))`

/** Two tenants of one database: a tenth of the rows are the other's. The header of each can be read; its signature is none. */
function fillSql(devices, each) {
  return `
insert into dogear.tenant(id, name) values ('${TENANT}', 'acme'), (gen_random_uuid(), 'other');
select dogear.admit('ada', 'acme'), dogear.admit('eve', 'other');
insert into dogear.record(tenant, store, device, seq, tip, project, id, bytes, writer)
select case when share = 1 then '${TENANT}'::uuid else (select id from dogear.tenant where name = 'other') end, '${STORE}', device, seq,
  encode(sha256(convert_to(line, 'UTF8')), 'hex'), '', '', convert_to(line || E'\\n' || repeat('x', ${BODY}) || E'\\n', 'UTF8'),
  case when share = 1 then 'ada' else 'eve' end
from (select share, seq, md5('device ' || n) as device, format('{"v":1,"store":"${STORE}","device":"%s","seq":%s,"prev":"%s","kind":"entry",'
    || '"project":"","id":"","epoch":0,"bytes":${BODY},"hash":"%s","sig":"%s=="}', md5('device ' || n), seq,
    encode(sha256(convert_to(n || ' ' || seq, 'UTF8')), 'hex'), repeat('0', 64), repeat('A', 86)) as line
  from generate_series(1, 2) share, generate_series(1, ${devices}) n, generate_series(1, ${each}) seq
  where share = 1 or n <= ${Math.ceil(devices / 10)}) made;
analyze dogear.record;`
}

function deviceOf(number) {
  return md5s.get(number) ?? ''
}

const md5s = new Map()

async function row(say, what, work, rounds = ROUNDS) {
  const times = []
  let count = 0
  for (let i = 0; i < rounds; i++) times.push(await clock(async () => (count = await work())))
  const ms = times.toSorted((a, b) => a - b)[Math.floor(rounds / 2)]
  say(`${what}: ${ms < 5000 ? `${ms.toFixed(1)} ms` : seconds(ms)} for ${count}`)
}

async function countOf(all) {
  let count = 0
  for await (const _ of all) count++
  return count
}

async function loadEngine(dir) {
  const { createHash } = await import('node:crypto')
  for (let i = 1; i <= 10_000; i++) md5s.set(i, createHash('md5').update(`device ${i}`).digest('hex'))
  const input = { engine: 'src/remotes/postgres/postgres-remote.ts', schema: 'src/remotes/postgres/schema.ts' }
  const output = { dir: join(dir, 'engine'), format: 'esm', entryFileNames: '[name].mjs', chunkFileNames: '[name].mjs' }
  await build({ cwd: root, input, platform: 'node', external: [/^node:/], logLevel: 'silent', output })
  return Promise.all(Object.keys(input).map((name) => import(pathToFileURL(join(dir, 'engine', `${name}.mjs`)))))
}

function postgresBin() {
  const given = process.env['DOGEAR_TEST_POSTGRES']
  if (given) return given
  const base = '/usr/lib/postgresql'
  const [newest] = existsSync(base) ? readdirSync(base).sort((a, b) => b - a) : []
  return newest && join(base, newest, 'bin')
}

/** As an administrator sets it up, but for the port; it refuses to run as root. */
async function startServer(bin, scratch) {
  const base = join(scratch, 'postgres')
  const data = join(base, 'data')
  mkdirSync(data, { recursive: true })
  if (isRoot) for (const path of [scratch, base, data]) chownSync(path, idOf('-u'), idOf('-g'))
  const run = (program, args, input = '') => {
    const command = [...(isRoot ? ['runuser', '-u', 'postgres', '--'] : []), join(bin, program), ...args]
    const stdio = program === 'pg_ctl' ? 'ignore' : 'pipe'
    const ran = spawnSync(command[0], command.slice(1), { cwd: '/', encoding: 'utf8', input, stdio })
    if (ran.status !== 0) throw new Error(`${program}: ${ran.stderr || ran.stdout || ran.error?.message}`)
    return ran.stdout ?? ''
  }
  run('initdb', ['-D', data, '-U', 'admin', '--auth=trust', '--no-sync', '-E', 'UTF8', '--locale=C.UTF-8'])
  const port = await freePort()
  const settings = `-p ${port} -k ${base} -c listen_addresses=127.0.0.1 -c max_wal_size=4GB`
  run('pg_ctl', ['-D', data, '-w', '-o', settings, '-l', join(base, 'log'), 'start'])
  const options = ['-X', '-q', '-A', '-t', '-v', 'ON_ERROR_STOP=1', '-h', '127.0.0.1', '-p', `${port}`, '-U', 'admin']
  return {
    port,
    psql: (database, sql) => run('psql', [...options, '-d', database], sql).trim(),
    stop: () => run('pg_ctl', ['-D', data, '-m', 'immediate', 'stop']),
  }
}

function idOf(what) {
  return Number(spawnSync('id', [what, 'postgres'], { encoding: 'utf8' }).stdout)
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}

async function clock(work) {
  const before = performance.now()
  await work()
  return performance.now() - before
}

function seconds(ms) {
  return `${(ms / 1000).toFixed(1)} s`
}
