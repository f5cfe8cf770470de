/** What a transcript says, as a briefing has it: the page that a save of this moment would hold. */
import { type Entry, emptyFields } from '../entry/entry.js'
import { present } from '../present.js'
import { windowFor, type WindowHints } from '../session/context.js'
import type { Facts } from '../session/facts/facts.js'
import type { BriefingInput } from './sections.js'
import { compare } from './drift.js'

export interface BriefInput {
  agent: string
  /** The transcript's file name, for looking things up. */
  source: string
  facts: Facts
  /** What is known of the window besides the transcript. */
  window?: WindowHints
}

export function briefingOf(input: BriefInput): BriefingInput {
  const { agent, facts } = input
  const { session, branch, lastAt = 0 } = facts
  const entry: Entry = {
    id: '',
    name: 'transcript',
    lane: 'auto',
    kind: 'saved',
    parents: [],
    saved: new Date(lastAt).toISOString(),
    by: present({ agent, session }),
    where: {},
    ...emptyFields(),
    ...facts.fields,
    extraKeys: {},
    extraSections: [],
  }
  return {
    entry,
    drift: { ...compare(entry, { worktree: '', conflicts: [], files: [] }), facts: [] },
    why: '',
    nowMs: lastAt,
    joined: [],
    isNow: [`Briefing from a ${agent} transcript`, receiptOf(input)],
    ...present<Partial<BriefingInput>>({ session, currentBranch: branch }),
  }
}

function receiptOf({ source, facts, window }: BriefInput): string {
  const { session, branch, lastAt, model, context } = facts
  const parts = [
    session && `session ${session.slice(0, 8)}`,
    branch && `on ${branch}`,
    lastAt !== undefined && `last active ${new Date(lastAt).toISOString().slice(0, 16).replace('T', ' ')} UTC`,
    model,
    context && `${Math.round(context.tokens / 1000)}k tokens of context${windowText(context, model, window)}`,
  ]
  return `${parts.filter(Boolean).join(', ')}. Read in ${source}.`
}

/** What the transcript says, else what is known of the model; a guess is called one, and a window that is too small is none. */
function windowText(context: NonNullable<Facts['context']>, model: string | undefined, hints?: WindowHints): string {
  if (context.window) return ` of ${Math.round(context.window / 1000)}k`
  const { tokens, from } = windowFor(model, hints)
  if (tokens < context.tokens) return ''
  return ` of ${from === 'default' ? 'an assumed ' : ''}${Math.round(tokens / 1000)}k`
}
