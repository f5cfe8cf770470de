import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lay, type Section } from './lay.js'

const lines = (count: number, length = 20): string[] => Array.from({ length: count }, () => 'x'.repeat(length))
const titles = (text: string): string[] => [...text.matchAll(/^## (.*)$/gm)].map(([, title]) => title as string)

test('law: never more than the room, nothing twice, and what there is room for is there', () => {
  const item = fc.string({ minLength: 1, maxLength: 120 }).map((text) => text.replace(/\s/g, '_'))
  const section: fc.Arbitrary<Section> = fc.record({
    title: fc.constantFrom('A', 'B', 'C'),
    items: fc.array(item, { maxLength: 12 }),
    share: fc.double({ min: 0.01, max: 0.5, noNaN: true }),
  })
  fc.assert(
    fc.property(fc.array(section, { maxLength: 10 }), fc.nat(3000), (sections, room) => {
      const whole = lay(sections, Number.MAX_SAFE_INTEGER)
      const { text, cut } = lay(sections, room)
      expect(text.length).toBeLessThanOrEqual(room)
      expect(whole.cut).toBe(0)
      expect(whole.text.length <= room ? text === whole.text : cut > 0).toBe(true)
    }),
  )
})

test('what one section does not need is handed on to those that want more', () => {
  const small = { title: 'Small', items: lines(1), share: 0.8 }
  const large = { title: 'Large', items: lines(100), share: 0.1 }
  const { text, cut } = lay([small, large], 1000)
  expect(text.length).toBeGreaterThan(950)
  expect(text).toContain('## Small\n')
  expect(text).toMatch(new RegExp(`- … ${cut} more\n$`))
})

test('nothing fills the whole text, and what must be told is told where there is next to no room', () => {
  const sections = [
    { title: 'Failed', items: lines(100, 60), share: 0.1 },
    { title: 'Next', items: ['y'.repeat(900)], share: 0.1, least: 0.12 },
    { title: 'Files', items: lines(40, 60), share: 0.4, least: 0.12 },
  ]
  for (const room of [250, 500, 2000]) {
    const { text } = lay(sections, room)
    expect(titles(text)).toEqual(expect.arrayContaining(['Next', 'Files']))
    expect(text.length).toBeGreaterThan(room * 0.8)
  }
  expect(lay(sections, 250).text).toContain(' … (shortened)\n')
})

test('an item that can be shorter fills the room it is given', () => {
  const item = (room: number): string => (room < 10 ? '' : 'z'.repeat(Math.min(room, 5000)))
  const { text, cut } = lay(
    [
      { title: 'Said', items: [item], share: 0.5 },
      { items: lines(3), share: 0.5 },
    ],
    600,
  )
  expect(text.length).toBeGreaterThan(570)
  expect(cut).toBe(1)
})
