/** A disk that is really full, in two ways: the largest file the system allows, and a file system of one megabyte. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { tempDir } from '../../support/world.js'
import { compareBytes, inspect, parse, readBytes } from './inspect.js'
import {
  ask,
  filesBelow,
  inParallel,
  newPlace,
  runWarm,
  runCommand,
  tempsBelow,
  type Place,
  type Result,
} from './place.js'
import { saving } from '../scenarios/setups.js'

interface Judged {
  points: number
  violations: string[]
}

/** Saves of all sizes under `ulimit -f`: a write comes back short without an error, and only the next one says why. */
export async function saveUnderLimit(trials: number, program?: string): Promise<Judged> {
  const place = newPlace(program)
  await ask(place, saving('auth'))
  const before = readBytes(place.home)
  const sizes = Array.from({ length: trials }, (_, i) => 10 + ((i * 397) % 9000))
  const ends = await inParallel(sizes, 2, async (size) => {
    // One block (512 bytes) is not enough for the smallest entry; node itself writes no files.
    const limit = 1 + (size % 12)
    const args = ['-c', `ulimit -f ${limit}; exec "$@"`, 'sh', process.execPath, place.program, ...bigSave(size)]
    return runCommand('sh', args, place)
  })
  return { points: trials, violations: [...ends.flatMap(wrongEnd), ...(await wrongStore(place, before, ends))] }
}

/** Null: a file system of one megabyte can be mounted here. */
export function whyNoMount(): string | null {
  if (process.platform !== 'linux') return `tmpfs exists on Linux only, this is ${process.platform}`
  if (process.getuid?.() !== 0) return 'mounting a small file system takes root'
  const dir = tempDir()
  const mounted = mountSmall(dir)
  spawnSync('umount', ['-l', dir])
  return mounted.status === 0 ? null : `nothing can be mounted here: ${mounted.stderr}`
}

/** Saves until nothing fits any more, and then goes on trying; afterwards there is space again. */
export async function saveToFullDisk(trials: number, program?: string): Promise<Judged> {
  const place = newPlace(program)
  mkdirSync(place.home, { mode: 0o700 })
  const mounted = mountSmall(place.home)
  if (mounted.status !== 0) throw new Error(`mount: ${mounted.stderr}`)
  try {
    return await fillAndSave(place, trials)
  } finally {
    spawnSync('umount', ['-l', place.home])
  }
}

export function mountSmall(dir: string): { status: number | null; stderr: string } {
  return spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m,mode=700', 'dogear-test', dir], { encoding: 'utf8' })
}

async function fillAndSave(place: Place, trials: number): Promise<Judged> {
  const ends: Result[] = []
  const reserve = join(place.home, 'reserve')
  writeFileSync(reserve, Buffer.alloc(100_000))
  while (ends.length < 100 && (ends.at(-1)?.code ?? 0) === 0) ends.push(await runWarm(place, bigSave(60_000)))
  fill(place.home)
  const before = readBytes(place.home)
  for (const path of ['reserve', 'filler']) before.delete(path)
  for (let i = 0; i < trials; i++) ends.push(await runWarm(place, bigSave(10 + ((i * 397) % 9000))))
  const violations = [...ends.flatMap(wrongEnd), ...compareBytes(before, readBytes(place.home), {})]
  if (!ends.some(({ code }) => code !== 0)) violations.push('the disk was never full')
  rmSync(reserve)
  return { points: ends.length, violations: [...violations, ...(await wrongStore(place, before, ends))] }
}

/** Leaves so many pages, and less than one more. */
export function fill(dir: string, pages = 0): void {
  const { bavail, bsize } = statfsSync(dir)
  writeFileSync(join(dir, 'filler'), Buffer.alloc(Math.max(0, bavail - pages) * bsize))
}

function bigSave(size: number): string[] {
  return [...saving('auth'), '--context', 'x'.repeat(size), '--json']
}

export function wrongEnd({ code, signal, stdout, stderr }: Result): string[] {
  if (code === 0) return parse(stdout) ? [] : ['an answer that cannot be read']
  const said = `${stderr}${stdout}`
  const named = /ENOSPC|EFBIG|disk is full|larger than this system allows/.test(said)
  return code === 6 && named ? [] : [`exit ${code ?? signal}, and the cause is not named: ${said.slice(0, 300)}`]
}

/** Every acknowledged save is there, nothing else is, nothing is cut off, and the next save works and cleans up. */
async function wrongStore(place: Place, before: Map<string, Buffer>, ends: readonly Result[]): Promise<string[]> {
  const { entries, damaged, problems } = await inspect(place)
  const ids = ends.flatMap((end) => parse<{ saved?: { id: string } }>(end.stdout)?.saved?.id ?? [])
  const found = ids.filter((id) => !entries.has(id)).map((id) => `acknowledged and not there: ${id}`)
  const next = await runWarm(place, saving('auth'))
  if (next.code !== 0) found.push(`the next save ended with ${next.code}: ${next.stderr}`)
  const files = filesBelow(place.home).filter((path) => path.endsWith('.md')).length
  const expected = [...before.keys()].filter(
    (path) => path.endsWith('.md') && !ids.some((id) => path.includes(id)),
  ).length
  if (files !== expected + ids.length + 1)
    found.push(`${files} entries are there, ${expected + ids.length + 1} were acknowledged`)
  found.push(...compareBytes(before, readBytes(place.home), {}), ...problems, ...damaged)
  return [...found, ...tempsBelow(place.home).map((path) => `left after the next save: ${path}`)]
}
