/** A PostgreSQL of the tests' own, on a port of its own, gone with the test file. */
import { spawnSync } from 'node:child_process'
import { chownSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { schemaSql } from '../../../src/remotes/postgres/schema.js'
import { afterThisFile } from '../../support/tidy.js'
import { tempDir } from '../../support/world.js'
import { freePort } from './wire.js'

/** Where its programs lie; none where it could not be installed. */
export const POSTGRES_BIN: string | undefined = process.env['DOGEAR_TEST_POSTGRES']

export interface Server {
  port: number
  /** As the administrator. Throws what the server says. */
  psql: (database: string, sql: string) => string
  url: (user: string, database: string) => string
}

export async function startPostgres(): Promise<Server> {
  const base = tempDir()
  const data = join(base, 'data')
  mkdirSync(data)
  const run = (program: string, args: readonly string[], input?: string): string => {
    // The server refuses to run as root.
    const [first, ...rest] = notAsRoot([join(POSTGRES_BIN as string, program), ...args])
    const ran = spawnSync(first, rest, {
      encoding: 'utf8',
      input: input ?? '',
      cwd: '/',
      stdio: program === 'pg_ctl' ? 'ignore' : 'pipe',
    })
    if (ran.status === 0) return ran.stdout ?? ''
    throw new Error(`${program}: ${ran.stderr || ran.stdout || ran.error?.message}`)
  }
  giveToServer(base, data)
  run('initdb', ['-D', data, '-U', 'admin', '--auth=trust', '--no-sync', '-E', 'UTF8', '--locale=C.UTF-8'])
  const port = await freePort()
  const settings = `-p ${port} -k ${base} -c fsync=off -c listen_addresses=127.0.0.1`
  run('pg_ctl', ['-D', data, '-w', '-o', settings, '-l', join(base, 'log'), 'start'])
  afterThisFile(() => {
    run('pg_ctl', ['-D', data, '-m', 'immediate', 'stop'])
  })
  return {
    port,
    psql: (database, sql) =>
      run(
        'psql',
        [
          '-X',
          '-q',
          '-A',
          '-t',
          '-v',
          'ON_ERROR_STOP=1',
          '-h',
          '127.0.0.1',
          '-p',
          `${port}`,
          '-U',
          'admin',
          '-d',
          database,
        ],
        sql,
      ).trim(),
    url: (user, database) => `postgres://${user}@127.0.0.1:${port}/${database}`,
  }
}

/** A database of an organisation, with the logins of its tenant, as docs/postgres.md says. */
export function organisation(server: Server, database: string, tenants: Record<string, readonly string[]>): void {
  server.psql('postgres', `create database ${database}`)
  server.psql(database, schemaSql())
  for (const [tenant, members] of Object.entries(tenants)) {
    server.psql(database, `select dogear.create_tenant('${tenant}')`)
    for (const member of members) {
      const isThere = server.psql(database, `select 1 from pg_roles where rolname = '${member}'`) === '1'
      if (!isThere) server.psql(database, `create role ${member} login`)
      server.psql(database, `select dogear.admit('${member}', '${tenant}')`)
    }
  }
}

type Command = readonly [string, ...string[]]

/** Servers of Debian refuse to run as root. */
export function notAsRoot(command: Command): Command {
  return isRoot() ? ['runuser', '-u', 'postgres', '--', ...command] : command
}

export function giveToServer(...paths: readonly string[]): void {
  if (!isRoot()) return
  const [user, group] = ['-u', '-g'].map((what) =>
    Number(spawnSync('id', [what, 'postgres'], { encoding: 'utf8' }).stdout),
  )
  for (const path of paths) chownSync(path, user as number, group as number)
}

function isRoot(): boolean {
  return process.getuid?.() === 0
}
