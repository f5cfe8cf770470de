// `npm run test:seeds`: each of the 63 rules of the five checkpoint skills, done as its user would, with data that no test has and
// no run before: what was done, what came, and whether it holds. Words behind it name rules, numbers draw the data again:
// `npm run test:seeds -- A7 E --draw 7`, `--draw 1-20`. Of several draws only what is missed is printed.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { newUser } from '../test/seeds/user.mjs'
import { wordsOf } from '../test/seeds/words.mjs'
import { root } from './root.mjs'
import { setup } from './setup.mjs'

const AT_ONCE = 2
const RULES = 63

const { wanted, draws } = asked(process.argv.slice(2))
await setup()
const parts = await readParts()
for (const draw of draws) await playDraw(draw)

async function playDraw(draw) {
  const words = wordsOf(draw)
  const rows = parts.flatMap(({ rowsOf }) => rowsOf(words)).filter(([id]) => isWanted(id))
  const played = new Map()
  const left = rows.values()
  await Promise.all(Array.from({ length: AT_ONCE }, () => playTheRest(left, words, played)))
  const broken = idsOf(rows.filter((row) => played.get(row).missed.length > 0))
  for (const row of rows) if (draws.length === 1 || broken.has(row[0])) print(...row, played.get(row))
  const rules = idsOf(rows).size
  process.stdout.write(
    `${rules - broken.size} of ${rules} rules hold (--draw ${draw}: ${words.language}, ${words.project})\n`,
  )
  const isWhole = wanted.length > 0 || rules === RULES
  if (!isWhole) process.stdout.write(`expected ${RULES} rules\n`)
  if (broken.size > 0 || !isWhole) process.exitCode = 1
}

/** Without a number the data is as new as the day, to the minute. */
function asked(words) {
  const at = words.indexOf('--draw')
  const [from, to = from] =
    at === -1 ? [Math.floor(Date.now() / 60_000) % 100_000] : words[at + 1].split('-').map(Number)
  const drawn = Array.from({ length: to - from + 1 }, (_, i) => from + i)
  return { wanted: at === -1 ? words : words.toSpliced(at, 2), draws: drawn }
}

function isWanted(id) {
  return wanted.length === 0 || wanted.some((word) => id === word || id[0] === word)
}

function idsOf(some) {
  return new Set(some.map(([id]) => id))
}

async function readParts() {
  const folder = join(root, 'test', 'seeds')
  const files = readdirSync(folder).filter((name) => /^[a-e]-/.test(name))
  return Promise.all(files.sort().map((name) => import(join(folder, name))))
}

/** The workers share one iterator: each row is taken once. */
async function playTheRest(left, words, played) {
  for (const row of left) {
    const [, , play] = row
    const user = newUser(words)
    const told = { came: [], missed: [] }
    try {
      await play(user, ...judges(told))
    } catch (error) {
      told.missed.push(error.stack)
    }
    user.gone()
    played.set(row, told)
  }
}

/** `sees` wants a text to be, hold or match something; what it matched is what came. `seesNot` wants it not to. */
function judges({ came, missed }) {
  const sees = (text, wants, how) => {
    const found =
      wants instanceof RegExp
        ? wants.exec(text)?.[0]
        : how === 'within'
          ? text.includes(wants) && wants
          : text === wants && wants
    if (typeof found === 'string') came.push(found)
    else missed.push(`expected ${wants}\n      in ${JSON.stringify(text)}`)
  }
  const seesNot = (text, pattern) => {
    if (text !== '' && !pattern.test(text)) return
    missed.push(`expected no ${pattern}\n      in ${JSON.stringify(text)}`)
  }
  return [sees, seesNot]
}

function print(id, done, _play, { came, missed }) {
  process.stdout.write(`${missed.length === 0 ? '✓' : '✗'} ${id.padEnd(4)}${done}\n`)
  for (const text of came) process.stdout.write(`      ${oneLine(text)}\n`)
  for (const text of missed) process.stdout.write(`    ✗ ${text}\n`)
}

function oneLine(text) {
  const line = text.trim().replaceAll('\n', ' ⏎ ')
  return line.length > 150 ? `${line.slice(0, 149)}…` : line
}
