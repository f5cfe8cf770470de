/** git over the network: the laws of remotes, a wire that is cut anywhere, a login that is taken away, what a host may do to us. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { processTag } from '../../../src/platform/process/process-tag.js'
import { connect } from '../../../src/remotes/connect.js'
import { REMOTE_LAWS, REMOTE_STORE, type RemoteSubject } from '../../../src/testing/remote-laws.js'
import { filesBelow } from '../../faults/support/place.js'
import { cleanEnv, tempDir } from '../../support/world.js'
import { type Machine, machines, ownDevices, settle, statusOf } from '../machines.js'
import { type GitServer, startGit, WAYS, whyNot } from './git-servers.js'
import { cutAnywhere } from './wire.js'

const ROUNDS = Number(process.env['DOGEAR_SYNC_ROUNDS'] ?? 2)

describe.each(WAYS)('git by %s', (way) => {
  const reason = whyNot(way)
  let server: GitServer
  let count = 0
  beforeAll(async () => {
    if (reason === null) server = await startGit(way)
  })

  function reaching(...names: string[]): Machine[] {
    const all = machines(...names)
    for (const { env } of all) Object.assign(env, server.env)
    return all
  }

  /** Two devices of one user that have met there. */
  function met(name: string): { desk: Machine; laptop: Machine; url: string; dir: string } {
    const [desk, laptop] = reaching('desk', 'laptop') as [Machine, Machine]
    const place = server.make(name)
    desk.run('save', 'auth', '--next', 'Write the callback test')
    ownDevices(place.url, [desk, laptop])
    return { desk, laptop, ...place }
  }

  test.skipIf(reason).each(REMOTE_LAWS.map((law) => [law.says, law] as const))(
    '%s',
    async (_, law) => {
      const { url } = server.make(`law-${++count}`)
      await expect(law.check(subjectAt(url, server), ROUNDS)).resolves.toBeUndefined()
    },
    600_000,
  )

  test.skipIf(reason)(
    'a wire that is cut at any byte: nothing acknowledged is lost, and once it holds all have everything',
    () => {
      cutAnywhere(
        reaching('desk', 'laptop', 'phone') as [Machine, Machine, Machine],
        server.make('cut').url,
        server.wire,
      )
      expect(server.wire.passed()).toBeGreaterThan(0)
    },
  )

  test.skipIf(reason)('a login that may push no more: it is named, nothing is acknowledged, local saves go on', () => {
    const { desk, laptop } = met('revoked')
    server.allow(false)
    expect(desk.run('save', 'auth', '--next', 'Deploy').code).toBe(0)
    const ran = desk.run('sync')
    expect(ran.code).not.toBe(0)
    expect(ran.stdout).toMatch(/dogear sync/)
    expect(statusOf(desk)).toMatchObject({ unsent: 1, failing: { times: 1 } })
    expect(desk.run('save', 'auth', '--next', 'Deploy today').code).toBe(0)
    server.allow(true)
    settle(desk, laptop)
    expect(laptop.run('resume', 'auth').stdout).toContain('Deploy today')
  })

  test.skipIf(reason)('a branch that was rewritten by force is told and never followed', () => {
    const { laptop, dir } = met('forced')
    const git = gitIn(dir)
    const branches = git('for-each-ref', '--format=%(refname)', 'refs/dogear').split('\n')
    const ref = branches.find((one) => git('ls-tree', '-r', one).split('\n').length > 1) as string
    git('update-ref', ref, git('commit-tree', '-m', 'x', git('rev-parse', `${ref}^{tree}`)))
    expect(laptop.run('sync').code).toBe(1)
    expect(statusOf(laptop).rewritten).toHaveLength(1)
    expect(laptop.run('resume', 'auth').stdout).toContain('Write the callback test')
  })

  test.skipIf(reason)('what no device wrote leaves no trace, however it is named and however long it is', () => {
    const { desk, laptop, dir } = met('hostile')
    const git = gitIn(dir)
    const store = git('for-each-ref', '--format=%(refname)', 'refs/dogear').split('/')[2] as string
    const blob = gitFed(dir, 'x'.repeat(40_000_000), 'hash-object', '-w', '--stdin')
    const records = gitFed(dir, git('cat-file', 'blob', someBatch(git)), 'hash-object', '-w', '--stdin')
    const plant = (device: string, entries: string): void => {
      const tree = gitFed(dir, entries, 'mktree')
      git('update-ref', `refs/dogear/${store}/${device}`, git('commit-tree', '-m', 'x', tree))
    }
    const batch = (hash: string, mode = '100644'): string => nested(dir, `${mode} blob ${hash}\t000000000001\n`)
    plant('a'.repeat(32), `040000 tree ${batch(blob)}\t0\n`)
    plant('b'.repeat(32), `040000 tree ${batch(records)}\t0\n`)
    plant(
      'c'.repeat(32),
      `040000 tree ${batch(gitFed(dir, '../../../../etc/passwd', 'hash-object', '-w', '--stdin'), '120000')}\t0\n`,
    )
    git(
      'update-ref',
      `refs/dogear/${store}/${'d'.repeat(31)}x`,
      git('rev-parse', `refs/dogear/${store}/${'a'.repeat(32)}`),
    )
    git('update-ref', 'refs/dogear/not-a-store/x', git('rev-parse', `refs/dogear/${store}/${'a'.repeat(32)}`))
    laptop.run('resume', 'auth')
    const before = filesBeside(laptop)
    desk.run('save', 'auth', '--next', 'Deploy')
    settle(desk, laptop)
    expect(laptop.run('resume', 'auth').stdout).toContain('Deploy')
    expect(laptop.run('list', '--quiet').stdout.trim()).toBe('auth')
    expect(existsSync(join(laptop.home, 'etc'))).toBe(false)
    // One entry, and nothing of those that were planted.
    expect(filesBeside(laptop) - before).toBe(1)
    expect(laptop.run('verify', '--all').code).toBe(0)
  })
})

/** But for what git keeps in its own folder. */
function filesBeside({ home }: Machine): number {
  return filesBelow(home).filter((path) => !path.includes('/scratch/') && !path.includes('/index/')).length
}

function gitIn(dir: string): (...args: string[]) => string {
  return (...args) => gitFed(dir, '', ...args)
}

function gitFed(dir: string, input: string, ...args: string[]): string {
  const ran = spawnSync('git', ['--git-dir', dir, ...args], {
    encoding: 'utf8',
    env: cleanEnv(dir),
    input,
    maxBuffer: 1e9,
  })
  if (ran.status !== 0) throw new Error(`git ${args.join(' ')}: ${ran.stderr}`)
  return ran.stdout.trim()
}

function nested(dir: string, entry: string): string {
  return gitFed(dir, `040000 tree ${gitFed(dir, entry, 'mktree')}\t000000\n`, 'mktree')
}

function someBatch(git: (...args: string[]) => string): string {
  const [ref] = git('for-each-ref', '--format=%(refname)', 'refs/dogear').split('\n') as [string]
  return /blob ([0-9a-f]+)/.exec(git('ls-tree', '-r', ref))?.[1] as string
}

function subjectAt(url: string, { env }: GitServer): RemoteSubject {
  const base = tempDir()
  return {
    connect(device) {
      const scratch = join(base, device)
      mkdirSync(scratch, { recursive: true })
      const options = { store: REMOTE_STORE, scratch, device, tag: processTag(), interactive: false }
      const deadlineMs = performance.now() + 300_000
      return connect({ engine: 'git', url }, { ...options, env: { ...cleanEnv(base), ...env }, deadlineMs })
    },
  }
}
