// `npm run bench:agents`: what the moments that come often cost in every agent, and how long the plug-in holds its client up.
// A hook: the whole process as the client starts it, by its launcher, and the hook program alone, against a bare start of the
// same Node in the same run. The plug-in: the time until each of its handlers has returned, in the process it is loaded into.
//   --rounds N     other than 20
//   --json
// Exit 1: a target was missed. It is for the hook program; the launcher before it is a shell and one small file.
import { spawnSync } from 'node:child_process'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { root } from '../scripts/root.mjs'
import { setup } from '../scripts/setup.mjs'
import { cleanEnv, copyProgram, makeRepository, makeScratch } from './scratch.mjs'

const { values: flags } = parseArgs({ options: { rounds: { type: 'string' }, json: { type: 'boolean' } } })
const rounds = Number(flags.rounds ?? 20)
const WARM_UP = 2
const TARGET = 1.15
const PROMPT = 'Rename the parser in src/part-3 and run its tests'
const COMMAND = 'git diff --stat'
const REST_MS = 400

await setup()
const scratch = makeScratch()
try {
  const { hooks, handlers } = await measureAll()
  process.stdout.write(flags.json ? `${JSON.stringify({ hooks, handlers }, null, 2)}\n` : print(hooks, handlers))
  if (hooks.some(({ target, ratio }) => ratio > target)) process.exitCode = 1
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

/** As the clients send them: a start, and what comes with every prompt or every tool. `word`: in the line that calls dogear. */
function momentsIn(cwd, session) {
  const common = { session_id: session, cwd, transcript_path: join(cwd, 'none.jsonl') }
  const usual = (name, more) => ({ ...common, hook_event_name: name, ...more })
  const tool = (name, input = { command: COMMAND }) => ({ tool_name: name, tool_input: input })
  const start = usual('SessionStart', { source: 'startup' })
  const typed = usual('UserPromptSubmit', { prompt: PROMPT })
  const before = (name) => usual('PreToolUse', tool(name))
  const told = (event, more) => ({ event, session, folders: [cwd], ...more })
  const plugin = {
    start: told('session-start', { source: 'startup' }),
    prompt: told('prompt', { prompt: PROMPT }),
    tool: told('before-tool', { tool: 'bash', input: { command: COMMAND } }),
  }
  const copilot = { sessionId: session, timestamp: 1, cwd }
  const cline = { sessionContext: { rootSessionId: session }, workspaceRoots: [cwd] }
  const grok = (name, more) => usual(name, { hookEventName: name, ...more })
  return {
    'claude-code': { start, prompt: typed, tool: before('Bash') },
    codex: { start, prompt: typed },
    'gemini-cli': {
      start,
      prompt: usual('BeforeAgent', { prompt: PROMPT }),
      tool: usual('AfterTool', { ...tool('run_shell_command'), tool_response: { llmContent: 'Output: x' } }),
    },
    'copilot-cli': {
      start: [{ ...copilot, source: 'new' }, 'sessionStart'],
      prompt: [{ ...copilot, prompt: PROMPT }, 'userPromptSubmitted'],
      tool: [
        { ...copilot, toolName: 'bash', toolArgs: { command: COMMAND }, toolResult: { resultType: 'success' } },
        'postToolUse',
      ],
    },
    'qwen-code': { start, prompt: { ...typed, submitted_prompt: PROMPT }, tool: before('run_shell_command') },
    droid: { start, prompt: typed },
    grok: {
      start: grok('SessionStart', { source: 'new' }),
      tool: grok('PostToolUse', { ...tool('run_terminal_command'), toolResult: { exit_code: 0 } }),
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

/** Two for each moment: the program alone, and by the launcher. */
function casesOf(cwd, launcher, dogear, options) {
  const hook = join(scratch.dir, 'program', 'dist', 'hook.cjs')
  const cases = [{ name: 'node -e 0', command: process.execPath, args: ['-e', '0'] }]
  for (const agent of Object.keys(momentsIn(cwd, ''))) {
    const { start, ...moments } = momentsIn(cwd, `of-${agent}`)[agent]
    const callOf = (moment) => {
      const [message, ...word] = [moment].flat()
      return { input: JSON.stringify(message), words: [agent, ...word] }
    }
    const { input, words } = callOf(start)
    runOnce({ command: process.execPath, args: [hook, ...words], input }, options)
    // In a session that has worked, as nearly all are that a prompt or a tool comes in.
    const save = ['save', `of-${agent}`, '--session', `of-${agent}`, '--next', 'Run npm test', '--no-transcript']
    runOnce({ command: process.execPath, args: [dogear, ...save] }, options)
    for (const [moment, what] of Object.entries(moments)) {
      const { input: text, words: own } = callOf(what)
      const name = `${agent}, ${moment === 'tool' ? 'a tool' : 'a prompt'}`
      cases.push({ name, target: TARGET, command: process.execPath, args: [hook, ...own], input: text })
      cases.push({ name: `${name}, by the launcher`, command: 'sh', args: [launcher, ...own], input: text })
    }
  }
  return cases
}

function timeAll(cases, options) {
  const times = cases.map(() => [])
  for (let round = -WARM_UP; round < rounds; round++)
    for (let i = 0; i < cases.length; i++) {
      const which = (i + round + WARM_UP) % cases.length
      const ms = runOnce(cases[which], options)
      if (round >= 0) times[which].push(ms)
    }
  const medians = times.map(medianOf)
  return cases.map(({ name, target }, i) => ({ name, ms: medians[i], ratio: medians[i] / medians[0], target }))
}

function runOnce({ command, args, input = '' }, { cwd, env }) {
  const from = performance.now()
  const ran = spawnSync(command, args, { cwd, env, input, encoding: 'utf8' })
  const ms = performance.now() - from
  if (ran.status !== 0) throw new Error(`exit ${ran.status}: ${command} ${args.join(' ')}\n${ran.stderr}`)
  return ms
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
  const rows = hooks.map(({ name, ms, ratio, target }) => {
    const verdict = target ? `≤ ${target} ${ratio <= target ? '✓' : '✗'}` : ''
    return `| ${name} | ${ms.toFixed(0)} ms | ${ratio.toFixed(2)} | ${verdict} |`
  })
  const held = handlers.map(({ name, ms, most }) => `| ${name} | ${ms.toFixed(1)} ms | ${most.toFixed(1)} ms |`)
  return [
    '| event | median | times `node -e 0` | target |',
    '| --- | --- | --- | --- |',
    ...rows,
    '',
    '| opencode waits for the plug-in | median | at most |',
    '| --- | --- | --- |',
    ...held,
    '',
  ].join('\n')
}
