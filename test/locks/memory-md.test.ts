import { spawn } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { processTag } from '../../src/platform/process/process-tag.js'
import { projectAt } from '../../src/store/paths.js'
import { applyLayout, baseFor, readLayoutFiles } from '../../src/store/views/views.js'
import { strike, trace, whyNoStrace } from '../faults/strace.js'
import { copyOf, filesBelow, finished, FULL, inParallel, newPlace, type Place } from '../faults/support/place.js'
import { counted } from '../faults/support/report.js'
import { pointsOf } from '../faults/support/strace-log.js'
import { checkout } from '../support/checkout.js'
import { bundle, type Change } from './support/bundle.js'
import { bullets, setBullet } from './support/bullets.js'

const MAX_MS = 900_000
const OLD = '# Project Memory\n\n- a line of the user\n'
const NEW = '# Project Memory\n- **one-1** one 1\n\n- a line of the user\n'

/** A home in which the folder `memory` is that of the agent. */
async function world(change?: Change): Promise<Place> {
  const place = newPlace(await bundle('applier', change))
  mkdirSync(join(place.home, 'memory'), { recursive: true })
  writeFileSync(memoryOf(place), OLD)
  return place
}

const memoryOf = (place: Place): string => join(place.home, 'memory', 'MEMORY.md')

async function applier(place: Place, who: string, count: number): Promise<{ refused: number }> {
  const { code, stdout, stderr } = await finished(
    spawn(process.execPath, [place.program, who, `${count}`], { env: place.env }),
  )
  if (code !== 0) throw new Error(`an applier ended with ${code}: ${stderr}`)
  return JSON.parse(stdout) as { refused: number }
}

function bulletsOf(text: string): Map<string, string> {
  const found = [...text.matchAll(/^- \*\*(.+)\*\* (.+)$/gm)]
  expect(new Set(found.map((match) => match[1])).size, 'each name has one bullet').toBe(found.length)
  return new Map(found.map(([, name = '', said = '']) => [name, said]))
}

/** What the bullets of one who saved `count` times must say at the end. */
function expectedOf(who: string, count: number): Map<string, string> {
  const said = new Map<string, string>()
  for (let i = 1; i <= count; i += 2) said.set(`${who}-${i % 10}`, `${who} ${i}`)
  return said
}

const SAVES = FULL ? 100 : 25

test(
  `8 processes × ${SAVES} saves at once: every bullet is right, nothing else changed [A16]`,
  { timeout: MAX_MS },
  async () => {
    const place = await world()
    const crew = Array.from({ length: 8 }, (_, i) => `who${i}`)
    await Promise.all(crew.map((who) => applier(place, who, SAVES)))
    const text = readFileSync(memoryOf(place), 'utf8')
    const { shared, ...own } = Object.fromEntries(bulletsOf(text))
    expect(own).toEqual(Object.fromEntries(crew.flatMap((who) => [...expectedOf(who, SAVES)])))
    expect(crew.map((who) => `${who} ${SAVES - (SAVES % 2)}`)).toContain(shared)
    expect(text.replace(/^- \*\*.*\n/gm, '')).toBe(OLD)
    expect(readdirSync(join(place.home, 'memory'))).toEqual(['MEMORY.md'])
  },
)

const CREW = ['who0', 'who1', 'who2', 'who3']

/** Four save while another program adds lines; the lines of it that are neither in the file nor in the trash at the end. */
async function race(place: Place, lines: number, saves: number): Promise<string[]> {
  const script = join(checkout, 'test', 'locks', 'support', 'foreign.mjs')
  const foreign = finished(spawn(process.execPath, [script, memoryOf(place), `${lines}`]))
  await Promise.all(CREW.map((who) => applier(place, who, saves)))
  const { code, stderr } = await foreign
  if (code !== 0) throw new Error(`the other program ended with ${code}: ${stderr}`)
  const kept = filesBelow(place.home).filter((path) => path.includes('/trash/'))
  const there = new Set([memoryOf(place), ...kept].flatMap((path) => readFileSync(path, 'utf8').split('\n')))
  const wanted = Array.from({ length: lines }, (_, i) => `foreign ${i + 1}`)
  return wanted.filter((line) => !there.has(line))
}

describe('another program edits at the same time', () => {
  test('no line of it is lost, and every bullet is there [A16]', { timeout: MAX_MS }, async () => {
    const place = await world()
    const [lines, saves] = FULL ? [1000, 60] : [150, 15]
    const done = await counted('MEMORY.md: foreign edits', async () => {
      return { points: lines, violations: await race(place, lines, saves) }
    })
    expect(done.violations).toEqual([])
    // What the other program wrote over from an older reading is its doing; one more save puts it right.
    for (const who of CREW) await applier(place, who, saves)
    const text = readFileSync(memoryOf(place), 'utf8')
    const said = bulletsOf(text)
    for (const who of CREW) for (const [name, last] of expectedOf(who, saves)) expect(said.get(name)).toBe(last)
    expect(text).toContain('- a line of the user\n')
    expect(readdirSync(join(place.home, 'memory'))).toEqual(['MEMORY.md'])
  })

  test('and the test finds a planted defect: a file replaced unseen', { timeout: MAX_MS }, async () => {
    const change = {
      file: 'platform/files/replace-seen.ts',
      from: 'const now = readSettled(path, seen.length)',
      to: 'return true; const now = readSettled(path, seen.length)',
    }
    let lost: string[] = []
    // A race may be won: in memory a file is replaced in no time.
    for (let tries = 0; tries < 10 && lost.length === 0; tries++) lost = await race(await world(change), 300, 30)
    expect(lost).not.toEqual([])
  })
})

const reason = whyNoStrace()

describe.skipIf(reason)(`kill -9 at a system call${reason ? ` (SKIPPED: ${reason})` : ''}`, () => {
  const cases: [when: string, touched: () => Date][] = [
    ['left alone', () => new Date('2026-01-01')],
    ['edited just now', () => new Date()],
  ]

  test.each(cases)('MEMORY.md, %s: old or new, and the next save works', { timeout: MAX_MS }, async (when, touched) => {
    const place = await world()
    const fresh = (): Place => {
      const copy = copyOf(place)
      utimesSync(memoryOf(copy), touched(), touched())
      return copy
    }
    const rehearsal = fresh()
    const { ops } = await trace(rehearsal, ['one', '1'])
    const points = pointsOf(ops, rehearsal.home)
    const { violations } = await counted(`kill: MEMORY.md, ${when}`, async () => {
      const found = await inParallel(points, 2, async (point) => {
        const { place: copy, traced, hit } = await strike(fresh, ['one', '1'], point, { kill: true })
        const wrong = hit && traced.signal === 'SIGKILL' ? judge(copy, when === 'left alone') : ['missed']
        rmSync(copy.root, { recursive: true, force: true })
        return wrong.map((what) => `killed before ${point.shape}: ${what}`)
      })
      return { points: points.length, violations: found.flat() }
    })
    expect(violations).toEqual([])
    expect(points.length).toBeGreaterThan(10)
  })
})

/** Edited just now, its name may lead nowhere for a moment: what dogear reads is the old text all the same. */
function judge(place: Place, neverGone: boolean): string[] {
  const states: (string | null)[] = [OLD, NEW]
  const folder = join(place.home, 'memory')
  const found: string[] = []
  const plain = readdirSync(folder).includes('MEMORY.md') ? readFileSync(memoryOf(place), 'utf8') : null
  if (plain === null ? neverGone : !states.includes(plain)) found.push(`MEMORY.md holds ${JSON.stringify(plain)}`)
  const read = readLayoutFiles(folder, bullets).find((file) => file.path === 'MEMORY.md')?.text ?? null
  if (!states.includes(read)) found.push(`dogear reads ${JSON.stringify(read)}`)
  const home = join(place.home, 'dogear')
  const base = baseFor(projectAt(home, 'demo-0123456789ab'), folder, '2026-11-15')
  const next = applyLayout(base, bullets, (files) => setBullet(files, 'next', 'save'), processTag())
  const text = readFileSync(memoryOf(place), 'utf8')
  if (next.refused.length > 0) found.push(`the next save was refused: ${next.refused[0]?.message}`)
  if (!states.includes(text.replace('- **next** save\n', ''))) found.push(`in the end it holds ${JSON.stringify(text)}`)
  const left = filesBelow(place.home).filter((path) => path !== memoryOf(place))
  found.push(...left.map((path) => `left behind: ${path}`))
  const locks = readdirSync(join(home, 'locks')).map((name) => readdirSync(join(home, 'locks', name)).join())
  if (locks.join(';') !== 'free') found.push(`locks: ${locks.join(';')}`)
  return found
}
