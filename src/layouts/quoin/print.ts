/** An entry as a checkpoint file, section by section as the seed has it. What no section can hold is not in it. */
import type { Entry } from '../../core/entry/entry.js'
import { escapeHeadings } from '../../core/entry/sections.js'
import { printInFlight } from './artifacts.js'
import { type Kept, parseBranch } from './parse.js'
import { hintFor, NONE, printDecisions, printItems, printSection, printUnfinished, STATUS, TITLES } from './sections.js'

export function printCheckpoint(entry: Entry): string {
  const kept = keptBy(entry)
  const branch = parseBranch(entry.where.branch ?? '') ?? NO_BRANCH
  const known: [title: string, text: string][] = [
    [TITLES.status, kept.status ?? STATUS[entry.lane]],
    [TITLES.stage, entry.stage ?? NONE],
    [TITLES.task, kept.task ?? entry.name],
    [TITLES.branch, branch],
    [TITLES.intent, (entry.intent ?? entry.task)?.text ?? NONE],
    [TITLES.artifacts, printInFlight(entry.files, entry.plan, kept.artifacts ?? [])],
    [TITLES.questions, printItems(entry.questions)],
    [TITLES.decisions, printDecisions(entry.decisions)],
    [TITLES.unfinished, printUnfinished(entry)],
    [TITLES.hint, kept.hint ?? hintFor(entry.name, branch)],
  ]
  const sections = [...known.map(([title, text]) => ({ title, text })), ...entry.extraSections]
  return (kept.preamble === undefined ? '' : `${escapeHeadings(kept.preamble)}\n`) + sections.map(printSection).join('')
}

/** What its checkpoint file said that no field holds. It comes from a file, so nothing about its shape is certain. */
export function keptBy(entry: Pick<Entry, 'extraKeys'>): Kept {
  const found = entry.extraKeys['quoin']
  if (typeof found !== 'object' || found === null) return {}
  const { preamble, status, task, hint, artifacts } = found as Record<string, unknown>
  return {
    ...(typeof preamble === 'string' && { preamble }),
    ...(typeof status === 'string' && { status }),
    ...(typeof task === 'string' && { task }),
    ...(typeof hint === 'string' && { hint }),
    ...(Array.isArray(artifacts) && { artifacts: artifacts.filter((line) => typeof line === 'string') }),
  }
}

/** The word git itself gives for a branch is a name; without one it is this. */
export const NO_BRANCH = 'unknown'
