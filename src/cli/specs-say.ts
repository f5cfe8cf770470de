/** What is said in words, saved by itself, and asked afterwards. */
import type { CommandSpec } from './spec.js'
import { TRUST_FLAG } from './spec.js'

const DECISIONS: CommandSpec = {
  name: 'decisions',
  aliases: ['why'],
  group: 'look',
  summary: 'answer "why did we …?" from the decisions of all checkpoints',
  usage: 'dogear decisions [WORDS…] [--all] [--limit N]',
  positionals: [{ name: 'WORDS', repeat: true }],
  flags: [
    { name: 'all', short: 'a', summary: 'of all projects' },
    { name: 'limit', value: 'N', summary: 'at most N, the newest (default: every one)' },
    TRUST_FLAG,
  ],
  notes: [
    'Newest first; a decision that several saves repeat is shown once, with the date it first appeared.',
    'All words must occur in the decision, its reason, what was rejected or the name; endings do not matter.',
    'Outside a terminal: tab-separated: date, project, name, id, decision, why, rejected.',
  ],
  json: '{"decisions":[{date,project,name,id,text,why?,rejected?,observed?}],"total","damaged":[…]}',
  examples: [
    { line: 'dogear why did we keep argon2', says: 'the decision, its reason, and what was rejected' },
    { line: 'dogear decisions --all', says: 'every decision of every project' },
  ],
}

const SAY: CommandSpec = {
  name: 'say',
  aliases: [],
  group: 'more',
  summary: 'run the command that a phrase means: "continue auth", "继续 auth"',
  usage: 'dogear say PHRASE',
  positionals: [{ name: 'PHRASE', required: true, repeat: true }],
  flags: [],
  notes: [
    'The phrases of the known checkpoint skills, in English and Chinese. Quote a phrase that holds a flag.',
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

const WATCH: CommandSpec = {
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

export const SAID: readonly CommandSpec[] = [DECISIONS, SAY, WATCH]
