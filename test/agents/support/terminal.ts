/** The interactive client in a pseudo-terminal. */
import { readFileSync } from 'node:fs'
import { spawn, type IPty } from '@lydell/node-pty'
import { onTestFinished } from 'vitest'
import type { Model } from '../model-server.js'
import { ALLOWED, enclosed, type Desk } from './desk.js'
import { eventually } from './eventually.js'

export interface Terminal {
  /** Types a line and sends it. */
  enter: (line: string) => Promise<void>
  /** Types a prompt, sends it and waits until the model has been asked `requests` times more and has answered. */
  ask: (prompt: string, requests?: number) => Promise<void>
  /** What the screen was sent so far, without colours and spaces: words are placed by cursor moves. */
  text: () => string
  /** Waits for words on the screen that came after the last line was sent. */
  until: (words: string) => Promise<void>
  /** Ends the client at once, as a crash does: nothing of its own runs any more. */
  crash: () => Promise<void>
  /** Leaves by `/exit`. */
  exit: () => Promise<void>
}

const PAUSE_MS = 150
const ECHO_MS = 3000
const RESEND_MS = 15_000

export async function openTerminal(
  client: string,
  desk: Desk,
  model: Model,
  args: readonly string[] = ALLOWED,
): Promise<Terminal> {
  const { argv, pidFile } = enclosed(client, model, args)
  const [command = '', ...rest] = argv
  const pty = spawn(command, rest, { cwd: desk.repo.dir, env: desk.env, cols: 120, rows: 40 })
  let raw = ''
  let gone = false
  let sent = 0
  pty.onData((data) => (raw += data))
  pty.onExit(() => (gone = true))
  onTestFinished(() => endIt(pty, pidFile, gone))
  const text = (): string => bare(raw)
  const ended = (): Promise<void> => eventually('the client to end', () => gone, text)
  const until = (words: string, from = 0): Promise<void> =>
    eventually(`“${words}” on the screen`, () => text().includes(squeezed(words), from), text)
  const enter = async (line: string): Promise<void> => {
    const before = text().length
    pty.write(line)
    // Where a letter already stands on the screen it is not sent again: then the echo cannot be found, and time must do.
    await eventually('the echo', () => text().includes(squeezed(line), before), text, ECHO_MS).catch(() => {})
    await pause()
    sent = text().length
    pty.write('\r')
  }
  // What clients before 2.1 show instead of the sign stands in their frames, too; the line below it does not.
  await eventually('a prompt on the screen', () => /❯|\?forshortcuts|shift\+tabtocycle/.test(text()), text)
  await pause()
  return {
    enter,
    text,
    until: (words) => until(words, sent),
    ask: async (prompt, requests = 1) => {
      const wanted = model.requests.length + requests
      const isAsked = (): boolean => model.requests.length >= wanted
      await enter(prompt)
      // Sent together with the last letters it would be part of the prompt: then it is sent once more, else it does nothing.
      await eventually('a request', () => model.requests.length > wanted - requests, text, RESEND_MS).catch(() =>
        pty.write('\r'),
      )
      await eventually(`${requests} requests after “${prompt}”`, isAsked, text)
      await pause()
    },
    crash: async () => {
      process.kill(Number(readFileSync(pidFile, 'utf8')), 'SIGKILL')
      await ended()
    },
    exit: async () => {
      await enter('/exit')
      await pause()
      if (!gone) pty.write('\r')
      await ended()
    },
  }
}

function endIt(pty: IPty, pidFile: string, gone: boolean): void {
  if (gone) return
  try {
    process.kill(Number(readFileSync(pidFile, 'utf8')), 'SIGKILL')
  } catch {
    pty.kill('SIGKILL')
  }
}

function pause(): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, PAUSE_MS))
}

function bare(raw: string): string {
  // oxlint-disable-next-line no-control-regex
  return squeezed(raw.replace(/\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|.)/g, ''))
}

function squeezed(text: string): string {
  return text.replace(/\s+/g, '')
}
