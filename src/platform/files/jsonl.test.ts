import { appendFileSync, mkdirSync, renameSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { tempDir } from '../../../test/support/world.js'
import { type LinesRead, type Mark, readHead, readLines, readLinesAt, readLinesFromEnd } from './jsonl.js'
import { fewer } from '../../../test/support/property-runs.js'

const dir = tempDir()
let files = 0

test('lines come whole and with their place, also around the edges of the buffer [F2]', () => {
  const lines = [`{"a":"${'x'.repeat(1024 * 1024 - 12)}"}`, '{"b":1}', `{"c":"${'y'.repeat(3_000_000)}"}`, '{"d":1}']
  const path = fileOf(`${lines.join('\n')}\n`)
  const read = collect(path, null)
  expect(read.lines.map(({ text }) => text)).toEqual(lines)
  expect(read.lines.map(({ offset }) => offset)).toEqual(
    lines.map((_, i) => lines.slice(0, i).join('\n').length + (i > 0 ? 1 : 0)),
  )
  expect(read).toMatchObject({ restarted: false, tornTail: false, tooLong: 0 })
})

test('a torn last line is left for the next read', () => {
  const path = fileOf('{"a":1}\n{"b":')
  const first = collect(path, null)
  expect(first).toMatchObject({ tornTail: true, lines: [{ text: '{"a":1}', offset: 0 }] })
  appendFileSync(path, '2}\n')
  expect(collect(path, first.mark)).toMatchObject({
    restarted: false,
    tornTail: false,
    lines: [{ text: '{"b":2}', offset: 8 }],
  })
})

test('a whole last record counts without a line break, and only once', () => {
  const path = fileOf('{"a":1}\n{"b":2}')
  const first = collect(path, null)
  expect(first).toMatchObject({ tornTail: false, lines: [{ text: '{"a":1}' }, { text: '{"b":2}' }] })
  appendFileSync(path, '\n{"c":3}\n')
  expect(collect(path, first.mark).lines.map(({ text }) => text)).toEqual(['{"c":3}'])
})

test.each<[string, (path: string) => void]>([
  ['shortened', (path) => truncateSync(path, 8)],
  ['written anew in place', (path) => writeFileSync(path, '{"z":1}\n{"y":2}\n{"x":3}\n')],
  [
    'replaced by another file of the same start',
    (path) => {
      writeFileSync(`${path}.new`, '{"a":1}\n{"b":2}\n{"c":3}\n')
      renameSync(`${path}.new`, path)
    },
  ],
  ['changed just before the mark', (path) => writeFileSync(path, '{"a":1}\n{"b":3}\n{"c":3}\n')],
])('a file that was %s is read from its start', (_, change) => {
  const path = fileOf('{"a":1}\n{"b":2}\n')
  const { mark } = collect(path, null)
  change(path)
  const again = collect(path, mark)
  expect(again.restarted).toBe(true)
  expect(again.lines[0]?.offset).toBe(0)
})

test('reading in steps gives what reading at once gives', () => {
  const chunk = fc.array(
    fc.constantFrom('{"a":1}\n', '{"long":"xxxxxxxxxxxxxxxxxxxxxxxx"}\n', '\n', '{"to', 'rn":2}\n'),
  )
  fc.assert(
    fc.property(fc.array(chunk, { maxLength: 6 }), (chunks) => {
      const path = fileOf('')
      const stepwise: string[] = []
      let mark: Mark | null = null
      for (const one of chunks) {
        appendFileSync(path, one.join(''))
        const step: ReturnType<typeof collect> = collect(path, mark)
        stepwise.push(...step.lines.map(({ text, offset }) => `${offset} ${text}`))
        mark = step.mark
      }
      expect(stepwise).toEqual(collect(path, null).lines.map(({ text, offset }) => `${offset} ${text}`))
    }),
    fewer(50),
  )
})

test('from the end the same lines come, newest first', () => {
  const sizes = fc.array(fc.constantFrom(0, 1, 50, 65_000, 65_536, 140_000), { maxLength: 8 })
  fc.assert(
    fc.property(sizes, fc.boolean(), (lengths, isTorn) => {
      const text = lengths.map((length, i) => (length === 0 ? '' : `{"${i}":"${'é'.repeat(length / 2)}"}`)).join('\n')
      const path = fileOf(text === '' ? '' : `${text}\n${isTorn ? '{"torn":' : ''}`)
      const back: string[] = []
      readLinesFromEnd(path, (line, offset) => back.push(`${offset} ${line}`) > 0)
      expect(back.toReversed()).toEqual(collect(path, null).lines.map((line) => `${line.offset} ${line.text}`))
    }),
    fewer(60),
  )
})

test('reading from the end stops when told', () => {
  const path = fileOf('{"a":1}\n{"b":2}\n{"c":3}\n')
  const back: string[] = []
  readLinesFromEnd(path, (line) => back.push(`${line}`) < 2)
  expect(back).toEqual(['{"c":3}', '{"b":2}'])
})

test('single lines are read again by their place', () => {
  const path = fileOf('{"a":1}\n{"b":2}\n{"c":3}')
  const again: string[] = []
  readLinesAt(path, [8, 16, 400, -1], (line) => again.push(`${line}`))
  expect(again).toEqual(['{"b":2}', '{"c":3}'])
})

test('the start of a file is enough to see whose it is', () => {
  expect(readHead(fileOf('{"a":1}\n'), 4)).toBe('{"a"')
})

test('what is no file is refused, what is not there is named', () => {
  mkdirSync(join(dir, 'folder'))
  expect(() => collect(join(dir, 'folder'), null)).toThrow(/is not a file/)
  expect(() => collect(join(dir, 'nothing'), null)).toThrow(/there is no file/)
  const path = fileOf('{"a":1}\n')
  symlinkSync(path, `${path}.link`)
  expect(collect(`${path}.link`, null).lines).toHaveLength(1)
})

function fileOf(text: string): string {
  const path = join(dir, `${files++}.jsonl`)
  writeFileSync(path, text)
  return path
}

function collect(path: string, mark: Mark | null): LinesRead & { lines: { text: string; offset: number }[] } {
  const lines: { text: string; offset: number }[] = []
  const read = readLines(path, mark, (line, offset) => void lines.push({ text: line.toString('utf8'), offset }))
  return { ...read, lines }
}

test('a hole of hundreds of megabytes ends the file, from both sides', () => {
  const path = join(tempDir(), 'hole.jsonl')
  writeFileSync(path, '{"first":1}\n')
  truncateSync(path, 400_000_000)
  appendFileSync(path, '\n{"last":2}\n')
  const seen: string[] = []
  const read = readLines(path, null, (line) => void seen.push(line.toString()))
  expect(read).toMatchObject({ tornTail: true, tooLong: 0, mark: { offset: 12 } })
  readLinesFromEnd(path, (line) => seen.push(line.toString()) > 0)
  expect(seen).toEqual(['{"first":1}', '{"last":2}'])
})
