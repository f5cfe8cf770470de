/** Where secrets turn up: the same one as a log line, in JSON, wrapped, cut off, encoded. */
import type { Random } from './random.js'

export interface Form {
  name: string
  write: (secret: string, random: Random) => string
}

/** Neutral surroundings: nothing but the secret itself says that it is one. */
export const neutralForms: readonly Form[] = [
  { name: 'shell', write: (s) => `$ export VALUE=${s}\n$ make deploy\nok\n` },
  { name: 'log line', write: (s) => `2026-11-15T09:42:00.123Z INFO client connected using ${s} in 12ms` },
  { name: 'sentence', write: (s) => `I tried it with ${s}. It did not work.` },
  {
    name: 'json result',
    write: (s) => JSON.stringify({ type: 'tool_result', content: `response:\n${s}\nnext line`, ok: true }),
  },
  { name: 'json twice', write: (s) => JSON.stringify({ line: JSON.stringify({ out: `first\n${s}\t"quoted"` }) }) },
  { name: 'env file', write: (s) => `PORT=8080\nVALUE=${s}\nDEBUG=1\n` },
  { name: 'yaml', write: (s) => `service:\n  port: 8080\n  value: ${s}\n  debug: true\n` },
  { name: 'backticks', write: (s) => `Use \`${s}\` in the next call.` },
  {
    name: 'markdown link',
    write: (s) => `See [the page](https://example.test/cb?v=${encodeURIComponent(s)}) for more.`,
  },
  { name: 'url encoded', write: (s) => `GET /login?next=%2Fhome%3Fv%3D${encodeURIComponent(s)}%26x%3D1 HTTP/1.1` },
  { name: 'diff', write: (s) => `@@ -1,2 +1,2 @@\n-const v = ''\n+const v = '${s}'\n` },
  { name: 'javascript', write: (s) => `const client = connect({ url, value: '${s}', retries: 3 })` },
  { name: 'python', write: (s) => `client = Client(value="${s}", timeout=30)` },
  { name: 'go', write: (s) => `client := api.New("${s}")` },
  { name: 'shell colours', write: (s) => `\u001B[32m${s}\u001B[0m created` },
  { name: 'table', write: (s) => `| name | value |\n| --- | --- |\n| prod | ${s} |\n` },
  { name: 'wrapped', write: (s, r) => `value is\n${wrap(s, r, '\n')}\nand then` },
  { name: 'wrapped, indented', write: (s, r) => `  value: ${wrap(s, r, '\n    ')}\n  port: 1\n` },
  { name: 'wrapped, backslash', write: (s, r) => `run ${wrap(s, r, '\\\n')}\n` },
  { name: 'wrapped, in json', write: (s, r) => JSON.stringify({ out: `x ${wrap(s, r, '\n')}\n` }) },
  { name: 'cut off', write: (s, r) => `output was: ${cut(s, r)}` },
  { name: 'cut off with dots', write: (s, r) => `output was: ${cut(s, r)}… (truncated)` },
]

/** Surroundings that say by a name that a secret follows. */
export const namedForms: readonly { name: string; write: (name: string, secret: string, random: Random) => string }[] =
  [
    { name: 'env file', write: (n, s) => `PORT=8080\n${n}=${s}\nDEBUG=1\n` },
    { name: 'export', write: (n, s) => `$ export ${n}="${s}"\n$ make\n` },
    { name: 'inline env', write: (n, s) => `$ ${n}=${s} npm run migrate` },
    { name: 'docker -e', write: (n, s) => `docker run -e ${n}=${s} -p 80:80 shop` },
    { name: 'json', write: (n, s) => JSON.stringify({ port: 1, [n.toLowerCase()]: s, debug: true }) },
    { name: 'json in json', write: (n, s) => JSON.stringify({ out: JSON.stringify({ [camel(n)]: s, port: 1 }) }) },
    {
      name: 'json thrice',
      write: (n, s) => JSON.stringify(JSON.stringify({ out: JSON.stringify({ [n.toLowerCase()]: s }) })),
    },
    { name: 'env in json', write: (n, s) => JSON.stringify({ content: `A=1\n${n}=${s}\nB=2\n` }) },
    { name: 'yaml quoted', write: (n, s) => `db:\n  ${n.toLowerCase()}: "${s}"\n  port: 1\n` },
    { name: 'yaml', write: (n, s) => `db:\n  ${n.toLowerCase()}: ${s}\n  port: 1\n` },
    { name: 'toml', write: (n, s) => `[db]\n${n.toLowerCase()} = "${s}"\n` },
    { name: 'ini', write: (n, s) => `[db]\n${n.toLowerCase()} = ${s}\nport = 1\n` },
    { name: 'javascript', write: (n, s) => `const options = { ${camel(n)}: '${s}', port: 1 }` },
    { name: 'python', write: (n, s) => `${n.toLowerCase()} = "${s}"\n` },
    { name: 'go', write: (n, s) => `cfg.${camel(n)} := "${s}"` },
    { name: 'java', write: (n, s) => `private static final String ${n} = "${s}";` },
    { name: 'typescript', write: (n, s) => `const ${camel(n)}: string = '${s}'` },
    { name: 'rust', write: (n, s) => `const ${n}: &str = "${s}";` },
    { name: 'query', write: (n, s) => `POST /x?${n.toLowerCase()}=${encodeURIComponent(s)}&page=1` },
    { name: 'diff', write: (n, s) => `@@ -1 +1 @@\n-${n}=\n+${n}=${s}\n` },
    { name: 'log line', write: (n, s) => `time=09:42 level=info msg=start ${n.toLowerCase()}=${s} port=1` },
    { name: 'flag', write: (n, s) => `tool run --${n.toLowerCase().replaceAll('_', '-')} '${s}' -v` },
    { name: 'actions', write: (n, s) => `env:\n  ${n}: ${s}\nsteps: []\n` },
  ]

function wrap(secret: string, random: Random, by: string): string {
  const at = Math.floor(secret.length * 0.4) + random.below(Math.ceil(secret.length * 0.3))
  return secret.slice(0, at) + by + secret.slice(at)
}

function cut(secret: string, random: Random): string {
  return secret.slice(0, Math.ceil(secret.length * (0.65 + random.below(25) / 100)))
}

function camel(name: string): string {
  return name.toLowerCase().replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
}
