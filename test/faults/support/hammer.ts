/** Many processes save at once, some are stopped for a while, some are killed: every acknowledged save is there once. */
import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { checkout } from '../../support/checkout.js'
import { ask, filesBelow, finished, libraryOf, run, tempsBelow, type Place } from './place.js'
import { saving } from '../scenarios/setups.js'

export interface Load {
  processes: number
  saves: number
  names: readonly string[]
  /** How many of the processes are killed on the way. */
  kills: number
}

export interface Hammered {
  points: number
  violations: string[]
}

/** `points` is the number of acknowledged saves. */
export async function hammer(place: Place, load: Load): Promise<Hammered> {
  const logs = Array.from({ length: load.processes }, (_, who) => join(place.root, `acknowledged-${who}`))
  const children = logs.map((log, who) => startSaver(place, load, log, who))
  const ends = children.map((child) => finished(child))
  const disturbance = disturb(children, load.kills)
  const fromOutside = saveByProgram(place, load.names)
  const results = await Promise.all(ends)
  await disturbance
  const failed = results.filter(({ code, signal }) => code !== 0 && signal !== 'SIGKILL')
  const outside = await fromOutside
  const acknowledged = [...logs.flatMap(readLog), ...outside.saved]
  return {
    points: acknowledged.length,
    violations: [
      ...[...failed, ...outside.failed].map(({ stderr }) => `a save failed: ${stderr}`),
      ...(await checkStore(place, acknowledged)),
    ],
  }
}

export function startSaver(place: Place, load: Load, log: string, who: number): ChildProcess {
  const order = {
    library: libraryOf(place),
    home: place.home,
    cwd: place.repo,
    log,
    names: load.names,
    count: load.saves,
    who,
  }
  const script = join(checkout, 'test', 'faults', 'support', 'saver.mjs')
  return spawn(process.execPath, [script, JSON.stringify(order)], { cwd: place.repo, env: place.env })
}

/** A few saves through the command line among the others. */
async function saveByProgram(
  place: Place,
  names: readonly string[],
): Promise<{ saved: string[]; failed: { stderr: string }[] }> {
  const saved: string[] = []
  const failed: { stderr: string }[] = []
  for (const name of [names[0], names.at(-1), names[0]] as string[]) {
    const ran = await run(place, [...saving(name), '--json'])
    if (ran.code === 0) saved.push(`${name} ${(JSON.parse(ran.stdout) as { saved: { id: string } }).saved.id}`)
    else failed.push(ran)
  }
  return { saved, failed }
}

/** Stops and continues at random until all have ended; kills some on the way. */
async function disturb(children: readonly ChildProcess[], kills: number): Promise<void> {
  const alive = (): ChildProcess[] => children.filter((child) => child.exitCode === null && child.signalCode === null)
  let killed = 0
  // Long enough that they are at work, and not still starting.
  await sleep(400)
  while (alive().length > 0) {
    const child = alive()[Math.floor(Math.random() * alive().length)]
    child?.kill('SIGSTOP')
    await sleep(5 + Math.random() * 40)
    if (killed < kills && Math.random() < 0.5 && child?.kill('SIGKILL')) killed++
    else child?.kill('SIGCONT')
    await sleep(Math.random() * 20)
  }
}

/** Killed in the middle of a line: that one was not acknowledged. */
export function readLog(path: string): string[] {
  if (!existsSync(path)) return []
  return readFileSync(path, 'utf8').split('\n').slice(0, -1)
}

/** Everything wrong with a store in which these saves were acknowledged. */
export async function checkStore(place: Place, acknowledged: readonly string[]): Promise<string[]> {
  const onDisk = filesBelow(place.home)
    .map((path) => /\/entries\/([^/]+)\/([^/.]+)\.md$/.exec(path))
    .flatMap((match) => (match ? [`${match[1]} ${match[2]}`] : []))
  const times = new Map<string, number>()
  for (const key of onDisk) times.set(key.split(' ')[1] as string, (times.get(key.split(' ')[1] as string) ?? 0) + 1)
  const there = new Set(onDisk)
  const found = acknowledged.filter((key) => !there.has(key)).map((key) => `acknowledged and not there: ${key}`)
  if (new Set(acknowledged).size !== acknowledged.length) found.push('one id was acknowledged twice')
  for (const [id, count] of times) if (count > 1) found.push(`${id} is there ${count} times`)
  for (const name of new Set(onDisk.map((key) => key.split(' ')[0] as string)))
    found.push(...(await checkHeads(place, name)))
  const verified = await run(place, ['verify', '--all', '--json'])
  if (verified.code !== 0) found.push(`verify: ${verified.stdout.slice(0, 2000)}`)
  found.push(...tempsBelow(place.home).map((path) => `left behind: ${path}`))
  return found
}

interface Told {
  heads: string[]
  entries: { id: string; parents: string[] }[]
  total: number
}

/** The program's heads are exactly the entries that nothing continues, and nothing continues what is not there. */
async function checkHeads(place: Place, name: string): Promise<string[]> {
  const { heads, entries, total } = await ask<Told>(place, ['history', name])
  const continued = new Set(entries.flatMap((entry) => entry.parents))
  const ids = new Set(entries.map((entry) => entry.id))
  // A new name goes on from the line that its session was on before.
  const elsewhere = new Set(filesBelow(place.home).map((path) => path.split('/').at(-1)?.replace('.md', '')))
  const expected = [...ids].filter((id) => !continued.has(id))
  return [
    ...(entries.length === total ? [] : [`${name}: only ${entries.length} of ${total} can be read`]),
    ...(expected.toSorted().join() === heads.toSorted().join()
      ? []
      : [`${name}: heads ${heads.join()} but ${expected.join()}`]),
    ...[...continued]
      .filter((id) => !ids.has(id) && !elsewhere.has(id))
      .map((id) => `${name}: ${id} is continued and not there`),
  ]
}
