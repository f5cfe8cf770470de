/** Commands that take a password without saying so: where in their line it stands. */
const QUOTE = String.raw`(\\{0,3}["'])?`

export interface Command {
  starts: readonly string[]
  /** On the command from its name on. Ends where the password begins; group 1, where it is, is the quote around it. */
  pattern: () => RegExp
  /** What must follow the password, quote included. */
  behind?: RegExp
  /** The password ends here, beside where every word ends. */
  stop?: string
  /** Only what a machine drew: what a person writes there is more often something else. */
  isDrawn?: true
  /** What stands in front of it in the same line. */
  after?: RegExp
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

export const commands: readonly Command[] = [
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
  {
    starts: [
      'ssm put-parameter',
      'secretsmanager ',
      'keyvault secret',
      'secret:create',
      'secrets:set',
      'secrets create',
    ],
    pattern: flags('--value|--secret-string|--string-value|--secret-value'),
  },
  {
    starts: ['az login', 'az sql', 'az mysql', 'az postgres', 'az vm', 'az acr', 'az ad', 'az container'],
    pattern: flags('-p|--admin-password'),
  },
  { starts: ['login -u', 'login --username'], pattern: flags('-p') },
  {
    // Into a file that is called after a secret.
    starts: ['echo ', 'printf '],
    pattern: () => /^(?:echo|printf)\s+(?:-[neE]{1,3}\s+)?(?:["']?%s(?:\\{1,2}n)?["']?\s+)?(["'])?/g,
    behind:
      /^["'\\]{0,3}\s*(?:>{1,2}|\|\s*(?:sudo )?tee(?: -a)?)\s*["']?[\w./~-]{0,80}(?:pass|secret|token|credential|pw|key)/i,
    isDrawn: true,
  },
  {
    starts: ['reset-admin-password', 'reset-password ', 'set-password '],
    pattern: () => /^[a-z-]+ (?:-\S+ ){0,2}()(?=[^\s-])/g,
  },
  { starts: ['stats auth ', 'login='], pattern: () => /^(?:stats auth |login=)[\w.@-]{1,40}:()(?=\S{4})/g },
  { starts: ['nickserv'], pattern: () => /^nickserv identify (?:\S{1,30} (?=\S{5}))?()/gi },
  { starts: ['password 51:b:'], pattern: () => /^password 51:b:()/gi },
  { starts: ['signtool', 'certutil', 'pvk2pfx'], pattern: flags('/p|-p|/pi|-pi') },
  { starts: ['schtasks'], pattern: flags('/rp') },
  { starts: ['config http-basic.'], pattern: () => /^config http-basic\.\S{1,60} \S{1,60} (["'])?/g },
  { starts: ['bundle config'], pattern: () => /^bundle config (?:set )?(?:--\w+ )?[\w.-]{3,60} [\w.@-]{1,60}:()/g },
  {
    starts: ['mc alias set', 'mc config host add'],
    pattern: () => /^mc (?:alias set|config host add) \S{1,40} \S{1,120} \S{1,60} (["'])?/g,
  },
  { starts: ['acl setuser', 'user '], pattern: () => /^(?:acl setuser|user) [\w.@-]{1,40} [^\n]{0,60}?\s?>()(?=\w)/gi },
  {
    starts: ['username ', 'enable ', 'snmp-server ', 'radius-server ', 'tacacs-server ', 'key-string '],
    // A router's settings; what stands behind a 5, 8 or 9 is a hash.
    pattern: () =>
      /^(?:username \S{1,40}(?: privilege \d{1,2})? (?:secret|password)|enable (?:secret|password)|snmp-server community|(?:radius|tacacs)-server [^\n]{0,60}?\bkey|key-string)(?: [0-9])? ()(?=\S{6,})/g,
  },
  {
    starts: ['<<<'],
    pattern: () => /^<<<\s*(["'])?/g,
    after: /\b(?:secrets?|login|passwd|password|token|env (?:add|set)|variables?|keyvault)\b/i,
  },
  { starts: ['assword'], pattern: () => /^assword:?[^\n]{0,20}[\n;]\s{0,8}send(?:\s+--)?\s+(")/g, stop: '\\' },
  {
    starts: ['auth '],
    pattern: () =>
      /^AUTH\s+(?:default\s+)?()(?!(?:CRAM|SCRAM|DIGEST|XOAUTH|OAUTHBEARER|EXTERNAL|ANONYMOUS)\b)(?=\S{8,})/g,
  },
]
