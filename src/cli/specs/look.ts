/** The commands that look and change nothing. */
import type { CommandSpec } from '../args/spec.js'

const SHOW: CommandSpec = {
  name: 'show',
  aliases: [],
  group: 'look',
  summary: 'print one checkpoint as it is',
  usage: 'dogear show NAME|ID [--entry ID]',
  positionals: [{ name: 'NAME', required: true, complete: 'workstream' }],
  flags: [{ name: 'entry', value: 'ID', summary: 'which one, where a workstream has several heads' }],
  json: '{"entry":{…},"path"}',
  examples: [{ line: 'dogear show auth', says: 'the newest checkpoint' }],
}

const HISTORY: CommandSpec = {
  name: 'history',
  aliases: ['log'],
  group: 'look',
  summary: 'show every save of a workstream, with its forks',
  usage: 'dogear history NAME [--limit N]',
  positionals: [{ name: 'NAME', required: true, complete: 'workstream' }],
  flags: [{ name: 'limit', value: 'N', summary: 'only the newest N' }],
  notes: ['Outside a terminal: tab-separated: id, saved, lane, kind, parents (comma between), who, next.'],
  json: '{"name","total","heads":[id],"entries":[{…}],"damaged":[…]}',
  examples: [{ line: 'dogear history auth --limit 10', says: 'the last ten' }],
}

const DIFF: CommandSpec = {
  name: 'diff',
  aliases: [],
  group: 'look',
  summary: 'show what changed between two saves',
  usage: 'dogear diff NAME [FROM] [TO]',
  positionals: [{ name: 'NAME', required: true, complete: 'workstream' }, { name: 'FROM' }, { name: 'TO' }],
  flags: [
    { name: 'from', value: 'ID', summary: 'the older entry (else the one before TO)' },
    { name: 'to', value: 'ID', summary: 'the newer entry (else the head)' },
  ],
  json: '{"from":id,"to":id,"changes":[{field,kind,before?,after?}]}',
  examples: [{ line: 'dogear diff auth', says: 'what the last save changed' }],
}

const SEARCH: CommandSpec = {
  name: 'search',
  aliases: ['find'],
  group: 'look',
  summary: 'search the text of all checkpoints of all projects',
  usage: 'dogear search WORDS… [--here] [--name NAME] [--limit N]',
  positionals: [{ name: 'WORDS', required: true, repeat: true }],
  flags: [
    { name: 'here', summary: 'only in this project' },
    { name: 'name', value: 'NAME', summary: 'only in this workstream' },
    { name: 'limit', value: 'N', summary: 'at most N hits (default 10)' },
    { name: 'scan', summary: 'read the files themselves instead of the index; the answers are the same' },
  ],
  notes: [
    'All words must occur. "several words" in quotes are a phrase, word* is a beginning.',
    'Outside a terminal: tab-separated: project, name, id, saved, snippet. Nothing found: exit 5.',
  ],
  json: '{"hits":[{project,name,id,saved,snippet}],"total"?,"via","damaged":[…]}',
  examples: [{ line: 'dogear search argon2 migrat*', says: 'both words, in any checkpoint' }],
}

const VERIFY: CommandSpec = {
  name: 'verify',
  aliases: [],
  group: 'look',
  summary: 'check every stored entry against its checksum',
  usage: 'dogear verify [--all] [--repair]',
  positionals: [],
  flags: [
    { name: 'all', short: 'a', summary: 'of all projects' },
    { name: 'repair', summary: 'move damaged files to quarantine, adopt edited ones as new entries; deletes nothing' },
    { name: 'dry-run', short: 'n', summary: 'with --repair: say what would happen and change nothing' },
  ],
  notes: ['Exit 1 when something is damaged and was not repaired.'],
  json: '{"checked","damaged":[{project,name,id,path,reason,message}],"missing":[…],"repaired":[{path,action,to}]}',
  examples: [{ line: 'dogear verify --all', says: 'everything dogear keeps' }],
}

const BRIEF: CommandSpec = {
  name: 'brief',
  aliases: [],
  group: 'look',
  summary: "print a briefing straight from an agent's transcript; saves nothing",
  usage: 'dogear brief --transcript FILE [--budget CHARS]',
  positionals: [],
  flags: [
    { name: 'transcript', value: 'FILE', summary: "the agent's own session file" },
    { name: 'budget', value: 'CHARS', summary: 'longest briefing, in characters' },
  ],
  notes: ['Everything in it was observed; no model is asked. @N is the byte of the transcript where it was read.'],
  json: '{"agent","facts":{fields,changed,session?,branch?,cwd?,model?,startedAt?,lastAt?,context?,survived},"briefing"}',
  examples: [{ line: 'dogear brief --transcript session.jsonl --budget 2500', says: 'what a fresh session needs' }],
}

export const LOOK: readonly CommandSpec[] = [SHOW, HISTORY, DIFF, SEARCH, BRIEF, VERIFY]

// The program about itself, and what programs call.

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
