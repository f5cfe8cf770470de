/** Passwords that no name announces, behind the flags of commands: `curl -u`, `mysql -p`, `echo … | sudo -S`. */
import { isBorder } from './chars.js'
import { NONE, type Rule, type Span } from './token-rule.js'
import { isStandIn, shapeOf } from './words.js'

/** How far a command is followed, also over lines that end with a backslash. */
const REACH = 400
const DENSE = 48
const QUOTE = String.raw`(\\{0,3}["'])?`

interface Command {
  starts: readonly string[]
  /** On the command from its name on. Ends where the password begins; group 1, where it is, is the quote around it. */
  pattern: () => RegExp
  /** What must follow the password, quote included. */
  behind?: RegExp
  /** The password ends here, beside where every word ends. */
  stop?: string
  /** The command has several such flags. */
  every?: true
}

/** Flags with the password behind a space or a sign. */
function flags(names: string): () => RegExp {
  return () => new RegExp(String.raw`\s(?:${names})(?:\s+|=)${QUOTE}(?!-)`, 'g')
}

/** Flags with the password behind them without a space. */
function attached(names: string): () => RegExp {
  return () => new RegExp(String.raw`\s(?:${names})${QUOTE}(?=[^\s-])`, 'g')
}

/** Reads the password from its standard input. */
const READS_INPUT =
  /^["'\\]{0,3}\s*\|\s*(?:[\w./-]+\s+)?.{0,80}?(?:\bsudo\s+(?:-\w+\s+)*-\w*S|\bsu\b|--password-stdin|--stdin|--with-token|--passphrase-fd|\bchpasswd|\bkinit|\bcryptsetup|\bsecrets?\s+(?:create|put|set|versions)|\bpasswd\b|-pass(?:in|out)?\s+stdin|\blogin\b)/

const commands: readonly Command[] = [
  {
    starts: ['curl', 'wget', 'http ', 'https '],
    pattern: () =>
      new RegExp(
        String.raw`\s(?:-u|--user|-U|--proxy-user|-a)(?:\s+|=)?${QUOTE}(?:(?:Basic|basic)\s)?[^\s:"'\\/]{1,80}:(?!\/\/)`,
        'g',
      ),
  },
  { starts: ['mysql', 'mariadb', 'mongo'], pattern: attached('-p') },
  {
    starts: ['mongo', 'cqlsh', 'influx', 'twine upload', 'psexec', 'evil-winrm', 'crackmapexec', 'netexec'],
    pattern: flags('-p'),
  },
  { starts: ['sshpass'], pattern: () => new RegExp(String.raw`^sshpass\s+(?:-\w\s+)?-p\s*${QUOTE}`, 'g') },
  {
    starts: [
      'docker login',
      'podman login',
      'helm registry',
      'oc login',
      'az login',
      'skopeo login',
      'buildah login',
      'oras login',
      'crane auth',
      'cf login',
      'nerdctl login',
    ],
    pattern: flags('-p'),
  },
  {
    starts: ['skopeo', 'podman', 'buildah'],
    pattern: () => new RegExp(String.raw`\s--(?:src-|dest-)?creds(?:\s+|=)${QUOTE}[^\s:"']{1,60}:`, 'g'),
    every: true,
  },
  { starts: ['security '], pattern: flags('-[pw]') },
  { starts: ['doctl auth', 'flyctl auth', 'railway login'], pattern: flags('-t|--access-token') },
  { starts: ['password-command'], pattern: () => /^password-command[= ]["']?echo (?:-n )?(["'])?/g },
  { starts: ['redis-cli'], pattern: flags('-a') },
  { starts: ['ldap'], pattern: () => new RegExp(String.raw`\s-w\s*${QUOTE}`, 'g') },
  {
    starts: ['htpasswd'],
    pattern: () => new RegExp(String.raw`^htpasswd\s+-\w*b\w*(?:\s+-\w+)*\s+\S{1,100}\s+\S{1,80}\s+${QUOTE}`, 'g'),
  },
  { starts: ['zip ', 'unzip ', 'sqlcmd', 'bcp ', 'isql', 'tsql', 'ipmitool', 'mosquitto'], pattern: flags('-P') },
  { starts: ['zip ', 'unzip ', 'sqlcmd', 'isql', 'ipmitool'], pattern: attached('-P') },
  { starts: ['7z', 'rar ', 'unrar '], pattern: attached('-p|-hp') },
  {
    starts: ['smbclient', 'rpcclient', 'smbget', 'smbmap', 'nmblookup', 'net rpc', 'net ads', 'wmiexec'],
    pattern: () => new RegExp(String.raw`\s(?:-U|--user)(?:\s*|=)${QUOTE}[^\s%"']{1,60}%`, 'g'),
  },
  {
    starts: ['sqlplus', 'connect ', 'rman ', 'impdp', 'expdp', 'sqlldr', 'sqlcl', 'dbca'],
    pattern: () =>
      new RegExp(
        String.raw`^\w+\s+(?:-\w+\s+){0,3}(?:userid=|target\s+)?["']?[A-Za-z][\w$#]{0,30}\/${QUOTE}(?=[^\s/]{4,})`,
        'g',
      ),
    stop: '@',
  },
  { starts: ['lftp', 'ncftp'], pattern: () => new RegExp(String.raw`\s-u\s*${QUOTE}[^\s,"']{1,60},`, 'g') },
  { starts: ['net use'], pattern: () => /\/user:\S{1,60}\s+(["'])?(?=[^\s/])/gi },
  { starts: ['net use'], pattern: () => /^net use\s+(?:\S:\s+)?\\\\\S{1,120}\s+(["'])?(?=[^\s/*])/gi },
  { starts: ['net user'], pattern: () => /^net user\s+\S{1,60}\s+(["'])?(?=[^\s/*])/gi },
  {
    starts: ['cmdkey', 'xfreerdp', 'wfreerdp', 'winrs', 'sdl-freerdp', 'mstsc'],
    pattern: () => /\s[-/]p(?:ass)?:(["'])?/gi,
  },
  { starts: ['rabbitmqctl'], pattern: () => /\s(?:add_user|change_password|authenticate_user)\s+\S{1,60}\s+(["'])?/g },
  { starts: ['ssh-keygen'], pattern: flags('-N|-P') },
  { starts: ['vault login'], pattern: () => /^vault login\s+(?:-\S+\s+){0,3}()(?=[\w.]{16,})/g },
  {
    starts: ['psexec.py', 'secretsdump', 'wmiexec', 'smbexec', 'atexec', 'mssqlclient', 'getuserspns', 'getnpusers'],
    pattern: () => /\s["']?(?:[\w.-]{1,40}\/)?[\w.-]{1,40}:()(?=[^\s/])/g,
    stop: '@',
  },
  { starts: ['gh secret', 'gh variable'], pattern: flags('-b|--body') },
  { starts: ['snmp'], pattern: flags('-A|-X|-c'), every: true },
  { starts: ['openssl'], pattern: flags('-k|-K|-pass(?:in|out)?\\s+pass'), every: true },
  { starts: ['pass:'], pattern: () => /^pass:()/g },
  {
    starts: ['wpa_passphrase'],
    pattern: () => new RegExp(String.raw`^wpa_passphrase\s+(?:"[^"]{1,40}"|\S{1,40})\s+${QUOTE}`, 'g'),
  },
  { starts: ['useradd', 'usermod', 'rdesktop', 'vncviewer', 'x11vnc'], pattern: flags('-p|-passwd') },
  {
    starts: ['echo ', 'printf '],
    pattern: () =>
      new RegExp(
        String.raw`^(?:echo|printf)\s+(?:-[neE]{1,3}\s+)?(?:["']?%s(?:\\{1,2}n)?["']?\s+)?${QUOTE}(?:[\w.-]{1,32}:(?=[^\s|]{1,120}\s?\|\s?(?:sudo\s+)?chpasswd))?`,
        'gi',
      ),
    behind: READS_INPUT,
  },
  {
    starts: ['sudo ', 'passwd ', 'chpasswd', 'docker login', 'kinit', 'cryptsetup'],
    pattern: () => new RegExp(String.raw`^[^\n]{0,200}?<<<\s*${QUOTE}(?:[\w.-]{1,32}:)?`, 'g'),
  },
  {
    starts: ['identified '],
    pattern: () =>
      new RegExp(
        String.raw`^identified\s+(?:with\s+\S{1,60}\s+)?by\s+(?:password\s+)?(?:values\s+)?(\\{0,3}["'])`,
        'gi',
      ),
  },
  {
    starts: ['set password'],
    pattern: () => /^set password(?:\s+for\s+\S{1,80})?\s*=\s*(?:password\s?\(\s?)?(\\{0,3}["'])/gi,
  },
  // Oracle writes it without quotes; in a sentence it is not written in capitals.
  { starts: ['identified by'], pattern: () => /^IDENTIFIED\s+BY\s+()(?=\w)/g, stop: ';' },
  {
    starts: ['convertto-securestring'],
    pattern: () => new RegExp(String.raw`^\S+\s+(?:-String\s+)?(\\{0,3}["'])`, 'gi'),
  },
  { starts: ['assword'], pattern: () => /^assword:?[^\n]{0,20}[\n;]\s{0,8}send(?:\s+--)?\s+(")/g, stop: '\\' },
  { starts: ['auth '], pattern: () => /^AUTH\s+(?:default\s+)?()(?=\S{8,})/g },
]

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
      const line = commandFrom(text, at, text.slice(at, after).toLowerCase(), command.behind !== undefined)
      if (line.length < after - at + 3) return NONE
      pattern ??= command.pattern()
      return passwordsIn(line, at, pattern, command)
    },
  }
}

function passwordsIn(line: string, at: number, pattern: RegExp, { behind, stop, every }: Command): readonly Span[] {
  const spans: Span[] = []
  pattern.lastIndex = 0
  for (let match = pattern.exec(line); match !== null; match = every ? pattern.exec(line) : null) {
    const start = match.index + match[0].length
    const end = endOfWord(line, start, match[1] ?? '', stop)
    const isFollowed = behind === undefined || behind.test(line.slice(end, end + 160))
    if (isFollowed && isPassword(line.slice(start, end), match[1] ?? ''))
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

function isPassword(text: string, quote: string): boolean {
  if (text.length < 3 || isStandIn(text) || /^(?:\[redacted|\d{1,5}(?::\d+)?$)/.test(text)) return false
  if (quote === '' && /^[-({|>&$]/.test(text)) return false
  // `-path`, `-print`: another flag that begins alike.
  return quote !== '' || !/^[a-z-]+$/.test(text) || shapeOf(text).wordiness < 0.3
}
