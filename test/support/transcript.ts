/** The session shown in the README: read from it, and played again in a real terminal with the real program. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { spawn } from '@lydell/node-pty'
import { checkout } from './checkout.js'
import { cleanEnv, type Env, scratchRepo, tempDir } from './world.js'

export interface Step {
  /** As typed, with its continued lines. */
  command: string
  output: string
}

const WIDTH = 96
const PROMPT = '$ '

/** The block after the line `<!-- transcript -->`. */
export function findTranscript(markdown: string): string {
  const match = /<!-- transcript -->\n```console\n([\s\S]*?)```/.exec(markdown)
  if (!match) throw new Error('the README has no transcript: a console block after the line <!-- transcript -->')
  return match[1] as string
}

export function parseTranscript(text: string): Step[] {
  const steps: Step[] = []
  let continued = false
  for (const line of text.split('\n').slice(0, -1)) {
    const last = steps.at(-1)
    if (line.startsWith(PROMPT)) steps.push({ command: line.slice(PROMPT.length), output: '' })
    else if (!last) throw new Error(`the transcript must begin with "${PROMPT}": ${line}`)
    else if (continued) last.command += `\n${line}`
    else last.output += `${line}\n`
    continued = line.endsWith('\\') && (line.startsWith(PROMPT) || continued)
  }
  return steps
}

export function printTranscript(steps: readonly Step[]): string {
  return steps.map(({ command, output }) => `${PROMPT}${command}\n${output}`).join('')
}

/** Runs the commands one after the other in a fresh repository. */
export async function replay(steps: readonly Step[]): Promise<Step[]> {
  const { dir } = scratchRepo({
    'src/checkout.js': 'export const retries = 3\n',
    'src/money.js': 'export const cents = (euros) => Math.round(euros * 100)\n',
    'src/tax.js': 'export const rate = 0.19\n',
  })
  const env = installedEnv()
  const played: Step[] = []
  for (const { command } of steps) played.push({ command, output: await runInTerminal(command, dir, env) })
  return played
}

/** What differs from run to run, in one spelling: ids, the moment, the machine. */
export function normalise(text: string): string {
  return text
    .replaceAll(`you@${hostname()}`, 'you@laptop')
    .replace(/(saved \(|Entry |--entry )[0-9a-hjkmnp-tv-z]{7}\b/g, '$1k3f9xq2')
    .replace(/\(\d{4}-\d\d-\d\d \d\d:\d\d [+-]\d\d:\d\d\)/g, '(2026-11-15 09:42 +00:00)')
    .replace(/ +$/gm, '')
}

/** An environment in which `dogear` is a command, as after an installation. */
export function installedEnv(): Env {
  return { ...cleanEnv(tempDir()), PATH: `${programFolder()}:${process.env['PATH']}`, USER: 'you', NO_COLOR: '1' }
}

function runInTerminal(command: string, cwd: string, env: Env): Promise<string> {
  return new Promise((resolve) => {
    const terminal = spawn('sh', ['-c', command], { name: 'xterm', cols: WIDTH, rows: 60, cwd, env })
    let said = ''
    terminal.onData((data) => (said += data))
    terminal.onExit(() => resolve(said.replaceAll('\r\n', '\n')))
  })
}

function programFolder(): string {
  const folder = join(tempDir(), 'bin')
  mkdirSync(folder)
  const line = `#!/bin/sh\nexec '${process.execPath}' '${join(checkout, 'bin', 'dogear.js')}' "$@"\n`
  writeFileSync(join(folder, 'dogear'), line, { mode: 0o755 })
  return folder
}
