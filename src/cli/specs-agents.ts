/** The commands about agents: to be called by one, and to see that it works. */
import { type CommandSpec, DRY_RUN_FLAG, type Flag } from './spec.js'

const SCOPE: Flag = {
  name: 'scope',
  value: 'WHERE',
  choices: ['user', 'project', 'local'],
  summary: 'user: for all your projects; project: for all who share this one; local: for you, in this one',
}
const FOLLOW: Flag = { name: 'follow-links', summary: 'change the file that a symbolic link leads to' }

const INIT: CommandSpec = {
  name: 'init',
  aliases: [],
  group: 'more',
  summary: 'let Claude Code save and resume by itself: hooks, tools, skill, status line',
  usage: 'dogear init [claude-code] [--scope user|project|local]',
  positionals: [{ name: 'AGENT', complete: 'action' }],
  actions: [{ name: 'claude-code', summary: 'Claude Code' }],
  flags: [SCOPE, FOLLOW, DRY_RUN_FLAG],
  notes: [
    'Everything else in the files stays byte for byte; running it again changes nothing.',
    'Sessions that already run see it when they start again.',
  ],
  json: '{"scope","files":[{path,change}],"memoryView"?,"notes":[…],"dryRun"}',
  examples: [
    { line: 'dogear init', says: 'for all your projects' },
    { line: 'dogear init claude-code --scope project --dry-run', says: 'what it would write into this repository' },
  ],
}

const UNINSTALL: CommandSpec = {
  name: 'uninstall',
  aliases: [],
  group: 'more',
  summary: 'take out of the files of Claude Code what init put in; your checkpoints stay',
  usage: 'dogear uninstall [claude-code] [--scope user|project|local]',
  positionals: [{ name: 'AGENT', complete: 'action' }],
  actions: [{ name: 'claude-code', summary: 'Claude Code' }],
  flags: [{ ...SCOPE, summary: 'only there (else wherever it is)' }, FOLLOW, DRY_RUN_FLAG],
  json: '{"files":[{path,change}],"notes":[…],"dryRun"}',
  examples: [{ line: 'dogear uninstall claude-code', says: 'every file as it was' }],
}

const DOCTOR: CommandSpec = {
  name: 'doctor',
  aliases: [],
  group: 'more',
  summary: 'prove that saving and resuming works in Claude Code, or say what is broken and how to mend it',
  usage: 'dogear doctor',
  positionals: [],
  flags: [{ name: 'unlock', summary: 'first open the locks that are not given back' }],
  notes: ['It runs the hook as the agent would, in a scratch home. Exit 1: something needs you.'],
  json: '{"findings":[{id,ok,status,message,next?}],"ok"}',
  examples: [{ line: 'dogear doctor', says: 'every check, and the command that mends it' }],
}

const STATUSLINE: CommandSpec = {
  name: 'statusline',
  aliases: [],
  group: 'hidden',
  summary: 'plumbing: the status line of Claude Code, from its JSON on standard input',
  usage: 'dogear statusline',
  positionals: [],
  flags: [{ name: 'wrap', value: 'COMMAND', summary: 'run this first and put its lines first' }],
  examples: [],
}

export const AGENT_COMMANDS: readonly CommandSpec[] = [INIT, UNINSTALL, DOCTOR, STATUSLINE]
