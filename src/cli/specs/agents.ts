/** The commands about agents: to be called by one, to read from one, and to see that it works. */
import { agentsWith } from '../../agents/abilities.js'
import { DRY_RUN_FLAG, TRUST_FLAG, type CommandSpec, type Flag } from '../args/spec.js'

const AGENTS = agentsWith('install')
const ACTIONS = AGENTS.map(({ id, title }) => ({ name: id, summary: title }))
/** Two agents may have scopes of the same name: shown once. */
const SCOPES = new Map(AGENTS.flatMap(({ install }) => install.scopes).map((scope) => [scope.name, scope]))
const SCOPE_NAMES = [...SCOPES.keys()]

const SCOPE: Flag = {
  name: 'scope',
  value: 'WHERE',
  choices: SCOPE_NAMES,
  summary: [...SCOPES.values()].map(({ name, summary }) => `${name}: ${summary}`).join('; '),
}
const ALLOW: readonly Flag[] = [
  { name: 'allow-tools', summary: 'let the model save and resume without asking you each time (a terminal asks)' },
  { name: 'no-allow-tools', summary: 'do not, and do not ask; then it is never told to call them by itself' },
]
const AGENTS_FLAG: Flag = { name: 'agents', value: 'A,B', summary: 'these agents, with commas between' }
const FOLLOW: Flag = { name: 'follow-links', summary: 'change the file that a symbolic link leads to' }

export const INIT: CommandSpec = {
  name: 'init',
  aliases: [],
  group: 'more',
  summary: 'let your coding agents save and resume by themselves: hooks, tools, skill',
  usage: `dogear init [AGENT…] [--scope ${SCOPE_NAMES.join('|')}]`,
  positionals: [{ name: 'AGENT', repeat: true, complete: 'action' }],
  actions: ACTIONS,
  flags: [
    SCOPE,
    AGENTS_FLAG,
    ...ALLOW,
    FOLLOW,
    TRUST_FLAG,
    {
      name: 'skills',
      value: 'ANSWER',
      choices: ['keep', 'off'],
      summary: 'checkpoint skills that are here: keep them, or switch them off until uninstall',
    },
    { name: 'yes', short: 'y', summary: 'write without asking; in a terminal what will be written is shown first' },
    DRY_RUN_FLAG,
  ],
  notes: [
    'Without a name, a terminal asks which of the agents found here.',
    'Everything else in the files stays byte for byte; running it again changes nothing.',
    'Sessions that already run see it when they start again.',
  ],
  json: '{"scope","files":[{path,change}],"notes":[…],"undone"?,"dryRun","checkpoints","skills":[{path,layout,shared,removable}]}; of several agents {"agents":[{agent,…}],"checkpoints","skills"}',
  examples: [
    { line: 'dogear init', says: 'for all your projects' },
    {
      line: `dogear init ${AGENTS.slice(0, 2)
        .map(({ id }) => id)
        .join(' ')}`,
      says: 'in two agents at once',
    },
    {
      line: `dogear init ${AGENTS[0]?.id} --scope project --dry-run`,
      says: 'what it would write into this repository',
    },
  ],
}

export const UNINSTALL: CommandSpec = {
  name: 'uninstall',
  aliases: [],
  group: 'more',
  summary: 'take out of the files of an agent what init put in; your checkpoints stay',
  usage: `dogear uninstall [AGENT…] [--scope ${SCOPE_NAMES.join('|')}]`,
  positionals: [{ name: 'AGENT', repeat: true, complete: 'action' }],
  actions: ACTIONS,
  flags: [{ ...SCOPE, summary: 'only there (else wherever it is)' }, AGENTS_FLAG, FOLLOW, DRY_RUN_FLAG],
  json: '{"files":[{path,change}],"notes":[…],"dryRun"}',
  examples: [{ line: `dogear uninstall ${AGENTS[0]?.id}`, says: 'every file as it was' }],
}

const HERE: Flag = { name: 'here', summary: 'only in this worktree' }

export const OFF: CommandSpec = {
  name: 'off',
  aliases: [],
  group: 'more',
  summary: 'switch all hooks off, everywhere or here; they stay set up',
  usage: 'dogear off [--here]',
  positionals: [],
  flags: [HERE],
  notes: ['Commands and tools work as before; nothing is saved or said by itself.'],
  json: '{"on","folder"?,"changed","off":[…]}',
  examples: [{ line: 'dogear off --here', says: 'in this worktree, until dogear on --here' }],
}

export const ON: CommandSpec = {
  name: 'on',
  aliases: [],
  group: 'more',
  summary: 'switch them on again',
  usage: 'dogear on [--here]',
  positionals: [],
  flags: [HERE],
  json: '{"on","folder"?,"changed","off":[…]}',
  examples: [{ line: 'dogear on', says: 'everywhere, wherever they were off' }],
}

export const DOCTOR: CommandSpec = {
  name: 'doctor',
  aliases: [],
  group: 'more',
  summary: 'prove that saving and resuming works in your agents, or say what is broken and how to mend it',
  usage: 'dogear doctor',
  positionals: [],
  flags: [{ name: 'unlock', summary: 'first open the locks that are not given back' }],
  notes: ['It runs the hook as the agent would, in a scratch home. Exit 1: something needs you.'],
  json: '{"findings":[{id,ok,status,message,next?}],"ok"}',
  examples: [{ line: 'dogear doctor', says: 'every check, and the command that mends it' }],
}

export const MCP: CommandSpec = {
  name: 'mcp',
  aliases: [],
  group: 'more',
  summary: 'serve save, resume, list, search, note and clear to an agent, by the Model Context Protocol',
  usage: 'dogear mcp',
  positionals: [],
  flags: [
    {
      name: 'agent',
      value: 'NAME',
      summary: 'which agent saves (else found in the environment, or told by the client)',
    },
    { name: 'session', value: 'ID', summary: 'which session saves (else found in the environment)' },
  ],
  notes: ['It speaks on standard input and output, and ends with the agent.'],
  examples: [{ line: 'claude mcp add dogear -- dogear mcp', says: 'for Claude Code' }],
  writes: true,
}

export const BRIEF: CommandSpec = {
  name: 'brief',
  aliases: [],
  group: 'look',
  summary: "print a briefing straight from an agent's transcript; saves nothing",
  usage: 'dogear brief [--transcript FILE] [--budget CHARS]',
  positionals: [],
  flags: [
    {
      name: 'transcript',
      value: 'FILE',
      summary: "the agent's own session file; without it the newest of this folder",
    },
    { name: 'budget', value: 'CHARS', summary: 'longest briefing, in characters' },
  ],
  notes: ['Everything in it was observed; no model is asked. @N is the byte of the transcript where it was read.'],
  json: '{"agent","facts":{fields,changed,session?,branch?,cwd?,model?,startedAt?,lastAt?,context?,survived},"briefing"}',
  examples: [{ line: 'dogear brief --transcript session.jsonl --budget 2500', says: 'what a fresh session needs' }],
}

export const SAY: CommandSpec = {
  name: 'say',
  aliases: [],
  group: 'more',
  summary: 'run the command that a phrase means: "continue auth", "继续 auth"',
  usage: 'dogear say PHRASE',
  positionals: [{ name: 'PHRASE', required: true, repeat: true }],
  flags: [],
  notes: [
    'The phrases of the known checkpoint skills, in English and Chinese; to go on, in more languages. Quote a phrase that holds a flag.',
    'A sentence that only contains such words is refused (exit 2), and nothing happens.',
  ],
  json: 'as the command it runs',
  examples: [
    { line: 'dogear say "continue auth"', says: 'the same as dogear resume auth' },
    {
      line: 'dogear say \'/checkpoint save login --task "OAuth login"\'',
      says: 'the same as dogear save login --task …',
    },
  ],
}

export const WATCH: CommandSpec = {
  name: 'watch',
  aliases: [],
  group: 'more',
  summary: 'autosave while agents work here: idle time, full context, goodbyes',
  usage: 'dogear watch [--once] [--every SECONDS]',
  positionals: [],
  flags: [
    { name: 'once', summary: 'look once and end: for cron' },
    { name: 'every', value: 'SECONDS', summary: 'how often to look (default 30, at least 15)' },
  ],
  notes: [
    'For agents without hooks. It reads the session files that agents keep, and asks them nothing.',
    'Set in config.json of the home: "autosave": {"context": [70, 85, 95], "idleMinutes": 10, "commandSeconds": 30, "farewells": ["ciao"]}.',
    'Long commands are only noticed by a watch that stays, not with --once.',
  ],
  json: 'one document per look that saved something: {"sessions":[{agent,session,path}],"saved":[{agent,session,name,id,reason}],"warnings":[…]}',
  examples: [{ line: 'dogear watch', says: 'until Ctrl-C' }],
  writes: true,
}

export const STATUSLINE: CommandSpec = {
  name: 'statusline',
  aliases: [],
  group: 'hidden',
  summary: 'plumbing: the status line of Claude Code, from its JSON on standard input',
  usage: 'dogear statusline',
  positionals: [],
  flags: [{ name: 'wrap', value: 'COMMAND', summary: 'run this first and put its lines first' }],
  examples: [],
}
