/** Passwords that no name announces, behind the flags of commands: `curl -u`, `mysql -p`, `sshpass -p`. */
import { NONE, type Rule, type Span } from './token-rule.js'
import { isStandIn } from './words.js'

const LINE = 400

interface Command {
  starts: readonly string[]
  /** On the rest of the line; group 1 is what stands before the password, group 2 the password. Made when asked. */
  pattern: () => RegExp
}

const commands: readonly Command[] = [
  {
    starts: ['curl', 'wget', 'http '],
    pattern: () => /^(.{0,300}?\s(?:-u|--user|-U|--proxy-user|-a)[ =]?\\?["']?[^\s:"'\\]{1,80}:)((?:\\.|[^\s"'\\])+)/,
  },
  {
    starts: ['mysql', 'mariadb', 'mongo'],
    pattern: () => /^(.{0,300}?\s-p\\?["']?)((?:\\.|[^\s"'\\-])(?:\\.|[^\s"'\\])+)/,
  },
  { starts: ['sshpass'], pattern: () => /^(sshpass\s+-p\s*\\?["']?)((?:\\.|[^\s"'\\])+)/ },
  {
    starts: ['docker login', 'podman login', 'helm registry', 'oc login', 'az login', 'skopeo login'],
    pattern: () => /^(.{0,300}?\s-p[ =]\\?["']?)((?:\\.|[^\s"'\\])+)/,
  },
  { starts: ['redis-cli'], pattern: () => /^(.{0,300}?\s-a[ =]\\?["']?)((?:\\.|[^\s"'\\])+)/ },
  {
    starts: ['ldapsearch', 'ldapmodify', 'ldapadd'],
    pattern: () => /^(.{0,300}?\s-w[ =]?\\?["']?)((?:\\.|[^\s"'\\])+)/,
  },
  {
    starts: ['htpasswd'],
    pattern: () => /^(htpasswd\s+-\w*b\w*\s+\S{1,100}\s+\S{1,80}\s+\\?["']?)((?:\\.|[^\s"'\\])+)/,
  },
  { starts: ['pass:'], pattern: () => /^(pass:)((?:\\.|[^\s"'\\])+)/ },
  { starts: ['login '], pattern: () => /^(login\s+\S{1,100}\s+password\s+)((?:\\.|[^\s"'\\])+)/ },
  { starts: ['identified by'], pattern: () => /^(identified\s+by\s+\\?["'])([^"'\\]{3,100})/i },
]

export const commandRules: readonly Rule[] = commands.map(({ starts, pattern }) => ({
  type: 'password',
  starts,
  anyCase: true,
  find: (text, at) => {
    if (starts[0] === 'pass:' && !/-pass(?:in|out)?\s+["']?$/.test(text.slice(Math.max(0, at - 12), at))) return NONE
    const [, before, password] = pattern().exec(lineFrom(text, at)) ?? []
    if (before === undefined || password === undefined || !isPassword(password)) return NONE
    const start = at + before.length
    const span: Span = { start, end: start + password.length, type: 'password', vague: true }
    return [span]
  },
}))

function lineFrom(text: string, at: number): string {
  const line = text.slice(at, at + LINE)
  const end = line.search(/[\r\n]|\\n(?![\w])/)
  return end < 0 ? line : line.slice(0, end)
}

function isPassword(text: string): boolean {
  return text.length >= 3 && !isStandIn(text) && !/^(?:\[redacted|-|[({|>&]|\d{1,5}(?::\d+)?$)/.test(text)
}
