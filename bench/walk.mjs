// The walk of a command through the source, as data: a build in which every function announces itself is run once for
// each way, and what was loaded, entered and called is counted. Figures to look at, never a test.
//
//     node bench/walk.mjs            the table
//     node bench/walk.mjs --files    and the files each way enters, in order
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { parseAst } from 'rolldown/parseAst'
import { build } from '../scripts/bundle.mjs'
import { root } from '../scripts/root.mjs'

const RECORDER = `const loaded = [], calls = []
globalThis.walkLoad = (file) => loaded.push(file)
globalThis.walkEnter = (file) => calls.push(file)
process.on('exit', () => require('node:fs').writeFileSync(process.env.WALK_OUT, JSON.stringify({ loaded, calls })))`
const scratch = mkdtempSync(join(tmpdir(), 'dogear-walk-'))
const dist = join(scratch, 'program', 'dist')
const recorder = join(scratch, 'recorder.cjs')
let turn = 0
let clockMs = Date.parse('2026-01-05T09:00:00Z')
const [home, work] = ['home', 'work'].map((name) => join(scratch, name))

try {
  mkdirSync(join(scratch, 'program'))
  await build(root, dist, { plugins: [announceFunctions()] })
  writeFileSync(recorder, RECORDER)
  const started = `{ dist: ${JSON.stringify(dist)}, env: process.env, require }`
  writeFileSync(join(scratch, 'dogear.cjs'), `require(${JSON.stringify(join(dist, 'boot.cjs'))}).start(${started})`)
  makeRepository()
  const rows = ways().map((way) => ({ way: way.title, ...walk(way) }))
  printTable(rows)
  if (process.argv.includes('--files'))
    for (const { way, files } of rows) console.log(`\n${way}\n  ${files.join('\n  ')}`)
} finally {
  rmSync(scratch, { recursive: true, force: true })
}

function ways() {
  const cli = (...args) => [join(scratch, 'dogear.cjs'), ...args]
  const hook = (event) => ({ args: [join(dist, 'hook.cjs'), 'claude-code'], input: JSON.stringify(event) })
  const session = { session_id: 'walk', transcript_path: join(scratch, 'session.jsonl'), cwd: work }
  const save = [
    'save',
    'walk',
    '--task',
    'totals of the cart',
    '--next',
    'add the discount',
    '--failed',
    'rounding up: it loses a cent',
  ]
  return [
    { title: 'dogear save (flags, git)', args: cli(...save) },
    { title: 'dogear save --no-git', args: cli(...save, '--no-git') },
    { title: 'dogear resume NAME', args: cli('resume', 'walk') },
    { title: 'dogear list', args: cli('list') },
    { title: 'start of a session', ...hook({ ...session, hook_event_name: 'SessionStart', source: 'startup' }) },
    { title: 'prompt, nothing to do', ...hook({ ...session, hook_event_name: 'UserPromptSubmit', prompt: 'add it' }) },
    { title: 'end of a turn, 60 new records', before: addTurns, ...hook({ ...session, hook_event_name: 'Stop' }) },
    { title: 'end of the next turn', before: addTurns, ...hook({ ...session, hook_event_name: 'Stop' }) },
    {
      title: 'before compaction',
      before: addTurns,
      ...hook({ ...session, hook_event_name: 'PreCompact', trigger: 'auto' }),
    },
    { title: 'start after compaction', ...hook({ ...session, hook_event_name: 'SessionStart', source: 'compact' }) },
    {
      title: 'save into decision-log',
      args: cli(...save, '--decision', 'cents: no rounding', '--layout', 'decision-log'),
    },
  ]
}

function walk({ args, input = '', before }) {
  before?.()
  const out = join(scratch, 'walk.json')
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    DOGEAR_HOME: join(home, '.dogear'),
    DOGEAR_NO_CODE_CACHE: '1',
    WALK_OUT: out,
  }
  const ran = spawnSync(process.execPath, ['--require', recorder, ...args], { cwd: work, input, env, encoding: 'utf8' })
  if (ran.status !== 0) throw new Error(`${args.join(' ')} ended with ${ran.status}:\n${ran.stdout}${ran.stderr}`)
  return summaryOf(JSON.parse(readFileSync(out, 'utf8')))
}

function summaryOf({ loaded, calls }) {
  const files = [...new Set(calls)]
  const roomOf = (file) => file.split('/')[1]
  const switches = (of) => calls.filter((file, i) => i > 0 && of(file) !== of(calls[i - 1])).length
  return {
    loaded: loaded.length,
    files,
    calls: calls.length,
    fileSwitches: switches((file) => file),
    roomSwitches: switches(roomOf),
  }
}

function printTable(rows) {
  console.log(
    '| way | modules loaded | files entered | calls | file switches | room switches |\n|---|---|---|---|---|---|',
  )
  for (const { way, loaded, files, calls, fileSwitches, roomSwitches } of rows)
    console.log(`| ${way} | ${loaded} | ${files.length} | ${calls} | ${fileSwitches} | ${roomSwitches} |`)
}

/** For rolldown: every module says that it is loaded, every function that it is entered. */
function announceFunctions() {
  return {
    name: 'announce-functions',
    transform: {
      filter: { id: /\/src\/.*\.ts$/ },
      handler(code, id) {
        const file = JSON.stringify(relative(root, id))
        const enter = `globalThis.walkEnter?.(${file})`
        const inserts = [{ at: 0, text: `globalThis.walkLoad?.(${file});` }]
        visitFunctions(parseAst(code, { lang: 'ts' }), ({ body }) => {
          if (body.type === 'BlockStatement' || body.type === 'FunctionBody')
            inserts.push({ at: body.start + 1, text: `${enter};` })
          else inserts.push({ at: body.start, text: `(${enter},` }, { at: body.end, text: ')' })
        })
        const fromTheEnd = inserts.toSorted((a, b) => b.at - a.at)
        return fromTheEnd.reduce((text, { at, text: more }) => text.slice(0, at) + more + text.slice(at), code)
      },
    },
  }
}

function visitFunctions(node, visit) {
  if (typeof node !== 'object' || node === null) return
  if (/^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type) && node.body) visit(node)
  for (const key in node) visitFunctions(node[key], visit)
}

function makeRepository() {
  mkdirSync(work, { recursive: true })
  mkdirSync(home, { recursive: true })
  writeFileSync(join(work, 'cart.ts'), 'export const total = 1\n')
  const git = (...args) =>
    spawnSync('git', ['-c', 'user.name=walk', '-c', 'user.email=walk@example.com', ...args], { cwd: work })
  git('init', '-q', '-b', 'main')
  git('add', '.')
  git('commit', '-q', '-m', 'cart')
  writeFileSync(join(work, 'cart.ts'), 'export const total = 2\n')
}

/** One prompt, 19 tool calls with their results and what follows them, as the client writes them. */
function addTurns() {
  turn += 1
  const lines = [record('user', `Make the total of cart ${turn} right.`)]
  for (let i = 0; i < 19; i++) {
    const id = `call-${turn}-${i}`
    const use =
      i % 3 === 0
        ? ['Edit', { file_path: join(work, 'cart.ts'), old_string: `${i}`, new_string: `${i + 1}` }]
        : ['Bash', { command: `npm test -- cart-${i}` }]
    lines.push(record('assistant', [{ type: 'text', text: `Now the case ${i}.` }]))
    lines.push(record('assistant', [{ type: 'tool_use', id, name: use[0], input: use[1] }]))
    lines.push(
      record('user', [{ type: 'tool_result', tool_use_id: id, content: 'ok\n'.repeat(20), is_error: i === 7 }]),
    )
  }
  lines.push(record('assistant', [{ type: 'text', text: 'Done. Next: add the discount.' }]))
  writeFileSync(join(scratch, 'session.jsonl'), `${lines.join('\n')}\n`, { flag: 'a' })
}

function record(role, content) {
  clockMs += 4000
  const id = `${role}-${clockMs}`
  const common = {
    parentUuid: null,
    isSidechain: false,
    userType: 'external',
    cwd: work,
    sessionId: 'walk',
    version: '2.1.0',
    gitBranch: 'main',
    uuid: id,
    timestamp: new Date(clockMs).toISOString(),
  }
  return JSON.stringify({
    ...common,
    type: role,
    message: {
      role,
      content,
      ...(role === 'assistant' && {
        id,
        type: 'message',
        model: 'claude',
        usage: { input_tokens: 10, output_tokens: 10 },
      }),
    },
  })
}
