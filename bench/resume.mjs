// `npm run bench:resume -- FOLDER`: does a briefing name what the next session needs? FOLDER holds transcripts of Claude
// Code (.jsonl, .jsonl.gz). Each is cut where it was really compacted; the briefing of what lies before the cut is
// scored by what the session did behind it. Nothing of the transcripts is kept.
//   --budget N     characters of a briefing (2500)
//   --every N      also cut after every N tool calls: more cuts, though less like a real one
//   --by-session   one line per transcript
//   --json         the figures as JSON
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from '../scripts/root.mjs'
import { setup } from '../scripts/setup.mjs'
import { cutsIn } from './resume-cuts.mjs'
import { meanOf, scoreOf } from './resume-score.mjs'

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    budget: { type: 'string', default: '2500' },
    every: { type: 'string', default: '0' },
    'by-session': { type: 'boolean' },
    json: { type: 'boolean' },
    program: { type: 'string', default: join(root, 'bin', 'dogear.js') },
  },
})
const KEYS = ['files', 'top8', 'first3', 'commands', 'prompt', 'precision', 'characters']
const TEN = 10

const [folder] = positionals
if (folder === undefined) {
  process.stderr.write('npm run bench:resume -- FOLDER: a folder of Claude Code transcripts, .jsonl or .jsonl.gz\n')
  process.exit(2)
}
await setup()
const scratch = mkdtempSync(join(tmpdir(), 'dogear-bench-'))
try {
  const table = measure(resolve(process.env.INIT_CWD ?? '.', folder))
  process.stdout.write(`${flags.json ? JSON.stringify(table, null, 2) : printTable(table)}\n`)
} finally {
  rmSync(scratch, { recursive: true, force: true })
}

function measure(from) {
  const scores = {}
  const add = (name, score) => (scores[name] ??= []).push(score)
  for (const cut of cutsIn(from, Number(flags.every))) {
    const briefing = scoreOf(briefingOf(cut), cut)
    add('the briefing', briefing)
    add('the ten most recent files', scoreOf(cut.recent.slice(0, TEN).join('\n'), cut))
    add('the edited files', scoreOf(cut.edited.join('\n'), cut))
    if (cut.summary) add("the agent's own summary", scoreOf(cut.summary, cut))
    if (flags['by-session']) add(`  ${cut.name}`, briefing)
  }
  return Object.entries(scores).map(([text, all]) => ({
    text,
    cuts: all.length,
    ...Object.fromEntries(KEYS.map((key) => [key, meanOf(all, key)])),
  }))
}

function briefingOf(cut) {
  const file = join(scratch, 'cut.jsonl')
  writeFileSync(file, `${cut.lines.join('\n')}\n`)
  const args = [flags.program, 'brief', '--budget', flags.budget, '--transcript', file]
  const ran = spawnSync(process.execPath, args, { encoding: 'utf8', env: { ...process.env, DOGEAR_HOME: scratch } })
  if (ran.status !== 0) throw new Error(`exit ${ran.status}: ${cut.name}\n${ran.stderr}`)
  return ran.stdout
}

function printTable(rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`
  const cell = (value, key) =>
    value === null ? '–' : key === 'characters' ? Math.round(value).toLocaleString('en') : value.toFixed(3)
  return [
    line(['text handed to the next session', 'cuts', ...KEYS]),
    line(['---', '---', ...KEYS.map(() => '---')]),
    ...rows.map((row) => line([row.text, row.cuts, ...KEYS.map((key) => cell(row[key], key))])),
  ].join('\n')
}
