/** For what fails after the answer was printed: there is one JSON document per command, so this goes to standard error. */
import type { Context } from './context.js'
import { reportError } from './report-error.js'

/** Returns the exit code. */
export function failLate(error: unknown, { output, env }: Pick<Context, 'output' | 'env'>): number {
  return reportError(error, { ...output, json: false }, env)
}
