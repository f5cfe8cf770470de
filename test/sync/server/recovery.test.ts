/** A store without any device left: what docs/sync.md says opens it again, with the `age` command and nothing of dogear. */
import { spawnSync } from 'node:child_process'
import { createDecipheriv, hkdfSync } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tempDir } from '../../support/world.js'
import { type Machine, machines, PLACES } from '../machines.js'

const hasAge = spawnSync('age', ['--version']).status === 0

interface Header {
  kind: string
  store: string
  epoch: number
  project: string
  id: string
  device: string
  bytes: number
}

test.skipIf(!hasAge)('the recovery key opens what lies on the remote, by the recipe of the page', () => {
  const { url, batches } = (PLACES['folder'] as (typeof PLACES)[string])()
  const [desk] = machines('desk') as [Machine]
  const recovery = join(tempDir(), 'recovery.txt')
  desk.run('save', 'auth', '--task', 'OAuth login', '--next', 'Write the callback test')
  desk.json('sync', 'add', url, '--encrypt', recovery)
  rmSync(desk.home, { recursive: true })

  const records = batches().flatMap((path) => recordsIn(readFileSync(path)))
  const newest = records.findLast(({ header }) => header.kind === 'keys')
  const { wrapped, epoch } = JSON.parse(newest?.body.toString() ?? '') as {
    wrapped: Record<string, string>
    epoch: number
  }
  const file = Buffer.from(wrapped['recovery'] as string, 'base64')
  const opened = spawnSync('age', ['-d', '-i', recovery], { input: file })
  expect(opened.stderr.toString()).toBe('')
  const texts = records
    .filter(({ header }) => header.kind === 'entry' && header.epoch === epoch)
    .map(({ header, body }) => unseal(opened.stdout.toString().trim(), header, body))
  expect(texts.join()).toContain('Write the callback test')
})

/** A line of JSON, and as many bytes as it says. */
function recordsIn(batch: Buffer): { header: Header; body: Buffer }[] {
  const found: { header: Header; body: Buffer }[] = []
  for (let at = 0; at < batch.length;) {
    const end = batch.indexOf(10, at) + 1
    const header = JSON.parse(batch.toString('utf8', at, end)) as Header
    at = end + header.bytes
    found.push({ header, body: batch.subarray(end, at) })
    // Its line end.
    at++
  }
  return found
}

function unseal(hex: string, { store, epoch, project, id, device }: Header, body: Buffer): string {
  const key = Buffer.from(hkdfSync('sha256', Buffer.from(hex, 'hex'), '', 'dogear seal', 32))
  const decipher = createDecipheriv('aes-256-gcm', key, body.subarray(0, 12))
  decipher.setAAD(Buffer.from(['dogear-seal-1', store, epoch, project, id, device].join('\n')))
  decipher.setAuthTag(body.subarray(-16))
  return Buffer.concat([decipher.update(body.subarray(12, -16)), decipher.final()]).toString()
}
