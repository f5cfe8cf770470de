// Somebody who comes from a seed: an empty home, a repository, an agent whose session file and hooks are as Claude Code's. Every
// command and every hook is a process of its own, as for them.
import { spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { root } from '../../scripts/root.mjs'

export function newUser({ project }) {
  const top = realpathSync(mkdtempSync(join(tmpdir(), 'dogear-seed-')))
  const home = join(top, 'home')
  const dir = join(top, 'work', project)
  mkdirSync(home, { recursive: true })
  mkdirSync(dir, { recursive: true })
  const env = {
    PATH: [dirname(process.execPath), process.env.PATH ?? ''].join(delimiter),
    HOME: home,
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_SYSTEM: '/dev/null',
    GIT_AUTHOR_NAME: 'Mara',
    GIT_AUTHOR_EMAIL: 'mara@dogear.invalid',
    GIT_COMMITTER_NAME: 'Mara',
    GIT_COMMITTER_EMAIL: 'mara@dogear.invalid',
    LC_ALL: 'C.UTF-8',
    TZ: 'UTC',
  }
  const at = (path) => join(dir, path)
  const user = {
    home,
    dir,
    env,
    memory: join(home, '.claude', 'projects', dir.replace(/[^a-zA-Z0-9]/g, '-'), 'memory'),
    git: (...args) => spawnSync('git', args, { cwd: dir, env, encoding: 'utf8' }).stdout.trim(),
    write: (some, folder = dir) => {
      for (const [path, text] of Object.entries(some)) {
        mkdirSync(dirname(join(folder, path)), { recursive: true })
        writeFileSync(join(folder, path), text)
      }
    },
    remembers: (some) => user.write(some, user.memory),
    read: (path, folder = dir) => (existsSync(join(folder, path)) ? readFileSync(join(folder, path), 'utf8') : ''),
    recalls: (path) => user.read(path, user.memory),
    files: (folder) => (existsSync(at(folder)) ? readdirSync(at(folder)).sort() : []),
    isThere: (path, folder = dir) => existsSync(join(folder, path)),
    remove: (path, folder = dir) => rmSync(join(folder, path), { recursive: true }),
    age: (path, hours) => {
      const when = new Date(statSync(at(path)).mtimeMs - hours * 3_600_000)
      utimesSync(at(path), when, when)
    },
    /** The program in a terminal that nobody sits at, with environment `more`. */
    run: (...args) => start(user, [join(root, 'bin', 'dogear.js'), ...args]),
    runs: (more, ...args) => start(user, [join(root, 'bin', 'dogear.js'), ...args], { env: more }),
    /** What was typed to an agent, given to the program as the agent's skill does. */
    say: (words) => user.run('say', words),
    session: (startMs) => newSession(user, startMs),
    gone: () => rmSync(top, { recursive: true, force: true }),
  }
  user.git('init', '--quiet', '--initial-branch=main')
  user.write({ 'README.md': `# ${project}\n` })
  user.git('add', '--all')
  user.git('commit', '--quiet', '--message', 'first')
  return user
}

function start(user, args, { env = {}, input = '' } = {}) {
  const child = spawn(process.execPath, args, { cwd: user.dir, env: { ...user.env, ...env } })
  const ran = { out: '', err: '', code: null, needs: null }
  child.stdout.setEncoding('utf8').on('data', (text) => (ran.out += text))
  child.stderr.setEncoding('utf8').on('data', (text) => (ran.err += text))
  child.stdin.on('error', () => undefined).end(input)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      ran.code = code
      if (code === 3 && ran.out.startsWith('{')) ran.needs = JSON.parse(ran.out).needs
      resolve(ran)
    })
  })
}

/** A session of the agent: its file as the client writes it, and its hooks. */
function newSession(user, startMs = Date.now() - 60_000) {
  const id = randomUUID()
  const path = join(dirname(user.memory), `${id}.jsonl`)
  mkdirSync(dirname(path), { recursive: true })
  let count = 0
  let now = startMs
  let usage = { input_tokens: 10, output_tokens: 5, cache_read_input_tokens: 900, cache_creation_input_tokens: 0 }
  const write = (record) => {
    const common = { parentUuid: count === 0 ? null : `${id}-${count}`, uuid: `${id}-${++count}`, sessionId: id }
    const where = { cwd: user.dir, version: '2.1.300', gitBranch: user.git('branch', '--show-current') }
    const more = { timestamp: new Date((now += 200)).toISOString(), isSidechain: false, userType: 'external' }
    appendFileSync(path, `${JSON.stringify({ ...common, ...where, ...more, ...record })}\n`)
  }
  const assistant = (block) =>
    write({
      type: 'assistant',
      message: { id: `m${count}`, role: 'assistant', model: 'claude-sonnet-4-5', content: [block], usage },
    })
  const session = {
    id,
    path,
    wait: (ms) => void (now += ms),
    prompt: (text) => write({ type: 'user', message: { role: 'user', content: text } }),
    says: (text) => assistant({ type: 'text', text }),
    uses: (tokens) => void (usage = { ...usage, cache_read_input_tokens: tokens }),
    calls: (name, input, text = '', failed = false) => {
      const call = `toolu_${id}_${count}`
      assistant({ type: 'tool_use', id: call, name, input })
      const result = { type: 'tool_result', tool_use_id: call, content: text, ...(failed ? { is_error: true } : {}) }
      write({ type: 'user', message: { role: 'user', content: [result] } })
    },
    /** An event of the client; what the model and the user are told. */
    fire: async (event, more = {}) => {
      const message = { session_id: id, transcript_path: path, cwd: user.dir, hook_event_name: event, ...more }
      const env = { CLAUDE_PID: String(process.pid) }
      const ran = await start(user, [join(root, 'dist', 'hook.cjs'), 'claude-code'], {
        env,
        input: JSON.stringify(message),
      })
      const said = ran.out === '' ? {} : JSON.parse(ran.out)
      return {
        ...ran,
        model: said.hookSpecificOutput?.additionalContext ?? '',
        user: said.systemMessage ?? '',
        decision: said.decision ?? '',
        reason: said.reason ?? '',
      }
    },
    begins: (source = 'startup') => session.fire('SessionStart', { source }),
    types: (prompt) => session.fire('UserPromptSubmit', { prompt }),
    ends: (last = 'Done so far.') => session.fire('Stop', { last_assistant_message: last, stop_hook_active: false }),
    /** In this session, as the model calls the program. */
    run: (...args) => user.runs({ CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: id }, ...args),
    say: (words) => session.run('say', words),
  }
  return session
}
