// Entries as files, written directly: valid and sealed like those of `dogear save`, but without an fsync each.
import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { words } from './words.mjs'

/** A word that only a few entries have. */
export const RARE_WORD = 'xylograph'
const RARE_EVERY = 40_000
const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz'
const MINUTE = 60_000

/**
 * Writes one workstream, each entry continuing the one before.
 * `maker` holds what is the same for all: printEntry and normaliseFields of the library, random, facts (where, by,
 * files), `extraKeys` and `made`, the running number.
 */
export function writeWorkstream(maker, entriesDir, name, count, startMs) {
  const folder = join(entriesDir, name)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  let parents = []
  for (let generation = 1; generation <= count; generation++) {
    const savedMs = startMs + generation * 30 * MINUTE
    const id = `${new Date(savedMs).toISOString().replace(/[-:.]/g, '')}-${generation}-${letters(maker.random)}`
    const entry = { id, name, parents, saved: new Date(savedMs).toISOString(), ...makeBody(maker) }
    writeFileSync(join(folder, `${id}.md`), seal(maker.printEntry(entry)), { mode: 0o600 })
    parents = [id]
    maker.made++
  }
}

/** 1.5 to 3 KB of text with everything a good checkpoint has. */
function makeBody({ random, facts, made, normaliseFields, extraKeys }) {
  const rare = made % RARE_EVERY === 7 ? ` ${RARE_WORD}` : ''
  return {
    lane: made % 5 === 0 ? 'auto' : 'named',
    kind: 'saved',
    by: facts.by,
    where: facts.where,
    ...normaliseFields(makeFields(random, rare)),
    files: facts.files,
    extraKeys,
    extraSections: [],
  }
}

function makeFields(random, rare) {
  const text = (least, most) => ({ text: words(random, between(random, least, most)) })
  return {
    task: text(6, 12),
    stage: 'build',
    next: text(8, 16),
    leftOff: { text: words(random, between(random, 15, 40)) + rare },
    done: several(random, 2, 5, () => text(6, 14)),
    failed: several(random, 1, 2, () => ({ ...text(6, 10), why: words(random, 8) })),
    decisions: several(random, 1, 2, () => ({ ...text(6, 10), why: words(random, 10), rejected: [words(random, 3)] })),
    questions: several(random, 0, 2, () => text(6, 12)),
    context: several(random, 1, 4, () => text(8, 18)),
    intent: text(8, 20),
  }
}

/** The check line of docs/format.md. */
function seal(text) {
  const close = text.indexOf('\n---\n') + 1
  const check = `check: "${Buffer.byteLength(text)} ${createHash('sha256').update(text).digest('hex')}"\n`
  return text.slice(0, close) + check + text.slice(close)
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
