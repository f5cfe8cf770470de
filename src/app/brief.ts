/** A briefing straight from an agent's transcript: nothing is saved, no model is asked. */
import { basename } from 'node:path'
import { readerFor } from '../agents/registry.js'
import type { AgentId } from '../agents/reader.js'
import { printBrief } from '../core/brief.js'
import type { Facts } from '../core/facts/facts.js'
import { collectFacts } from '../core/facts/facts.js'
import { redact } from '../core/redact/redact.js'

export interface BriefRequest {
  transcript: string
  budget: number
}

export interface BriefResult {
  agent: AgentId
  facts: Facts
  briefing: string
}

export function brief(request: BriefRequest): BriefResult {
  const reader = readerFor(request.transcript)
  const collector = collectFacts()
  const { survived } = reader.read(request.transcript, null, collector.add)
  // Secrets go before anything is measured or shown; a mark may be longer than what it stands for.
  const facts = redactValue(collector.facts(survived)) as Facts
  const briefing = printBrief({ agent: reader.agent, source: basename(request.transcript), facts }, request.budget)
  return { agent: reader.agent, facts, briefing }
}

/** Every text in it. Keys are ours. */
function redactValue(value: unknown): unknown {
  if (typeof value === 'string') return redact(value)
  if (Array.isArray(value)) return value.map(redactValue)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, redactValue(one)]))
}
