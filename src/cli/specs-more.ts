/** The program about itself, and what programs call. */
import type { CommandSpec } from './spec.js'

const TOUR: CommandSpec = {
  name: 'tour',
  aliases: [],
  group: 'more',
  summary: 'see it work in a scratch repository; touches nothing of yours',
  usage: 'dogear tour',
  positionals: [],
  flags: [],
  examples: [{ line: 'dogear tour', says: 'half a minute' }],
}

const HELP: CommandSpec = {
  name: 'help',
  aliases: [],
  group: 'more',
  summary: 'show all commands, or one of them',
  usage: 'dogear help [COMMAND]',
  positionals: [{ name: 'COMMAND', complete: 'command' }],
  flags: [],
  json: '{"commands":[{name,aliases,summary,usage,flags,…}]}',
  examples: [{ line: 'dogear help save', says: 'every field and flag' }],
}

const COMPLETION: CommandSpec = {
  name: 'completion',
  aliases: [],
  group: 'more',
  summary: 'print the completion script for bash, zsh or fish',
  usage: 'dogear completion bash|zsh|fish',
  positionals: [{ name: 'SHELL', required: true, complete: 'shell' }],
  flags: [],
  examples: [
    { line: "echo 'source <(dogear completion bash)' >> ~/.bashrc", says: 'bash' },
    { line: 'dogear completion zsh > "${fpath[1]}/_dogear"', says: 'zsh' },
    { line: 'dogear completion fish > ~/.config/fish/completions/dogear.fish', says: 'fish' },
  ],
}

const PROMPTS: CommandSpec = {
  name: 'prompts',
  aliases: [],
  group: 'more',
  summary: 'plumbing: the queue of prompts that could not be sent',
  usage: 'dogear prompts [list | push TEXT | pop [ID]]',
  positionals: [{ name: 'ACTION', complete: 'action' }, { name: 'TEXT' }],
  actions: [
    { name: 'list', summary: 'what waits, oldest first (default)' },
    { name: 'push', summary: 'add TEXT; - reads standard input' },
    { name: 'pop', summary: 'print one and take it off; it comes back if it could not be printed' },
  ],
  flags: [{ name: 'session', value: 'ID', summary: 'of which session (else found in the environment)' }],
  notes: ['pop with nothing waiting: exit 5.'],
  json: 'list: {"prompts":[{id,at,text}]}; push: {"id"}; pop: {"prompt":{id,at,text}}',
  examples: [{ line: 'dogear prompts pop', says: 'the oldest one' }],
}

/** What `dogear` alone runs. */
const STATUS: CommandSpec = {
  name: 'status',
  aliases: [],
  group: 'hidden',
  summary: 'what is saved in this project, and the next step',
  usage: 'dogear',
  positionals: [],
  flags: [],
  json: 'as list',
  examples: [],
}

/** Live workstream names, for completion scripts. */
const NAMES: CommandSpec = {
  name: '__names',
  aliases: [],
  group: 'hidden',
  summary: 'print the names of live workstreams, one per line',
  usage: 'dogear __names',
  positionals: [],
  flags: [],
  examples: [],
}

/** The session that the tour kills. */
const TOUR_SESSION: CommandSpec = {
  name: '__tour-session',
  aliases: [],
  group: 'hidden',
  summary: 'the session that the tour kills',
  usage: 'dogear __tour-session',
  positionals: [],
  flags: [],
  examples: [],
}

export const MORE: readonly CommandSpec[] = [TOUR, HELP, COMPLETION, PROMPTS, STATUS, NAMES, TOUR_SESSION]
