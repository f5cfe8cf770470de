/** Secrets that only their surroundings give away: a name, a header, a place in a URL. */
import { ALNUM, BASE64, DIGITS, HEX, LOWER, type Random, UPPER, uuid, WORD } from './random.js'
import type { SecretKind } from './known-secrets.js'

export interface NamedKind extends SecretKind {
  /** What it is called in an env file. */
  name: string
}

const WORDS = ['summer', 'dragon', 'coffee', 'monday', 'garden', 'silver', 'purple', 'rocket', 'castle', 'winter']

/** What people choose: a word with digits, with a sign, two words, or now and then nothing but letters. */
function chosen(random: Random): string {
  const word = random.pick(WORDS)
  const title = word.charAt(0).toUpperCase() + word.slice(1)
  const digits = random.chars(DIGITS, 2 + random.below(3))
  const other = random.pick(WORDS)
  return random.pick([
    `${word}${digits}`,
    `${title}${digits}!`,
    `${title}@${digits}`,
    `${word}-${other}-${digits}`,
    `${title}${digits}`,
    random.chars(ALNUM, 12),
    random.chars(`${ALNUM}!#$%^*`, 16),
    `${word}${other}`,
  ])
}

const drawn =
  (alphabet: string, length: number) =>
  (random: Random): string =>
    random.chars(alphabet, length)

export const namedSecrets: readonly NamedKind[] = [
  { type: 'password (chosen)', name: 'DB_PASSWORD', make: chosen },
  { type: 'password (chosen)', name: 'ADMIN_PASSWD', make: chosen },
  { type: 'password (drawn)', name: 'REDIS_PASSWORD', make: drawn(ALNUM, 20) },
  { type: 'password (signs)', name: 'SMTP_PASSWORD', make: drawn(`${ALNUM}!#%^*+?~`, 18) },
  { type: 'aws secret access key', name: 'AWS_SECRET_ACCESS_KEY', make: drawn(BASE64, 40) },
  { type: 'azure storage key', name: 'AZURE_STORAGE_ACCOUNT_KEY', make: (random) => `${random.chars(BASE64, 86)}==` },
  { type: 'heroku api key', name: 'HEROKU_API_KEY', make: uuid },
  { type: 'datadog api key', name: 'DD_API_KEY', make: drawn(HEX, 32) },
  { type: 'datadog app key', name: 'DATADOG_APP_KEY', make: drawn(HEX, 40) },
  { type: 'twilio auth token', name: 'TWILIO_AUTH_TOKEN', make: drawn(HEX, 32) },
  { type: 'postmark token', name: 'POSTMARK_SERVER_TOKEN', make: uuid },
  { type: 'cloudflare global key', name: 'CLOUDFLARE_API_KEY', make: drawn(HEX, 37) },
  { type: 'auth0 client secret', name: 'AUTH0_CLIENT_SECRET', make: drawn(WORD, 64) },
  { type: 'cohere key', name: 'COHERE_API_KEY', make: drawn(ALNUM, 40) },
  { type: 'mistral key', name: 'MISTRAL_API_KEY', make: drawn(ALNUM, 32) },
  { type: 'snowflake password', name: 'SNOWFLAKE_PASSWORD', make: drawn(ALNUM, 16) },
  { type: 'paypal client secret', name: 'PAYPAL_CLIENT_SECRET', make: drawn(WORD, 80) },
  { type: 'session secret', name: 'SESSION_SECRET', make: drawn(HEX, 64) },
  { type: 'bearer token', name: 'ACCESS_TOKEN', make: drawn(WORD, 40) },
  { type: 'private key (hex)', name: 'SIGNER_PRIVATE_KEY', make: drawn(HEX, 64) },
  { type: 'signing key', name: 'SIGNING_KEY', make: drawn(BASE64, 44) },
  { type: 'license key', name: 'LICENSE_API_KEY', make: drawn(UPPER + DIGITS, 25) },
  { type: 'auth token', name: 'SERVICE_AUTH_TOKEN', make: drawn(LOWER + DIGITS, 24) },
]

/** Whole lines: the secret and the text it stands in are made together. */
export interface PlacedKind {
  type: string
  make: (random: Random) => { secret: string; text: string }
}

function placed(
  type: string,
  make: SecretKind['make'],
  around: (secret: string, random: Random) => string,
): PlacedKind {
  return {
    type,
    make: (random) => {
      const secret = make(random)
      return { secret, text: around(secret, random) }
    },
  }
}

const urlSafe = (random: Random): string =>
  random.pick([random.chars(ALNUM, 16), `${random.pick(WORDS)}${random.chars(DIGITS, 3)}`, 'changeme'])
const scheme = (random: Random): string =>
  random.pick(['postgres', 'postgresql', 'mysql', 'mongodb+srv', 'redis', 'amqp', 'https', 'ftp'])

export const placedSecrets: readonly PlacedKind[] = [
  placed(
    'credentialed url',
    urlSafe,
    (s, r) => `connecting to ${scheme(r)}://shop:${s}@db.internal:5432/orders?ssl=true`,
  ),
  placed('credentialed url', urlSafe, (s, r) => JSON.stringify({ url: `${scheme(r)}://shop:${s}@10.0.0.5/orders` })),
  placed('credentialed url', urlSafe, (s, r) => `DATABASE_URL=${scheme(r)}://root:${s}@localhost/app`),
  placed(
    'credentialed url (encoded)',
    urlSafe,
    (s, r) => `GET /connect?to=${encodeURIComponent(`${scheme(r)}://shop:${s}@db.internal/orders`)} 200`,
  ),
  placed('credentialed url (escaped)', urlSafe, (s, r) => `{"dsn":"${scheme(r)}:\\/\\/shop:${s}@db\\/orders"}`),
  placed('token in url', drawn(ALNUM, 30), (s) => `git clone https://${s}@git.example.test/shop.git`),
  placed(
    'sql server string',
    drawn(ALNUM, 14),
    (s) => `Server=tcp:db,1433;Database=shop;User ID=sa;Password=${s};Encrypt=True;`,
  ),
  placed('jdbc url', drawn(ALNUM, 14), (s) => `jdbc:mysql://db:3306/shop?user=root&password=${s}&useSSL=false`),
  placed('jdbc oracle url', drawn(ALNUM, 12), (s) => `url: jdbc:oracle:thin:scott/${s}@db:1521:orcl`),
  placed(
    'azure connection string',
    (r) => `${r.chars(BASE64, 86)}==`,
    (s) => `DefaultEndpointsProtocol=https;AccountName=shop;AccountKey=${s};EndpointSuffix=core.windows.net`,
  ),
  placed(
    'azure sas',
    (r) => encodeURIComponent(`${r.chars(BASE64, 43)}=`),
    (s) => `https://shop.blob.core.windows.net/c/f.txt?sv=2023-11-03&sr=b&sig=${s}&se=2026-01-01`,
  ),
  placed(
    'bearer header',
    drawn(WORD, 40),
    (s) => `curl -H "Authorization: Bearer ${s}" https://api.example.test/v1/me`,
  ),
  placed('bearer header', drawn(`${ALNUM}-._~+/`, 48), (s) =>
    JSON.stringify({ headers: { Authorization: `Bearer a1${s}` } }),
  ),
  placed(
    'basic header',
    (r) => Buffer.from(`admin:${chosen(r)}`).toString('base64'),
    (s) => `> Authorization: Basic ${s}\n> Accept: */*`,
  ),
  placed('set-cookie', drawn(WORD, 32), (s) => `< Set-Cookie: session_id=${s}; Path=/; HttpOnly; SameSite=Lax`),
  placed(
    'cookie header',
    drawn(HEX, 40),
    (s) => `curl -b x -H 'Cookie: theme=dark; connect.sid=s%3A${s}; lang=en' localhost`,
  ),
  placed('api key header', drawn(ALNUM, 32), (s) => `X-Api-Key: ${s}`),
  placed('curl user', chosen, (s) => `curl -fsS -u deploy:${s} https://nexus.example.test/v2/`),
  placed('mysql flag', drawn(ALNUM, 12), (s) => `$ mysqldump -h db -u root -p${s} shop > dump.sql`),
  placed('sshpass flag', chosen, (s) => `sshpass -p '${s}' ssh deploy@host uptime`),
  placed('docker login', drawn(ALNUM, 16), (s) => `docker login -u ci -p ${s} registry.example.test`),
  placed('cli flag', drawn(ALNUM, 18), (s) => `tool login --password ${s} --quiet`),
  placed('cli flag', drawn(WORD, 30), (s) => `deployer --api-key=${s} --region eu`),
  placed('cli flag (json)', drawn(ALNUM, 18), (s) => JSON.stringify({ args: ['login', '--token', s, '-v'] })),
  placed('netrc', drawn(ALNUM, 16), (s) => `machine api.example.test login shop password ${s}\n`),
  placed(
    'kubernetes secret',
    (r) => Buffer.from(r.chars(ALNUM, 18)).toString('base64'),
    (s) => `apiVersion: v1\nkind: Secret\ndata:\n  username: YWRtaW4=\n  db-password: ${s}\n`,
  ),
  placed('xml element', drawn(ALNUM, 16), (s) => `<server><id>x</id><password>${s}</password></server>`),
  placed(
    'spoken',
    (r) => `${r.pick(WORDS)}${r.chars(DIGITS, 3)}`,
    (s) => `The staging password is ${s}, please change it later.`,
  ),
  placed('setter', drawn(ALNUM, 24), (s) => `os.environ["API_TOKEN"] = "${s}"\nclient.set_secret("${s}")`),
  placed(
    'mailchimp key',
    (r) => `${r.chars(HEX, 32)}-${'us'}${1 + r.below(20)}`,
    (s) => `mailchimp.ping('${s}')`,
  ),
  placed(
    'bare base64',
    (r) => `${r.chars(BASE64, 43)}=`,
    (s) => `the key the script printed:\n${s}\n`,
  ),
  placed('bare alphanumeric', drawn(ALNUM, 40), (s) => `got back ${s} from the server`),
  placed('bare url-safe', drawn(WORD, 48), (s) => JSON.stringify({ out: `value\n${s}\ndone` })),
  placed('sql statement', chosen, (s) => `CREATE USER shop IDENTIFIED BY '${s}';`),
]
