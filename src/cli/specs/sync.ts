/** The commands that carry entries to other machines and people. */
import { DRY_RUN_FLAG, type CommandSpec } from '../args/spec.js'

export const SYNC: CommandSpec = {
  name: 'sync',
  aliases: [],
  group: 'keep',
  summary: 'the same work on your other machines, and with others: through a git repository, a folder or PostgreSQL',
  usage: 'dogear sync [now | add URL[#WORDS] | status | members | trust WHO | encrypt FILE | remove]',
  positionals: [{ name: 'ACTION', complete: 'action' }, { name: 'WHAT' }, { name: 'WHO' }],
  actions: [
    { name: 'now', summary: 'take what is new, give what is yours (default)' },
    { name: 'add', summary: 'add a remote, and the project of this folder to it' },
    { name: 'status', summary: 'who is there, what waits, since when it has stopped' },
    { name: 'members', summary: 'who is let in; `members remove WHO` puts a device out' },
    { name: 'trust', summary: 'let a device in that waits, by its words or its name' },
    {
      name: 'encrypt',
      summary: 'seal from now on what goes to a remote; FILE is its recovery key, made where there is none',
    },
    { name: 'schema', summary: 'print what PostgreSQL needs, for its administrator: `dogear sync schema | psql`' },
    { name: 'remove', summary: 'exchange nothing with a remote any more; what was taken stays' },
  ],
  flags: [
    { name: 'team', summary: 'with add: for colleagues; only workstreams that you `dogear share` go there' },
    {
      name: 'mine',
      value: 'yes|no',
      choices: ['yes', 'no'],
      summary: 'with add: the store there is your own; with trust: the device is',
    },
    { name: 'link', value: 'PROJECT', summary: 'with add: which project there this one is; new: none of them' },
    {
      name: 'store',
      place: 'rare',
      value: 'WORDS',
      summary: 'with add: which store is meant, where several are there',
    },
    {
      name: 'encrypt',
      value: 'FILE',
      summary: 'with add: encrypt it; FILE is its recovery key, made where there is none',
    },
    { name: 'pull-only', place: 'rare', summary: 'with add: this machine only takes' },
    { name: 'admin', place: 'rare', summary: 'with trust: they may let others in, too' },
    {
      name: 'name',
      place: 'rare',
      value: 'NAME',
      summary: 'with add: what others see you as; with trust: what they are called from now on',
    },
  ],
  notes: [
    'Nothing is sent anywhere unless you added a remote. Then it runs by itself after a save and at the start of a session, in the background; no save and no hook waits for it.',
    'A git remote should be a private repository of its own: whoever can read it can read your notes.',
    'What others wrote is shown as theirs. It never hides, ends or reorders yours. See docs/sync.md.',
  ],
  json: '{"remotes":[…]}; now: {"synced":[{url,taken,sent,error?}]}; add: {url,words,founded,waits,project,isSealed}; trust, members remove: {device,name,words}; encrypt: {url,recovery,inClear}',
  examples: [
    { line: 'dogear sync add git@host:me/notes.git', says: 'on the first machine; it shows the words of the store' },
    { line: 'dogear sync add git@host:me/notes.git#lusab-babad-gutih-tugad', says: 'on the second one' },
    { line: 'dogear sync trust laptop', says: 'on the first one: the second is yours, too' },
  ],
  writes: true,
}

export const SHARE: CommandSpec = {
  name: 'share',
  aliases: [],
  group: 'keep',
  summary: 'give a workstream to the team, or keep it on this machine',
  usage: 'dogear share NAME [--stop | --local | --no-local]',
  positionals: [{ name: 'NAME', required: true, complete: 'workstream' }],
  flags: [
    { name: 'stop', summary: 'nothing more of it goes to teams; what is there stays there' },
    { name: 'local', summary: 'it never leaves this machine, not even to your own devices' },
    { name: 'no-local', summary: 'it may leave again' },
  ],
  json: '{"shared":{name,how,changed,teams}}',
  examples: [{ line: 'dogear share auth', says: 'with the teams that this project is added to' }],
  writes: true,
}

/** Runs in the background, started by a save. */
export const SYNC_QUIETLY: CommandSpec = {
  name: '__sync',
  aliases: [],
  group: 'hidden',
  summary: 'plumbing: the exchange in the background',
  usage: 'dogear __sync',
  positionals: [],
  flags: [DRY_RUN_FLAG],
  examples: [],
}
