/** How the stories of the seeds start the program and read what it said and wrote. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Desk } from '../../layouts/support/desk.js'
import { checkout } from '../../support/checkout.js'
import { cleanEnv, type Ran } from '../../support/world.js'

export interface Question {
  id: string
  question: string
  options: { value: string; label: string; detail?: string }[]
}

/** The question a command ended with, for the caller to answer. */
export function askedBy(ran: Ran): Question {
  if (ran.code !== 3) throw new Error(`expected a question, got exit ${ran.code}: ${ran.stdout}${ran.stderr}`)
  return ran.json<{ needs: Question }>().needs
}

/** Without the moment of the run: what is left is the same in every run. */
export function timeless(text: string): string {
  return text
    .replace(/\b\d{4}-\d\d-\d\d \d\d:\d\d\b/g, '<date> <time>')
    .replace(/\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d\d \d\d:\d\d\b/g, '<Mon DD> <time>')
}

/** Beside others; ends with its exit code, or null where it was killed after `killMs`. */
export function startDogear(one: Desk, args: readonly string[], killMs?: number): Promise<number | null> {
  const child = spawn(process.execPath, [join(checkout, 'bin', 'dogear.js'), ...args], {
    cwd: one.repo.dir,
    env: cleanEnv(one.home),
    stdio: 'ignore',
  })
  if (killMs !== undefined) setTimeout(() => child.kill('SIGKILL'), killMs)
  return new Promise((resolve) => child.on('exit', resolve))
}

/** Flags with their texts, as they are typed. */
export function flags(...given: readonly (readonly [name: string, text: string])[]): string[] {
  return given.flatMap(([name, text]) => [`--${name}`, text])
}
