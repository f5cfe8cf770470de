/** The one printer of errors. In a terminal three short lines; for programs one JSON document. Returns the exit code. */
import { DogearError, EXIT } from '../../core/errors.js'
import { cleanLine, cleanText } from '../../core/text/text.js'
import type { Damage } from '../../store/entries/entries.js'
import type { Context } from '../context.js'
import type { Env, Output } from './output.js'

export function reportError(error: unknown, output: Output, env: Env): number {
  // Whoever read our output has gone (`dogear list | head -1`): nobody is left to tell.
  if (isBrokenPipe(error)) return EXIT.ok
  if (!(error instanceof DogearError)) return reportDefect(error, output, env)
  if (error.needs) return reportQuestion(error, output)
  const { code, message, expected, next } = error
  if (output.json) output.printJson({ error: { code, message, expected, next } })
  else printToPerson(error, output)
  return error.exitCode
}

export function isBrokenPipe(error: unknown): boolean {
  const { code, syscall } = (error ?? {}) as { code?: unknown; syscall?: unknown }
  return code === 'EPIPE' && syscall === 'write'
}

/** Nobody is there to choose, so the caller gets the question and can ask its user. */
function reportQuestion(error: DogearError, output: Output): number {
  if (!output.json)
    output.warn(`dogear: ${cleanLine(error.message)}\n  next: ${cleanLine(error.needs?.answerWith ?? '')}`)
  output.printJson({ needs: error.needs })
  return error.exitCode
}

function printToPerson(error: DogearError, output: Output): void {
  const { red, dim } = output.errorStyle
  const lines = [`${red('dogear:')} ${cleanText(error.message)}`]
  if (error.expected) lines.push(`  ${dim('expected:')} ${cleanText(error.expected)}`)
  if (error.next) lines.push(`  ${dim('next:')} ${cleanText(error.next)}`)
  output.fail(lines.join('\n'))
}

function reportDefect(error: unknown, output: Output, env: Env): number {
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error)
  const message = cleanLine(error instanceof Error ? error.message : String(error))
  const next = 'run it again with DOGEAR_DEBUG=1 and report what it prints, with the command'
  if (output.json) output.printJson({ error: { code: 'internal', message, next } })
  else
    output.fail(
      `${output.errorStyle.red('dogear:')} this is a defect of dogear: ${message}\n  ${output.errorStyle.dim('next:')} ${next}`,
    )
  if (env['DOGEAR_DEBUG'] === '1') output.fail(cleanText(stack))
  return EXIT.internal
}

/** For what fails after the answer was printed: there is one JSON document per command, so this goes to standard error. */
export function failLate(error: unknown, { output, env }: Pick<Context, 'output' | 'env'>): number {
  return reportError(error, { ...output, json: false }, env)
}

/** Names what could not be read, so that a damaged entry is never silently missing. */
export function warnDamaged(output: Output, damaged: readonly Damage[]): void {
  if (damaged.length === 0 || output.json) return
  const { yellow } = output.errorStyle
  const lines = damaged.map(
    ({ name, id, reason, path }) => `${yellow('damaged:')} ${cleanLine(`"${name}" ${id}: ${reason} (${path})`)}`,
  )
  output.warn([...lines, 'The rest is fine. To set damaged files aside: dogear verify --repair'].join('\n'))
}
