/**
 * PostgreSQL, for organisations. A member's login may read and add, and nothing else (see schema.ts). Each device's records are
 * asked for by their numbers: there is no cursor over all of them, so no transaction elsewhere can hide a row for good.
 */
import { join } from 'node:path'
import type { Sql } from 'postgres'
import { DogearError } from '../../core/errors.js'
import { safeName } from '../../core/redact/safe-name.js'
import { holdsPassword, shownUrl } from '../../core/sync/address.js'
import type { Sealed } from '../../core/sync/record.js'
import { cleanLine } from '../../core/text/text.js'
import { readTextFile, statOf } from '../../platform/files/files.js'
import { dialOnce } from '../../platform/process/dial.js'
import { sealedIn } from '../../platform/records.js'
import { isWantedOf } from '../batch.js'
import type { EngineOptions, Opened, Published, Pushed, Remote, Vector } from '../remote.js'
import { SCHEMA_VERSION } from './schema.js'

/** As many as make an answer of a few megabytes. */
const PAGE = 200

export function postgresRemote(url: string, options: EngineOptions): Remote {
  const { store, device, deadlineMs, env } = options
  let connected: Promise<{ sql: Sql; tenant: string; mayWrite: boolean }> | undefined
  const server = (): NonNullable<typeof connected> => (connected ??= connect(url, env))
  // What was lost is not waited for when it is closed.
  let isLost = false
  /** Whatever the server says becomes an error that helps, and nothing is waited for past the deadline. */
  const ask = async <T>(work: (of: { sql: Sql; tenant: string; mayWrite: boolean }) => Promise<T>): Promise<T> => {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(
        () => reject(new Error('it did not answer in time')),
        Math.max(1, deadlineMs - performance.now()),
      )
    })
    try {
      return await Promise.race([server().then(work), late])
    } catch (error) {
      isLost = true
      throw serverError(url, error)
    } finally {
      clearTimeout(timer)
    }
  }
  return {
    open: (): Promise<Opened> =>
      ask(async ({ sql, tenant, mayWrite }) => {
        const stores =
          store === '' ? await sql`select distinct store from dogear.record where tenant = ${tenant}` : [{ store }]
        return { stores: stores.map((row) => row['store'] as string), mayWrite, rewritten: [] }
      }),
    async *have(): AsyncGenerator<Published> {
      for (const { device: of, seq, tip } of await ask(({ sql, tenant }) => endsOf(sql, tenant, store)))
        yield { device: of, seq, tip }
    },
    async *pull(from: Vector): AsyncGenerator<Sealed> {
      for (const { device: of, seq: end } of await ask(({ sql, tenant }) => endsOf(sql, tenant, store))) {
        const known = from.get(of)
        if (known && known.missing.length === 0 && known.to >= end) continue
        const isWanted = isWantedOf(known)
        let after = (known?.missing ?? []).reduce((least, seq) => Math.min(least, seq - 1), known?.to ?? 0)
        for (let isMore = true; isMore;) {
          const rows = await ask(
            ({ sql, tenant }) => sql`
              select seq, bytes from dogear.record
              where tenant = ${tenant} and store = ${store} and device = ${of} and seq > ${after}
              order by seq, tip limit ${PAGE}`,
          )
          yield* rows.flatMap((row) => sealedIn(row['bytes'] as Buffer)).filter(isWanted)
          // Two of one number may stand across the end of a page: the last one is asked for again.
          const last = Number(rows.at(-1)?.['seq'] ?? 0)
          isMore = rows.length === PAGE
          after = isMore && last - 1 > after ? last - 1 : last
        }
      }
    },
    push: (batch: readonly Sealed[]): Promise<Pushed[]> =>
      ask(async ({ sql, tenant }) => {
        const answers: Pushed[] = []
        for (let at = 0; at < batch.length; at += PAGE)
          answers.push(...(await pushPage(sql, tenant, { store, device, page: batch.slice(at, at + PAGE) })))
        return answers
      }),
    async close() {
      const { sql } = (await connected?.catch(() => null)) ?? {}
      await sql?.end({ timeout: isLost ? 0 : 2 })
    },
  }
}

const CONNECT_MS = 10_000

async function connect(
  url: string,
  env: EngineOptions['env'],
): Promise<{ sql: Sql; tenant: string; mayWrite: boolean }> {
  const { default: postgres } = await import('postgres')
  // Its types do not know of this option.
  const once = { socket: dialOnce(CONNECT_MS) }
  const sql = postgres(url, {
    ...once,
    max: 1,
    connect_timeout: CONNECT_MS / 1000,
    // Through a pooler the next statement may be another connection's.
    prepare: false,
    fetch_types: false,
    onnotice: () => {},
    // Of addresses that were added before one with a password was refused.
    ...(!holdsPassword(url) && { password: () => env['PGPASSWORD'] ?? passwordFor(url, env) ?? '' }),
    connection: { application_name: 'dogear' },
  })
  try {
    const [role] = await sql`select rolsuper or rolbypassrls as above from pg_roles where rolname = session_user`
    if (role?.['above'])
      throw new DogearError('unsafe', 'that login stands above all policies, and could read every tenant', {
        expected: 'a login of its own for each person, as docs/postgres.md makes it',
      })
    const [schema] = await sql`select max(number) as number from dogear.migration`
    if (Number(schema?.['number'] ?? 0) < SCHEMA_VERSION)
      throw new DogearError('bad-input', 'the database is older than this dogear', {
        next: 'its administrator: dogear sync schema | psql -d DATABASE',
      })
    const tenants = await sql`
      select id, id in (select dogear.tenants_of_caller(true)) as writable from dogear.tenant order by name limit 2`
    const [tenant] = tenants
    if (!tenant || tenants.length > 1)
      throw new DogearError('no-permission', `that login belongs to ${tenant ? 'more than one tenant' : 'no tenant'}`, {
        expected: 'one login for one tenant',
        next: 'its administrator: select dogear.admit(LOGIN, TENANT)',
      })
    return { sql, tenant: tenant['id'] as string, mayWrite: tenant['writable'] as boolean }
  } catch (error) {
    await sql.end({ timeout: 1 }).catch(() => {})
    throw error
  }
}

/** From device to device by the index: it costs as many looks as there are devices, however many records they have. */
async function endsOf(sql: Sql, tenant: string, store: string): Promise<Published[]> {
  const rows = await sql`
    with recursive devices as (
      (select device from dogear.record where tenant = ${tenant} and store = ${store} order by device limit 1)
      union all
      select (select r.device from dogear.record r
              where r.tenant = ${tenant} and r.store = ${store} and r.device > d.device order by r.device limit 1)
      from devices d where d.device is not null)
    select d.device, e.seq, e.tip from devices d, lateral (
      select seq, tip from dogear.record r
      where r.tenant = ${tenant} and r.store = ${store} and r.device = d.device order by seq desc, tip limit 1) e
    where d.device is not null`
  return rows.map((row) => ({ device: row['device'] as string, seq: Number(row['seq']), tip: row['tip'] as string }))
}

/**
 * What somebody else has put at a number of this device's is not ours, and is in nobody's way. No transaction around it: one statement
 * adds all or nothing, and this driver dies of a rollback on a connection that was lost.
 */
async function pushPage(
  sql: Sql,
  tenant: string,
  { store, device, page }: { store: string; device: string; page: readonly Sealed[] },
): Promise<Pushed[]> {
  const seqs = page.map(({ seq }) => seq)
  const before = await sql`
    select seq, tip from dogear.record
    where tenant = ${tenant} and store = ${store} and device = ${device} and writer = session_user and seq in ${sql(seqs)}`
  const there = new Map(before.map((row) => [Number(row['seq']), row['tip'] as string]))
  const answers = page.map(({ seq, tip }): Pushed => {
    const known = there.get(seq)
    return known === undefined ? 'stored' : known === tip ? 'same' : 'differs'
  })
  const fresh = page.filter((_, at) => answers[at] === 'stored')
  if (fresh.length === 0 || answers.includes('differs')) return answers
  const rows = fresh.map(({ seq, tip, project, id, bytes }) => ({
    tenant,
    store,
    device,
    seq,
    tip,
    project,
    id,
    bytes: Buffer.from(bytes),
  }))
  await sql`insert into dogear.record ${sql(rows)} on conflict do nothing`
  return answers
}

const REFUSED = new Set(['28P01', '28000', '42501', '3D000', '42P01', '3F000', '42883'])

function serverError(url: string, error: unknown): DogearError {
  if (error instanceof DogearError) return error
  const { code = '', message = String(error) } = error as { code?: string; message?: string }
  const where = safeName(shownUrl(url))
  const isRefused = REFUSED.has(code)
  const what = code.startsWith('CONNECTION_') ? 'the connection was lost' : safeName(cleanLine(message)).slice(0, 200)
  return new DogearError(isRefused ? 'no-permission' : 'disk-failed', `${where}: ${what}`, {
    cause: error,
    next: isRefused ? 'ask its administrator for a login: docs/postgres.md' : 'dogear sync, when it can be reached',
  })
}

const MAX_PASSFILE = 1_000_000
const OF_OTHERS = 0o077

/** Of the user's own file for it, as `psql` reads it: where others may read that, it is left alone. */
function passwordFor(url: string, env: EngineOptions['env']): string | null {
  const { HOME: userHome, PGPASSFILE: path = userHome && join(userHome, '.pgpass') } = env
  if (!path) return null
  try {
    const stat = statOf(path)
    const isOwn = stat?.isFile === true && (stat.mode & OF_OTHERS) === 0
    return isOwn ? passwordIn(readTextFile(path, MAX_PASSFILE) ?? '', url) : null
  } catch {
    return null
  }
}

/** Lines of host:port:database:user:password; the first that fits. `*` fits all, a colon or backslash has a backslash in front. */
export function passwordIn(passfile: string, url: string): string | null {
  const { hostname, port, pathname, username } = new URL(url)
  const user = decodeURIComponent(username)
  const wanted = [hostname, port || '5432', decodeURIComponent(pathname.slice(1)) || user, user]
  for (const line of passfile.split(/\r?\n/)) {
    const fields = line.startsWith('#') ? [] : (line.match(/(?:^|:)(?:\\.|[^:\\])*/g) ?? [])
    const [password, ...of] = fields.map((one) => one.replace(/^:/, '').replace(/\\(.)/g, '$1')).toReversed()
    if (fields.length === 5 && of.toReversed().every((one, at) => one === '*' || one === wanted[at]))
      return password ?? null
  }
  return null
}
