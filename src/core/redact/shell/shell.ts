/** Passwords that no name announces, behind the flags of commands: `curl -u`, `mysql -p`, `echo … | sudo -S`. */
import { isBorder } from '../chars.js'
import { type Command, commands } from './commands.js'
import { NONE, type Rule, type Span } from '../token-rule.js'
import { isGenerated, isScrambled, isStandIn, shapeOf } from '../words.js'

/** How far a command is followed, also over lines that end with a backslash. */
const REACH = 400
const DENSE = 48
export const commandRules: readonly Rule[] = commands.map(commandRule)

function commandRule(command: Command): Rule {
  let pattern: RegExp | undefined
  return {
    type: 'password',
    starts: command.starts,
    anyCase: true,
    find: (text, at, after) => {
      if (command.starts[0] === 'pass:' && !/-pass(?:in|out)?\s+["']?$/.test(text.slice(Math.max(0, at - 12), at)))
        return NONE
      if (command.starts[0] !== 'assword' && !isBorder(text, at)) return NONE
      if (command.after && !command.after.test(lineBefore(text, at))) return NONE
      const line = commandFrom(text, at, text.slice(at, after).toLowerCase(), command.behind !== undefined)
      if (line.length < after - at + 3) return NONE
      pattern ??= command.pattern()
      return passwordsIn(line, at, pattern, command)
    },
  }
}

function lineBefore(text: string, at: number): string {
  const before = text.slice(Math.max(0, at - 200), at)
  return before.slice(before.lastIndexOf('\n') + 1)
}

function passwordsIn(
  line: string,
  at: number,
  pattern: RegExp,
  { behind, stop, every, isDrawn }: Command,
): readonly Span[] {
  const spans: Span[] = []
  pattern.lastIndex = 0
  for (let match = pattern.exec(line); match !== null; match = every ? pattern.exec(line) : null) {
    const start = match.index + match[0].length
    const end = endOfWord(line, start, match[1] ?? '', stop)
    const isFollowed = behind === undefined || behind.test(line.slice(end, end + 160))
    if (
      isFollowed &&
      isPassword(line.slice(start, end), match[1] ?? '') &&
      (!isDrawn || isMade(line.slice(start, end)))
    )
      spans.push({ start: at + start, end: at + end, type: 'password', vague: true })
    if (match[0] === '') break
  }
  return spans.length === 0 ? NONE : spans
}

/** Where lines were last joined: commands stand close together in a script, and joining takes longer than reading. */
let joined = { text: '', from: 0, reach: '' }

function joinedFrom(text: string, at: number): string {
  const isInside = joined.text === text && at >= joined.from && at + REACH <= joined.from + joined.reach.length
  if (!isInside) {
    const reach = text.slice(at, at + 4 * REACH)
    joined = { text, from: at, reach: reach.replace(/\\\r?\n[ \t]*|\\\\n[ \t]*/g, (joint) => ' '.repeat(joint.length)) }
  }
  return joined.reach.slice(at - joined.from, at - joined.from + REACH)
}

/**
 * To the end of the line or of the command; where that is a backslash, the next line belongs to it. As long as the text
 * it stands for. No command has its own name again within a few words.
 */
function commandFrom(text: string, at: number, name: string, withPipe: boolean): string {
  const reach = joinedFrom(text, at)
  if (name === 'assword') return reach
  const again = commandAgain(reach.slice(name.length, DENSE).toLowerCase(), name)
  const whole = again < 0 ? reach : reach.slice(0, name.length + again)
  const end = whole.search(withPipe ? /[\r\n]|(?<!%s)\\n(?![\w])/ : /[\r\n]|\\n(?![\w])|\s(?:&&|\|\|?|;)\s/)
  return end < 0 ? whole : whole.slice(0, end)
}

/** Where the command is called once more; a file may be called like it, once: `htpasswd -b .htpasswd …`. */
function commandAgain(near: string, name: string): number {
  const first = near.indexOf(name)
  return first > 0 && './_-'.includes(near.charAt(first - 1)) ? near.indexOf(name, first + 1) : first
}

const WORD = /(?:\\.|[^\s"'\\])+/y

function endOfWord(line: string, start: number, quote: string, stop?: string): number {
  WORD.lastIndex = start
  const closing = quote === '' ? -1 : line.indexOf(quote, start)
  const end = quote === '' ? (WORD.test(line) ? WORD.lastIndex : start) : closing < 0 ? line.length : closing
  const stopped = stop === undefined ? -1 : line.slice(start, end).indexOf(stop)
  return stopped < 0 ? end : start + stopped
}

function isMade(text: string): boolean {
  const facts = shapeOf(text)
  return isScrambled(text, facts) || isGenerated(text, facts)
}

function isPassword(text: string, quote: string): boolean {
  if (text.length < 3 || isStandIn(text) || /^(?:\[redacted|\d{1,5}(?::\d+)?$)/.test(text)) return false
  if (quote === '' && /^[-({|>&$]/.test(text)) return false
  // `-path`, `-print`: another flag that begins alike.
  return quote !== '' || !/^[a-z-]+$/.test(text) || shapeOf(text).wordiness < 0.3
}
