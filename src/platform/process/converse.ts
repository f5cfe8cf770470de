/** A program that is told something by lines and answers by lines, and that would go on for ever: until it has said it. */
interface Conversation {
  input: string
  /** Its stdin stays open until a line is this. */
  until(line: string): boolean
  cwd: string
  env: Readonly<Record<string, string | undefined>>
  timeoutMs: number
}

const MAX_BYTES = 4_000_000

/** The line that was waited for; null: it did not come in time, or the program could not be started. Never throws. */
export function converse(program: string, args: readonly string[], talk: Conversation): Promise<string | null> {
  const { spawn } = process.getBuiltinModule('node:child_process')
  const { input, until, cwd, env, timeoutMs } = talk
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd, env: { ...env }, stdio: ['pipe', 'pipe', 'ignore'] })
    let rest = ''
    let bytes = 0
    const end = (line: string | null): void => {
      clearTimeout(timer)
      child.stdout.destroy()
      child.kill('SIGKILL')
      resolve(line)
    }
    const timer = setTimeout(() => end(null), timeoutMs)
    child.on('error', () => end(null)).on('close', () => end(null))
    child.stdin.on('error', () => {}).write(input)
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      bytes += text.length
      const lines = (rest + text).split('\n')
      rest = lines.pop() ?? ''
      const found = lines.find(until)
      if (found !== undefined) end(found)
      else if (bytes > MAX_BYTES) end(null)
    })
  })
}
