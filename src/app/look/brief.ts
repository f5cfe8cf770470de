/** A briefing straight from an agent's transcript: nothing is saved, no model is asked. */
import { basename } from 'node:path'
import type { AgentId, TranscriptReader } from '../../agents/agent.js'
import { readerFor } from '../../agents/readers.js'
import { locate } from '../locate.js'
import { lateSessions } from '../save/observe.js'
import type { World } from '../world.js'
import { briefingOf } from '../../core/briefing/brief.js'
import { printBriefing } from '../../core/briefing/briefing.js'
import { finish } from '../../core/printer/words.js'
import { present } from '../../core/present.js'
import { DogearError } from '../../core/errors.js'
import { redact } from '../../core/redact/redact.js'
import type { WindowHints } from '../../core/session/context.js'
import { collectFacts, type Facts } from '../../core/session/facts/facts.js'
import { forgetIn } from '../../store/forgotten.js'
import { readHookState } from '../../store/session/hook-state.js'

export interface BriefRequest {
  /** Absent: of the agent that worked last where one stands. */
  transcript?: string
  budget: number
  /** Whose machine it is, for what its settings and its status line say about the window. */
  world?: World
}

export interface BriefResult {
  agent: AgentId
  facts: Facts
  briefing: string
}

export function brief(request: BriefRequest): BriefResult {
  const transcript = request.transcript ?? newestTranscript(request.world)
  const reader = readerFor(transcript)
  const collector = collectFacts()
  const { survived } = reader.read(transcript, null, collector.add)
  // Secrets go before anything is measured or shown; a mark may be longer than what it stands for.
  const forget = request.world ? forgetIn(request.world.home, true) : null
  const mask = (text: string): string => forget?.(redact(text)) ?? redact(text)
  const facts = maskValue(collector.facts(survived), mask) as Facts
  const source = basename(transcript)
  const window = request.world ? windowHints(reader, request.world, facts) : {}
  const input = briefingOf({ agent: reader.agent, source, facts, window })
  const briefing = finish(printBriefing(input, request.budget))
  return { agent: reader.agent, facts, briefing }
}

function newestTranscript(world: World | undefined): string {
  const [newest] = world ? lateSessions(world, locate(world)) : []
  if (newest) return newest.path
  throw new DogearError('not-found', 'no agent has worked in this folder within a day', {
    next: 'dogear brief --transcript FILE',
  })
}

function windowHints(
  reader: TranscriptReader,
  { home, userHome, env }: NonNullable<BriefRequest['world']>,
  { session, cwd, model }: Facts,
): WindowHints {
  const state = session === undefined ? null : readHookState(home, session)
  const said = reader.windowHints?.(present({ userHome, env, worktree: cwd, model }))
  return {
    ...said,
    ...(state?.context?.from === 'statusline' && { cached: state.context.window }),
  }
}

/** Every text in it. Keys are ours. */
function maskValue(value: unknown, mask: (text: string) => string): unknown {
  if (typeof value === 'string') return mask(value)
  if (Array.isArray(value)) return value.map((one) => maskValue(one, mask))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, maskValue(one, mask)]))
}
