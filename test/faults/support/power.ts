/** Real power cuts: ext4 on a file, shut down so that everything the program did not sync is gone, mounted again. */
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { tempDir } from '../../support/world.js'
import { checkStore, readLog, startSaver } from './hammer.js'
import { finished, newPlace, type Place } from './place.js'

const NAMES = ['auth', 'billing', 'search']

/** Null: power cuts can be made here. */
export function whyNoPowerCut(): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'mounting a loop device takes root on Linux'
  const disk = join(tempDir(), 'disk')
  try {
    makeDisk(disk)
    mount(disk, `${disk}-mounted`)
    cutPower(`${disk}-mounted`)
    return null
  } catch (error) {
    return `power cuts cannot be made here: ${(error as Error).message}`
  } finally {
    spawnSync('umount', ['-l', `${disk}-mounted`])
  }
}

/** `points` is the number of acknowledged saves that the cuts could have taken. */
export async function cutAndCheck(cuts: number, program?: string): Promise<{ points: number; violations: string[] }> {
  const place = newPlace(program)
  const disk = join(place.root, 'disk')
  const logs: string[] = []
  makeDisk(disk)
  try {
    for (let cut = 1; cut <= cuts; cut++) {
      mount(disk, place.home)
      logs.push(...(await saveUntilCut(place, cut)))
      must('umount', [place.home])
      mount(disk, place.home)
      const violations = await checkStore(place, logs.flatMap(readLog))
      must('umount', [place.home])
      if (violations.length > 0)
        return { points: logs.flatMap(readLog).length, violations: [`cut ${cut}`, ...violations] }
    }
    return { points: logs.flatMap(readLog).length, violations: [] }
  } finally {
    spawnSync('umount', ['-l', place.home])
  }
}

/** The logs of what was acknowledged lie outside the disk that loses its power. */
async function saveUntilCut(place: Place, cut: number): Promise<string[]> {
  const logs = [0, 1].map((who) => join(place.root, `cut-${cut}-${who}`))
  const load = { processes: logs.length, saves: 10_000, names: NAMES, kills: 0 }
  const children = logs.map((log, who) => startSaver(place, load, log, who))
  const ends = children.map((child) => finished(child))
  await sleep(300 + Math.random() * 700)
  cutPower(place.home)
  for (const child of children) child.kill('SIGKILL')
  await Promise.all(ends)
  return logs
}

export function makeDisk(disk: string): void {
  must('truncate', ['-s', '64M', disk])
  must('mkfs.ext4', ['-q', '-F', disk])
}

export function mount(disk: string, at: string): void {
  mkdirSync(at, { recursive: true, mode: 0o700 })
  must('mount', ['-o', 'loop', disk, at])
  chmodSync(at, 0o700)
}

/** FS_IOC_SHUTDOWN without flushing the log. */
export function cutPower(at: string): void {
  const script = 'sysopen(my $d, $ARGV[0], 0) or die $!; my $f = pack("L", 2); ioctl($d, 0x8004587D, $f) or die $!'
  must('perl', ['-e', script, at])
}

export function must(command: string, args: string[]): void {
  const ran = spawnSync(command, args, { encoding: 'utf8' })
  if (ran.status !== 0) throw new Error(`${command}: ${ran.error?.message ?? ran.stderr.trim()}`)
}
