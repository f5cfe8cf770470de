import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { tempDir } from '../../../test/support/world.js'
import { processTag } from '../../platform/process/process-tag.js'
import { whileAnnounced, announceSave, isBeingSaved } from './announce.js'
import { type Project, projectAt } from '../paths.js'

const S = '0b9f4a52-7c1d-4e55-9a0e-2f6d1c3b8a90'
const OTHER = '00000000-7c1d-4e55-9a0e-2f6d1c3b8a90'
const [BOOT, SPACE] = processTag().split('.') as [string, string]
const project = (): Project => projectAt(tempDir(), 'demo-0123456789ab')
const folder = (here: Project, session = S): string => join(here.dir, 'sessions', session, 'saving')

/** As another process would have announced itself. */
function plant(here: Project, tag: string, ageMs = 0, session = S): void {
  const dir = folder(here, session)
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  writeFileSync(join(dir, tag), '')
  const then = (Date.now() - ageMs) / 1000
  utimesSync(join(dir, tag), then, then)
}

function ignore(): void {}

test('a save that runs in another process is seen, whoever else saves at the same time [E2]', () => {
  const here = project()
  const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)'], { stdio: 'ignore' })
  try {
    const start = spawnSync('cat', [`/proc/${child.pid}/stat`], { encoding: 'utf8' }).stdout
    const tag = `${BOOT}.${SPACE}.${child.pid}.${start.slice(start.lastIndexOf(')') + 2).split(' ')[19]}`
    plant(here, tag)
    expect(isBeingSaved(here, S)).toBe(true)
    expect(isBeingSaved(here, OTHER)).toBe(false)
    plant(here, tag, 0, OTHER)
    expect([S, OTHER].map((session) => isBeingSaved(here, session))).toEqual([true, true])
  } finally {
    child.kill('SIGKILL')
  }
})

test('one that was killed, or whose pid another process has now, does not count [E2]', () => {
  const here = project()
  const { pid } = spawnSync(process.execPath, ['-e', ''])
  plant(here, `${BOOT}.${SPACE}.${pid}.1`)
  plant(here, `${BOOT}.${SPACE}.${process.pid}.1`)
  expect(isBeingSaved(here, S)).toBe(false)
})

test('one in another container cannot be asked: it counts for ten minutes [E2]', () => {
  const here = project()
  plant(here, `${BOOT}.77.5.5`, 540_000)
  expect(isBeingSaved(here, S)).toBe(true)
  plant(here, `${BOOT}.77.5.5`, 660_000)
  expect(isBeingSaved(here, S)).toBe(false)
})

test('it is announced while it runs and not after, however it ends; a process does not wait for itself [E2]', async () => {
  const here = project()
  const during = await whileAnnounced(here, S, ignore, async () => {
    expect(isBeingSaved(here, S)).toBe(false)
    return readdirSync(folder(here))
  })
  expect(during).toEqual([processTag()])
  await expect(whileAnnounced(here, S, ignore, () => Promise.reject(new Error('the disk is full')))).rejects.toThrow(
    'the disk is full',
  )
  expect(readdirSync(folder(here))).toEqual([])
})

test('the next save sweeps what the dead announced [E2]', () => {
  const here = project()
  plant(here, `${BOOT}.${SPACE}.${process.pid}.1`)
  announceSave(here, S)
  expect(readdirSync(folder(here))).toEqual([processTag()])
})

test('where it cannot be announced the save goes on, and that is told [E2]', async () => {
  const here = project()
  mkdirSync(here.home, { recursive: true })
  chmodSync(here.home, 0o777)
  const failed = vi.fn<() => void>()
  expect(await whileAnnounced(here, S, failed, async () => 'saved')).toBe('saved')
  expect(failed).toHaveBeenCalledOnce()
})

test('nothing to see is no error [E2]', () => {
  expect(isBeingSaved(project(), S)).toBe(false)
})
