/** The commands that look and change nothing. */
import { TRUST_FLAG, type CommandSpec, type Flag } from '../args/spec.js'

const ALL_FLAG: Flag = { name: 'all', short: 'a', summary: 'of all projects' }

export const SHOW: CommandSpec = {
  name: 'show',
  aliases: [],
  group: 'look',
  summary: 'print one checkpoint as it is',
  usage: 'dogear show [NAME|ID] [--entry ID]',
  positionals: [{ name: 'NAME', complete: 'workstream' }],
  flags: [{ name: 'entry', value: 'ID', summary: 'which one, where a workstream has several heads' }],
  notes: ['Without a NAME: the one that `dogear resume` would take; so for history and diff.'],
  json: '{"entry":{…},"path"}',
  examples: [{ line: 'dogear show auth', says: 'the newest checkpoint' }],
}

export const HISTORY: CommandSpec = {
  name: 'history',
  aliases: ['log'],
  group: 'look',
  summary: 'show every save of a workstream, with its forks',
  usage: 'dogear history [NAME] [--limit N]',
  positionals: [{ name: 'NAME', complete: 'workstream' }],
  flags: [{ name: 'limit', value: 'N', summary: 'only the newest N' }],
  notes: ['Outside a terminal: tab-separated: id, saved, lane, kind, parents (comma between), who, next.'],
  json: '{"name","total","heads":[id],"entries":[{…}],"damaged":[…]}',
  examples: [{ line: 'dogear history auth --limit 10', says: 'the last ten' }],
}

export const DIFF: CommandSpec = {
  name: 'diff',
  aliases: [],
  group: 'look',
  summary: 'show what changed between two saves',
  usage: 'dogear diff [NAME] [FROM] [TO]',
  positionals: [{ name: 'NAME', complete: 'workstream' }, { name: 'FROM' }, { name: 'TO' }],
  flags: [
    { name: 'from', value: 'ID', summary: 'the older entry (else the one before TO)' },
    { name: 'to', value: 'ID', summary: 'the newer entry (else the head)' },
  ],
  json: '{"from":id,"to":id,"changes":[{field,kind,before?,after?}]}',
  examples: [{ line: 'dogear diff auth', says: 'what the last save changed' }],
}

export const SEARCH: CommandSpec = {
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
  json: '{"hits":[{project,name,id,saved,snippet,foreign?}],"total"?,"via","damaged":[…]}',
  examples: [{ line: 'dogear search argon2 migrat*', says: 'both words, in any checkpoint' }],
}

export const DECISIONS: CommandSpec = {
  name: 'decisions',
  aliases: ['why'],
  group: 'look',
  summary: 'answer "why did we …?" from the decisions of all checkpoints',
  usage: 'dogear decisions [WORDS…] [--all] [--limit N]',
  positionals: [{ name: 'WORDS', repeat: true }],
  flags: [ALL_FLAG, { name: 'limit', value: 'N', summary: 'at most N, the newest (default: every one)' }, TRUST_FLAG],
  notes: [
    'Newest first; a decision that several saves repeat is shown once, with the date it first appeared.',
    'All words must occur in the decision, its reason, what was rejected or the name; endings do not matter.',
    'Outside a terminal: tab-separated: date, project, name, id, decision, why, rejected; by whom, where it is not you.',
  ],
  json: '{"decisions":[{date,project,name,id,text,why?,rejected?,observed?,foreign?}],"total","damaged":[…]}',
  examples: [
    { line: 'dogear why did we keep argon2', says: 'the decision, its reason, and what was rejected' },
    { line: 'dogear decisions --all', says: 'every decision of every project' },
  ],
}

export const VERIFY: CommandSpec = {
  name: 'verify',
  aliases: [],
  group: 'look',
  summary: 'check every stored entry against its checksum',
  usage: 'dogear verify [--all] [--repair]',
  positionals: [],
  flags: [
    ALL_FLAG,
    { name: 'repair', summary: 'move damaged files to quarantine, adopt edited ones as new entries; deletes nothing' },
    { name: 'dry-run', short: 'n', summary: 'with --repair: say what would happen and change nothing' },
  ],
  notes: ['Exit 1 when something is damaged and was not repaired.'],
  json: '{"checked","damaged":[{project,name,id,path,reason,message}],"missing":[…],"repaired":[{path,action,to}]}',
  examples: [{ line: 'dogear verify --all', says: 'everything dogear keeps' }],
}
