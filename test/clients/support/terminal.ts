/** A real client with a person before it: a pseudo-terminal, and the scripted model beside it. */
import { spawn } from '@lydell/node-pty'
import { onTestFinished } from 'vitest'
import { eventually } from '../../agents/support/eventually.js'
import { besideModel, type Box, hookLines, type Request, requestsIn } from './box.js'
import type { Client, Step } from './client.js'

export interface Terminal {
  /** Types a prompt and waits until the model has been asked `times` times for it. */
  ask(prompt: string, times: number): Promise<void>
  /** Types a command of the client's own. `done`: what the screen shows then. */
  command(line: string, done?: string): Promise<void>
  until(what: string, holds: () => boolean): Promise<void>
  /** All that has stood on the screen, without its white space. */
  shown(): string
  end(): Promise<void>
  readonly requests: readonly Request[]
}

/** A loaded machine is slow, not wrong. */
const PATIENCE_MS = 180_000
const ECHO_MS = 5000
const AGAIN_MS = 20_000
/** The screen has come to rest: what is typed then is read. */
const REST_MS = 700

export async function openTerminal(box: Box, client: Client, steps: readonly Step[]): Promise<Terminal> {
  const { args, ready, dialogs = [] } = client.terminal as NonNullable<Client['terminal']>
  const { command, log, env } = besideModel(box, client, steps, args)
  const pty = spawn('unshare', command, { cwd: box.repo.dir, env, cols: 140, rows: 45 })
  let raw = ''
  let changedMs = Date.now()
  let gone = false
  pty.onData((data) => {
    raw += data
    changedMs = Date.now()
  })
  pty.onExit(() => (gone = true))
  onTestFinished(() => endNow())
  const shown = (): string => bare(raw)
  const turns = (): number => requestsIn(log).filter(({ kind }) => kind === 'turn').length
  const until = (what: string, holds: () => boolean, ms = PATIENCE_MS): Promise<void> =>
    eventually(`${client.agent}: ${what}`, holds, () => `${shown()}\n${JSON.stringify(hookLines(box))}`, ms)
  // Some have a cursor or a spinner that never rests.
  const rest = (): Promise<void> => until('rest', () => Date.now() - changedMs > REST_MS, 4 * REST_MS).catch(() => {})

  function endNow(): void {
    if (!gone) process.kill(-pty.pid, 'SIGKILL')
  }

  /** Sent together with the last letters it would be part of the line. */
  async function enter(line: string): Promise<void> {
    const before = shown().length
    pty.write(line)
    // Where a letter already stands on the screen it is not sent again: then the echo cannot be found, and rest must do.
    await until('the echo', () => shown().includes(squeezed(line), before), ECHO_MS).catch(() => {})
    await rest()
    pty.write('\r')
  }

  let answered = 0
  for (;;) {
    const isAsked = (): boolean => dialogs.slice(answered).some(([words]) => shown().includes(squeezed(words)))
    await until('a prompt', () => isAsked() || shown().includes(squeezed(ready)))
    await rest()
    if (!isAsked()) break
    pty.write(dialogs[answered++]?.[1] ?? '')
  }
  return {
    get requests() {
      return requestsIn(log)
    },
    until,
    shown,
    async ask(prompt, times) {
      const wanted = turns() + times
      await enter(prompt)
      await until('a request', () => turns() > wanted - times, AGAIN_MS).catch(() => pty.write('\r'))
      await until(`${times} requests for "${prompt}"`, () => turns() >= wanted)
      await rest()
    },
    async command(line, done = '') {
      await enter(line)
      await until(`“${done}”`, () => shown().includes(squeezed(done)))
      await rest()
    },
    async end() {
      endNow()
      await until('its end', () => gone)
    },
  }
}

function bare(raw: string): string {
  // oxlint-disable-next-line no-control-regex
  return squeezed(raw.replace(/\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|.)/g, ''))
}

function squeezed(text: string): string {
  return text.replace(/\s+/g, '')
}
