/** The commands that carry checkpoints elsewhere: another machine, another system, and back. */
import { LAYOUT_IDS } from '../layouts/registry.js'
import { EXAMPLE, DRY_RUN_FLAG, type CommandSpec } from './spec.js'

export const IMPORT: CommandSpec = {
  name: 'import',
  aliases: [],
  group: 'keep',
  summary: 'take in entries that `dogear export` wrote, or the files of another checkpoint system',
  usage: 'dogear import [FILE|FOLDER|-…] [--layout ID]',
  positionals: [{ name: 'FILE', repeat: true, complete: 'file' }],
  flags: [
    { name: 'layout', value: 'ID', choices: LAYOUT_IDS, summary: 'only files of this system; else every one is tried' },
    DRY_RUN_FLAG,
  ],
  notes: [
    "Without a FILE: the checkpoint files of this project, in its folder and in the agent's memory.",
    'Checkpoint files of other systems become entries with the time they were saved at, each continuing the one before. The files are only read.',
    'What is here already is not taken again, so importing twice changes nothing. Exit 1 when some were refused.',
  ],
  json: '{"imported":[{name,id,layout?,source?}],"already","refused":[{source,message}],"dryRun"}',
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
