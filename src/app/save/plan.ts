/**
 * Plans a save: from what was gathered to the entry, and all that goes with it, as one value. It reads and changes
 * nothing: a dry run is this plan, printed. What is still open is asked by throwing a question, before anything is written.
 */
import { present } from '../../core/present.js'
import { suggestName } from '../../core/choose/name.js'
import { judge, type Finding } from '../../core/choose/quality.js'
import type { By, Entry } from '../../core/entry/entry.js'
import { makeId } from '../../core/entry/id.js'
import { DogearError } from '../../core/errors.js'
import { redactEntry } from '../../core/redact/redact.js'
import { isoWithZone } from '../../core/text/text.js'
import { entryPath } from '../../store/paths.js'
import type { Located } from '../../store/projects/projects.js'
import type { Note } from '../../store/session/journal.js'
import { askExisting, askMissing, askName } from '../resume/questions.js'
import type { SaveInputs, SaveRequest } from './gather.js'
import type { NameFrom } from './workstream.js'

export interface SavePlan {
  located: Located
  /** Complete and redacted, as it will be written. */
  entry: Entry
  path: string
  nameFrom: NameFrom
  /** How many heads the workstream will have; more than one is a fork to tell about. */
  heads: number
  findings: Finding[]
  /** The notes it takes up. */
  notes: Note[]
  /** Why it is made, for the files of the layouts, where nobody asked for it. */
  reason?: string
}

export function planSave(inputs: SaveInputs, request: SaveRequest): SavePlan {
  const { located, workstream, heads, parents, notes } = inputs
  askWhatIsOpen(inputs, request)
  // Nobody is there to mend what an autosave lacks.
  const findings = request.lane === 'auto' ? [] : judge(inputs.fields)
  if (request.strict && findings.length > 0) throw refuseVague(findings)
  const entry = redactEntry(makeEntry(inputs, request), request.last)
  return {
    located,
    entry,
    path: entryPath(located.project, workstream.name, entry.id),
    nameFrom: workstream.nameFrom,
    heads: heads.filter((head) => !parents.includes(head)).length + 1,
    findings,
    notes,
  }
}

/** Nobody can answer an autosave, and a trial changes nothing: what it lacks need not be asked for. */
function askWhatIsOpen(inputs: SaveInputs, request: SaveRequest): void {
  if (request.lane === 'auto') return
  const { workstream, namePolicy, existing, fields, policy, moment } = inputs
  const isDerived = workstream.nameFrom === 'branch' || workstream.nameFrom === 'folder'
  if (namePolicy === 'ask' && isDerived) throw askName(suggestedName(request) ?? workstream.name)
  if (existing) throw askExisting({ now: () => moment }, existing)
  if (request.dryRun) return
  const given = { task: fields.task ?? fields.leftOff, decision: fields.decisions[0], next: fields.next }
  const missing = policy.asks.find((what) => !given[what] && !request.answered?.includes(what))
  if (missing) throw askMissing(missing)
}

/** Two to four words of the work itself: what was stated about it, else what was seen of it. */
function suggestedName({ written, observed }: SaveRequest): string | null {
  const { task, leftOff, next } = written.fields
  const texts = [task, leftOff, next, observed?.fields.task, observed?.fields.intent, observed?.fields.next]
  return texts.map((item) => suggestName(item?.text ?? '')).find((name) => name !== null) ?? null
}

function makeEntry(inputs: SaveInputs, { lane, written, moreSections, observed, sessionElse }: SaveRequest): Entry {
  const { workstream, parents, moment, random, fields, files, where } = inputs
  // Saved from a terminal beside the agent: it is that session's work all the same.
  const session = observed?.session ?? sessionElse
  const seen: By = { ...(observed ? { agent: observed.agent } : {}), ...present({ session }) }
  return {
    id: makeId(moment.ms, parents, random),
    name: workstream.name,
    lane,
    kind: 'saved',
    parents,
    saved: isoWithZone(moment),
    by: { ...seen, ...inputs.by },
    where,
    ...fields,
    files,
    extraKeys: {},
    extraSections: [...written.extraSections, ...(moreSections ?? [])].filter(({ text }) => text.trim() !== ''),
  }
}

function refuseVague(findings: readonly Finding[]): DogearError {
  const what = findings.map(
    (finding) =>
      `${finding.field} is ${finding.problem}${finding.text ? ` ("${finding.text}")` : ''}: ${finding.advice}`,
  )
  return new DogearError(
    'vague',
    `the checkpoint was not saved, because it is not good enough to continue from:\n  ${what.join('\n  ')}`,
    {
      expected:
        'a next action that can be done at once, progress that can be checked, decisions and failures with their reasons',
      next: 'add what is missing, or save without --strict',
    },
  )
}
