/** Surveys files in which a record names the earlier record to which the session was taken back. */
import { readLines } from '../../platform/files/jsonl.js'
import type { Mark } from '../../platform/files/jsonl.js'
import type { Json } from './values.js'
import type { Stretch, Survey, TakeSurvey } from './lines.js'
import { isUndone } from './lines.js'
import { parseRecord } from './values.js'

export interface RewindRules {
  /** Every line that rewinds contains this text. */
  sign: string
  /** The id of the first record that was undone. */
  targetOf(record: Json): string | undefined
  idOf(record: Json): string | undefined
  /** What is undone when the file does not have that record. */
  whenMissing: 'everything' | 'nothing'
}

interface Rewind {
  at: number
  target: string
}

export function surveyRewinds(rules: RewindRules): TakeSurvey {
  return (path, from) => {
    const rewinds: Rewind[] = []
    const lines = readLines(path, from, (line, at) => {
      const record = line.includes(rules.sign) ? parseRecord(line) : null
      const target = record && rules.targetOf(record)
      if (target) rewinds.push({ at, target })
    })
    if (rewinds.length === 0) return { lines, undone: [], reachesBack: false }
    const start = lines.restarted ? null : from
    return { lines, ...resolve(path, start, rewinds, rules) }
  }
}

/** A second look, only for files that have rewinds: where the records lie that they name. */
function resolve(
  path: string,
  from: Mark | null,
  rewinds: readonly Rewind[],
  rules: RewindRules,
): Pick<Survey, 'undone' | 'reachesBack'> {
  const places = findTargets(path, from, new Set(rewinds.map(({ target }) => target)), rules)
  const undone: Stretch[] = []
  let reachesBack = false
  for (const { at, target } of rewinds) {
    const place = places.get(target)?.find((offset) => offset < at && !isUndone(undone, offset))
    if (place !== undefined) undone.push({ from: place, to: at })
    else if (from !== null) reachesBack = true
    else if (rules.whenMissing === 'everything') undone.push({ from: 0, to: at })
  }
  return { undone, reachesBack }
}

function findTargets(
  path: string,
  from: Mark | null,
  targets: ReadonlySet<string>,
  rules: RewindRules,
): Map<string, number[]> {
  const places = new Map<string, number[]>()
  readLines(path, from, (line, offset) => {
    if (![...targets].some((target) => line.includes(target))) return
    const record = parseRecord(line)
    const id = record && rules.idOf(record)
    if (id && targets.has(id)) places.set(id, [...(places.get(id) ?? []), offset])
  })
  return places
}
