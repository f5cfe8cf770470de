/** What the three scripts offer, taken from the table. */
import { shownCommands } from '../specs/commands.js'
import { COMMON_FLAGS, type CommandSpec, type Flag } from '../args/spec.js'

export interface Offer {
  spec: CommandSpec
  /** The command and its aliases. */
  words: readonly string[]
  flags: readonly Flag[]
  /** What the first word after the command is: names, actions, … */
  first: readonly string[]
  kind: 'workstream' | 'file' | 'words' | 'none'
}

const SHELLS = ['bash', 'zsh', 'fish']

export function offers(): Offer[] {
  return shownCommands().map((spec) => {
    const complete = spec.positionals[0]?.complete
    const first = fixedWords(spec)
    return {
      spec,
      words: [spec.name, ...spec.aliases],
      flags: [...spec.flags, ...COMMON_FLAGS],
      first,
      kind: complete === 'workstream' || complete === 'file' ? complete : first.length > 0 ? 'words' : 'none',
    }
  })
}

function fixedWords(spec: CommandSpec): string[] {
  const complete = spec.positionals[0]?.complete
  if (complete === 'shell') return SHELLS
  if (complete === 'command') return shownCommands().map((command) => command.name)
  return (spec.actions ?? []).map((action) => action.name)
}
