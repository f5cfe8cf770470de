/** A set: secrets of providers, secrets in all writings, and what only looks like one. */
import { makeRandom, type Random } from '../random.js'
import { fill, isLeaked } from '../template.js'

/** Type and template. */
export type Provider = readonly [string, string]
/** Type and a line with a password or key in it; `[[…]]` stands for a name or a value, see `NAMES` and `VALUES`. */
export type Writing = readonly [string, string]

export interface CorpusSet {
  name: string
  providers: readonly Provider[]
  /** Where a provider's secret stands; `[[S]]` is the secret. Nothing else gives it away. */
  places: readonly string[]
  writings: readonly Writing[]
  lookAlikes: readonly Writing[]
}

const PASSWORD_NAMES = [
  'password',
  'db_password',
  'admin_pass',
  'smtp_pwd',
  'root_password',
  'passwd',
  'user_pass',
  'keystore_password',
]
const KEY_NAMES = [
  'api_key',
  'client_secret',
  'access_token',
  'auth_token',
  'secret_key',
  'jwt_secret',
  'signing_key',
  'app_secret',
  'encryption_key',
]

/** P: password, S: secret; U upper, L lower, C camel, K kebab. */
const NAMES: Readonly<Record<string, (random: Random) => string>> = {
  PU: (random) => random.pick(PASSWORD_NAMES).toUpperCase(),
  PL: (random) => random.pick(PASSWORD_NAMES),
  PC: (random) => camel(random.pick(PASSWORD_NAMES)),
  PK: (random) => random.pick(PASSWORD_NAMES).replaceAll('_', '-'),
  SU: (random) => random.pick(KEY_NAMES).toUpperCase(),
  SL: (random) => random.pick(KEY_NAMES),
  SC: (random) => camel(random.pick(KEY_NAMES)),
  SK: (random) => random.pick(KEY_NAMES).replaceAll('_', '-'),
}

/** Q: a password in quotes, V: one without, K: a key, B: Base64. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  Q: ['{chosen}', '{A12}', '{g16}', '{g20}', '{g24}'],
  V: ['{chosen}', '{A14}', '{G16}'],
  K: ['{A32}', '{h40}', '{w43}', '{b40}', '{h64}', '{l24}'],
  B: ['{encoded}'],
}

export interface Sample {
  kind: 'provider' | 'generic' | 'look-alike'
  type: string
  text: string
  drawn: readonly string[]
}

const PLACES_EACH = 5
const TRIES_EACH = 6

/** Every kind of the set, several times each, drawn from the seed. */
export function drawSet(set: CorpusSet, seed: number): Sample[] {
  const random = makeRandom(seed)
  const providers = set.providers.flatMap(([type, template]) =>
    Array.from({ length: PLACES_EACH }, (): Sample => {
      const { text, drawn } = fill(template, random)
      return { kind: 'provider', type, text: random.pick(set.places).replaceAll('[[S]]', () => text), drawn }
    }),
  )
  const drawWriting =
    (kind: Sample['kind']) =>
    ([type, template]: Writing): Sample[] =>
      Array.from({ length: TRIES_EACH }, () => ({ kind, type, ...fill(withNames(template, random), random) }))
  return [
    ...providers,
    ...set.writings.flatMap(drawWriting('generic')),
    ...set.lookAlikes.flatMap(drawWriting('look-alike')),
  ]
}

/** A secret that is still there, or harmless text that was changed. */
export function isWrong({ kind, text, drawn }: Sample, output: string): boolean {
  return kind === 'look-alike' ? output !== text : isLeaked(drawn, output)
}

function withNames(template: string, random: Random): string {
  return template.replace(/\[\[(\w\w?)\]\]/g, (hole, name: string) => {
    const values = VALUES[name]
    return values ? random.pick(values) : (NAMES[name]?.(random) ?? hole)
  })
}

function camel(name: string): string {
  return name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
}
