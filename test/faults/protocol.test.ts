import { statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { trace, whyNoStrace } from './strace.js'
import { copyOf, filesBelow, FULL, newPlace, type Place } from './support/place.js'
import { checkProtocol } from './support/protocol.js'
import { counted } from './support/report.js'
import { argsOf, CHOSEN, type Scenario } from './scenarios/scenarios.js'
import { placeFor, SAVE } from './scenarios/setups.js'
import { isAcknowledgement, isBelow, parseLog, pointsOf, type Op } from './support/strace-log.js'

const reason = whyNoStrace()

/** What these do after their answer comes after it on purpose: what was handed over is taken off the list then. */
const ANSWER_FIRST = ['prompts pop', 'resume --consume']

describe.skipIf(reason)(`the order of a durable write${reason ? ` (SKIPPED: ${reason})` : ''}`, () => {
  for (const scenario of CHOSEN.filter(({ name }) => !ANSWER_FIRST.includes(name))) {
    test(`${scenario.name}: what is answered would survive a power cut`, async () => {
      const place = await placeFor(scenario.setup)
      const { violations } = await counted(`protocol: ${scenario.name}`, async () => {
        const { ops } = await trace(place, argsOf(scenario, place))
        return { points: pointsOf(ops, place.home).length, violations: checkProtocol(ops, place.home) }
      })
      expect(violations).toEqual([])
    })
  }

  test.each(['000', '022', '077', '777'])('under umask %s nobody else could ever read it', async (umask) => {
    const place = newPlace()
    const { ops, code, stderr } = await trace(place, [...SAVE, '--json'], { umask })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(checkProtocol(ops, place.home)).toEqual([])
    const modes = filesBelow(place.home).map((path) => (statSync(path).mode & 0o777).toString(8))
    expect(new Set(modes)).toEqual(new Set(['600']))
  })

  for (const scenario of CHOSEN.filter(({ name }) => FULL || name === 'save, first of all')) {
    test(
      `${scenario.name}: a folder that a killed process left unsynced is synced by the next`,
      { timeout: 300_000 },
      async () => {
        expect(await checkLevels(scenario)).toEqual([])
      },
    )
  }
})

/** Kills between the making of each folder and its sync; the next process must sync it, since it finds it there. */
async function checkLevels(scenario: Scenario): Promise<string[]> {
  const place = await placeFor(scenario.setup)
  const args = argsOf(scenario, place)
  const rehearsal = copyOf(place)
  const { ops } = await trace(rehearsal, args)
  const answer = ops.findIndex(isAcknowledgement)
  const folders = ops
    .slice(0, answer)
    .filter((op) => op.call === 'mkdir' && op.result === 0 && !isDerived(op, rehearsal))
  const found: string[] = []
  for (const folder of FULL ? folders : [...folders.slice(1, 2), ...folders.slice(-2, -1)]) {
    const copy = copyOf(place)
    const next = ops.slice(ops.indexOf(folder)).find((op) => op.call === 'fsync')
    await trace(copy, args, { at: { call: 'fsync', k: next?.k ?? 0, fault: { kill: true } } })
    const again = await trace(copy, args)
    const synced = again.ops.filter((op) => op.call === 'fsync').flatMap((op) => op.paths)
    const parent = relative(rehearsal.root, dirname(folder.paths[0] as string))
    if (!synced.includes(join(copy.root, parent)))
      found.push(`nobody synced ${parent} after ${folder.paths[0]} was made`)
  }
  return found
}

/** What may be lost: nobody waits for what can be made again, or for the lock of a process that is dead. */
function isDerived(op: Op, { home }: Place): boolean {
  return ['index', 'locks'].some((folder) => isBelow(op.paths[0] ?? '', join(home, folder)))
}

/** A log of a right save; each bad one differs in one line. */
const GOOD = [
  'execve("/usr/bin/node", ["node"], 0x1 /* 1 var */) = 0',
  'mkdir("/h/e", 0700) = 0',
  'openat(AT_FDCWD</>, "/h", O_RDONLY|O_CLOEXEC|O_DIRECTORY) = 18</h>',
  'fsync(18</h>) = 0',
  'close(18</h>) = 0',
  'openat(AT_FDCWD</>, "/h/e/.a.md.tmp", O_WRONLY|O_CREAT|O_EXCL|O_NOFOLLOW|O_CLOEXEC, 0600) = 18</h/e/.a.md.tmp>',
  'write(18</h/e/.a.md.tmp>, "---\\ndogear: 1\\nid"..., 300) = 100',
  'write(18</h/e/.a.md.tmp>, "more"..., 200) = 200',
  'fsync(18</h/e/.a.md.tmp>) = 0',
  'close(18</h/e/.a.md.tmp>) = 0',
  'link("/h/e/.a.md.tmp", "/h/e/a.md") = 0',
  'unlink("/h/e/.a.md.tmp") = 0',
  'openat(AT_FDCWD</>, "/h/e", O_RDONLY|O_CLOEXEC|O_DIRECTORY) = 18</h/e>',
  'fsync(18</h/e>) = 0',
  'close(18</h/e>) = 0',
  'write(1<pipe:[1]>, "{\\"saved\\"", 9) = 9',
]

function checkLines(lines: readonly string[]): string[] {
  return checkProtocol(parseLog(lines.map((line) => `7 ${line}\n`).join('')), '/h')
}

const without = (text: string): string[] => GOOD.filter((line) => !line.startsWith(text))
const replaced = (from: string, to: string): string[] => GOOD.map((line) => line.replace(from, to))
const moved = (text: string, before: string): string[] => {
  const line = GOOD.find((one) => one.startsWith(text)) as string
  return GOOD.filter((one) => one !== line).flatMap((one) => (one.startsWith(before) ? [line, one] : [one]))
}

describe('the checker of the order', () => {
  test('finds nothing wrong with a right log', () => {
    expect(checkLines(GOOD)).toEqual([])
  })

  test.each<[string, string[], string]>([
    ['no sync of the file', without('fsync(18</h/e/.a'), 'before its bytes were synced'],
    [
      'sync before the last write',
      moved('fsync(18</h/e/.a', 'write(18</h/e/.a.md.tmp>, "more'),
      'before its bytes were synced',
    ],
    ['a short write taken for a whole one', without('write(18</h/e/.a.md.tmp>, "more'), '100 of 300 bytes'],
    ['published before it is closed', without('close(18</h/e/.a'), 'before it was closed'],
    ['no sync of the folder', without('fsync(18</h/e>)'), 'before the folder /h/e was synced'],
    ['sync of the folder after the answer', moved('write(1<', 'fsync(18</h/e>)'), 'before the folder /h/e was synced'],
    ['no sync of the new folder into its parent', without('fsync(18</h>)'), 'before the folder /h was synced'],
    ['not exclusive', replaced('O_EXCL|', ''), 'without O_EXCL'],
    ['following links', replaced('O_NOFOLLOW|', ''), 'without O_NOFOLLOW'],
    ['readable by others', replaced('0600', '0644'), 'with mode 644'],
    ['a folder open to others', replaced('0700', '0755'), 'with mode 755'],
    [
      'a temporary file elsewhere',
      GOOD.map((line) => line.replaceAll('/h/e/.a.md.tmp', '/tmp/.a.md.tmp')),
      'between the home and elsewhere',
    ],
    [
      'a temporary file in another folder of ours',
      GOOD.map((line) => line.replaceAll('/h/e/.a.md.tmp', '/h/.a.md.tmp')),
      'from another folder',
    ],
    ['answered first', [GOOD.at(-1) as string, ...GOOD.slice(0, -1)], 'only after the answer'],
    ['written in place', GOOD.map((line) => line.replaceAll('.a.md.tmp', 'a.md')), 'created in place'],
    ['overwritten', replaced('O_EXCL', 'O_TRUNC'), 'to be overwritten'],
    ['no answer', without('write(1<'), 'no answer'],
  ])('reports %s', (_, lines, expected) => {
    expect(checkLines(lines).join('\n')).toContain(expected)
  })

  test('reports an entry that could overwrite another', () => {
    const lines = GOOD.map((line) => line.replaceAll('/h/e', '/h/entries/auth').replace('link(', 'rename('))
    expect(checkLines(lines).join('\n')).toContain('would overwrite another')
  })

  test('puts calls together that another thread interrupted in the log', () => {
    const log =
      '7 write(18</h/x>, "a", 1 <unfinished ...>\n8 futex() = 0\n7 <... write resumed>) = 1\n7 fsync(18</h/x>) = ?\n'
    expect(parseLog(log)).toMatchObject([
      { call: 'write', paths: ['/h/x'], result: 1, k: 1 },
      { call: 'fsync', result: null },
    ])
  })
})
