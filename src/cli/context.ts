/** What a command is given. It returns its exit code, or throws. */
import type { Env, Output } from './output.js'
import type { Args } from './parse-args.js'
import type { CommandSpec } from './spec.js'

export interface Context {
  args: Args
  output: Output
  env: Env
  spec: CommandSpec
  /** Runs another command, with its words as they would be typed. */
  run(words: readonly string[]): Promise<number>
}

export type Command = (context: Context) => number | Promise<number>
