// Entries as files, written directly: valid, marked and sealed like those of `dogear save`, but without an fsync each.
import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'rolldown'
import { root } from '../scripts/root.mjs'
import { words } from './words.mjs'

/** A word that only a few entries have. */
export const RARE_WORD = 'xylograph'
const RARE_EVERY = 40_000
const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz'
const MINUTE = 60_000
/** How many things of each kind are said in the life of a workstream; most saves say one of them again. */
const SAID = { done: 8, failed: 3, decisions: 3, questions: 2, context: 4 }

/** What makes an entry, which the library does not export: built from the source into `dir`. */
export async function loadCore(dir) {
  const input = { carry: 'src/core/page/carry.ts', own: 'src/core/entry/own-line.ts' }
  const output = { dir, format: 'esm', entryFileNames: '[name].mjs', chunkFileNames: '[name].mjs' }
  await build({ cwd: root, platform: 'node', input, preserveEntrySignatures: 'strict', output, logLevel: 'warn' })
  const [{ carry }, { markOwn }] = await Promise.all(
    Object.keys(input).map((name) => import(pathToFileURL(join(dir, `${name}.mjs`)))),
  )
  return { carry, markOwn }
}

/**
 * Writes one workstream, each entry continuing the one before and holding all that is known by then.
 * `maker` holds what is the same for all: printEntry and normaliseFields of the library, carry and markOwn of the core,
 * random, facts (where, by, files), `secret` of the home, `extraKeys` and `made`, the running number. Without a secret
 * the entries are those of 0.1.0: no page, no mark.
 */
export function writeWorkstream(maker, entriesDir, name, count, startMs) {
  const folder = join(entriesDir, name)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const said = makeSaid(maker)
  let parents = []
  let page
  for (let generation = 1; generation <= count; generation++) {
    const savedMs = startMs + generation * 30 * MINUTE
    const id = `${new Date(savedMs).toISOString().replace(/[-:.]/g, '')}-${generation}-${letters(maker.random)}`
    const saved = new Date(savedMs).toISOString()
    const fields = maker.secret === null ? makeOldFields(maker) : makeFields(maker, said)
    page = maker.secret === null ? null : carryOn(maker, page, { id, saved, fields })
    const entry = { id, name, parents, saved, ...makeBody(maker, page ?? { fields }) }
    writeFileSync(join(folder, `${id}.md`), seal(marked(maker, maker.printEntry(entry))), { mode: 0o600 })
    parents = [id]
    maker.made++
  }
}

function carryOn({ carry, facts }, before, { id, saved, fields }) {
  const origin = { entry: id, at: saved, ...facts.by, head: facts.where.head }
  return carry(before ? [before] : [], { origin, fields, spoken: 1, turns: 1 })
}

function makeBody({ facts, made, extraKeys }, { fields, closed, earlier }) {
  return {
    lane: made % 5 === 0 ? 'auto' : 'named',
    kind: 'saved',
    by: facts.by,
    where: facts.where,
    ...fields,
    files: facts.files,
    ...(closed && { page: { closed, earlier } }),
    extraKeys,
    extraSections: [],
  }
}

/** Everything a good checkpoint has: what the work is and where it stands is new, of the rest a little. */
function makeFields(maker, said) {
  const { random, normaliseFields } = maker
  const some = (key) => (random() < 0.5 ? [said[key][Math.floor(random() * SAID[key])]] : [])
  const lists = Object.keys(SAID).map((key) => [key, some(key)])
  return normaliseFields({ ...makeProse(maker), ...Object.fromEntries(lists) })
}

function makeSaid({ random }) {
  const text = () => ({ text: words(random, between(random, 6, 16)) })
  const failed = () => ({ ...text(), why: words(random, 8) })
  const decisions = () => ({ ...failed(), rejected: [words(random, 3)] })
  const make = { done: text, failed, decisions, questions: text, context: text }
  return Object.fromEntries(Object.entries(SAID).map(([key, most]) => [key, several(random, most, most, make[key])]))
}

/** 1.5 to 3 KB of text, all of it new. */
function makeOldFields(maker) {
  const { random, normaliseFields } = maker
  const text = (least, most) => ({ text: words(random, between(random, least, most)) })
  return normaliseFields({
    ...makeProse(maker),
    done: several(random, 2, 5, () => text(6, 14)),
    failed: several(random, 1, 2, () => ({ ...text(6, 10), why: words(random, 8) })),
    decisions: several(random, 1, 2, () => ({ ...text(6, 10), why: words(random, 10), rejected: [words(random, 3)] })),
    questions: several(random, 0, 2, () => text(6, 12)),
    context: several(random, 1, 4, () => text(8, 18)),
  })
}

function makeProse({ random, made }) {
  const text = (least, most) => ({ text: words(random, between(random, least, most)) })
  const rare = made % RARE_EVERY === 7 ? ` ${RARE_WORD}` : ''
  return {
    task: text(6, 12),
    stage: 'build',
    next: text(8, 16),
    leftOff: { text: text(15, 40).text + rare },
    intent: text(8, 20),
  }
}

function marked({ secret, markOwn }, text) {
  return secret === null ? text : markOwn(text, secret, sha256)
}

/** The check line of docs/format.md. */
function seal(text) {
  const close = text.indexOf('\n---\n') + 1
  const check = `check: "${Buffer.byteLength(text)} ${sha256(text)}"\n`
  return text.slice(0, close) + check + text.slice(close)
}

function sha256(text) {
  return createHash('sha256').update(text).digest('hex')
}

function letters(random) {
  let out = ''
  for (let i = 0; i < 12; i++) out += LETTERS[Math.floor(random() * 32)]
  return out
}

function several(random, least, most, make) {
  return Array.from({ length: between(random, least, most) }, make)
}

function between(random, least, most) {
  return least + Math.floor(random() * (most - least + 1))
}
