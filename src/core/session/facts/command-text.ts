/** A command as it is recognised again, what kind it is, what it commits or throws away, and what its output says. */
import { cutAt, cutLine } from '../../text/cut.js'
import { cleanLine } from '../../text/text.js'
import type { Action } from '../transcript.js'
import { pathsIn, shownPath } from './collect.js'

/** check: tests, builds, linters; look: state of git and reviews; step: changes that are made once; peek: ls, cat, grep. */
export type CommandKind = 'check' | 'look' | 'act' | 'step' | 'peek'

/** Without the folder it was run in, further lines, and what only shortens the output. */
export function plainCommand(command: string): string {
  const first = (
    command
      .slice(0, 4000)
      .trim()
      .replace(/^cd \S+ *(?:&&|;) */, '')
      .replace(/\\\r?\n\s*/g, ' ')
      .split('\n', 1)[0] as string
  ).trim()
  return cutPipe(first).trim()
}

/** The same, whether its errors were joined to its output or not. */
export function commandKey(plain: string): string {
  return plain.includes('2>&1') ? plain.replace(/\s*2>&1\s*$/, '') : plain
}

/** When a chain of commands passes, each of them did. */
export function chainOf(plain: string): string[] {
  return plain.includes('&&') && !/[;|"']/.test(plain) ? plain.split('&&').map((part) => commandKey(part.trim())) : []
}

/** Its exit code is then that of the last command in the pipe. */
export function hidesExit(command: string): boolean {
  const start = command.slice(0, 4000)
  if (!start.includes('|')) return false
  return /\|\s*(?:head|tail|grep|rg|tee|cat|less|sed|awk)\b/.test(start) || /\|\|\s*(?:true|echo|:)/.test(start)
}

export interface Simple {
  text: string
  /** Where a `cd` before it went. */
  folder?: string
}

const MAX_PARTS = 30
const PREFIX =
  /^(?:(?:[A-Za-z_]\w*=(?:"[^"]*"|'[^']*'|[^\s"']*)|time|sudo|nohup|exec|env|command|nice(?: -n ?\d+)?|timeout(?: -\S+)* \d+\w?)\s+)+/
/** What is kept in a variable is asked by a script, and begins with half of its program. */
const ASSIGNED = /^[A-Za-z_]\w*=["']?(?:\$\(|`)/
const REDIRECTION = /\s*(?:\d?>>?&?\s*(?:\d\b|"[^"]*"|[^\s"]+)|2>&1|&)$/
/** A program inside a command is written for once. */
const INLINE = /^\S*(?:python|node|ruby|perl|bash|sh|deno|bun)\d?(?:\.\d+)? (?:\S+ )*-\w*[ce]\b/

/** The simple commands of a line of shell, without where it was, what it set and where its output went. */
export function commandsIn(command: string): Simple[] {
  let folder: string | undefined
  return splitShell(withoutDocuments(command).slice(0, 4000)).flatMap((part): Simple[] => {
    // What a here-document is handed to is written for once.
    if (part.includes('<<')) return []
    const line = part.replace(/\s+/g, ' ').trim()
    if (ASSIGNED.test(line)) return []
    let text = line.replace(PREFIX, '')
    const moved = /^cd (?:-- )?("[^"]+"|'[^']+'|\S+)$/.exec(text)?.[1]
    if (moved !== undefined) folder = moved.replace(/^["']|["']$/g, '')
    for (let cut = ''; cut !== text;) [cut, text] = [text, text.replace(REDIRECTION, '').trim()]
    if (moved !== undefined || !/^[\w./~@]/.test(text) || INLINE.test(text) || !isBalanced(text)) return []
    return [folder === undefined || folder === '.' ? { text } : { text, folder }]
  })
}

/** What stands in here-documents is no command; that there was one is left to see. */
function withoutDocuments(command: string): string {
  if (!command.includes('<<')) return command
  const text = command
    .slice(0, MAX_SCRIPT)
    .replace(/<<-?[ \t]*(["']?)(\w+)\1([^\n]*)\n(?:[^]*?\n)??[ \t]*\2(?=\n|$)/g, '<<$3')
  // One that has no end, or whose end is further on.
  const open = text.search(/<<+-?[ \t]*["']?\w/)
  return open < 0 ? text : `${text.slice(0, open)}<<`
}

const MAX_SCRIPT = 8000

/** Nobody can run it again by what is shown of it. */
export function isForOnce(plain: string): boolean {
  return plain.includes('<<') || INLINE.test(plain)
}

/** Of `$(git show $id | head)` taken apart, the end of a bracket is left over: nobody can run that. */
function isBalanced(text: string): boolean {
  return text.split('(').length === text.split(')').length
}

/** At `&&`, `||`, `;` and line ends outside quotes; of a pipe the first. What has an open quote or bracket is left out. */
function splitShell(script: string): string[] {
  const parts: string[] = []
  let [part, quote, depth, isPiped] = ['', '', 0, false]
  const finish = (): void => {
    if (part.trim() !== '' && depth === 0) parts.push(part)
    ;[part, depth, isPiped] = ['', 0, false]
  }
  for (let i = 0; i < script.length && parts.length < MAX_PARTS; i++) {
    const char = script[i] as string
    const isEscaped = char === '\\'
    if (quote === '' && !isEscaped && depth === 0) {
      const two = script.slice(i, i + 2)
      if (two === '&&' || two === '||' || char === ';' || char === '\n') {
        finish()
        if (two === '&&' || two === '||') i++
        continue
      }
      if (char === '|') isPiped = true
    }
    const text = isEscaped ? script.slice(i, i + 2) : char
    if (!isPiped) part += text === '\\\n' ? ' ' : text
    if (isEscaped) i++
    else if (quote !== '') quote = char === quote ? '' : quote
    else if (char === '"' || char === "'" || char === '`') quote = char
    else if (char === '(' || char === '{') depth++
    else if (char === ')' || char === '}') depth = Math.max(0, depth - 1)
  }
  if (quote === '') finish()
  return parts
}

const KIND_OF_GIT = kindsOf({
  step: 'commit add rm mv checkout switch restore stash reset rebase merge tag cherry-pick clean init clone push fetch pull am apply revert bisect submodule',
  look: 'status log diff branch',
  peek: 'show cat-file ls-tree ls-files grep rev-parse rev-list config remote reflog blame merge-base worktree',
})
const KIND_OF_PROGRAM = kindsOf({
  step: 'mkdir rmdir rm mv cp touch chmod chown ln kill pkill cd tar zip unzip gzip gunzip open',
  look: 'gh glab',
  peek: 'ls cat head tail grep rg find fd sed awk wc echo printf pwd which type file stat tree sleep jq diff env date ps test [ for while if do done then else fi export source set unset read true false xargs sort uniq cut tr tee curl wget less nl bat du df lsof pgrep ss netstat top free uname hostname whoami id readlink realpath dirname basename strings xxd hexdump md5 shasum cksum md5sum sha256sum cmp comm tac column seq ping dig nslookup command wait jobs break continue return exit shift local declare typeset readonly trap case esac elif until select function eval alias pushd popd let umask ulimit :',
})
const CHECKS = new Set(
  'test tests check lint fmt format build typecheck tsc vet clippy pytest jest vitest mocha mypy pyright ruff eslint prettier oxlint gofmt compile make ctest bench verify ci'.split(
    ' ',
  ),
)

function kindsOf(words: Partial<Record<CommandKind, string>>): ReadonlyMap<string, CommandKind> {
  return new Map(
    Object.entries(words).flatMap(([kind, list]) => list.split(' ').map((one) => [one, kind as CommandKind])),
  )
}

/** Looked up by its words: patterns of so many would take a millisecond to be made. */
export function kindOf(plain: string): CommandKind {
  const command = plain
    .replace(/^rtk (?:proxy )?/, '')
    .replace(/^git(?:\s+-[cC]\s+\S+)+/, 'git')
    .replace(/^\/usr\/bin\//, '')
  const [program = '', second = ''] = command.split(/[\s;&|()<>]+/, 2)
  // What git does besides is a look at its own insides.
  const known = program === 'git' ? (KIND_OF_GIT.get(second) ?? 'peek') : KIND_OF_PROGRAM.get(program)
  if (known) return known
  if (/\s(?:--help|--version)$/.test(command)) return 'peek'
  if (/^[A-Za-z_]\w*=/.test(program)) return 'peek'
  return command.split(/\W+/).some((word) => CHECKS.has(word)) ? 'check' : 'act'
}

const TEST_WORDS = new Set(
  'test tests vitest jest mocha ava pytest unittest tox nox rspec phpunit ctest playwright cypress'.split(' '),
)

/** Runs tests, of whatever kind and extent: `npm test`, `npm run test:unit`, `bin/rspec`. */
export function isTest(command: string): boolean {
  const hasWord = command
    .split(/[\s:]/)
    .some((word) => TEST_WORDS.has(word.slice(Math.max(word.lastIndexOf('/'), word.lastIndexOf('=')) + 1)))
  // Who searches a folder called `test` tests nothing.
  return hasWord && ['check', 'act'].includes(kindOf(command))
}

/** The files that a command prints: how agents without a tool for it read. */
export function pathsRead(command: string): string[] {
  return command.split(/&&|\|\||[;|\n]/, 20).flatMap((part) => {
    const isRead = /^\s*(?:cat|head|tail|nl|bat|less|sed -n)\s/.test(part)
    if (!isRead || part.includes('>')) return []
    // What the shell fills in is no path.
    const words = part.split(/\s+/).filter((word) => !/[*?$`{]/.test(word))
    return pathsIn(words.join(' ')).filter((path) => !/^(?:\/(?:dev|proc|tmp|var)\/|-|~)/.test(path))
  })
}

/** From the first `|` outside quotes on. */
function cutPipe(line: string): string {
  let quote = ''
  for (let i = 0; i < line.length; i++) {
    const char = line[i] as string
    if (char === '\\') i++
    else if (quote !== '') quote = char === quote ? '' : quote
    else if (char === '"' || char === "'") quote = char
    else if (char === '|') return line.slice(0, i)
  }
  // What an open quote holds stood on further lines.
  return quote === '' ? line.replace(/\s*2>&1$/, '') : `${line} …`
}

const MAX_SHOWN = 160
const MAX_LINES = 400

const STRONG =
  /^\s*(?:--- FAIL|FAIL\b|✗|✖|×|not ok\b|E\s{2,}|panic:|fatal:|error(?:\[\w+\])?:|[\w./\\-]+:\d+(?::\d+)?:\s|[\w.]*(?:Error|Exception)\b)|: error\b/i
const WEAK =
  /\b(?:error|fail(?:ed|ure|s)?|panic|exception|cannot|can't|undefined|not found|denied|refused|timed? ?out|expected)\b/i
const NOISE =
  /^(?:(?:Error|Warning|Failed|Failure)s?:?|(?:Error: )?Exit code \d+|exit status \d+|FAIL|\s*at .*|npm (?:ERR!|error).*|node:internal\/\S+|\s*triggerUncaughtException\(|=+.*=+|[-^]+)$/i

/** How a client marks that it was the tool that failed. */
const WRAPPER = /<\/?(?:tool_use_)?error>/g

/** The one line of an output that says what went wrong. Outputs themselves are never stored. */
export function tellingLine(output: string): string | undefined {
  const lines = output
    .replace(WRAPPER, '')
    .split('\n', MAX_LINES)
    .map((line) => cleanLine(cutAt(line, 400)))
  const useful = lines.filter((line) => line !== '' && !NOISE.test(line))
  const line = useful.find((one) => STRONG.test(one)) ?? useful.find((one) => WEAK.test(one)) ?? useful.at(-1)
  return line === undefined ? undefined : cutLine(line, MAX_SHOWN)
}

/** For outputs whose exit code a pipe has swallowed: only what no passing run prints. */
export function saysFailed(output: string): boolean {
  return /^(?:--- FAIL|FAIL\b|not ok\b|panic:|error(?:\[\w+\])?:|\s*\d+ (?:failed|failing)\b)|exit status [1-9]|\b[1-9]\d* (?:failed|failing|errors?)\b/m.test(
    output.slice(0, 4000),
  )
}

/** What was about to be done, for where the user refuses it. */
export function wordsOfCall(action: Action, tool: string, cwd: string | undefined): string {
  if (action.type === 'run') return `\`${cutAt(plainCommand(action.command), 100)}\``
  if ('path' in action && action.path !== undefined) return `${action.type} of ${shownPath(action.path, cwd)}`
  return /plan/i.test(tool) ? 'the plan' : tool
}
