/** Text without secrets that looks as if it had some: what a redactor must leave alone. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkout, listSources } from '../support/checkout.js'
import { ALNUM, BASE64, HEX, LOWER, makeRandom, type Random, uuid } from './random.js'

export interface Benign {
  name: string
  text: string
}

const NAMES = [
  'user',
  'order',
  'cache',
  'token',
  'session',
  'password',
  'auth',
  'key',
  'secret',
  'page',
  'index',
  'total',
]
const VERBS = ['get', 'load', 'parse', 'refresh', 'validate', 'hash', 'rotate', 'render', 'encode']

/** Made by machines, harmless all the same: hashes, ids, lock files, logs, code that handles secrets without having one. */
export function makeBenign(seed = 7): Benign[] {
  const random = makeRandom(seed)
  const many = (count: number, line: (random: Random) => string): string =>
    Array.from({ length: count }, () => line(random)).join('\n')
  return [
    {
      name: 'git log',
      text: many(200, (r) => `commit ${r.chars(HEX, 40)}\nAuthor: A <a@example.test>\n\n    ${sentence(r)}\n`),
    },
    { name: 'short hashes', text: many(200, (r) => `${r.chars(HEX, 8)} ${sentence(r)}`) },
    { name: 'uuids', text: many(200, (r) => `{"id":"${uuid(r)}","requestId":"${uuid(r)}"}`) },
    {
      name: 'npm lock',
      text: many(
        200,
        (r) =>
          `"node_modules/${word(r)}": {"version": "${version(r)}", "resolved": "https://example.test/${word(r)}-${version(r)}.tgz", "integrity": "sha512-${r.chars(BASE64, 86)}=="},`,
      ),
    },
    {
      name: 'yarn lock',
      text: many(100, (r) => `  resolution: "${word(r)}@npm:${version(r)}"\n  checksum: 10c0/${r.chars(HEX, 128)}`),
    },
    { name: 'go sum', text: many(100, (r) => `example.test/${word(r)} v${version(r)} h1:${r.chars(BASE64, 43)}=`) },
    {
      name: 'cargo lock',
      text: many(100, (r) => `name = "${word(r)}"\nversion = "${version(r)}"\nchecksum = "${r.chars(HEX, 64)}"\n`),
    },
    { name: 'docker digests', text: many(100, (r) => `FROM node:20@sha256:${r.chars(HEX, 64)}`) },
    {
      name: 'ssh public keys',
      text: many(
        20,
        (r) =>
          `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAA${r.chars(BASE64, 43)} me@host\n256 SHA256:${r.chars(BASE64, 43)} me@host (ED25519)`,
      ),
    },
    {
      name: 'images',
      text: many(
        20,
        (r) => `![shot-${r.chars(ALNUM, 12)}.png](data:image/png;base64,iVBORw0KGgo${r.chars(BASE64, 200)})`,
      ),
    },
    {
      name: 'hashed assets',
      text: many(100, (r) => `dist/assets/${word(r)}-${r.chars(ALNUM, 8)}.js  ${r.below(900)} kB`),
    },
    {
      name: 'entry ids',
      text: many(
        100,
        (r) => `20261115T084200123Z-${1 + r.below(9)}-${r.chars('0123456789abcdefghjkmnpqrstvwxyz', 12)}`,
      ),
    },
    { name: 'check lines', text: many(50, (r) => `check: "${r.below(90_000)} ${r.chars(HEX, 64)}"`) },
    {
      name: 'tool ids',
      text: many(100, (r) => `toolu_01${r.chars(ALNUM, 22)} msg_01${r.chars(ALNUM, 22)} call_${r.chars(ALNUM, 24)}`),
    },
    { name: 'code', text: many(300, codeLine) },
    { name: 'placeholders', text: placeholders.join('\n') },
    {
      name: 'logs',
      text: many(
        200,
        (r) =>
          `2026-11-15T09:42:00.123Z INFO [${word(r)}] input_tokens=${r.below(9000)} max_tokens: 4096 took ${r.below(900)}ms 10.0.${r.below(255)}.7:8080 #${r.chars(HEX, 6)}`,
      ),
    },
    {
      name: 'diff',
      text: many(
        100,
        (r) =>
          `diff --git a/src/${word(r)}.ts b/src/${word(r)}.ts\nindex ${r.chars(HEX, 7)}..${r.chars(HEX, 7)} 100644\n-${codeLine(r)}\n+${codeLine(r)}`,
      ),
    },
    {
      name: 'stack traces',
      text: many(
        100,
        (r) =>
          `    at ${camel(r)} (/home/me/shop/node_modules/${word(r)}/dist/${word(r)}.${r.chars(ALNUM, 8)}.js:${r.below(900)}:${r.below(90)})`,
      ),
    },
    {
      name: 'prose',
      text: many(
        300,
        (r) =>
          `${sentence(r)} The ${r.pick(NAMES)} is ${word(r)}, and the password is wrong because the token was expired.`,
      ),
    },
  ]
}

/** The project's own files: code, documentation, lock file. */
export function ownFiles(): Benign[] {
  const sources = ['src', 'docs', 'scripts', 'bench'].flatMap((folder) => listSources(folder, ['.ts', '.md', '.mjs']))
  // Tests of other parts plant credentials of their own.
  const paths = [...sources.filter((path) => !path.endsWith('.test.ts')), 'package-lock.json', 'package.json']
  return paths.map((name) => ({ name, text: readFileSync(join(checkout, name), 'utf8') }))
}

const placeholders = [
  'API_KEY=<your-api-key>',
  'TOKEN=xxxxxxxxxxxxxxxxxxxxxxxx',
  'password: "${DB_PASSWORD}"',
  'token: ${{ secrets.GITHUB_TOKEN }}',
  'const secret = process.env.CLIENT_SECRET',
  'password = os.environ["DB_PASSWORD"]',
  'export AUTH_TOKEN=$TOKEN',
  'password: ********',
  'curl -H "Authorization: Bearer $TOKEN" https://example.test',
  'curl -H "Authorization: Bearer <token>" https://example.test',
  'postgres://user:password@localhost/db',
  'postgres://${USER}:${PASS}@localhost/db',
  'password: string',
  'apiKey?: string',
  'secretKey: &str',
  '"password": "Enter your password"',
  'PASSWORD_MIN_LENGTH=12',
  'token_url: https://example.test/oauth/token',
  'secretName: shop-database',
  'ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
  'sk-your-key-goes-here-and-nowhere-else',
]

function word(random: Random): string {
  return random.pick([
    'shop',
    'router',
    'compiler',
    'basket',
    'payment-form',
    'date-picker',
    'stringify',
    'resolver',
    'loader',
  ])
}

function version(random: Random): string {
  return `${random.below(20)}.${random.below(20)}.${random.below(20)}`
}

function camel(random: Random): string {
  const parts = [random.pick(NAMES), random.pick(VERBS), random.pick(NAMES)]
  return random.pick(VERBS) + parts.map((part) => part.charAt(0).toUpperCase() + part.slice(1)).join('')
}

function sentence(random: Random): string {
  return `${random.pick(['Fix', 'Rename', 'Move', 'Test'])} the ${random.pick(NAMES)} ${random.pick(NAMES)} in ${word(random)} (#${random.below(900)}).`
}

function codeLine(random: Random): string {
  const [name, other] = [random.pick(NAMES), random.pick(NAMES)]
  return random.pick([
    `const ${name} = await ${camel(random)}(${other}.id)`,
    `if (${name}.${other} !== undefined) return ${camel(random)}(${name})`,
    `export function ${camel(random)}(${name}: string, ${other}: number): boolean {`,
    `this.${name} = options.${other} ?? DEFAULT_${name.toUpperCase()}_${other.toUpperCase()}`,
    `expect(${camel(random)}).toHaveBeenCalledWith({ ${name}, ${other}: ${other}Value })`,
    `import { ${camel(random)} } from './${word(random)}.js'`,
    `color: #${random.chars(HEX, 6)}; width: ${random.below(100)}px; --${name}: var(--${other});`,
    `${name}: ${other}.${random.chars(LOWER, 1)}${camel(random)}(${random.below(99)}),`,
  ])
}
