/** An entry as the JSON of a checkpoint, and the words of seed 003. */
import type { Entry } from '../../core/entry/entry.js'
import { cleanLine, msOf } from '../../core/text/text.js'
import { parseLabelled, printBlockers, printDecisionText } from '../common/prose.js'
import type { Messages } from '../layout.js'
import {
  CONTEXT_KEYS,
  EXTRA_KEY,
  isObject,
  type Json,
  KEYS,
  LEFT_OFF,
  OWN_KEY,
  planName,
  TDD_PHASE,
  without,
} from './parse.js'

/** 2026-11-15T08:42:00Z: without milliseconds, because jq reads it back only so. */
export function printTimestamp(saved: string): string {
  return `${new Date(msOf(saved) ?? 0).toISOString().slice(0, 19)}Z`
}

export function printCheckpoint(entry: Entry, activePlan: string | null): string {
  const extra = isObject(entry.extraKeys[EXTRA_KEY]) ? entry.extraKeys[EXTRA_KEY] : {}
  const json = {
    timestamp: printTimestamp(entry.saved),
    summary: printSummary(entry),
    decisions: entry.decisions.map(printDecisionText),
    next_action: entry.next?.text ?? '',
    blockers: printBlockers(entry),
    context: {
      active_plan: activePlan ?? (entry.plan ? planName(entry.plan.path) : null),
      active_plan_stage: stageOf(entry),
      active_tdd_phase: phaseOf(entry),
      files_in_progress: entry.files.filter(({ role }) => role !== 'read').map(({ path }) => path),
      ...(isObject(extra['context']) ? without(extra['context'], CONTEXT_KEYS) : {}),
    },
    ...without(extra, [...KEYS, OWN_KEY]),
    [OWN_KEY]: { workstream: entry.name, plan: entry.plan?.path ?? null },
  }
  return `${JSON.stringify(json satisfies Json, null, 2)}\n`
}

function printSummary({ task, leftOff }: Pick<Entry, 'task' | 'leftOff'>): string {
  return [task?.text, leftOff?.text].filter((text) => text !== undefined).join(LEFT_OFF)
}

/** A number where it is one. */
function stageOf({ plan, stage }: Entry): number | string | null {
  if (plan?.step !== undefined) return plan.step
  return stage !== undefined && /^(?:0|[1-9]\d{0,14})$/.test(stage) ? Number(stage) : (stage ?? null)
}

function phaseOf({ context }: Entry): string | null {
  const said = context.map(({ text }) => parseLabelled(text, [TDD_PHASE])).findLast((one) => one !== null)
  return said?.text ?? null
}

const RULE = '━'.repeat(53)

export const messages: Messages = {
  saved: ({ entry, file }) => `${RULE}
  CHECKPOINT SAVED
${RULE}

  Location: ${cleanLine(file)}
  Summary:  ${cleanLine(printSummary(entry))}
  Decisions: ${entry.decisions.length} recorded
  Next:     ${cleanLine(entry.next?.text ?? '')}

  This context will be surfaced on next session start.

${RULE}`,
  cleared: (names, all) =>
    all
      ? `Cleared ${names.length} checkpoint(s) from the list. Their files stay: they are append-only.`
      : names
          .map((name) => `Cleared checkpoint "${name}" from the list. Its files stay: they are append-only.`)
          .join('\n'),
  resumed: () => null,
}
