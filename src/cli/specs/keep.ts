/** The commands that remove and bring back, carry elsewhere, and hold back prompts. */
import { LAYOUT_IDS } from '../../layouts/registry.js'
import { ANSWER_FLAGS, DRY_RUN_FLAG, EXAMPLE, LAYOUT_FLAGS, type CommandSpec } from '../args/spec.js'

export const UNDO: CommandSpec = {
  name: 'undo',
  aliases: [],
  group: 'keep',
  summary: 'bring uncommitted work back that was lost: it plans, shows, and asks',
  usage: 'dogear undo [PATH…] [--to ENTRY|TAKE] | --redo | --list | --show PATH | --apply PLAN-ID',
  positionals: [{ name: 'PATH', repeat: true, complete: 'file' }],
  flags: [
    { name: 'to', value: 'ENTRY|TAKE', summary: 'the work tree as it was in this take, or with this checkpoint' },
    { name: 'redo', summary: 'take the last undo back' },
    { name: 'exact', summary: 'also delete what was not there then; what is deleted is kept' },
    { name: 'list', short: 'l', summary: 'losses, takes, and what could not be taken' },
    { name: 'show', value: 'PATH', summary: 'print the old bytes of one file' },
    { name: 'staged', summary: 'with --show: the bytes that were staged' },
    { name: 'apply', value: 'PLAN-ID', summary: 'carry out a plan that was shown' },
    DRY_RUN_FLAG,
  ],
  notes: [
    'No PATH and no --to: the newest loss of this worktree that was not undone; again: one further back.',
    'It never touches HEAD, the index, stashes or refs, and deletes nothing. What it writes over is kept first: --redo brings it back. A file that was worked on since stays; name it to have it written over.',
    'Takes hold the uncommitted and new files of a git worktree, but not those with a secret in them, those over 2 MB, and ignored ones.',
  ],
  json: '{"plan":{id,kind,take,notes,steps:[{path,do}],refused:[{path,why}],same},"receipt"?:{done,left:[{path,why,aside?}],kept?},"settled"}; list: {"losses","takes","missed","left"}',
  examples: [
    { line: 'dogear undo', says: 'what was lost last, and what would come back' },
    { line: 'dogear undo src/auth.ts', says: 'only this file' },
    { line: 'dogear undo --show src/auth.ts', says: 'its old bytes' },
  ],
  writes: true,
}

export const CLEAR: CommandSpec = {
  name: 'clear',
  aliases: ['delete', 'rm'],
  group: 'keep',
  summary: 'take workstreams off the list; `dogear restore NAME` brings one back',
  usage: 'dogear clear NAME… | --all | --merged | --older-than 30d | --loose | --entry ID',
  positionals: [{ name: 'NAME', repeat: true, complete: 'workstream' }],
  flags: [
    { name: 'all', short: 'a', summary: 'every workstream of this project' },
    { name: 'merged', summary: 'those whose branch was merged into main or master, or is gone' },
    { name: 'older-than', value: 'AGE', summary: 'those last saved so long ago: 30d, 4w, 12h' },
    { name: 'loose', summary: 'sessions that nobody has named' },
    {
      name: 'entry',
      value: 'ID',
      summary:
        'with a NAME only this one of several heads; alone it takes this save back: what it said is over, what it closed is open',
    },
    ...LAYOUT_FLAGS,
    DRY_RUN_FLAG,
  ],
  notes: ['NAME may have * and ? in it. --merged, --older-than and --loose narrow down what is named, or everything.'],
  json: '{"cleared":[name],"dryRun"}; with --entry alone {"withdrawn":{name,id},"dryRun"}',
  examples: [
    { line: 'dogear clear auth', says: 'its history stays in the trash until purged' },
    { line: 'dogear clear "feat-*" --merged --dry-run', says: 'what would be cleared' },
  ],
  writes: true,
}

export const RESTORE: CommandSpec = {
  name: 'restore',
  aliases: [],
  group: 'keep',
  summary: 'bring a cleared workstream back; for one that is on the list, the same as resume',
  usage: 'dogear restore [NAME] [--item ID]',
  positionals: [{ name: 'NAME', complete: 'workstream' }],
  flags: [
    { name: 'entry', value: 'ID', summary: 'as in resume' },
    { name: 'item', value: 'ID', summary: 'open an item again that a save closed' },
    ...ANSWER_FLAGS,
    DRY_RUN_FLAG,
  ],
  notes: [
    'NAME was cleared: `dogear trash restore NAME`. NAME was renamed: it has its name back. NAME is on the list: `dogear resume NAME`.',
    'No NAME: asks which of those that were cleared; where none was, `dogear resume`.',
  ],
  json: 'as trash restore, or as resume; with --item {"opened":{name,id,item},"dryRun"}',
  examples: [{ line: 'dogear restore auth', says: 'back on the list, with all its history' }],
  writes: true,
}

export const RENAME: CommandSpec = {
  name: 'rename',
  aliases: [],
  group: 'keep',
  summary: 'give a workstream, or a session without a name, another name',
  usage: 'dogear rename NAME NEW',
  positionals: [
    { name: 'NAME', required: true, complete: 'workstream' },
    { name: 'NEW', required: true },
  ],
  flags: [DRY_RUN_FLAG],
  notes: ['`dogear restore NAME` takes it back.'],
  json: '{"renamed":{from,name,id},"dryRun"}',
  examples: [{ line: 'dogear rename 2 "login page"', says: 'the second of the list gets a name' }],
  writes: true,
}

export const FORGET: CommandSpec = {
  name: 'forget',
  aliases: [],
  group: 'keep',
  summary: 'take a text out of everything that was saved, for good',
  usage: 'dogear forget TEXT | - | --item ID',
  positionals: [{ name: 'TEXT', repeat: true }],
  flags: [{ name: 'item', value: 'ID', summary: 'the words of this item, instead of a TEXT' }, DRY_RUN_FLAG],
  notes: [
    'From entries, packs, trash, notes, prompts and the files of layouts, in every project; [forgotten] stands where it was. There is no way back.',
    'It does not come back by a session that still knows it, by an import or by an older entry. - reads it from standard input, past the history of the shell.',
    'Case counts, line breaks do not; 4 characters or more. Nowhere: exit 5.',
  ],
  json: '{"forgotten":{"entries","packs","files":[path],"left":[path]},"dryRun"}',
  examples: [
    { line: 'dogear forget "Ada Lovelace" --dry-run', says: 'where it stands' },
    { line: 'dogear forget -', says: 'what is pasted, up to Ctrl-D' },
  ],
  writes: true,
}

export const TRASH: CommandSpec = {
  name: 'trash',
  aliases: [],
  group: 'keep',
  summary: 'list, restore or purge what was cleared',
  usage: 'dogear trash [list | restore NAME | purge --older-than 30d]',
  positionals: [{ name: 'ACTION', complete: 'action' }, { name: 'NAME' }],
  actions: [
    { name: 'list', summary: 'what is in the trash (default)' },
    { name: 'restore', summary: 'bring a cleared workstream back' },
    { name: 'purge', summary: 'delete for good what is older than --older-than' },
  ],
  flags: [{ name: 'older-than', value: 'AGE', summary: 'for purge: 30d, 4w, 12h or 0d' }, DRY_RUN_FLAG],
  json: 'list: {"workstreams":[{name,clearedAt,entries}],"files":[{date,name,path}]}; restore: {"restored":{name,id},"dryRun"}; purge: {"purged":[…],"kept","dryRun","waiting"?:[…]}',
  examples: [
    { line: 'dogear trash', says: 'what could be brought back' },
    { line: 'dogear trash purge --older-than 30d --dry-run', says: 'what a purge would delete' },
  ],
  writes: true,
}

export const IMPORT: CommandSpec = {
  name: 'import',
  aliases: [],
  group: 'keep',
  summary: 'take in entries that `dogear export` wrote, or the files of another checkpoint system',
  usage: 'dogear import [FILE|FOLDER|-…] [--layout ID]',
  positionals: [{ name: 'FILE', repeat: true, complete: 'file' }],
  flags: [
    { name: 'layout', value: 'ID', choices: LAYOUT_IDS, summary: 'only files of this system; else every one is tried' },
    { name: 'mine', summary: 'entries from elsewhere were saved by you' },
    DRY_RUN_FLAG,
  ],
  notes: [
    "Without a FILE: the checkpoint files of this project, in its folder and in the agent's memory.",
    'Checkpoint files of other systems become entries with the time they were saved at, each continuing the one before. The files are only read.',
    'What is here already is not taken again, so importing twice changes nothing. Exit 1 when some were refused or differ.',
    "Entries of another home are somebody else's until you say that they are yours: --mine here, or `dogear resume NAME --mine`. They hide and end nothing of yours.",
  ],
  json: '{"imported":[{name,id,layout?,source?}],"already","refused":[{source,message}],"differs":[{source,name,id,path,kept}],"foreign","dryRun"}',
  examples: [
    { line: 'dogear import backup.json', says: 'what export printed' },
    { line: 'dogear import --dry-run', says: 'which checkpoint files of this project would be taken over' },
    { line: 'dogear import ../old/memory/checkpoints', says: 'the checkpoints of another folder' },
  ],
  writes: true,
}

export const EXPORT: CommandSpec = {
  name: 'export',
  aliases: [],
  group: 'keep',
  summary: 'write entries out: with their history for a backup, or as files of another checkpoint system',
  usage: 'dogear export NAME | --all [--to FOLDER | --layout ID [--into FOLDER]]',
  positionals: [{ name: 'NAME', complete: 'workstream' }],
  flags: [
    { name: 'all', short: 'a', summary: 'every workstream of this project' },
    {
      name: 'to',
      value: 'FOLDER',
      summary: 'one Markdown file per entry into this folder, else one JSON document to standard output',
    },
    { name: 'layout', value: 'ID', choices: LAYOUT_IDS, summary: 'as files of this system' },
    { name: 'into', value: 'FOLDER', summary: 'for --layout: below this folder instead of where the system looks' },
  ],
  notes: [
    'With --layout: the newest checkpoint of a workstream, as far as the system has a place for it; the decision log gets all of them.',
  ],
  json: '{"dogear":1,"entries":[{path,text}]}; with --to {"exported":[path],"to"}; with --layout {"layout","into","exported":[{name,id}],"changed":[path],"refused":[{source,message}]}',
  examples: [
    { line: 'dogear export auth > auth.json', says: 'one document' },
    { line: 'dogear export --all --to backup', says: 'backup/<name>/<id>.md' },
    { line: `dogear export --all --layout ${EXAMPLE.id}`, says: EXAMPLE.files.replace('*', '<name>') },
  ],
}

export const PROMPTS: CommandSpec = {
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
