/** The commands that remove and bring back, with those that carry elsewhere. */
import { DRY_RUN_FLAG, LAYOUT_FLAGS, type CommandSpec } from './spec.js'
import { EXPORT, IMPORT } from './specs-carry.js'

const CLEAR: CommandSpec = {
  name: 'clear',
  aliases: ['delete', 'rm'],
  group: 'keep',
  summary: 'take a workstream off the list; `dogear restore NAME` brings it back',
  usage: 'dogear clear NAME | --all',
  positionals: [{ name: 'NAME', complete: 'workstream' }],
  flags: [
    { name: 'all', short: 'a', summary: 'every workstream of this project' },
    { name: 'entry', value: 'ID', summary: 'only this one of several heads' },
    ...LAYOUT_FLAGS,
    DRY_RUN_FLAG,
  ],
  json: '{"cleared":[name],"dryRun"}',
  examples: [{ line: 'dogear clear auth', says: 'its history stays in the trash until purged' }],
  writes: true,
}

const TRASH: CommandSpec = {
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
  json: 'list: {"workstreams":[{name,clearedAt,entries}],"files":[{date,name,path}]}; restore: {"restored":{name,id},"dryRun"}; purge: {"purged":[…],"kept","dryRun"}',
  examples: [
    { line: 'dogear trash', says: 'what could be brought back' },
    { line: 'dogear trash purge --older-than 30d --dry-run', says: 'what a purge would delete' },
  ],
  writes: true,
}

const RESTORE: CommandSpec = {
  name: 'restore',
  aliases: [],
  group: 'keep',
  summary: 'bring a cleared workstream back; for one that is on the list, the same as resume',
  usage: 'dogear restore [NAME]',
  positionals: [{ name: 'NAME', complete: 'workstream' }],
  flags: [{ name: 'entry', value: 'ID', summary: 'as in resume' }, DRY_RUN_FLAG],
  notes: ['NAME was cleared: `dogear trash restore NAME`. NAME is on the list, or no NAME: `dogear resume [NAME]`.'],
  json: 'as trash restore, or as resume',
  examples: [{ line: 'dogear restore auth', says: 'back on the list, with all its history' }],
  writes: true,
}

export const KEEP: readonly CommandSpec[] = [CLEAR, RESTORE, TRASH, IMPORT, EXPORT]
