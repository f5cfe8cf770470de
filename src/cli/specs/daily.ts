/** The commands of every day. */
import { IN_READING_ORDER } from '../../core/entry/entry.js'
import { SHAPES } from '../../core/entry/fields.js'
import { NAME_POLICIES } from '../../core/choose/name.js'
import { ITEM_FIELDS } from '../../core/page/known.js'
import { ANSWER_FLAGS, DRY_RUN_FLAG, LAYOUT_FLAGS, TRUST_FLAG, type CommandSpec, type Flag } from '../args/spec.js'

/** What dogear sees by itself, or few works have. */
const SELDOM: readonly string[] = ['stage', 'plan', 'step', 'of', 'intent', 'command']

const FIELD_FLAGS: readonly Flag[] = IN_READING_ORDER.flatMap(({ shape, flags }) =>
  flags.map((flag): Flag => ({
    ...flag,
    ...(SHAPES[shape].isList && { repeat: true }),
    ...(SELDOM.includes(flag.name) && { place: 'rare' }),
  })),
)

export const SAVE: CommandSpec = {
  name: 'save',
  aliases: ['checkpoint'],
  group: 'daily',
  summary: 'save where the work stands',
  usage: 'dogear save [NAME] [--task TEXT] [--next TEXT] [--done TEXT]… [--from FILE]',
  positionals: [{ name: 'NAME', complete: 'workstream' }],
  flags: [
    ...FIELD_FLAGS,
    {
      name: 'from',
      value: 'FILE',
      summary: 'read fields from Markdown or JSON; - is standard input. Flags win, lists add up',
    },
    { name: 'agent', place: 'rare', value: 'NAME', summary: 'which agent saves (else found in the environment)' },
    { name: 'session', place: 'rare', value: 'ID', summary: 'which session saves (else found in the environment)' },
    { name: 'user', place: 'rare', value: 'NAME', summary: 'who saves (else the logged-in user)' },
    {
      name: 'auto',
      place: 'rare',
      summary: 'an autosave: never stands before a named checkpoint, says nothing, adds only what is new',
    },
    { name: 'reason', place: 'rare', value: 'TEXT', summary: 'with --auto: why it was made' },
    {
      name: 'continues',
      place: 'rare',
      value: 'ID',
      repeat: true,
      summary: 'continue these entries instead of all heads',
    },
    {
      name: 'close',
      value: 'ID,…',
      repeat: true,
      summary: 'these items are over: ids as the answer of a save lists them',
    },
    {
      name: 'replace',
      value: 'FIELD',
      repeat: true,
      choices: ITEM_FIELDS.map(({ key }) => key),
      summary: 'all items of this field are over; what is stated now takes their place',
    },
    { name: 'fresh', summary: 'begin a fresh page: all that was known before is over; history keeps it' },
    { name: 'amend', value: 'ID', summary: 'mend this save: what is given takes the place of what it said' },
    {
      name: 'names',
      place: 'rare',
      value: 'POLICY',
      choices: NAME_POLICIES,
      summary: 'lower: any text is a name; ask: asks where none is given; strict: only kebab-case',
    },
    {
      name: 'transcript',
      place: 'rare',
      value: 'FILE',
      summary: "read what happened from this session file (else the agent's newest here)",
    },
    {
      name: 'draft',
      place: 'rare',
      value: 'COMMAND',
      summary: 'give what is known to this command and add the sections it answers with, as stated',
    },
    { name: 'no-draft', place: 'rare', summary: 'do not draft, whatever is set' },
    { name: 'no-transcript', place: 'rare', summary: 'read no transcript: only what you state, and git' },
    { name: 'no-git', place: 'rare', summary: 'do not run git for the changed files' },
    { name: 'strict', summary: 'refuse a vague checkpoint (exit 4) and write nothing' },
    {
      name: 'overwrite',
      place: 'layout',
      summary: 'save a name that exists without asking, where the layout asks; history keeps the old',
    },
    ...LAYOUT_FLAGS,
    TRUST_FLAG,
    DRY_RUN_FLAG,
  ],
  notes: [
    'Without a NAME: the workstream this session last saved to, else the branch, else the folder.',
    'Saving a name again continues it; nothing is ever overwritten.',
    'What was said stays known until it is closed: nothing has to be said twice. Saying the same again changes nothing.',
  ],
  json: '{"saved":{name,id,path,lane,created,nameFrom,heads,next?},"open":[{id,kind,text}],"findings":[{field,problem,text?,advice}],"dryRun"}; where layouts are live also "published":{files:[{layout,folder,file?,changed,sentinel?}],warnings}; where it was drafted also "draft":{used,warning?}; with --auto also "skipped"?,"warnings"',
  examples: [
    {
      line: 'dogear save auth --task "OAuth login" --next "Run npm test -- auth" --done "src/auth.ts: PKCE flow"',
      says: 'by flags',
    },
    { line: 'dogear save auth --close q-7k2q --next "Deploy"', says: 'one question is answered, all else stays' },
    { line: 'dogear save auth --from notes.md', says: 'from Markdown with the sections Task, Next action, Done, …' },
    { line: 'echo \'{"next":"Run npm test"}\' | dogear save --from -', says: 'from a program' },
    {
      line: 'dogear save auth --draft "claude -p --model haiku --no-session-persistence"',
      says: 'drafted at a cheaper tier; what is observed stays as it is',
    },
  ],
  writes: true,
}

const RESUME: CommandSpec = {
  name: 'resume',
  aliases: ['continue'],
  group: 'daily',
  summary: 'print the briefing that brings a fresh session back to the work',
  usage: 'dogear resume [NAME] [--entry ID] [--budget CHARS]',
  positionals: [{ name: 'NAME', complete: 'workstream' }],
  flags: [
    { name: 'entry', value: 'ID', summary: 'this entry: an older one, or one of several heads' },
    { name: 'budget', value: 'CHARS', summary: 'longest briefing, in characters' },
    { name: 'consume', summary: 'take the workstream off the list once the briefing is out; history keeps it' },
    { name: 'keep', summary: 'leave it on the list, where the layout would take it off' },
    { name: 'yes', short: 'y', summary: 'the answer yes: go on, where the layout asks or somebody else saved it' },
    { name: 'mine', summary: 'what came from elsewhere under this NAME was saved by you; kept' },
    { name: 'fresh', summary: 'the answer no: start fresh and take it off the list; history keeps it' },
    ...ANSWER_FLAGS,
    ...LAYOUT_FLAGS,
    TRUST_FLAG,
    DRY_RUN_FLAG,
  ],
  notes: [
    'Without a NAME: the nearest by session, worktree, branch and project; two that are equally near are asked about.',
  ],
  json: '{"entry":{…},"briefing","why","drift":{facts,commits,conflicts,operation?,locks?,commitsSince?,moved},"damaged":[…],"stale"?:[…],"needs"?}',
  examples: [
    { line: 'dogear resume', says: 'the work of this worktree' },
    { line: 'dogear resume auth --budget 2000', says: 'a shorter briefing' },
  ],
  writes: true,
}

const LIST: CommandSpec = {
  name: 'list',
  aliases: ['ls'],
  group: 'daily',
  summary: 'show the workstreams of this project',
  usage: 'dogear list [--all] [--cleared] [--loose] [--team] [--branch NAME] [--agent NAME] [--since 7d] [--limit N]',
  positionals: [],
  flags: [
    { name: 'all', short: 'a', summary: 'of all projects, with nothing left out, and how much there is' },
    { name: 'cleared', summary: 'the cleared and consumed ones instead' },
    { name: 'loose', summary: 'the sessions that nobody named, every one of them' },
    { name: 'team', summary: 'what others share through a remote; otherwise it is one line' },
    { name: 'branch', value: 'NAME', summary: 'only what was saved on this branch' },
    { name: 'agent', value: 'NAME', summary: 'only what this agent saved' },
    { name: 'since', value: 'WHEN', summary: 'only what was saved since: an age (12h, 7d, 4w) or a day (2026-11-01)' },
    {
      name: 'limit',
      value: 'N',
      summary: 'the newest N (default 20; with --json and --quiet every one); 0: every one',
    },
    ...LAYOUT_FLAGS,
    TRUST_FLAG,
  ],
  notes: [
    'Of the sessions that nobody named the newest four are shown, by the short id that `dogear resume` takes; the others are counted.',
    'In a terminal the rows are numbered: `dogear resume 2` goes on with the second.',
    'Outside a terminal: one line per head, tab-separated: name, saved, branch, lane, next, task (the project first with --all).',
  ],
  json: '{"project"?,"workstreams":[{project,name,count,heads:[{id,lane,kind,saved,by,branch?,task?,next?,…}],label?,loose?,title?,quick?}],"older"?,"folded"?,"finished"?,"team"?:{lines,people},"amount"?:{lines,entries,bytes},"damaged":[…],"notices"?:[…]}',
  examples: [
    { line: 'dogear list', says: 'newest first' },
    { line: 'dogear list --loose --since 7d', says: 'the sessions of the last week that nobody named' },
    { line: 'dogear list --limit 0', says: 'every one' },
  ],
}

const NOTE: CommandSpec = {
  name: 'note',
  aliases: [],
  group: 'daily',
  summary: 'write a line into the journal of this session; the next save uses it',
  usage: 'dogear note TEXT [--type TYPE] [--why TEXT] | --list | --take-back ID',
  positionals: [{ name: 'TEXT', repeat: true }],
  flags: [
    {
      name: 'type',
      short: 't',
      value: 'TYPE',
      choices: ['note', 'decision', 'correction', 'preference', 'value'],
      summary: 'note (default), decision, correction, preference or value',
    },
    { name: 'why', value: 'TEXT', summary: 'the reason' },
    { name: 'list', summary: 'the notes of this session that wait for a save, with their ids' },
    { name: 'take-back', value: 'ID', summary: 'take a note back that no save has taken up yet' },
    DRY_RUN_FLAG,
  ],
  json: '{"note":{id,at,type,text,why?},"session","dryRun"}; with --list {"notes":[…],"session"}',
  examples: [
    {
      line: 'dogear note --type decision "Keep argon2" --why "the audit asks for it"',
      says: 'recorded at once, saved with the next checkpoint',
    },
    { line: 'dogear note --take-back k3f9xq2', says: 'it was wrong: no save will take it up' },
  ],
}

const RELAY: CommandSpec = {
  name: 'relay',
  aliases: [],
  group: 'daily',
  summary: 'save, and let another agent that is installed here go on: at a limit, or for a second opinion',
  usage: 'dogear relay AGENT [NAME]',
  positionals: [
    { name: 'AGENT', required: true },
    { name: 'NAME', complete: 'workstream' },
  ],
  flags: [{ name: 'print', summary: 'say the command and start nothing, in a terminal too' }, DRY_RUN_FLAG],
  notes: ['In a terminal the agent is started; elsewhere the one command is printed that does it.'],
  json: '{"agent","name","saved":id|null,"command":[…],"cwd","dryRun"}',
  examples: [
    { line: 'dogear relay AGENT', says: 'it goes on with what was saved here last' },
    { line: 'dogear relay AGENT auth', says: 'with this' },
  ],
  writes: true,
}

export const DAILY: readonly CommandSpec[] = [SAVE, RESUME, LIST, RELAY, NOTE]
