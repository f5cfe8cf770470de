/** What the table says about a command. Parsing, help and completion are made from it and know nothing else. */
import type { WorktreeManifest } from '../../layouts/manifest.js'
import { LAYOUT_IDS, MANIFESTS } from '../../layouts/registry.js'

export interface Flag {
  /** Without the dashes. */
  name: string
  short?: string
  /** What a checkpoint skill calls it; help does not say it. */
  also?: string
  /** What the value is called in help; a flag without one is a switch. */
  value?: string
  /** May be given several times; the values add up. */
  repeat?: boolean
  /** `rare`: help has it below the others. `layout`: only where a layout is live. */
  place?: 'rare' | 'layout'
  /** The only values allowed. */
  choices?: readonly string[]
  summary: string
}

interface Positional {
  name: string
  required?: boolean
  repeat?: boolean
  /** What completion offers in this place. */
  complete?: 'workstream' | 'command' | 'file' | 'shell' | 'action'
}

interface Action {
  name: string
  summary: string
}

interface Example {
  line: string
  says: string
}

export type Group = 'daily' | 'look' | 'keep' | 'more' | 'hidden'

export interface CommandSpec {
  name: string
  aliases: readonly string[]
  group: Group
  summary: string
  usage: string
  positionals: readonly Positional[]
  /** The words the first positional may be, where a command has several actions. */
  actions?: readonly Action[]
  flags: readonly Flag[]
  /** What somebody should know who uses it for the first time. */
  notes?: readonly string[]
  /** The shape that --json prints. */
  json?: string
  examples: readonly Example[]
  /** It makes entries, so it must know the host for "by". */
  writes?: boolean
}

const JSON_FLAG: Flag = {
  name: 'json',
  summary: 'print one JSON document for programs, errors and questions too; --json name,next: only these fields',
}
const QUIET_FLAG: Flag = {
  name: 'quiet',
  short: 'q',
  summary: 'print only what was asked for: no advice, no warnings',
}
export const DRY_RUN_FLAG: Flag = { name: 'dry-run', short: 'n', summary: 'say what would happen and write nothing' }

/** Which of the file formats to keep beside the entries, and where. */
export const LAYOUT_FLAGS: readonly Flag[] = [
  {
    name: 'layout',
    value: 'ID',
    repeat: true,
    choices: [...LAYOUT_IDS, 'none'],
    summary: 'use this layout instead of those that are set or found here',
    place: 'layout',
  },
  {
    name: 'memory-dir',
    value: 'PATH',
    summary: "the agent's memory folder (else found as the agent does it)",
    place: 'layout',
  },
]
/** The answers that restoring as a layout does may need, given in advance. */
export const ANSWER_FLAGS: readonly Flag[] = MANIFESTS.flatMap(({ answers }) =>
  (answers ?? []).map((flag) => ({ ...flag, place: 'layout' as const })),
)

/** The layout that help takes as its example. */
export const EXAMPLE: WorktreeManifest = MANIFESTS.find((one) => one.base === 'worktree') as WorktreeManifest

/** For the commands that meet files of a repository. */
export const TRUST_FLAG: Flag = {
  name: 'trust',
  value: 'yes|no|mine',
  choices: ['yes', 'no', 'mine'],
  summary: 'what lies in this repository is yours (yes), is not (no), or the whole repository is (mine)',
}

/** Every command has these. */
export const COMMON_FLAGS: readonly Flag[] = [
  JSON_FLAG,
  QUIET_FLAG,
  { name: 'help', short: 'h', summary: 'show this help' },
]

export function findCommand(commands: readonly CommandSpec[], word: string): CommandSpec | undefined {
  return commands.find((command) => command.name === word || command.aliases.includes(word))
}
