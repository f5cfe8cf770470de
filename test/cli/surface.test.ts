/** What scripts and habits depend on: words, flags, exit codes, help. A change here is a decision, not an accident. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { COMMANDS } from '../../src/cli/specs/commands.js'
import { printCommandHelp, printHelp } from '../../src/cli/specs/help.js'
import { PLAIN } from '../../src/cli/print/output.js'
import { VERSION } from '../../src/cli/world.js'
import { ERROR_CODES, EXIT } from '../../src/core/errors.js'
import { checkout } from '../support/checkout.js'

test('commands, aliases and flags', () => {
  const lines = COMMANDS.map(
    (one) =>
      `${[one.name, ...one.aliases].join('|')}: ${one.flags.map((flag) => `--${flag.name}${flag.value ? '=' : ''}${flag.repeat ? '*' : ''}`).join(' ')}`,
  )
  expect(lines.join('\n')).toMatchInlineSnapshot(`
    "save|checkpoint: --task= --stage= --plan= --step= --of= --next= --left-off= --done=* --failed=* --constraint=* --decision=* --blocker=* --question=* --context=* --command=* --file=* --intent= --from= --agent= --session= --user= --auto --reason= --continues=* --close=* --replace=* --fresh --amend= --names= --transcript= --draft= --no-draft --no-transcript --no-git --strict --overwrite --layout=* --memory-dir= --trust= --dry-run
    resume|continue: --entry= --budget= --consume --keep --yes --mine --fresh --sentinel=* --reread= --replay=* --edited= --layout=* --memory-dir= --trust= --dry-run
    list|ls: --all --cleared --loose --team --branch= --agent= --since= --limit= --layout=* --memory-dir= --trust=
    relay: --print --dry-run
    note: --type= --why= --list --take-back= --dry-run
    show: --entry=
    history|log: --limit=
    diff: --from= --to=
    search|find: --here --name= --limit= --scan
    brief: --transcript= --budget=
    verify: --all --repair --dry-run
    undo: --to= --redo --exact --list --show= --staged --apply= --dry-run
    clear|delete|rm: --all --merged --older-than= --loose --entry= --layout=* --memory-dir= --dry-run
    restore: --entry= --item= --sentinel=* --reread= --replay=* --edited= --dry-run
    rename: --dry-run
    trash: --older-than= --dry-run
    forget: --item= --dry-run
    import: --layout= --mine --dry-run
    export: --all --to= --layout= --into=
    sync: --team --mine= --link= --store= --encrypt= --pull-only --admin --name=
    share: --stop --local --no-local
    config: --global
    trust: --mine --refuse --revoke
    tidy: --dry-run
    mcp: --agent= --session=
    init: --scope= --agents= --allow-tools --no-allow-tools --follow-links --trust= --skills= --yes --dry-run
    uninstall: --scope= --agents= --follow-links --dry-run
    off: --here
    on: --here
    doctor: --unlock
    statusline: --wrap=
    decisions|why: --all --limit= --trust=
    say: 
    watch: --once --every=
    tour: 
    help: 
    completion: 
    prompts: --session=
    status: 
    __names: 
    __tour-session: 
    __sync: --dry-run"
  `)
})

test('exit codes and error codes', () => {
  expect(EXIT).toMatchInlineSnapshot(`
    {
      "badInput": 2,
      "findings": 1,
      "internal": 70,
      "needsAnswer": 3,
      "notFound": 5,
      "ok": 0,
      "storage": 6,
      "vague": 4,
    }
  `)
  expect(ERROR_CODES).toMatchInlineSnapshot(`
    {
      "bad-entry": 2,
      "bad-input": 2,
      "bad-name": 2,
      "damaged": 6,
      "disk-failed": 6,
      "disk-full": 6,
      "internal": 70,
      "needs-answer": 3,
      "no-checkpoints": 5,
      "no-permission": 6,
      "not-found": 5,
      "read-only": 6,
      "too-big": 2,
      "unsafe": 6,
      "usage": 2,
      "vague": 4,
    }
  `)
})

test('the help page', () => {
  expect(printHelp(PLAIN, 100)).toMatchInlineSnapshot(`
    "dogear: fold the corner of the page; open the book there again.

    Usage: dogear COMMAND [--json] [--quiet] [--help]

    Every day
      save [NAME]        save where the work stands
      resume [NAME]      print the briefing that brings a fresh session back to the work
      list               show the workstreams of this project
      relay AGENT        save, and let another agent that is installed here go on: at a limit, or for a
                         second opinion
      note [TEXT]        write a line into the journal of this session; the next save uses it

    Look
      show [NAME]        print one checkpoint as it is
      history [NAME]     show every save of a workstream, with its forks
      diff [NAME]        show what changed between two saves
      search WORDS       search the text of all checkpoints of all projects
      brief              print a briefing straight from an agent's transcript; saves nothing
      verify             check every stored entry against its checksum
      decisions [WORDS]  answer "why did we …?" from the decisions of all checkpoints

    Remove, bring back, carry elsewhere
      undo [PATH]        bring uncommitted work back that was lost: it plans, shows, and asks
      clear [NAME]       take workstreams off the list; \`dogear restore NAME\` brings one back
      restore [NAME]     bring a cleared workstream back; for one that is on the list, the same as
                         resume
      rename NAME        give a workstream, or a session without a name, another name
      trash [ACTION]     list, restore or purge what was cleared
      forget [TEXT]      take a text out of everything that was saved, for good
      import [FILE]      take in entries that \`dogear export\` wrote, or the files of another checkpoint
                         system
      export [NAME]      write entries out: with their history for a backup, or as files of another
                         checkpoint system
      sync [ACTION]      the same work on your other machines, and with others: through a git
                         repository, a folder or PostgreSQL
      share NAME         give a workstream to the team, or keep it on this machine

    More
      config [KEY]       show what is set here and where each value comes from, or change it
      trust [LAYOUT]     show or change which checkpoint files of this repository are taken over
      tidy               remove old takes of work trees; it happens by itself now and then
      mcp                serve save, resume, list, search, note and clear to an agent, by the Model
                         Context Protocol
      init [AGENT]       let your coding agents save and resume by themselves: hooks, tools, skill
      uninstall [AGENT]  take out of the files of an agent what init put in; your checkpoints stay
      off                switch all hooks off, everywhere or here; they stay set up
      on                 switch them on again
      doctor             prove that saving and resuming works in your agents, or say what is broken and
                         how to mend it
      say PHRASE         run the command that a phrase means: "continue auth", "继续 auth"
      watch              autosave while agents work here: idle time, full context, goodbyes
      tour               see it work in a scratch repository; touches nothing of yours
      help [COMMAND]     show all commands, or one of them
      completion SHELL   print the completion script for bash, zsh or fish
      prompts [ACTION]   plumbing: the queue of prompts that could not be sent

    Short names: checkpoint = save, continue = resume, ls = list, log = history, find = search, delete = clear, rm = clear, why = decisions

    Exit codes: 0 done, 1 verify or import found something, 2 wrong input, 3 a question needs an answer,
    4 refused as vague, 5 not found, 6 disk or store, 70 a defect of dogear

    One command: dogear help COMMAND      See it work: dogear tour
    "
  `)
})

test('the help of a command', () => {
  const spec = COMMANDS.find((one) => one.name === 'resume')
  expect(spec && printCommandHelp(spec, PLAIN, 100)).toMatchInlineSnapshot(`
    "dogear resume, continue: print the briefing that brings a fresh session back to the work

    Usage: dogear resume [NAME] [--entry ID] [--budget CHARS]

    Without a NAME: the nearest by session, worktree, branch and project; two that are equally near are
    asked about.

    Flags
      --entry ID           this entry: an older one, or one of several heads
      --budget CHARS       longest briefing, in characters
      --consume            take the workstream off the list once the briefing is out; history keeps it
      --keep               leave it on the list, where the layout would take it off
      -y, --yes            the answer yes: go on, where the layout asks or somebody else saved it
      --mine               what came from elsewhere under this NAME was saved by you; kept
      --fresh              the answer no: start fresh and take it off the list; history keeps it
      --trust yes|no|mine  what lies in this repository is yours (yes), is not (no), or the whole
                           repository is (mine)
      -n, --dry-run        say what would happen and write nothing
      --json               print one JSON document for programs, errors and questions too; --json
                           name,next: only these fields
      -q, --quiet          print only what was asked for: no advice, no warnings
      -h, --help           show this help

    Further flags where a layout is live: dogear help config

    With --json
      {"entry":{…},"briefing","why","drift":{facts,commits,conflicts,operation?,locks?,commitsSince?,moved},"damaged":[…],"stale"?:[…],"needs"?}

    Examples
      dogear resume
          the work of this worktree
      dogear resume auth --budget 2000
          a shorter briefing
    "
  `)
})

test('JSON shapes', () => {
  expect(Object.fromEntries(COMMANDS.filter((one) => one.json).map((one) => [one.name, one.json])))
    .toMatchInlineSnapshot(`
      {
        "brief": "{"agent","facts":{fields,changed,session?,branch?,cwd?,model?,startedAt?,lastAt?,context?,survived},"briefing"}",
        "clear": "{"cleared":[name],"dryRun"}; with --entry alone {"withdrawn":{name,id},"dryRun"}",
        "config": "{"config":[{key,value,from}]}; after a change {"key","values","path"}",
        "decisions": "{"decisions":[{date,project,name,id,text,why?,rejected?,observed?,foreign?}],"total","damaged":[…]}",
        "diff": "{"from":id,"to":id,"changes":[{field,kind,before?,after?}]}",
        "doctor": "{"findings":[{id,ok,status,message,next?}],"ok"}",
        "export": "{"dogear":1,"entries":[{path,text}]}; with --to {"exported":[path],"to"}; with --layout {"layout","into","exported":[{name,id}],"changed":[path],"refused":[{source,message}]}",
        "forget": "{"forgotten":{"entries","packs","files":[path],"left":[path]},"dryRun"}",
        "help": "{"commands":[{name,aliases,summary,usage,flags,…}]}",
        "history": "{"name","total","heads":[id],"entries":[{…}],"damaged":[…]}",
        "import": "{"imported":[{name,id,layout?,source?}],"already","refused":[{source,message}],"differs":[{source,name,id,path,kept}],"foreign","dryRun"}",
        "init": "{"scope","files":[{path,change}],"notes":[…],"undone"?,"dryRun","checkpoints","skills":[{path,layout,shared,removable}]}; of several agents {"agents":[{agent,…}],"checkpoints","skills"}",
        "list": "{"project"?,"workstreams":[{project,name,count,heads:[{id,lane,kind,saved,by,branch?,task?,next?,…}],label?,loose?,title?,quick?}],"older"?,"folded"?,"finished"?,"team"?:{lines,people},"amount"?:{lines,entries,bytes},"damaged":[…],"notices"?:[…]}",
        "note": "{"note":{id,at,type,text,why?},"session","dryRun"}; with --list {"notes":[…],"session"}",
        "off": "{"on","folder"?,"changed","off":[…]}",
        "on": "{"on","folder"?,"changed","off":[…]}",
        "prompts": "list: {"prompts":[{id,at,text}]}; push: {"id"}; pop: {"prompt":{id,at,text}}",
        "relay": "{"agent","name","saved":id|null,"command":[…],"cwd","dryRun"}",
        "rename": "{"renamed":{from,name,id},"dryRun"}",
        "restore": "as trash restore, or as resume; with --item {"opened":{name,id,item},"dryRun"}",
        "resume": "{"entry":{…},"briefing","why","drift":{facts,commits,conflicts,operation?,locks?,commitsSince?,moved},"damaged":[…],"stale"?:[…],"needs"?}",
        "save": "{"saved":{name,id,path,lane,created,nameFrom,heads,next?},"open":[{id,kind,text}],"findings":[{field,problem,text?,advice}],"dryRun"}; where layouts are live also "published":{files:[{layout,folder,file?,changed,sentinel?}],warnings}; where it was drafted also "draft":{used,warning?}; with --auto also "skipped"?,"warnings"",
        "say": "as the command it runs",
        "search": "{"hits":[{project,name,id,saved,snippet,foreign?}],"total"?,"via","damaged":[…]}",
        "share": "{"shared":{name,how,changed,teams}}",
        "show": "{"entry":{…},"path"}",
        "status": "as list",
        "sync": "{"remotes":[…]}; now: {"synced":[{url,taken,sent,error?}]}; add: {url,words,founded,waits,project,isSealed}; trust, members remove: {device,name,words}; encrypt: {url,recovery,inClear}",
        "tidy": "{"takes","bytes","gone","freed","dryRun"}",
        "trash": "list: {"workstreams":[{name,clearedAt,entries}],"files":[{date,name,path}]}; restore: {"restored":{name,id},"dryRun"}; purge: {"purged":[…],"kept","dryRun","waiting"?:[…]}",
        "trust": "{"project","answers":{"<layout>":"approved"|"refused"},"repository"?:{"origin"|"place","holds"}}",
        "undo": "{"plan":{id,kind,take,notes,steps:[{path,do}],refused:[{path,why}],same},"receipt"?:{done,left:[{path,why,aside?}],kept?},"settled"}; list: {"losses","takes","missed","left"}",
        "uninstall": "{"files":[{path,change}],"notes":[…],"dryRun"}",
        "verify": "{"checked","damaged":[{project,name,id,path,reason,message}],"missing":[…],"repaired":[{path,action,to}]}",
        "watch": "one document per look that saved something: {"sessions":[{agent,session,path}],"saved":[{agent,session,name,id,reason}],"warnings":[…]}",
      }
    `)
})

test('every command has code, and no word means two things', () => {
  // Read, not imported: it is the program, and would run.
  const main = readFileSync(join(checkout, 'src', 'cli', 'main.ts'), 'utf8')
  const loaded = [...main.matchAll(/^ {2}'?([\w-]+)'?: async \(\) => \(await import\(/gm)].map(([, name]) => name)
  expect(loaded.toSorted()).toEqual(COMMANDS.map((one) => one.name).toSorted())
  const words = COMMANDS.flatMap((one) => [one.name, ...one.aliases])
  expect(new Set(words).size).toBe(words.length)
})

test('the help of every command fits a narrow terminal and names all its flags', () => {
  for (const spec of COMMANDS) {
    const help = printCommandHelp(spec, PLAIN, 80, true)
    for (const flag of spec.flags) expect(help).toContain(`--${flag.name}`)
  }
})

test('the version is that of the package', () => {
  const { version } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8')) as { version: string }
  expect(VERSION).toBe(version)
})
