/** Judges a store after a fault: is everything that was ever acknowledged still there, whole, and usable as it is? */
import { trace } from '../strace.js'
import { compareBytes, inspect, parse, readBytes, type Seen } from './inspect.js'
import { copyOf, runWarm, tempsBelow, type Place } from './place.js'
import { argsOf, type Scenario } from '../scenarios/scenarios.js'
import { placeFor, SAVE } from '../scenarios/setups.js'
import { pointsOf, type Point } from './strace-log.js'

/** A scenario ready to be struck again and again, each time on a fresh copy. */
export interface Prepared {
  scenario: Scenario
  place: Place
  seen: Seen
  bytes: Map<string, Buffer>
  points: Point[]
}

export async function prepare(scenario: Scenario, program?: string): Promise<Prepared> {
  const place = await placeFor(scenario.setup, program)
  const seen = await inspect(copyOf(place))
  const rehearsal = copyOf(place)
  const { ops, code, stderr } = await trace(rehearsal, argsOf(scenario, place))
  if (code !== 0) throw new Error(`${scenario.name}: the undisturbed command ended with ${code}: ${stderr}`)
  return { scenario, place, seen, bytes: readBytes(place.home), points: pointsOf(ops, rehearsal.home) }
}

/** Everything that is wrong now. `stdout` is what the struck command had said. */
export async function judge(before: Prepared, place: Place, stdout: string): Promise<string[]> {
  const { scenario } = before
  const found = compareBytes(before.bytes, readBytes(place.home), scenario)
  const answer = answerOf(stdout)
  const seen = await inspect(place)
  found.push(
    ...seen.problems,
    ...newDamage(before, seen),
    ...lostEntries(before, seen),
    ...lostPrompts(before, seen, answer),
  )
  if (answer !== null) found.push(...scenario.broken(answer, seen, place))
  if (scenario.derived) found.push(...(await derivedDiffers(place)))
  found.push(...(await nextFails(place)))
  return found
}

/** Null: nothing was promised, because the answer is not complete or says that the command failed. */
export function answerOf(stdout: string): object | null {
  // What fails after the answer is reported on a line of its own.
  const [line, ...more] = stdout.split('\n')
  const answer = more.length > 0 ? parse<object>(line ?? '') : null
  return answer && !('error' in answer) ? answer : null
}

function newDamage({ scenario, seen: old }: Prepared, seen: Seen): string[] {
  if (!scenario.startsDamaged) return seen.damaged.map((message) => `damaged: ${message}`)
  return seen.damaged.length > old.damaged.length ? [`more damage than before: ${seen.damaged.join('; ')}`] : []
}

/** A workstream that may go goes as a whole. */
function lostEntries({ scenario, seen: old }: Prepared, seen: Seen): string[] {
  const missing = [...old.entries].filter(([id]) => !seen.entries.has(id))
  const changed = [...old.entries].filter(([id, entry]) => (seen.entries.get(id)?.text ?? entry.text) !== entry.text)
  const stays = [...seen.entries.values()].some((entry) => entry.name === scenario.mayGo)
  return [
    ...missing
      .filter(([, entry]) => entry.name !== scenario.mayGo || stays)
      .map(([id, entry]) => `the entry ${entry.name} ${id} is lost`),
    ...changed.map(([id]) => `the entry ${id} has another text`),
  ]
}

/** Each is delivered or still waits; coming again after it was printed is right, under the same id. */
function lostPrompts({ seen: old }: Prepared, seen: Seen, answer: unknown): string[] {
  const delivered = (answer as { prompt?: { id: string; text: string } } | null)?.prompt
  const lost = [...old.prompts].filter(([id, text]) => seen.prompts.get(id) !== text && delivered?.id !== id)
  const wrong =
    delivered && old.prompts.get(delivered.id) !== delivered.text ? ['a prompt nobody pushed was delivered'] : []
  return [...lost.map(([id]) => `the prompt ${id} is lost`), ...wrong]
}

/** The quick form, for faults without a kill: the bytes, `verify`, the answer's promise and the next save. */
export async function judgeQuickly(before: Prepared, place: Place): Promise<string[]> {
  const found = compareBytes(before.bytes, readBytes(place.home), before.scenario)
  const ran = await runWarm(place, ['verify', '--all', '--json'])
  const damaged = parse<{ damaged: { message: string }[] }>(ran.stdout)?.damaged.map(({ message }) => message)
  if (damaged) found.push(...newDamage(before, { ...before.seen, damaged }))
  else found.push(`after the fault, verify ended with ${ran.code ?? ran.signal}: ${ran.stderr}`)
  return [...found, ...(await nextFails(place))]
}

/** The index and the catalog must answer what the files answer. */
async function derivedDiffers(place: Place): Promise<string[]> {
  const hits = async (...args: string[]): Promise<string> => {
    const ran = await runWarm(place, ['search', 'oauth', '--json', ...args])
    return JSON.stringify(parse<{ hits: unknown }>(ran.stdout)?.hits ?? ran.stderr)
  }
  const [byIndex, byScan] = [await hits(), await hits('--scan')]
  return byIndex === byScan ? [] : [`search answers ${byIndex} by its index and ${byScan} by a scan`]
}

async function nextFails(place: Place): Promise<string[]> {
  const ran = await runWarm(place, [...SAVE, '--json'])
  const id = parse<{ saved?: { id?: string } }>(ran.stdout)?.saved?.id
  const left = tempsBelow(place.home).map((path) => `left after the next save: ${path.slice(place.home.length + 1)}`)
  return id === undefined ? [`the next save ended with ${ran.code ?? ran.signal}: ${ran.stderr}`, ...left] : left
}
