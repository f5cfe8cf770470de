// The texts that bench/resume.mjs compares: what the real hooks hand over, and what one could hand over without dogear.
import { spawn, spawnSync } from 'node:child_process'
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { root } from '../scripts/root.mjs'

export const BASELINE = 'last messages, 6,000'

/** Text by name, for one cut. */
export function textsFor(cut) {
  const recent = [...new Set(cut.before.flatMap(({ files = [] }) => files.map(({ path }) => path)).toReversed())]
  return {
    ...(cut.agent === 'claude-code' ? played(cut) : { 'dogear brief': briefOf(cut) }),
    [BASELINE]: lastMessages(cut, 6000),
    'last messages, 2,500': lastMessages(cut, 2500),
    'recent files, 2,500': recent.join('\n').slice(0, 2500),
    ...(cut.summary === ''
      ? {}
      : {
          'native summary, whole': cut.summary,
          'native summary, 6,000': cut.summary.slice(0, 6000),
          'native summary, 2,500': cut.summary.slice(0, 2500),
        }),
  }
}

/** The end of the conversation as it was, a call in one line. */
function lastMessages({ before }, room) {
  const lines = []
  for (const { kind, text } of before.toReversed()) {
    if (kind === 'prompt' || kind === 'say')
      lines.push(`${kind === 'say' ? 'assistant' : 'user'}: ${text.slice(0, 1500)}`)
    else if (kind === 'call') lines.push(`call: ${text.slice(0, 200)}`)
    if (lines.reduce((sum, line) => sum + line.length, 0) > room) break
  }
  return lines.toReversed().join('\n').slice(-room)
}

function briefOf({ lines }) {
  const scratch = mkdtempSync(join(tmpdir(), 'dogear-bench-'))
  try {
    const file = join(scratch, 'cut.jsonl')
    writeFileSync(file, `${lines.join('\n')}\n`)
    const args = [join(root, 'bin', 'dogear.js'), 'brief', '--budget', '2500', '--transcript', file]
    const ran = spawnSync(process.execPath, args, {
      encoding: 'utf8',
      env: { ...process.env, DOGEAR_HOME: join(scratch, 'home') },
    })
    return ran.stdout
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

/** The session as the hooks of the client see it, in a repository of stubs: every file that it touched is there. */
function played(cut) {
  const scratch = mkdtempSync(join(tmpdir(), 'dogear-bench-'))
  const clients = []
  try {
    const repo = join(scratch, 'repo')
    makeRepo(repo, cut)
    const begin = (session) => {
      const client = spawn('sleep', ['600'], { stdio: 'ignore' })
      clients.push(client)
      const file = join(scratch, `${session}.jsonl`)
      appendFileSync(file, '')
      return { file, fire: (event, more) => fire({ scratch, repo, session, file, pid: client.pid }, event, more) }
    }
    const first = begin('11111111-1111-4111-8111-111111111111')
    first.fire('SessionStart', { source: 'startup' })
    appendFileSync(first.file, `${cut.lines.map((line) => moved(line, cut.cwd, repo)).join('\n')}\n`)
    if (cut.kind === 'compact') {
      first.fire('PreCompact', { trigger: 'auto' })
      return { 'dogear, after a compaction': first.fire('SessionStart', { source: 'compact' }) }
    }
    first.fire('Stop', { stop_hook_active: false })
    first.fire('SessionEnd', { reason: 'prompt_input_exit' })
    const second = begin('22222222-2222-4222-8222-222222222222')
    const unasked = second.fire('SessionStart', { source: 'startup' })
    const real = second.fire('UserPromptSubmit', { prompt: cut.prompt })
    const third = begin('33333333-3333-4333-8333-333333333333')
    const again = third.fire('SessionStart', { source: 'startup' })
    const asked = third.fire('UserPromptSubmit', { prompt: "what's next?" })
    return {
      'dogear, unasked': unasked,
      'dogear, asked': `${again}\n${asked}`,
      'dogear, its own first prompt': `${unasked}\n${real}`,
    }
  } finally {
    for (const client of clients) client.kill('SIGKILL')
    rmSync(scratch, { recursive: true, force: true })
  }
}

function makeRepo(repo, { before, cwd }) {
  const files = before.flatMap((step) => step.files ?? []).filter(({ path }) => path.startsWith(`${cwd}/`))
  mkdirSync(repo, { recursive: true })
  writeFileSync(join(repo, 'README'), 'x\n')
  const write = (path, text) => {
    const here = join(repo, path.slice(cwd.length))
    try {
      mkdirSync(dirname(here), { recursive: true })
      appendFileSync(here, text)
    } catch {
      // What is a folder in one place and a file in another cannot be both.
    }
  }
  const git = (...args) =>
    spawnSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.invalid', ...args], {
      cwd: repo,
      stdio: 'ignore',
    })
  git('init', '--quiet', '--initial-branch=main')
  for (const { path } of files) write(path, 'x\n')
  git('add', '--all')
  git('commit', '--quiet', '--message', 'base')
  for (const { path, edit } of files) if (edit) write(path, 'y\n')
}

function moved(line, cwd, repo) {
  return line.replaceAll(`${cwd}/`, `${repo}/`).replaceAll(`"${cwd}"`, `"${repo}"`)
}

function fire({ scratch, repo, session, file, pid }, event, more) {
  const message = { session_id: session, transcript_path: file, cwd: repo, hook_event_name: event, ...more }
  const ran = spawnSync(process.execPath, [join(root, 'dist', 'hook.cjs'), 'claude-code'], {
    cwd: repo,
    encoding: 'utf8',
    input: JSON.stringify(message),
    env: {
      PATH: process.env.PATH,
      HOME: join(scratch, 'user'),
      DOGEAR_HOME: join(scratch, 'home'),
      CLAUDE_PID: String(pid),
      LANG: 'C.UTF-8',
    },
  })
  return ran.stdout === '' ? '' : (JSON.parse(ran.stdout).hookSpecificOutput?.additionalContext ?? '')
}
