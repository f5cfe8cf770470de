import { writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { CLASSES } from './corpus.js'
import { escapesIn } from './escapes.js'
import { hear } from './outlets.js'

const OWN = process.env['OLD_FRAME'] ? /^<dogear-briefing source="[^"]*">$|^<\/dogear-briefing>$/ : null
const report: Record<string, { looks: number; said: number; out: number; where: Record<string, number> }> = {}

test.each(Object.keys(CLASSES))('%s', async (name) => {
  const found: string[] = []
  const counts = (report[name] = { looks: 0, said: 0, out: 0, where: {} as Record<string, number> })
  for (const look of CLASSES[name] ?? []) {
    const fields = new Set<string>()
    const say = (field: string): string => {
      const text = look(`zqx${field}`)
      fields.add(text)
      return text
    }
    const heard = await hear(say)
    counts.looks += fields.size
    for (const one of heard) {
      const lines = one.text.split('\n')
      const frame = OWN ? [lines.find((l) => OWN.test(l)) ?? '', lines.findLast((l) => OWN.test(l)) ?? ''] : []
      counts.said++
      const out = escapesIn(one, [...fields], frame.filter(Boolean))
      if (out.length > 0) {
        counts.out++
        counts.where[one.outlet] = (counts.where[one.outlet] ?? 0) + 1
      }
      found.push(...out.map((what) => `${one.outlet}: ${what}`))
    }
  }
  if (process.env['REPORT']) writeFileSync(process.env['REPORT'], JSON.stringify(report, null, 1))
  expect([...new Set(found)]).toEqual([])
})
