/**
 * `node scripts/make-old-home.mjs`: makes test/fixtures/home-0.1.0.tgz, a home and the work beside it as dogear 0.1.0
 * wrote them. That build is test/fixtures/dogear-0.1.0.tgz: `npm pack` of the version as it was published. Nothing of the
 * present build runs here. test/old-home.test.ts then runs the present build over it.
 *
 * It need not be run again: a fixture that is made anew by a later program proves nothing. It is kept to show what is in
 * there and how it came to be.
 *
 * All of it is made in /tmp/dogear-fixture, a path of no machine's, since entries and project records hold paths, and
 * entries cannot be changed afterwards (they are sealed). Wherever it is unpacked, dogear takes the repositories for moved
 * ones: so each has a first commit of its own, and memory folders are named from the home (~/…). The clock is set (the
 * file that does it is loaded by NODE_OPTIONS), the user is called dev, and compiled code, which is a machine's, is left out.
 */
import { spawnSync } from 'node:child_process'
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { root } from './root.mjs'

const FIXTURES = join(root, 'test', 'fixtures')
const PLACE = '/tmp/dogear-fixture'
const HOME = join(PLACE, 'home')
const SESSION = '0b9c1d52-3f0e-4a77-9c55-0d6f5f0a1e01'
const LAYOUTS = ['named-checkpoints', 'session-checkpoint', 'session-continuity', 'decision-log', 'quoin']

const program = join(mkdtempSync(join(tmpdir(), 'dogear-0.1.0-')), 'package')
let clockMs = Date.parse('2026-11-02T09:00:00Z')

rmSync(PLACE, { recursive: true, force: true })
run('tar', ['-xzf', join(FIXTURES, 'dogear-0.1.0.tgz'), '-C', dirname(program)])
// What it was installed with: without it there is no search index before Node 22.13.
symlinkSync(join(root, 'node_modules'), join(dirname(program), 'node_modules'))
mkdirSync(HOME, { recursive: true })
for (const layout of LAYOUTS) workIn(layout)
workWithout()
writeFileSync(
  join(PLACE, 'said.json'),
  `${JSON.stringify(Object.fromEntries([...LAYOUTS, 'plain'].map(whatItSays)), null, 2)}\n`,
)
pack()
for (const folder of [PLACE, dirname(program)]) rmSync(folder, { recursive: true })

/** The same work in each layout: two saves of one workstream, one of another. */
function workIn(layout) {
  const dir = repository(layout)
  dogear(dir, 'config', 'memory-dir', `~/memory/${layout}`)
  dogear(dir, 'config', 'layout', layout)
  dogear(dir, 'save', 'auth', ...stated(layout), '--next', 'Run npm test -- login')
  write(dir, { 'src/login.ts': 'export const ttl = 120\n' })
  dogear(dir, 'save', 'auth', '--overwrite', ...stated(layout), '--next', 'Refresh the token in src/login.ts, line 12')
  dogear(dir, 'save', 'billing', '--task', `Bill by the month (${layout})`, '--next', 'Ask Mia for the price list')
  dogear(dir, 'resume', 'auth', '--yes')
}

/** What 0.1.0 itself says is there: its list, what was cleared or consumed, and the whole history of each workstream. */
function whatItSays(name) {
  const json = (...args) => JSON.parse(dogear(join(PLACE, 'work', name), ...args, '--json'))
  const [list, cleared] = [json('list').workstreams, json('list', '--cleared').workstreams]
  const names = [...list, ...cleared].map((row) => row.name)
  return [name, { list, cleared, history: names.map((one) => json('history', one)) }]
}

// oxfmt-ignore
function stated(layout) {
  return [
    '--task', `Log in with a token (${layout})`, '--done', 'src/login.ts: the time to live, line 1',
    '--decision', 'JWT — no server state — rejected: sessions', '--failed', 'ttl 60 — logged out in the middle of work',
    '--question', 'How long may a token live?', '--file', 'src/login.ts:edited', '--command', 'npm test -- login',
  ]
}

/** Without a layout: notes, a fork, what was cleared, a session of Claude Code with its autosave, the search index. */
function workWithout() {
  const dir = repository('plain')
  dogear(dir, 'note', 'the token is checked in src/login.ts', '--type', 'decision', '--why', 'one place')
  dogear(dir, 'save', 'auth', ...stated('plain'), '--next', 'Run npm test -- login')
  dogear(dir, 'save', 'dropped', '--task', 'An idea that came to nothing', '--next', 'Try it with cookies')
  dogear(dir, 'clear', 'dropped')
  session(dir)
  dogear(dir, 'resume', 'auth', '--yes')
  dogear(dir, 'save', 'idle', '--auto', '--reason', 'idle', '--task', 'Made by itself', '--next', 'Look at the log')
  dogear(dir, 'note', 'left for the next save')
  dogear(dir, 'search', 'token')
  dogear(dir, 'list', '--all')
  dogear(dir, 'verify', '--all')
}

function session(dir) {
  const path = join(HOME, '.claude', 'projects', dir.replaceAll(/[^a-zA-Z0-9]/g, '-'), `${SESSION}.jsonl`)
  mkdirSync(dirname(path), { recursive: true })
  let count = 0
  const record = (type, content) => {
    count += 1
    const common = { uuid: `r${count}`, parentUuid: count === 1 ? null : `r${count - 1}`, sessionId: SESSION, cwd: dir }
    const more = {
      version: '2.1.300',
      gitBranch: 'main',
      isSidechain: false,
      timestamp: new Date(tick()).toISOString(),
    }
    const usage = { input_tokens: 10, output_tokens: 5, cache_read_input_tokens: 1000, cache_creation_input_tokens: 0 }
    const answer = { id: `m${count}`, model: 'claude-test', usage }
    const message = { role: type, content, ...(type === 'assistant' ? answer : {}) }
    appendFileSync(path, `${JSON.stringify({ ...common, ...more, type, message })}\n`)
  }
  const fire = (hook_event_name, more) => {
    const event = { session_id: SESSION, transcript_path: path, cwd: dir, hook_event_name, ...more }
    run(process.execPath, [join(program, 'dist', 'hook.cjs'), 'claude-code'], dir, JSON.stringify(event))
  }
  const edit = { file_path: join(dir, 'src/login.ts'), old_string: '60', new_string: '300' }
  const test = { command: 'npm test -- login', description: 'Run the tests' }
  fire('SessionStart', { source: 'startup' })
  record('user', 'Let a login last five minutes, and run the tests')
  fire('UserPromptSubmit', { prompt: 'Let a login last five minutes, and run the tests' })
  record('assistant', [{ type: 'tool_use', id: 't1', name: 'Edit', input: edit }])
  write(dir, { 'src/login.ts': 'export const ttl = 300\n' })
  record('user', [{ type: 'tool_result', tool_use_id: 't1', content: 'The file was updated.' }])
  record('assistant', [{ type: 'tool_use', id: 't2', name: 'Bash', input: test }])
  record('user', [
    { type: 'tool_result', tool_use_id: 't2', is_error: true, content: 'Exit code 1\n1 test failed: ttl' },
  ])
  fire('PostToolUseFailure', { tool_name: 'Bash', tool_input: test, tool_use_id: 't2', error: 'Exit code 1' })
  record('assistant', [{ type: 'text', text: 'It lasts five minutes now. Next step: mend the test in login.test.ts.' }])
  fire('Stop', { stop_hook_active: false, last_assistant_message: 'It lasts five minutes now.' })
  fire('SessionEnd', { reason: 'prompt_input_exit' })
}

function repository(name) {
  const dir = join(PLACE, 'work', name)
  write(dir, { 'src/login.ts': 'export const ttl = 60\n', 'README.md': `# ${name}\n` })
  run('git', ['init', '--quiet', '--initial-branch=main', dir])
  run('git', ['-C', dir, 'add', '--all'])
  run('git', ['-C', dir, 'commit', '--quiet', '--message', `First of ${name}`])
  // What git puts there by itself is much and says nothing.
  for (const extra of ['hooks', 'info', 'description'])
    rmSync(join(dir, '.git', extra), { recursive: true, force: true })
  return dir
}

function write(dir, files) {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, path)), { recursive: true })
    writeFileSync(join(dir, path), text)
  }
}

function dogear(dir, ...args) {
  return run(process.execPath, [join(program, 'bin', 'dogear.js'), ...args], dir)
}

/** Each command a minute after the one before. */
function tick() {
  clockMs += 60_000
  return clockMs
}

function run(command, args, cwd = PLACE, input = '') {
  const when = new Date(tick()).toISOString()
  const dev = { name: 'dev', mail: 'dev@dogear.invalid' }
  const env = {
    PATH: process.env.PATH,
    HOME,
    USER: dev.name,
    LC_ALL: 'C.UTF-8',
    TZ: 'UTC',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_SYSTEM: '/dev/null',
    GIT_AUTHOR_NAME: dev.name,
    GIT_AUTHOR_EMAIL: dev.mail,
    GIT_AUTHOR_DATE: when,
    GIT_COMMITTER_NAME: dev.name,
    GIT_COMMITTER_EMAIL: dev.mail,
    GIT_COMMITTER_DATE: when,
    DOGEAR_NO_CODE_CACHE: '1',
    NODE_OPTIONS: `--require ${join(root, 'test/faults/support/clock.cjs')}`,
    DOGEAR_TEST_CLOCK: String(clockMs),
  }
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: command === 'tar' ? '/' : cwd,
    env,
    input,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${status} ${stdout}${stderr}`)
  return stdout
}

function pack() {
  rmSync(join(HOME, '.local/share/dogear/index/code'), { recursive: true, force: true })
  const same = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', '--mtime=2026-11-02T12:00:00Z']
  run('tar', [
    ...same,
    '--use-compress-program=gzip -9n',
    '-cf',
    join(FIXTURES, 'home-0.1.0.tgz'),
    '-C',
    PLACE,
    'home',
    'work',
    'said.json',
  ])
}
