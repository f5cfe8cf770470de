/**
 * Secrets whose shape their vendor publishes. Written from those pages, not from our rules. Prefixes are in parts, so
 * that no scanner takes this file for a leak.
 */
import { ALNUM, BASE32, BASE64, DIGITS, HEX, LOWER, type Random, UPPER, uuid, WORD } from './random.js'

export interface SecretKind {
  type: string
  make: (random: Random) => string
}

/** A prefix (in parts) and how many characters of which alphabet follow. */
function prefixed(type: string, parts: readonly string[], alphabet: string, length: number): SecretKind {
  return { type, make: (random) => parts.join('') + random.chars(alphabet, length) }
}

function base64Json(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

const LOWER_DIGITS = LOWER + DIGITS

export const knownSecrets: readonly SecretKind[] = [
  prefixed('aws access key id', ['AK', 'IA'], BASE32, 16),
  prefixed('aws temporary key id', ['AS', 'IA'], BASE32, 16),
  prefixed('google api key', ['AI', 'za'], WORD, 35),
  prefixed('google oauth token', ['ya', '29.', 'a0'], WORD, 120),
  prefixed('google oauth secret', ['GOC', 'SPX-'], WORD, 28),
  prefixed('github personal token', ['gh', 'p_'], ALNUM, 36),
  prefixed('github oauth token', ['gh', 'o_'], ALNUM, 36),
  prefixed('github user token', ['gh', 'u_'], ALNUM, 36),
  prefixed('github server token', ['gh', 's_'], ALNUM, 36),
  prefixed('github refresh token', ['gh', 'r_'], ALNUM, 36),
  {
    type: 'github fine-grained token',
    make: (random) => `${'github'}_pat_${random.chars(ALNUM, 22)}_${random.chars(ALNUM, 59)}`,
  },
  prefixed('gitlab token', ['gl', 'pat-'], WORD, 20),
  prefixed('gitlab deploy token', ['gl', 'dt-'], WORD, 20),
  prefixed('gitlab runner token', ['gl', 'rt-'], WORD, 20),
  prefixed('bitbucket app password', ['AT', 'BB'], ALNUM, 32),
  {
    type: 'atlassian token',
    make: (random) => `${'ATA'}TT3xFfGF0${random.chars(WORD, 170)}=${random.chars('0123456789ABCDEF', 8)}`,
  },
  {
    type: 'slack bot token',
    make: (random) => `${'xo'}xb-${random.chars(DIGITS, 12)}-${random.chars(DIGITS, 13)}-${random.chars(ALNUM, 24)}`,
  },
  {
    type: 'slack user token',
    make: (random) =>
      `${'xo'}xp-${random.chars(DIGITS, 12)}-${random.chars(DIGITS, 12)}-${random.chars(DIGITS, 12)}-${random.chars(HEX, 32)}`,
  },
  {
    type: 'slack app token',
    make: (random) =>
      `${'xa'}pp-1-A${random.chars(UPPER + DIGITS, 10)}-${random.chars(DIGITS, 13)}-${random.chars(HEX, 64)}`,
  },
  {
    type: 'slack webhook',
    make: (random) =>
      `https://${'hooks'}.slack.com/services/T${random.chars(UPPER + DIGITS, 10)}/B${random.chars(UPPER + DIGITS, 10)}/${random.chars(ALNUM, 24)}`,
  },
  {
    type: 'discord bot token',
    make: (random) =>
      `${Buffer.from(`1${random.chars(DIGITS, 17)}`).toString('base64')}.G${random.chars(ALNUM, 5)}.${random.chars(WORD, 37)}A`,
  },
  {
    type: 'discord webhook',
    make: (random) => `https://${'discord'}.com/api/webhooks/1${random.chars(DIGITS, 18)}/${random.chars(WORD, 68)}`,
  },
  {
    type: 'telegram bot token',
    make: (random) => `${1 + random.below(9)}${random.chars(DIGITS, 9)}:AA${random.chars(WORD, 33)}`,
  },
  prefixed('stripe live key', ['sk', '_live_'], ALNUM, 24),
  prefixed('stripe test key', ['sk', '_test_'], ALNUM, 99),
  prefixed('stripe restricted key', ['rk', '_live_'], ALNUM, 24),
  prefixed('stripe webhook secret', ['wh', 'sec_'], ALNUM, 32),
  prefixed('square access token', ['sq0', 'atp-'], WORD, 22),
  prefixed('square oauth secret', ['sq0', 'csp-'], WORD, 43),
  {
    type: 'braintree access token',
    make: (random) => `access_${'token'}$production$${random.chars(LOWER_DIGITS, 16)}$${random.chars(HEX, 32)}`,
  },
  prefixed('twilio api key', ['S', 'K'], HEX, 32),
  { type: 'sendgrid key', make: (random) => `${'S'}G.${random.chars(WORD, 22)}.${random.chars(WORD, 43)}` },
  prefixed('mailgun key', ['ke', 'y-'], HEX, 32),
  { type: 'brevo key', make: (random) => `${'xkey'}sib-${random.chars(HEX, 64)}-${random.chars(ALNUM, 16)}` },
  { type: 'resend key', make: (random) => `${'r'}e_${random.chars(ALNUM, 8)}_${random.chars(ALNUM, 24)}` },
  { type: 'openai key', make: (random) => `${'s'}k-${random.chars(ALNUM, 20)}T3Blbk${'FJ'}${random.chars(ALNUM, 20)}` },
  {
    type: 'openai project key',
    make: (random) => `${'s'}k-proj-${random.chars(WORD, 74)}T3Blbk${'FJ'}${random.chars(WORD, 74)}`,
  },
  { type: 'anthropic key', make: (random) => `${'s'}k-ant-api03-${random.chars(WORD, 93)}AA` },
  { type: 'openrouter key', make: (random) => `${'s'}k-or-v1-${random.chars(HEX, 64)}` },
  prefixed('hugging face token', ['h', 'f_'], UPPER + LOWER, 34),
  prefixed('replicate token', ['r', '8_'], ALNUM, 37),
  prefixed('groq key', ['gs', 'k_'], ALNUM, 52),
  prefixed('perplexity key', ['ppl', 'x-'], ALNUM, 48),
  prefixed('xai key', ['xa', 'i-'], ALNUM, 80),
  prefixed('nvidia key', ['nv', 'api-'], WORD, 64),
  prefixed('npm token', ['np', 'm_'], ALNUM, 36),
  { type: 'pypi token', make: (random) => `${'py'}pi-AgEIcHlwaS5vcmc${random.chars(WORD, 150)}` },
  prefixed('rubygems key', ['ruby', 'gems_'], HEX, 48),
  prefixed('nuget key', ['o', 'y2'], LOWER_DIGITS, 43),
  prefixed('docker token', ['dckr', '_pat_'], WORD, 27),
  prefixed('digitalocean token', ['dop', '_v1_'], HEX, 64),
  prefixed('digitalocean oauth token', ['doo', '_v1_'], HEX, 64),
  { type: 'heroku key', make: (random) => `${'HR'}KU-AA${random.chars(WORD, 58)}` },
  prefixed('fly token', ['fm', '2_'], BASE64, 120),
  prefixed('fly org token', ['fo', '1_'], WORD, 43),
  prefixed('vercel token', ['vc', 'p_'], ALNUM, 56),
  prefixed('netlify token', ['nf', 'p_'], ALNUM, 36),
  prefixed('cloudflare token', ['cf', 'ut_'], ALNUM, 48),
  prefixed('supabase secret key', ['sb', '_secret_'], WORD, 31),
  prefixed('supabase access token', ['sb', 'p_'], HEX, 40),
  prefixed('planetscale token', ['pscale', '_tkn_'], WORD, 43),
  prefixed('planetscale password', ['pscale', '_pw_'], WORD, 43),
  prefixed('neon key', ['na', 'pi_'], LOWER_DIGITS, 64),
  prefixed('databricks token', ['da', 'pi'], HEX, 32),
  prefixed('new relic key', ['NR', 'AK-'], UPPER + DIGITS, 27),
  {
    type: 'sentry org token',
    make: (random) =>
      `${'sn'}trys_${base64Json({ iat: 1_700_000_000 + random.below(9e6), url: 'https://sentry.io', region_url: 'https://us.sentry.io', org: 'shop' })}_${random.chars(BASE64, 43)}`,
  },
  prefixed('sentry user token', ['sn', 'tryu_'], HEX, 64),
  {
    type: 'sentry dsn',
    make: (random) =>
      `https://${random.chars(HEX, 32)}@o${random.chars('123456789', 6)}.ingest.${'sentry'}.io/${random.chars('123456789', 7)}`,
  },
  { type: 'grafana token', make: (random) => `${'gl'}sa_${random.chars(ALNUM, 32)}_${random.chars(HEX, 8)}` },
  {
    type: 'grafana cloud token',
    make: (random) =>
      `${'gl'}c_${Buffer.from(JSON.stringify({ o: '1', n: 'stack', k: random.chars(ALNUM, 24), m: { r: 'eu' } })).toString('base64')}`,
  },
  prefixed('linear key', ['lin', '_api_'], ALNUM, 40),
  { type: 'notion token', make: (random) => `${'nt'}n_${random.chars(DIGITS, 11)}${random.chars(ALNUM, 35)}` },
  prefixed('notion secret', ['sec', 'ret_'], ALNUM, 43),
  prefixed('shopify token', ['shp', 'at_'], HEX, 32),
  prefixed('shopify secret', ['shp', 'ss_'], HEX, 32),
  { type: 'okta token', make: (random) => `${'0'}0${random.chars(WORD, 40)}` },
  prefixed('vault token', ['hv', 's.'], WORD, 90),
  prefixed('vault batch token', ['hv', 'b.'], WORD, 138),
  {
    type: 'terraform cloud token',
    make: (random) => `${random.chars(ALNUM, 14)}.${'atlas'}v1.${random.chars(ALNUM, 67)}`,
  },
  prefixed('doppler token', ['dp', '.pt.'], ALNUM, 43),
  {
    type: '1password token',
    make: (random) =>
      `${'op'}s_${base64Json({ signInAddress: 'my.1password.com', userAuth: { method: 'SRPg-4096' }, secretKey: random.chars(UPPER + DIGITS, 34), throttleSecret: { seed: random.chars(HEX, 64) } })}`,
  },
  prefixed('age secret key', ['AGE-', 'SECRET-', 'KEY-1'], 'QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L', 58),
  prefixed('tailscale key', ['tskey', '-auth-'], ALNUM, 34),
  prefixed('pulumi token', ['pu', 'l-'], HEX, 40),
  { type: 'postman key', make: (random) => `${'PM'}AK-${random.chars(HEX, 24)}-${random.chars(HEX, 34)}` },
  prefixed('figma token', ['fig', 'd_'], WORD, 40),
  prefixed('buildkite token', ['bk', 'ua_'], HEX, 40),
  { type: 'hubspot token', make: (random) => `${'pa'}t-na1-${uuid(random)}` },
  { type: 'dynatrace token', make: (random) => `${'dt'}0c01.${random.chars(BASE32, 24)}.${random.chars(BASE32, 64)}` },
  { type: 'pagerduty key', make: (random) => `${'u'}+${random.chars(WORD, 18)}` },
  {
    type: 'azure client secret',
    make: (random) => `${random.chars(ALNUM, 3)}${'8Q'}~${random.chars(`${ALNUM}_~.`, 33)}${random.chars(ALNUM, 1)}`,
  },
  {
    type: 'jwt',
    make: (random) =>
      `${base64Json({ alg: 'HS256', typ: 'JWT' })}.${base64Json({ sub: random.chars(DIGITS, 10), iat: 1_700_000_000 + random.below(9e6), jti: random.chars(ALNUM, 12) })}.${random.chars(WORD, 43)}`,
  },
]
