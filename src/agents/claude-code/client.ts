/** Which Claude Code is installed here, and what of a settings file it takes. */
import { delimiter, isAbsolute, join } from 'node:path'
import { statOf } from '../../platform/files/files.js'
import { realPathOf } from '../../platform/place.js'
import { tryProgram } from '../../platform/process/command.js'
import type { Machine } from '../agent.js'
import { configRoot } from './folders.js'

export interface Client {
  program: string
  /** "2.1.325" */
  version: string
}

/** Each of these was run, with hooks as they are written for it; before the first nothing was. */
export const OLDEST = '2.0.30'
/** From here on every hook is taken. */
export const COMPLETE = '2.1.78'

const ASK_MS = 10_000

/** Null: there is none on the PATH or where its own installers put it, or it does not say which it is. */
export function clientHere(machine: Machine): Client | null {
  const program = programsOf(machine).find((path) => statOf(realPathOf(path))?.isFile)
  if (program === undefined) return null
  const asked = tryProgram(program, ['--version'], { input: '', cwd: '/', env: machine.env, timeoutMs: ASK_MS })
  const version = /^(\d+\.\d+\.\d+)/.exec(asked.stdout.trim())?.[1]
  return version === undefined ? null : { program, version }
}

function programsOf(machine: Machine): string[] {
  const path = (machine.env['PATH'] ?? '').split(delimiter).filter((folder) => isAbsolute(folder))
  const own = [join(configRoot(machine), 'local'), join(machine.userHome, '.local', 'bin')]
  return [...path, ...own].map((folder) => join(folder, 'claude'))
}

/**
 * Why the client will not take a text that this program can read: it wants JSON to the letter, and drops the whole file,
 * the user's own rules with it. Null: it takes it.
 */
export function refusalOf(text: string): string | null {
  try {
    JSON.parse(text.replace(/^\uFEFF/, ''))
    return null
  } catch {
    const lines = text.split('\n')
    const at = lines.findIndex((line) => /^\s*(?:\/\/|\/\*)|(?:^|[^:"\\])\/[/*]/.test(line))
    const what = at === -1 ? 'a comma too many' : `a comment in line ${at + 1}`
    return `${what}, for which Claude Code drops the whole file: none of its rules and hooks holds`
  }
}
