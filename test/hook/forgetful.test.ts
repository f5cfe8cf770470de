/** A client that is taken up again after a compaction and has forgotten what it was told then: it is told again, once [F3]. */
import { appendFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type Client, hookDesk } from './support.js'

const BRIEFING = /\[dogear-briefing[^]*sand it/

/** Work, a compaction, and the version that wrote the last record. */
function compacted(version: string): { one: Client; told: string } {
  const one = hookDesk().client('one')
  one.fire('SessionStart', { source: 'startup' })
  one.turn('Repair the apple cart', 'Next I will sand it.')
  one.fire('PreCompact', { trigger: 'manual', custom_instructions: null })
  appendFileSync(one.file.path, `${JSON.stringify({ type: 'system', subtype: 'compact_boundary', version })}\n`)
  return { one, told: one.fire('SessionStart', { source: 'compact' }).context }
}

test('by the process that takes it up next, and not once more', () => {
  const { one, told } = compacted('2.1.100')
  expect(told).toMatch(BRIEFING)
  one.fire('SessionEnd', { reason: 'other' })
  expect(one.fire('SessionStart', { source: 'resume' }).context).toMatch(BRIEFING)
  expect(one.fire('SessionStart', { source: 'resume' }).context).not.toMatch(BRIEFING)
})

test('not where a turn has ended since: it was heard', () => {
  const { one } = compacted('2.0.30')
  one.turn('go on', 'Sanded. Next I will paint it.')
  expect(one.fire('SessionStart', { source: 'resume' }).context).not.toMatch(BRIEFING)
})

test('not by a client that keeps it', () => {
  const { one, told } = compacted('2.1.139')
  expect(told).toMatch(BRIEFING)
  one.fire('SessionEnd', { reason: 'other' })
  expect(one.fire('SessionStart', { source: 'resume' }).context).not.toMatch(BRIEFING)
})
