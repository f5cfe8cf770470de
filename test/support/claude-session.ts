/** Writes a session file as Claude Code does, where Claude Code would have put it. Only the shapes of the records are its own. */
import { appendFileSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

export interface ClaudeSession {
  path: string
  /** What follows happens that much later. */
  wait(ms: number): void
  prompt(text: string): void
  say(text: string): void
  /** What the service counts for each answer from here on. */
  counts(usage: object): void
  /** A tool call and its answer. */
  use(name: string, input: object, answer?: { error?: boolean; text?: string; result?: unknown }): void
}

export function claudeSession(
  config: string,
  cwd: string,
  session: string,
  startMs: number = Date.now() - 60_000,
): ClaudeSession {
  const path = join(config, 'projects', cwd.replace(/[^a-zA-Z0-9]/g, '-'), `${session}.jsonl`)
  mkdirSync(dirname(path), { recursive: true })
  let count = 0
  let now = startMs
  let usage: object = {
    input_tokens: 10,
    output_tokens: 5,
    cache_read_input_tokens: 1000,
    cache_creation_input_tokens: 0,
  }
  const write = (record: object): void => {
    const uuid = `r${++count}`
    const timestamp = new Date((now += 100)).toISOString()
    const common = {
      parentUuid: count === 1 ? null : `r${count - 1}`,
      uuid,
      timestamp,
      sessionId: session,
      cwd,
      version: '2.1.300',
      gitBranch: branchIn(cwd),
      isSidechain: false,
      userType: 'external',
    }
    appendFileSync(path, `${JSON.stringify({ ...common, ...record })}\n`)
  }
  const assistant = (block: object): void =>
    write({
      type: 'assistant',
      message: {
        id: `m${count}`,
        role: 'assistant',
        model: 'claude-test',
        content: [block],
        usage,
      },
    })
  return {
    path,
    wait: (ms) => {
      now += ms
    },
    prompt: (text) => write({ type: 'user', message: { role: 'user', content: text } }),
    counts: (counted) => {
      usage = counted
    },
    say: (text) => assistant({ type: 'text', text }),
    use: (name, input, answer = {}) => {
      const id = `toolu_${count}`
      assistant({ type: 'tool_use', id, name, input })
      const content = [
        {
          type: 'tool_result',
          tool_use_id: id,
          content: answer.text ?? '',
          ...(answer.error ? { is_error: true } : {}),
        },
      ]
      write({
        type: 'user',
        message: { role: 'user', content },
        ...(answer.result === undefined ? {} : { toolUseResult: answer.result }),
      })
    },
  }
}

/** As the client goes on writing. */
export function appendLines(path: string, lines: readonly string[]): void {
  appendFileSync(path, lines.map((line) => `${line}\n`).join(''))
}

/** As the client says it; `main` where the session is only made up. */
function branchIn(cwd: string): string {
  try {
    const git = join(cwd, '.git')
    const folder = statSync(git).isDirectory() ? git : readFileSync(git, 'utf8').trim().replace('gitdir: ', '')
    return /^ref: refs\/heads\/(.+)\n/.exec(readFileSync(join(folder, 'HEAD'), 'utf8'))?.[1] ?? 'HEAD'
  } catch {
    return 'main'
  }
}
