/** Private keys: many lines, in all the ways a session shows them. */
import { BASE64, type Random } from './random.js'
import type { PlacedKind } from './generic-secrets.js'

const LABELS = ['RSA ', 'EC ', 'OPENSSH ', 'DSA ', 'ENCRYPTED ', '']
const DASHES = '-'.repeat(5)

interface Block {
  body: string
  text: string
}

function makeBlock(random: Random, label: string, ending = ''): Block {
  const lines = Array.from({ length: 4 + random.below(8) }, () => random.chars(BASE64, 64))
  lines.push(`${random.chars(BASE64, 22)}==`)
  const name = `${label}PRIVATE KEY${ending}`
  return {
    body: lines.join(''),
    text: [`${DASHES}BEGIN ${name}${DASHES}`, ...lines, `${DASHES}END ${name}${DASHES}`].join('\n'),
  }
}

const ways: readonly [string, (text: string) => string][] = [
  ['whole', (text) => `$ cat key.pem\n${text}\n$ ls\n`],
  ['json', (text) => JSON.stringify({ type: 'service_account', private_key: `${text}\n`, client_id: '1' })],
  ['json twice', (text) => JSON.stringify({ out: JSON.stringify({ private_key: text }) })],
  ['indented', (text) => `key: |\n${text.replace(/^/gm, '    ')}\nport: 1\n`],
  ['diff', (text) => `@@ -0,0 +1 @@\n${text.replace(/^/gm, '+')}\n`],
  [
    'numbered',
    (text) =>
      text
        .split('\n')
        .map((line, i) => `${String(i + 1).padStart(6)}→${line}`)
        .join('\n'),
  ],
  ['without an end', (text) => `$ head key.pem\n${text.split('\n').slice(0, 4).join('\n')}`],
  ['cut in a line', (text) => `the file: ${text.slice(0, 200)}`],
  ['env', (text) => `KEY_PEM="${text.replaceAll('\n', '\\n')}"\n`],
  [
    'strings joined',
    (text) =>
      text
        .split('\n')
        .map((line) => `  "${line}\\n"`)
        .join(' +\n'),
  ],
]

export const keyBlocks: readonly PlacedKind[] = ways.map(([way, write]) => ({
  type: 'private key',
  make: (random) => {
    const isPgp = random.below(7) === 0
    const block = isPgp ? makeBlock(random, 'PGP ', ' BLOCK') : makeBlock(random, random.pick(LABELS))
    return { secret: block.body, text: write(block.text), way }
  },
}))
