// `npm run test:seeds`: each of the 63 rules of the five checkpoint skills, done as its user would, with data that no test has:
// what was done, what came, and whether it holds. Words behind it name rules: `npm run test:seeds -- A7 E`.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { newUser } from '../test/seeds/user.mjs'
import { root } from './root.mjs'
import { setup } from './setup.mjs'

const AT_ONCE = 2
const RULES = 63

const wanted = process.argv.slice(2)
await setup()
const rows = await allRows()
const chosen = rows.filter(([id]) => wanted.length === 0 || wanted.some((word) => id === word || id[0] === word))
const played = new Map()
const left = chosen.values()
await Promise.all(Array.from({ length: AT_ONCE }, playTheRest))

const idsOf = (some) => new Set(some.map(([id]) => id))
const broken = idsOf(chosen.filter((row) => played.get(row).missed.length > 0))
for (const row of chosen) print(...row, played.get(row))
const rules = idsOf(chosen).size
process.stdout.write(`\n${rules - broken.size} of ${rules} rules hold\n`)
const isWhole = wanted.length > 0 || rules === RULES
if (!isWhole) process.stdout.write(`expected ${RULES} rules\n`)
process.exitCode = broken.size > 0 || !isWhole ? 1 : 0

async function allRows() {
  const folder = join(root, 'test', 'seeds')
  const files = readdirSync(folder).filter((name) => /^[a-e]-/.test(name))
  const parts = await Promise.all(files.sort().map((name) => import(join(folder, name))))
  return parts.flatMap((part) => part.rows)
}

/** The workers share one iterator: each row is taken once. */
async function playTheRest() {
  for (const row of left) {
    const [, , play] = row
    const user = newUser()
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
