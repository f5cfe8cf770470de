/** The program. Finds the command, loads only that one, runs it, and reports whatever goes wrong. */
import { ABOUT, DogearError, EXIT } from '../core/errors.js'
import { parseCommandArgs, type Args } from './args/parse.js'
import { findCommand, type CommandSpec } from './args/spec.js'
import type { Command } from './context.js'
import { isBrokenPipe, reportError } from './print/error.js'
import { makeOutput, type Env, type Output } from './print/output.js'
import { homeOfDogear, homeOfUser, isThere } from '../platform/home.js'
import { DAILY } from './specs/daily.js'

void main(process.argv.slice(2), process.env)

async function main(typed: readonly string[], env: Env): Promise<void> {
  process.umask(0o077)
  const { words, fields } = withoutFields(typed)
  const output = makeOutput(env, {
    json: words.includes('--json'),
    quiet: words.includes('--quiet') || words.includes('-q'),
    ...(fields && { fields }),
  })
  const code = await dispatch(words, env, output).catch((error: unknown) => report(error, output, env))
  // All output has been written by now. Taking Node apart properly would cost a tenth of its start.
  process.exit(code)
}

/** `--json name,next` and `--json=name`: of the answer only these fields. */
function withoutFields(typed: readonly string[]): { words: string[]; fields?: string[] } {
  const at = typed.findIndex((word) => word === '--json' || word.startsWith('--json='))
  const inline = typed[at]?.slice('--json='.length) ?? ''
  const next = inline === '' && /^[a-z]\w*(?:,[a-z]\w*)+$/i.test(typed[at + 1] ?? '') ? typed[at + 1] : undefined
  const list = inline || next
  if (at === -1 || !list) return { words: [...typed] }
  const rest = typed.slice(at + (next === undefined ? 1 : 2))
  return { words: [...typed.slice(0, at), '--json', ...rest], fields: list.split(',').filter(Boolean) }
}

async function dispatch(words: readonly string[], env: Env, output: Output): Promise<number> {
  const [word, ...rest] = words
  if (word === '--version' || word === '-V' || word === '-v') return printVersion(output)
  if (word === '--help' || word === '-h') return run(await specOf('help'), [], env, output)
  if (word === undefined || word.startsWith('-')) return run(await specOf('status'), words, env, output)
  return run(await specOf(word), rest, env, output)
}

/** The table of the other commands is only read when one of them is asked for. */
async function specOf(word: string): Promise<CommandSpec> {
  const daily = findCommand(DAILY, word)
  if (daily) return daily
  const { commandNamed } = await import('./specs/commands.js')
  return commandNamed(word)
}

async function run(spec: CommandSpec, words: readonly string[], env: Env, output: Output): Promise<number> {
  const args = parseCommandArgs(spec, words)
  if (!args.on.has('help')) return runWithAnswers(spec, args, env, output)
  return runWithAnswers(await specOf('help'), { ...args, positionals: [spec.name], on: new Set() }, env, output)
}

/** A choice the command cannot make is put to the person, and the command runs again with the answer. */
async function runWithAnswers(spec: CommandSpec, first: Args, env: Env, output: Output): Promise<number> {
  const asked = new Set<string>()
  for (let args = first; ;) {
    try {
      return await runOnce(spec, args, env, output)
    } catch (error) {
      const question = error instanceof DogearError ? error.needs : undefined
      if (!question || !output.interactive || asked.has(question.id)) throw error
      asked.add(question.id)
      const { ask, pagesOf, withAnswer } = await import('./ask.js')
      const context = { args, output, env, spec, run: (more: readonly string[]) => dispatch(more, env, output) }
      const answer = await ask(question, await pagesOf(context, question))
      if (answer === null) return EXIT.needsAnswer
      const about = question[ABOUT]
      if (about !== undefined) {
        // What was asked about may be something else by now: then the answer is to nothing, and it is asked again.
        try {
          return await runOnce(spec, args, env, output)
        } catch (again) {
          if (!(again instanceof DogearError) || again.needs?.[ABOUT] !== about) {
            asked.delete(question.id)
            continue
          }
        }
      }
      args = withAnswer(spec, args, question, answer)
    }
  }
}

async function runOnce(spec: CommandSpec, args: Args, env: Env, output: Output): Promise<number> {
  const load = LOADERS[spec.name]
  if (!load) throw new Error(`no code for the command ${spec.name}`)
  const command = await load()
  const code = await command({ args, output, env, spec, run: (words) => dispatch(words, env, output) })
  if (spec.writes && code === EXIT.ok) await syncWhereAsked(spec, env)
  return code
}

/** What was saved goes to the remotes that the user added, in the background. */
async function syncWhereAsked({ name }: CommandSpec, env: Env): Promise<void> {
  const home = homeOfDogear(env, homeOfUser(env))
  if (home === null || !isThere(`${home}/sync`) || name === 'sync') return
  const { syncAfter } = await import('../app/sync/gate.js')
  await syncAfter(home, process.env)
}

async function printVersion(output: Output): Promise<number> {
  const { VERSION } = await import('./world.js')
  if (output.json) output.printJson({ version: VERSION })
  else output.print(`dogear ${VERSION}`)
  return EXIT.ok
}

function report(error: unknown, output: Output, env: Env): number {
  try {
    return reportError(error, output, env)
  } catch (another) {
    // Not even the error can be written where it belongs: to standard error, and with the code of its cause.
    if (!isBrokenPipe(another)) output.fail(`dogear: ${another instanceof Error ? another.message : String(another)}`)
    return another instanceof DogearError ? another.exitCode : EXIT.internal
  }
}

/** Where the code of each command lies. Only the command that runs is loaded. */
const LOADERS: Readonly<Record<string, () => Promise<Command>>> = {
  save: async () => (await import('./commands/daily/save.js')).run,
  resume: async () => (await import('./commands/daily/resume.js')).run,
  list: async () => (await import('./commands/daily/list.js')).runList,
  relay: async () => (await import('./commands/daily/relay.js')).run,
  note: async () => (await import('./commands/daily/notes.js')).runNote,
  show: async () => (await import('./commands/look/show.js')).runShow,
  history: async () => (await import('./commands/look/history.js')).runHistory,
  diff: async () => (await import('./commands/look/show.js')).runDiff,
  search: async () => (await import('./commands/look/search.js')).runSearch,
  brief: async () => (await import('./commands/agents.js')).runBrief,
  decisions: async () => (await import('./commands/look/search.js')).runDecisions,
  say: async () => (await import('./commands/agents.js')).runSay,
  watch: async () => (await import('./commands/agents.js')).runWatch,
  verify: async () => (await import('./commands/look/show.js')).runVerify,
  clear: async () => (await import('./commands/keep/clear.js')).run,
  restore: async () => (await import('./commands/keep/restore.js')).run,
  undo: async () => (await import('./commands/keep/undo.js')).run,
  tidy: async () => (await import('./commands/keep/undo.js')).runTidy,
  rename: async () => (await import('./commands/keep/rename.js')).run,
  forget: async () => (await import('./commands/keep/forget.js')).run,
  trash: async () => (await import('./commands/keep/trash.js')).run,
  import: async () => (await import('./commands/keep/carry.js')).runImport,
  export: async () => (await import('./commands/keep/carry.js')).runExport,
  sync: async () => (await import('./commands/sync/sync.js')).runSync,
  share: async () => (await import('./commands/sync/sync.js')).runShare,
  config: async () => (await import('./commands/setup/settings.js')).runConfig,
  trust: async () => (await import('./commands/setup/settings.js')).runTrust,
  mcp: async () => (await import('./commands/agents.js')).runMcp,
  init: async () => (await import('./commands/setup/init.js')).run,
  uninstall: async () => (await import('./commands/setup/uninstall.js')).run,
  off: async () => (await import('./commands/setup/switch.js')).run,
  on: async () => (await import('./commands/setup/switch.js')).run,
  doctor: async () => (await import('./commands/setup/doctor.js')).run,
  statusline: async () => (await import('./commands/agents.js')).runStatusline,
  tour: async () => (await import('./tour/tour.js')).runTour,
  help: async () => (await import('./commands/setup/help.js')).runHelp,
  completion: async () => (await import('./commands/setup/help.js')).runCompletion,
  prompts: async () => (await import('./commands/daily/notes.js')).runPrompts,
  status: async () => (await import('./commands/daily/list.js')).runStatus,
  __names: async () => (await import('./commands/daily/list.js')).runNames,
  __sync: async () => (await import('./commands/sync/sync.js')).runSyncQuietly,
  '__tour-session': async () => (await import('./tour/tour.js')).runTourSession,
}
