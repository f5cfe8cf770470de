import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { reader } from '../../src/agents/claude-code/reader.js'
import { type Read, readSession } from '../../src/app/session/observe.js'
import { locate } from '../../src/app/locate.js'
import { redact } from '../../src/core/redact/redact.js'
import type { TranscriptEvent } from '../../src/core/session/transcript.js'
import { desk } from '../support/in-process.js'
import { tempDir } from '../support/world.js'
import { realSessions } from './corpus.js'

const dir = tempDir()
const sessions = realSessions().map((one) => [one.name, one.text] as const)

describe.skipIf(sessions.length === 0)('real sessions, where they are at hand', () => {
  test.each(sessions)('%s: everything is counted that a plain count finds [F2]', (name, text) => {
    const path = join(dir, name.replace(/\.gz$/, ''))
    writeFileSync(path, text())
    const events: TranscriptEvent[] = []
    const { survived } = reader.read(path, null, (event) => void events.push(event))
    const count = (kind: string): number => events.filter((event) => event.kind === kind).length
    const plain = countPlainly(text())
    expect({ calls: count('call'), results: count('result'), compactions: count('compaction') }).toEqual(plain.counts)
    const typed = events.flatMap((event) => (event.kind === 'prompt' ? [event.text] : []))
    expect(typed).toEqual(expect.arrayContaining(plain.prompts))
    // What is more was queued in the middle of a turn, or are arguments of a command: the plain count knows neither.
    const more = events.filter((event) => event.kind === 'prompt' && event.ref.id && !event.text.startsWith('/'))
    expect(more).toHaveLength(plain.prompts.length)
    expect(survived).toEqual({ malformed: 0, unknown: 0, duplicate: 0, tornTail: false })
  })

  test.each(sessions)('%s: read on at the end of every turn, it says what the whole file says [F3]', (name, text) => {
    const { world } = desk()
    const path = join(dir, `in-parts-${name}`)
    const read = (session: string): Read =>
      readSession(world, locate(world), {
        reader: reader,
        session,
        transcript: path,
        last: null,
        slowSeconds: 30,
      }) as Read
    writeFileSync(path, '')
    for (const turn of turnsIn(text())) {
      appendFileSync(path, turn)
      read('parts').keepMark()
    }
    const [parts, whole] = [read('parts').observed, read('whole').observed]
    expect(redact(JSON.stringify(parts.fields, null, 1))).toEqual(redact(JSON.stringify(whole.fields, null, 1)))
    expect([parts.startedAt, parts.lastAt]).toEqual([whole.startedAt, whole.lastAt])
  })

  test.each(sessions)('%s: the end says what the whole file says', (name, text) => {
    const path = join(dir, name)
    writeFileSync(path, text())
    const last: { prompt?: string; context?: number | undefined; model?: string | undefined } = {}
    reader.read(path, null, (event) => {
      if (event.sub !== undefined) return
      if (event.kind === 'prompt') last.prompt = event.text
      if (event.kind === 'usage') Object.assign(last, { context: event.context, model: event.model })
      if (event.kind === 'compaction') last.context = event.tokensAfter
    })
    const tail = reader.readTail(path)
    expect({ prompt: tail.lastPrompt, context: tail.context?.tokens, model: tail.model }).toEqual(last)
  })
})

/** Cut before every prompt. */
function turnsIn(text: string): string[] {
  const turns: string[] = []
  for (const line of text.split('\n').filter(Boolean)) {
    const { type, message } = JSON.parse(line) as { type: string; message?: { content?: unknown } }
    if (turns.length === 0 || (type === 'user' && typeof message?.content === 'string')) turns.push('')
    turns.push(`${turns.pop()}${line}\n`)
  }
  return turns
}

interface Plain {
  counts: { calls: number; results: number; compactions: number }
  prompts: string[]
}

/** By other means than the reader's: every record parsed, every block looked at. */
function countPlainly(text: string): Plain {
  const plain: Plain = { counts: { calls: 0, results: 0, compactions: 0 }, prompts: [] }
  for (const line of text.split('\n').filter(Boolean)) {
    const record = JSON.parse(line) as Record<string, unknown> & { message?: { content?: unknown } }
    const content = record.message?.content
    const blocks = (Array.isArray(content) ? content : []) as { type: string; text?: string }[]
    if (record['type'] === 'assistant') plain.counts.calls += blocks.filter(({ type }) => type === 'tool_use').length
    if (record['type'] === 'user') plain.counts.results += blocks.filter(({ type }) => type === 'tool_result').length
    if (record['subtype'] === 'compact_boundary') plain.counts.compactions++
    const flags = ['isMeta', 'isSidechain', 'isCompactSummary'].some((flag) => record[flag])
    if (record['type'] !== 'user' || flags) continue
    const said =
      typeof content === 'string'
        ? content
        : blocks
            .map((block) => block.text ?? '')
            .filter(Boolean)
            .join('\n')
    // The client adds where the talk before a plan can be read.
    const [typed = ''] = said.trim().split(/\n\s*If you need specific details from before exiting plan mode/)
    if (typed && !/^(<|\[Request interrupted|Caveat:)/.test(typed)) plain.prompts.push(typed.trim())
  }
  return plain
}
