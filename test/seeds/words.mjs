// What a user of a seed says and has, drawn by a number: names, branches, files, dates, and sentences of one language. Two numbers
// have next to nothing in common, so a rule that holds for many of them was not fitted to one.
import { LANGUAGES } from './languages.mjs'

const NAMES =
  'amber basalt cedar dune ember fjord glacier heron iris juniper kestrel lagoon maple nectar otter plover quartz raven sorrel thistle umber vetch willow yarrow zinnia'
const THINGS =
  'audit badge cart digest export feed gateway helper intake jobs kiosk ledger mailer notice outbox picker quota roster signup tariff uploader voucher wizard'
const ODD = ['v2.1', 'v10.0.3', '3.4-rc1', 'node18.x', 'r2.0']
const UNDER = ['pay_v2', 'db_pool', 'my_feature', 'x_ray_2', 'snake_case_name']
const HASH = ['fix#12', 'gh#4096', 'bug#7', 'c#-port', 'issue#88']
const FOREIGN = ['größe', '登录', 'año', 'naïve', 'заказы', '支払い', 'żółw', 'ภาษา', 'ελιά', 'İzmir'.toLowerCase()]
const TYPED = ['Bugfix/Tax-Rounding', 'Feature/ADD-Cart', 'hotfix/Mail', 'Release/2026-Q3', 'user/ada/Spike']
const BRANCHES = ['Chore/Bump_Ruby', 'deps/UPDATE-all', 'Wip/Tidy', 'team/Red/cleanup', 'perf/Index_Scan']
const ENDS = ['ts', 'py', 'rb', 'go', 'rs', 'c', 'java', 'kt', 'php', 'ex']
const FOLDERS = ['src', 'lib', 'app', 'pkg', 'internal/core', 'services/api']
const PROJECTS = ['tidepool', 'my-shop', 'Größe 2', 'billing.v2', '登录', 'a_b-c']
const SUGGESTED = [
  ['Match payments to open invoices in app/match.py', /match|payments|invoices/],
  ['Render the star map from data/stars.fits', /render|star|map/],
  ['Replace the session cookies by signed tokens', /replace|session|cookies|tokens/],
  ['Die Rechnung als PDF verschicken', /rechnung|pdf|verschicken/],
  ['Corrige el cálculo del IVA en src/iva.ts', /corrige|calculo|iva/],
  ['Add retry with backoff to the webhook worker', /retry|backoff|webhook|worker/],
]
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')
const DAY_MS = 86_400_000

export function wordsOf(seed) {
  const random = randomOf(seed)
  const below = (count) => Math.floor(random() * count)
  const pick = (list) => list[below(list.length)]
  const [names, things] = [NAMES, THINGS].map((text) => shuffled(text.split(' '), below))
  const kebab = () => `${names.pop()}-${things.pop()}`
  const single = () => names.pop()
  const [folder, end] = [pick(FOLDERS), pick(ENDS)]
  const file = () => `${folder}/${things[below(things.length)]}${below(900) + 100}.${end}`
  const files = [file(), file(), file(), file()]
  const language = pick(LANGUAGES)
  const [typed, typedBranch, suggested] = [pick(TYPED), pick(BRANCHES), pick(SUGGESTED)]
  const ports = { old: `${8000 + below(900)}`, new: `${9000 + below(900)}` }
  const text = language.texts({ file: files[1], file3: files[2], ports })
  return {
    seed,
    language: language.name,
    project: pick(PROJECTS),
    heading: pick(['Tidepool', 'Bookkeeping', 'Notes & rules', 'Projekt Größe', '备忘']),
    name: kebab(),
    other: kebab(),
    third: kebab(),
    fourth: kebab(),
    names: [kebab(), kebab()],
    single: single(),
    single2: single(),
    single3: single(),
    single4: single(),
    nobody: `${single()}-none`,
    plan: `${single()}-brook`,
    four: [single(), single(), single(), single()],
    branch: `feat/${things.pop()}`,
    branch2: `fix/${things.pop()}`,
    file: files[0],
    file2: files[1],
    file3: files[2],
    file4: files[3],
    typed,
    typedAs: typed.toLowerCase().replaceAll('/', '-').replaceAll(' ', '-'),
    typedBranch,
    typedBranchAs: typedBranch.toLowerCase().replaceAll('/', '-'),
    odd: pick(ODD),
    under: pick(UNDER),
    hash: pick(HASH),
    foreign: pick(FOREIGN),
    day: dayOf(Date.UTC(2026, 0, 5) + below(250) * DAY_MS + below(86_000) * 1000),
    suggest: {
      prompt: suggested[0],
      words: suggested[1],
      refused: new RegExp(`try "[a-z0-9-]*(?:${suggested[1].source})[a-z0-9-]*"`),
    },
    code: `LIMIT = ${below(90) + 2}`,
    command: pick(['make check', 'npm test', 'cargo test', 'pytest -q', 'go test ./...']),
    command2: pick(['make sim', 'npm run build', 'tox -e py312', 'mix test']),
    ports,
    ...text,
  }
}

/** The same moment in all the ways in which the seeds write it. */
function dayOf(ms) {
  const utc = new Date(ms).toISOString()
  const [date, clock] = [utc.slice(0, 10), utc.slice(11, 16)]
  const short = `${MONTHS[Number(date.slice(5, 7)) - 1]} ${date.slice(8)}`
  return {
    date,
    short,
    clock: `${date} ${clock}`,
    iso: `${date}T${clock}`,
    bullet: `${short} ${clock}`,
    utc: `${utc.slice(0, 19)}Z`,
    compact: `${utc.slice(0, 19).replace(/[-:]/g, '')}Z`,
  }
}

/** Mulberry32: small, and the same everywhere. */
function randomOf(seed) {
  let state = Math.imul(seed + 1, 0x9e3779b1) >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

function shuffled(list, below) {
  for (let i = list.length - 1; i > 0; i--) {
    const j = below(i + 1)
    ;[list[i], list[j]] = [list[j], list[i]]
  }
  return list
}

/** A pattern with words in it that mean themselves: re`^${name}$`, re.m`…`. */
export const re = Object.assign(patternWith(''), { m: patternWith('m'), i: patternWith('i') })

function patternWith(flags) {
  return ({ raw }, ...words) =>
    new RegExp(
      raw.map((part, i) => (i === 0 ? '' : escaped(words[i - 1])) + part.replaceAll('\\`', '`')).join(''),
      flags,
    )
}

function escaped(text) {
  return String(text).replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
}
