/** The commands about the program itself: what is set, what it can do, and what other programs call. */
import { LAYOUT_IDS } from '../../layouts/registry.js'
import { DRY_RUN_FLAG, EXAMPLE, type CommandSpec } from '../args/spec.js'

export const CONFIG: CommandSpec = {
  name: 'config',
  aliases: [],
  group: 'more',
  summary: 'show what is set here and where each value comes from, or change it',
  usage: 'dogear config [KEY VALUE… | KEY auto] [--global]',
  positionals: [
    { name: 'KEY', complete: 'action' },
    { name: 'VALUE', repeat: true },
  ],
  actions: [
    { name: 'layout', summary: `file formats kept beside the entries: ${LAYOUT_IDS.join(', ')}; none; auto` },
    { name: 'new-layout', summary: 'the one to begin with where no files of any lie; none (for all projects)' },
    { name: 'memory-dir', summary: "the agent's memory folder, if not where the agent keeps it" },
    { name: 'on-resume', summary: 'what resume does with the checkpoint: keep, consume or confirm' },
    { name: 'on-existing', summary: 'what a save does to a name that exists: continue, ask or append' },
    { name: 'names', summary: 'how names are treated: lower, ask or strict (for all projects)' },
    { name: 'budget', summary: 'characters of a briefing (for all projects)' },
    {
      name: 'hook-budget',
      summary: 'the same where a session is handed one unasked; if not set, at most 2,500 (for all projects)',
    },
    {
      name: 'offer-hours',
      summary: 'how long a new session is told where the last work stands; 0 for never (for all projects)',
    },
    {
      name: 'block',
      summary: 'on: a prompt is kept back at the last band of the context, until room is made (for all projects)',
    },
    { name: 'snapshots', summary: 'on, or off: no takes of work trees are made (for all projects)' },
    { name: 'snapshots.include', summary: 'ignored files that takes hold all the same; none (for all projects)' },
    { name: 'draft', summary: 'the command that drafts every save, as with save --draft (for all projects)' },
  ],
  flags: [{ name: 'global', short: 'g', summary: 'for every project instead of this one' }],
  notes: ['`auto` takes a setting back: layouts are then those whose files lie here.'],
  json: '{"config":[{key,value,from}]}; after a change {"key","values","path"}',
  examples: [
    { line: 'dogear config', says: 'what holds here, and why' },
    { line: `dogear config layout ${EXAMPLE.id}`, says: `keep ${EXAMPLE.files} current in this project` },
    { line: 'dogear config layout none --global', says: 'never look for layouts' },
  ],
}

export const TIDY: CommandSpec = {
  name: 'tidy',
  aliases: [],
  group: 'more',
  summary: 'remove old takes of work trees; it happens by itself now and then',
  usage: 'dogear tidy',
  positionals: [],
  flags: [DRY_RUN_FLAG],
  notes: [
    'All takes of a week of work stay, one a day for a month, and for good those of checkpoints that somebody named and what an undo wrote over. Days count back from the newest take of a worktree.',
  ],
  json: '{"takes","bytes","gone","freed","dryRun"}',
  examples: [{ line: 'dogear tidy --dry-run', says: 'what would go' }],
}

export const TRUST: CommandSpec = {
  name: 'trust',
  aliases: [],
  group: 'more',
  summary: 'show or change which checkpoint files of this repository are taken over',
  usage: 'dogear trust [LAYOUT | FILE | --mine] [--refuse | --revoke]',
  positionals: [{ name: 'LAYOUT' }],
  flags: [
    { name: 'mine', summary: 'this repository is yours: what its origin has, and what you push from here' },
    { name: 'refuse', summary: 'never take them over, and do not ask again' },
    { name: 'revoke', summary: 'take the answer back: the question is asked again' },
  ],
  notes: [
    'What lies in a repository was written by whoever wrote the repository. Until you say yes it is only counted. A yes is to what stands there now, --mine to what comes, too: never to pull requests and forks.',
  ],
  json: '{"project","answers":{"<layout>":"approved"|"refused"},"repository"?:{"origin"|"place","holds"}}',
  examples: [{ line: `dogear trust ${EXAMPLE.id}`, says: `the files in ${EXAMPLE.signs[0]} are yours` }],
}

export const TOUR: CommandSpec = {
  name: 'tour',
  aliases: [],
  group: 'more',
  summary: 'see it work in a scratch repository; touches nothing of yours',
  usage: 'dogear tour',
  positionals: [],
  flags: [],
  examples: [{ line: 'dogear tour', says: 'half a minute' }],
}

export const HELP: CommandSpec = {
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

export const COMPLETION: CommandSpec = {
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

/** What `dogear` alone runs. */
export const STATUS: CommandSpec = {
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
export const NAMES: CommandSpec = {
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
export const TOUR_SESSION: CommandSpec = {
  name: '__tour-session',
  aliases: [],
  group: 'hidden',
  summary: 'the session that the tour kills',
  usage: 'dogear __tour-session',
  positionals: [],
  flags: [],
  examples: [],
}
