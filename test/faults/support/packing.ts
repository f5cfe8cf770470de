/** Packing where the disk is full, where the power goes, and where many pack and read at once: every entry stays there. */
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fill, mountSmall, wrongEnd } from './full-disk.js'
import { inspect, type Seen } from './inspect.js'
import { copyOf, finished, run, type Place } from './place.js'
import { cutPower, makeDisk, mount, must } from './power.js'
import { LONG, placeFor } from '../scenarios/setups.js'

interface Judged {
  points: number
  violations: string[]
}

const PACK = ['verify', '--repair', '--json']

/** With less and less room: at the end not even one pack fits. */
export async function packOnFullDisk(trials: number): Promise<Judged> {
  const from = await placeFor(LONG)
  const before = await inspect(copyOf(from))
  const violations: string[] = []
  for (let trial = 0; trial < trials; trial++) {
    const place = copyOf(from)
    const aside = `${place.home}-aside`
    execFileSync('mv', [place.home, aside])
    mkdirSync(place.home, { mode: 0o700 })
    const mounted = mountSmall(place.home)
    if (mounted.status !== 0) throw new Error(`mount: ${mounted.stderr}`)
    try {
      execFileSync('cp', ['-a', `${aside}/.`, place.home])
      // The first command makes what is derived; then there are so many pages left.
      await run(place, ['list'])
      fill(place.home, trial)
      const ran = await run(place, PACK)
      if (trial === 0 && ran.code === 0) violations.push('the disk was never full')
      violations.push(...wrongEnd(ran), ...lost(before, await inspect(place)))
      rmSync(join(place.home, 'filler'))
      violations.push(...wrongEnd(await run(place, PACK)), ...lost(before, await inspect(place)))
    } finally {
      spawnSync('umount', ['-l', place.home])
    }
  }
  return { points: trials, violations }
}

/** ext4 that loses all that was not synced, at a random moment of a packing. */
export async function cutWhilePacking(cuts: number, program?: string): Promise<Judged> {
  const from = await placeFor(LONG)
  const before = await inspect(copyOf(from))
  const violations: string[] = []
  for (let cut = 1; cut <= cuts && violations.length === 0; cut++) {
    const place = { ...copyOf(from), ...(program === undefined ? {} : { program }) }
    const aside = `${place.home}-aside`
    execFileSync('mv', [place.home, aside])
    const disk = join(place.root, 'disk')
    makeDisk(disk)
    try {
      mount(disk, place.home)
      execFileSync('cp', ['-a', `${aside}/.`, place.home])
      must('umount', [place.home])
      mount(disk, place.home)
      const child = spawn(process.execPath, [place.program, ...PACK], { cwd: place.repo, env: place.env })
      const end = finished(child)
      await Promise.race([end, sleep(100 + (700 * cut) / cuts)])
      cutPower(place.home)
      child.kill('SIGKILL')
      await end
      must('umount', [place.home])
      mount(disk, place.home)
      violations.push(...lost(before, await inspect(place)).map((one) => `cut ${cut}: ${one}`))
    } finally {
      spawnSync('umount', ['-l', place.home])
    }
  }
  return { points: cuts, violations }
}

/** Eight pack at once, some of them are killed, and whoever reads meanwhile sees all. */
export async function packInCrowd(rounds: number): Promise<Judged> {
  const from = await placeFor(LONG)
  const before = await inspect(copyOf(from))
  const violations: string[] = []
  let points = 0
  for (let round = 0; round < rounds; round++) {
    const place = copyOf(from)
    const packers = Array.from({ length: 8 }, () =>
      spawn(process.execPath, [place.program, ...PACK], { cwd: place.repo, env: place.env }),
    )
    const ends = Promise.all(packers.map((child) => finished(child)))
    const killing = sleep(150 + round * 40).then(() => packers.slice(0, 3).forEach((child) => child.kill('SIGKILL')))
    for (let isOver = false; !isOver; points++) {
      violations.push(...lost(before, await inspectHistory(place)))
      isOver = await Promise.race([ends.then(() => true), sleep(1).then(() => false)])
    }
    await killing
    violations.push(...lost(before, await inspect(place)))
  }
  return { points, violations }
}

function lost(before: Seen, after: Seen): string[] {
  const missing = [...before.entries].filter(([id, { text }]) => after.entries.get(id)?.text !== text)
  return [...after.problems, ...after.damaged, ...missing.map(([id]) => `the entry ${id} is lost or another`)]
}

async function inspectHistory(place: Place): Promise<Seen> {
  const { entries, problems } = await inspect(place)
  return { entries, problems, damaged: [], prompts: new Map() }
}
