/**
 * A newer observed fact corrects an older stated one, and says so: the corrected value is marked as observed, and an
 * item in the context tells what had been stated. Only what can be compared exactly is corrected: the step of the plan,
 * the branch, files that are gone, and a command to run, or that failed, which has passed since.
 */
import type { Failed, Fields, FileRef, Item, Plan } from '../entry/entry.js'

export interface ObservedFacts {
  /** As the plan file says. `at`: when the file was written. */
  plan?: Plan & { at: number }
  /** Null: detached head. */
  branch?: { name: string | null; at: number }
  /** Paths that were looked for and are not there. */
  missing?: { paths: readonly string[]; at: number }
  /** Commands that ran, in any order. */
  runs?: readonly Run[]
}

export interface Run {
  command: string
  ok: boolean
  at: number
  /** Where it was read: "transcript 12034". */
  observed: string
}

/** `statedAt`: when it was stated, in milliseconds. What was observed before or at that moment corrects nothing. */
export function correctStated(stated: Fields, observed: ObservedFacts, statedAt: number): Fields {
  const corrections = [correctPlan, correctBranch, correctFiles, correctNext, correctFailed]
  return corrections.reduce((fields, correct) => correct(fields, observed, statedAt), stated)
}

function correctPlan(fields: Fields, { plan: now }: ObservedFacts, statedAt: number): Fields {
  const { plan } = fields
  if (!plan || !now || now.at <= statedAt || plan.path !== now.path || now.step === undefined) return fields
  const isSame = plan.step === now.step && (plan.of ?? now.of) === now.of
  const corrected = { ...fields, plan: { path: now.path, step: now.step, ...(now.of !== undefined && { of: now.of }) } }
  if (plan.step === undefined || isSame) return corrected
  return withNote(corrected, `stated ${stepText(plan)}; ${now.path} says ${stepText(now)}`, now.path)
}

function stepText({ step, of }: Plan): string {
  return `step ${step}${of === undefined ? '' : ` of ${of}`}`
}

/** A branch is stated as "branch: name" in the context: the current one is a fact of its own. */
function correctBranch(fields: Fields, { branch: now }: ObservedFacts, statedAt: number): Fields {
  if (!now || now.at <= statedAt) return fields
  const context = fields.context.map((item) => {
    const name = item.observed === undefined ? /^branch: `?([^\s`]+)`?$/.exec(item.text)?.[1] : undefined
    if (name === undefined || name === now.name) return item
    return { text: `stated branch ${name}; git says ${now.name ?? 'detached head'}`, observed: 'git' }
  })
  return { ...fields, context }
}

/** The path stays, for somebody may look for it; its role says that there is nothing. */
function correctFiles(fields: Fields, { missing }: ObservedFacts, statedAt: number): Fields {
  if (!missing || missing.at <= statedAt) return fields
  const isGone = (file: FileRef): boolean => file.observed === undefined && missing.paths.includes(file.path)
  const notes = fields.files
    .filter(isGone)
    .map(({ path, role }) => `stated file ${path}${role ? ` (${role})` : ''}; it is not there`)
  const files = fields.files.map((file): FileRef =>
    isGone(file) ? { path: file.path, role: 'missing', observed: 'disk' } : file,
  )
  return notes.reduce((corrected, note) => withNote(corrected, note, 'disk'), { ...fields, files })
}

/** What was to be done has been done: it moves on, and another source may say what is next. */
function correctNext(fields: Fields, { runs = [] }: ObservedFacts, statedAt: number): Fields {
  const { next, ...others } = fields
  const run = next && next.observed === undefined ? passedSince(commandsToRun(next.text), runs, statedAt) : null
  if (!next || !run) return fields
  return withNote(withDone(others, run), `stated next action "${next.text}"; it passed afterwards`, run.observed)
}

function correctFailed(fields: Fields, { runs = [] }: ObservedFacts, statedAt: number): Fields {
  const runOf = (item: Failed): Run | null =>
    item.observed === undefined ? passedSince(commandsThatFail(item.text), runs, statedAt) : null
  const passed = fields.failed.flatMap((item) => {
    const run = runOf(item)
    return run ? [{ item, run }] : []
  })
  const failed = fields.failed.filter((item) => !passed.some((one) => one.item === item))
  return passed.reduce<Fields>(
    (corrected, { item, run }) =>
      withNote(withDone(corrected, run), `stated as failed: ${item.text}; it passed afterwards`, run.observed),
    { ...fields, failed },
  )
}

/** The last run counts: a command that passed and failed again is as bad as before. */
function passedSince(commands: readonly string[], runs: readonly Run[], statedAt: number): Run | null {
  const wanted = new Set(commands.map(bareCommand))
  const since = runs.filter((run) => run.at > statedAt && wanted.has(bareCommand(run.command)))
  const last = since.reduce<Run | null>((newest, run) => (newest && newest.at > run.at ? newest : run), null)
  return last?.ok ? last : null
}

const MAX_COMMAND = 500
const TO_RUN = /^(?:please )?(?:re-?)?(?:run|execute|try)(?: again)?:? +(.+)$/i
const PURPOSE = / +(?:again|to (?:verify|check|confirm|see|make sure)(?:(?! then | and then |[,;]).)*)$/i
const FAILS = / +(?:still )?(?:fails?|failed|is failing|failing|does not pass|doesn't pass)$/i

/** "Run npm test", "npm test", "Run `npm test` again", "run npm test to verify the login": all the same command. */
function commandsToRun(text: string): string[] {
  const said = sentence(text)
  const command = TO_RUN.exec(said)?.[1] ?? said
  return [command, command.replace(PURPOSE, '')]
}

function commandsThatFail(text: string): string[] {
  const said = sentence(text)
  return [said, said.replace(FAILS, '')]
}

function sentence(text: string): string {
  return text.length > MAX_COMMAND || text.includes('\n') ? '' : text.trim().replace(/\.$/, '')
}

/** Pipes stay: whether `npm test | tail` passed says nothing about the tests. */
function bareCommand(command: string): string {
  const line = command
    .slice(0, MAX_COMMAND * 2)
    .replace(/\s+/g, ' ')
    .trim()
  const quoted = /^`([^`]+)`$/.exec(line)?.[1] ?? line
  return quoted
    .replace(/^\$ /, '')
    .replace(/^cd \S+ && /, '')
    .replace(/ 2>&1$/, '')
}

function withDone(fields: Fields, run: Run): Fields {
  const item: Item = { text: `${bareCommand(run.command)} passed`, observed: run.observed }
  const isKnown = fields.done.some(({ text }) => text === item.text)
  return isKnown ? fields : { ...fields, done: [...fields.done, item] }
}

function withNote(fields: Fields, text: string, observed: string): Fields {
  return { ...fields, context: [...fields.context, { text, observed }] }
}
