/** What arrives before that which it continues, and what `sync status` says right after each exchange. */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { cleanEnv, tempDir } from '../support/world.js'
import { type Machine, machines, ownDevices, PLACES } from './machines.js'

/** Takes what a device has published away from the remote; the answer puts it back. */
function hide(url: string, device: string): () => void {
  const aside = join(tempDir(), 'aside')
  if (existsSync(join(url, 'dogear'))) {
    const store = join(url, 'dogear', readdirSync(join(url, 'dogear'))[0] as string)
    renameSync(join(store, device), aside)
    return () => renameSync(aside, join(store, device))
  }
  const git = (...args: string[]): string =>
    spawnSync('git', ['-C', url, ...args], { encoding: 'utf8', env: cleanEnv(tempDir()) }).stdout.trim()
  const ref = git('for-each-ref', '--format=%(refname)')
    .split('\n')
    .find((one) => one.endsWith(device)) as string
  const commit = git('rev-parse', ref)
  git('update-ref', '-d', ref)
  return () => void git('update-ref', ref, commit)
}

interface Told {
  lastPull?: number
  lastPush?: number
  devices: { device: string; name: string; this: boolean; records: number }[]
}

function told(machine: Machine): Told {
  return machine.json<{ remotes: Told[] }>('sync', 'status').remotes[0] as Told
}

function ownId(machine: Machine): string {
  return told(machine).devices.find((one) => one.this)?.device as string
}

describe.each(Object.entries(PLACES))('by %s', (_, place) => {
  test('a child that comes before its parent hides nothing, and is whole once the parent is here', () => {
    const [desk, laptop, phone] = machines('desk', 'laptop', 'phone') as [Machine, Machine, Machine]
    const { url } = place()
    phone.run('save', 'other', '--next', 'Look at the logs')
    ownDevices(url, [phone, desk, laptop])
    const before = ownId(laptop)
    laptop.run('save', 'auth', '--next', 'Step 1', '--decision', 'Keep argon2 — the audit asks for it')
    laptop.json('sync')
    desk.json('sync')
    desk.run('save', 'auth', '--next', 'Step 2')
    desk.json('sync')
    const putBack = hide(url, before)
    phone.json('sync')
    expect(phone.run('list', '--quiet').stdout.trim().split('\n').toSorted()).toEqual(['auth', 'other'])
    expect(phone.run('resume', 'auth').stdout).toContain('Step 2')
    putBack()
    phone.json('sync')
    const { entries } = phone.json<{ entries: object[] }>('history', 'auth')
    expect(entries).toHaveLength(2)
    const { stdout } = phone.run('resume', 'auth')
    for (const text of ['Step 2', 'Keep argon2']) expect(stdout).toContain(text)
    expect(phone.run('verify', '--all').code).toBe(0)
  })

  test('the last exchange and what each device has published are right after each exchange', () => {
    const [desk, laptop] = machines('desk', 'laptop') as [Machine, Machine]
    const { url } = place()
    desk.run('save', 'auth', '--next', 'Step 1')
    ownDevices(url, [desk, laptop])
    for (let step = 2; step <= 4; step++) {
      const before = told(desk)
      desk.run('save', 'auth', '--next', `Step ${step}`)
      desk.json('sync')
      const after = told(desk)
      expect(after.lastPush).toBeGreaterThan(before.lastPush ?? Infinity)
      expect(after.lastPull).toBeGreaterThan(before.lastPull ?? Infinity)
      const sent = after.devices.find((one) => one.this)
      expect(told(laptop).devices.find(({ device }) => device === sent?.device)?.records).toBe((sent?.records ?? 0) - 1)
      laptop.json('sync')
      expect(told(laptop).devices.find(({ device }) => device === sent?.device)?.records).toBe(sent?.records)
    }
  })
})
