// `npm run bench:agents`: what the moments that come often cost in every agent, and how long the plug-in holds its client up.
// A hook: the whole process as the client starts it, by its launcher, and the hook program alone, against a bare start of the
// same Node in the same run; beside the time on the clock that of the processor, with what git took, which others who use the
// machine change less. The plug-in: the time until each of its handlers has returned, in the process it is loaded into.
//   --rounds N     other than 20
//   --agents A,B   only these
//   --json
// Exit 1: a target was missed. It is for the hook program; the launcher before it is a shell and one small file.
import { spawnSync } from 'node:child_process'
import { appendFileSync, cpSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { root } from '../scripts/root.mjs'
import { setup } from '../scripts/setup.mjs'
import { cleanEnv, copyProgram, makeRepository, makeScratch } from './scratch.mjs'

const { values: flags } = parseArgs({
  options: { rounds: { type: 'string' }, agents: { type: 'string' }, json: { type: 'boolean' } },
})
const rounds = Number(flags.rounds ?? 20)
const WARM_UP = 2
const TARGETS = { prompt: 1.15, tool: 1.15, again: 1.7, stop: 3 }
const CALLED = { prompt: 'a prompt', tool: 'a tool', again: 'a start with a briefing', stop: 'the first end of a turn' }
/** Where a bare start takes longer than this times its own work, others were at work: then the processor's time decides. */
const QUIET = 1.25
const PROMPT = 'Rename the parser in src/part-3 and run its tests'
const COMMAND = 'git diff --stat'
const REST_MS = 400
/** The shell counts what its children took of the processor, too, and not its own start. */
const TIMED = 'TIMEFORMAT="%3R %3U %3S"; time "$@" >/dev/null'

await setup()
const scratch = makeScratch()
try {
  const { hooks, handlers } = await measureAll()
  process.stdout.write(flags.json ? `${JSON.stringify({ hooks, handlers }, null, 2)}\n` : print(hooks, handlers))
  if (hooks.some(isMissed)) process.exitCode = 1
} finally {
  scratch.remove()
}

async function measureAll() {
  const home = join(scratch.dir, 'home')
  const env = { ...cleanEnv(scratch.dir, home), CLAUDE_PID: String(process.pid) }
  const { dir } = makeRepository(join(scratch.dir, 'shop'), env)
  const dogear = copyProgram(root, join(scratch.dir, 'program'))
  cpSync(join(root, 'plugin'), join(scratch.dir, 'program', 'plugin'), { recursive: true })
  const options = { cwd: dir, env }
  runOnce({ command: process.execPath, args: [dogear, 'init', 'codex', 'opencode', '--allow-tools', '--yes'] }, options)
  // It is the same for all of them.
  const launcher = join(env.HOME, '.codex', 'dogear', 'dogear.sh')
  const hooks = timeAll(casesOf(dir, launcher, dogear, options), options)
  return { hooks, handlers: await timePlugin(join(env.HOME, '.config', 'opencode', 'plugins', 'dogear.js'), dir) }
}

/** As the clients send them: a start, what comes with every prompt or every tool, a start after a compaction, the end of a turn. */
function momentsIn(cwd, session, transcript) {
  const common = { session_id: session, cwd, transcript_path: transcript }
  const usual = (name, more) => ({ ...common, hook_event_name: name, ...more })
  const tool = (name, input = { command: COMMAND }) => ({ tool_name: name, tool_input: input })
  const start = usual('SessionStart', { source: 'startup' })
  const again = usual('SessionStart', { source: 'compact' })
  const typed = usual('UserPromptSubmit', { prompt: PROMPT })
  const before = (name) => usual('PreToolUse', tool(name))
  const stop = usual('Stop', { stop_hook_active: false })
  const told = (event, more) => ({ event, session, folders: [cwd], transcript, ...more })
  const plugin = {
    start: told('session-start', { source: 'startup' }),
    prompt: told('prompt', { prompt: PROMPT }),
    tool: told('before-tool', { tool: 'bash', input: { command: COMMAND } }),
    again: told('session-start', { source: 'compact' }),
    stop: told('turn-end', {}),
  }
  const copilot = { sessionId: session, timestamp: 1, cwd, transcriptPath: transcript }
  const cline = { sessionContext: { rootSessionId: session }, workspaceRoots: [cwd] }
  const grok = (name, more) => usual(name, { hookEventName: name, ...more })
  return {
    'claude-code': { start, prompt: typed, tool: before('Bash'), again, stop },
    codex: { start, prompt: typed, tool: before('Bash'), again, stop },
    'gemini-cli': {
      start,
      prompt: usual('BeforeAgent', { prompt: PROMPT }),
      tool: usual('BeforeTool', tool('run_shell_command')),
      stop: usual('AfterAgent', { prompt: PROMPT, prompt_response: 'Done.' }),
    },
    'copilot-cli': {
      start: [{ ...copilot, source: 'new' }, 'sessionStart'],
      prompt: [{ ...copilot, prompt: PROMPT }, 'userPromptSubmitted'],
      tool: [
        { ...copilot, toolName: 'bash', toolArgs: { command: COMMAND }, toolResult: { resultType: 'success' } },
        'postToolUse',
      ],
      stop: [{ ...copilot, stopReason: 'end_turn' }, 'agentStop'],
    },
    'qwen-code': {
      start,
      prompt: { ...typed, submitted_prompt: PROMPT },
      tool: before('run_shell_command'),
      again,
      stop,
    },
    droid: { start, prompt: typed, tool: before('Execute'), again, stop },
    grok: {
      start: grok('SessionStart', { source: 'new' }),
      tool: grok('PostToolUse', { ...tool('run_terminal_command'), toolResult: { exit_code: 0 } }),
      stop: grok('Stop', { reason: 'end_turn' }),
    },
    cline: {
      start: { ...cline, hookName: 'agent_start' },
      tool: {
        ...cline,
        hookName: 'tool_result',
        tool_result: { name: 'run_commands', input: { commands: [COMMAND] } },
      },
    },
    opencode: plugin,
    kilo: plugin,
    pi: plugin,
  }
}

/** A session that its client wrote, where it would have. Null: it has none that is a file for itself. */
function sessionOf(agent, home) {
  const data = join(root, 'src', 'agents', agent, 'testdata')
  const name = readdirSync(data).findLast((one) => one.endsWith('.jsonl'))
  if (name === undefined) return null
  const folder = join(home, 'sessions', agent)
  mkdirSync(folder, { recursive: true })
  // By its name the hook of Codex knows its own.
  const path = join(folder, agent === 'codex' ? `rollout-${name}` : name)
  cpSync(join(data, name), path)
  // It is waited for until it tells of the hook that runs.
  if (agent === 'copilot-cli') appendFileSync(path, '{"type":"hook.start","data":{"hookType":"agentStop"}}\n')
  return path
}

/** Two for each moment: the program alone, and by the launcher. */
function casesOf(cwd, launcher, dogear, options) {
  const hook = join(scratch.dir, 'program', 'dist', 'hook.cjs')
  const cases = [{ name: 'node -e 0', command: process.execPath, args: ['-e', '0'] }]
  const wanted = flags.agents?.split(',')
  for (const agent of Object.keys(momentsIn(cwd, '', ''))) {
    if (wanted && !wanted.includes(agent)) continue
    const transcript = sessionOf(agent, options.env.HOME)
    const momentsOf = (session) => momentsIn(cwd, session, transcript ?? join(cwd, 'none.jsonl'))[agent]
    const callOf = (moment) => {
      const [message, ...word] = [moment].flat()
      return { input: JSON.stringify(message), words: [agent, ...word] }
    }
    const fire = (moment) => {
      const { input, words } = callOf(moment)
      runOnce({ command: process.execPath, args: [hook, ...words], input }, options)
    }
    // In a session that has worked, as nearly all are that a prompt or a tool comes in.
    const session = `of-${agent}`
    fire(momentsOf(session).start)
    const save = ['save', session, '--session', session, '--next', 'Run npm test', '--no-transcript']
    runOnce({ command: process.execPath, args: [dogear, ...save] }, options)
    let made = 0
    for (const moment of Object.keys(TARGETS).filter((one) => momentsOf(session)[one])) {
      if (moment === 'stop' && transcript === null) continue
      // The first of a session reads all of it, so each is of another one.
      const isFirst = moment === 'stop'
      const before = isFirst ? () => fire(momentsOf(`${session}-${++made}`).start) : undefined
      const call = () => callOf(momentsOf(isFirst ? `${session}-${made}` : session)[moment])
      const name = `${agent}, ${CALLED[moment]}`
      const { words } = call()
      const input = () => call().input
      cases.push({ name, target: TARGETS[moment], command: process.execPath, args: [hook, ...words], input, before })
      if (moment === 'prompt' || moment === 'tool')
        cases.push({ name: `${name}, by the launcher`, command: 'sh', args: [launcher, ...words], input })
    }
  }
  return cases
}

function timeAll(cases, options) {
  const times = cases.map(() => [])
  for (let round = -WARM_UP; round < rounds; round++)
    for (let i = 0; i < cases.length; i++) {
      const which = (i + round + WARM_UP) % cases.length
      cases[which].before?.()
      const took = runOnce(cases[which], options)
      if (round >= 0) times[which].push(took)
    }
  const medians = times.map((list) => ({
    ms: medianOf(list.map(({ ms }) => ms)),
    cpu: medianOf(list.map(({ cpu }) => cpu)),
  }))
  const [bare] = medians
  const isBusy = bare.ms > QUIET * bare.cpu
  return cases.map(({ name, target }, i) => {
    const { ms, cpu } = medians[i]
    return { name, ms, cpu, ratio: ms / bare.ms, cpuRatio: cpu / bare.cpu, target, isBusy }
  })
}

function isMissed({ target, ratio, cpuRatio, isBusy }) {
  return target !== undefined && (isBusy ? cpuRatio : ratio) > target
}

function runOnce({ command, args, input = '' }, { cwd, env }) {
  const text = typeof input === 'function' ? input() : input
  const ran = spawnSync('bash', ['-c', TIMED, 'bash', command, ...args], { cwd, env, input: text, encoding: 'utf8' })
  if (ran.status !== 0) throw new Error(`exit ${ran.status}: ${command} ${args.join(' ')}\n${ran.stderr}`)
  const [real, user, system] = ran.stderr.trim().split('\n').at(-1).split(' ').map(Number)
  return { ms: 1000 * real, cpu: 1000 * (user + system) }
}

function medianOf(list) {
  return list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)]
}

/** One session after the other, as opencode tells of them; what a handler starts is let to end between them. */
async function timePlugin(path, directory) {
  const { default: load } = await import(pathToFileURL(path))
  const plugin = load({ directory, worktree: directory, client: {} })
  const times = new Map()
  const time = async (name, handler, ...args) => {
    const from = performance.now()
    await plugin[handler](...args)
    times.set(name, [...(times.get(name) ?? []), performance.now() - from])
  }
  for (let round = 0; round < rounds; round++) {
    const sessionID = `ses_${round}`
    const event = (type, properties) => ({ event: { type, properties } })
    await time('a session begins', 'event', event('session.created', { info: { id: sessionID } }))
    await time('a prompt', 'chat.message', { sessionID }, { parts: [{ type: 'text', text: PROMPT }] })
    const transform = ['experimental.chat.system.transform', { sessionID }]
    await time('the first request, which carries the text', ...transform, { system: ['You are an agent.'] })
    await time('a request after it', ...transform, { system: ['You are an agent.'] })
    const bash = { tool: 'bash', sessionID, args: { command: COMMAND } }
    await time('before a command', 'tool.execute.before', bash, { args: bash.args })
    await time('after a command', 'tool.execute.after', bash, { output: 'x', metadata: { exit: 0 } })
    const read = { tool: 'read', sessionID, args: {} }
    await time('before another tool', 'tool.execute.before', read, { args: {} })
    await time('the end of a turn', 'event', event('session.idle', { sessionID }))
    await setTimeout(REST_MS)
  }
  return [...times].map(([name, list]) => ({ name, ms: medianOf(list), most: Math.max(...list) }))
}

function print(hooks, handlers) {
  const rows = hooks.map((one) => {
    const { name, ms, cpu, ratio, cpuRatio, target } = one
    const verdict = target ? `≤ ${target} ${isMissed(one) ? '✗' : '✓'}` : ''
    return `| ${name} | ${ms.toFixed(0)} ms | ${ratio.toFixed(2)} | ${cpu.toFixed(0)} ms | ${cpuRatio.toFixed(2)} | ${verdict} |`
  })
  const held = handlers.map(({ name, ms, most }) => `| ${name} | ${ms.toFixed(1)} ms | ${most.toFixed(1)} ms |`)
  return [
    `Decided by the time ${hooks[0].isBusy ? 'of the processor: others used the machine' : 'on the clock'}.`,
    '',
    '| event | median | times `node -e 0` | processor | times | target |',
    '| --- | --- | --- | --- | --- | --- |',
    ...rows,
    '',
    '| opencode waits for the plug-in | median | at most |',
    '| --- | --- | --- |',
    ...held,
    '',
  ].join('\n')
}
