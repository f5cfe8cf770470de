/** The program in a real terminal, with keys typed as its texts appear. */
import { join } from 'node:path'
import { spawn } from '@lydell/node-pty'
import { checkout } from './checkout.js'
import { cleanEnv, type Env } from './world.js'

interface Shown {
  code: number
  text: string
}

interface TerminalOptions {
  cwd: string
  home: string
  env?: Env
  cols?: number
  /** One after the other: what is typed once its text has appeared. */
  keys?: readonly [seen: string, typed: string | (() => string)][]
}

export function runInTerminal(args: readonly string[], { cwd, home, ...more }: TerminalOptions): Promise<Shown> {
  const keys = [...(more.keys ?? [])]
  const env = { ...cleanEnv(home), TERM: 'xterm-256color', ...more.env }
  const program = join(checkout, 'bin', 'dogear.js')
  const pty = spawn(process.execPath, [program, ...args], { cwd, env, cols: more.cols ?? 80, rows: 40 })
  let text = ''
  let seen = 0
  pty.onData((data) => {
    text += data
    const [next] = keys
    const at = next ? text.indexOf(next[0], seen) : -1
    if (!next || at === -1) return
    keys.shift()
    seen = at + next[0].length
    setTimeout(() => pty.write(typeof next[1] === 'string' ? next[1] : next[1]()), 50)
  })
  return new Promise((resolve) => pty.onExit(({ exitCode }) => resolve({ code: exitCode, text })))
}
