// `npm run bench:resume`: does the text that is handed over spare the next session work? What the real hooks hand over after a
// compaction and to a new session, beside what one could hand over without dogear, scored by what the session then did.
//   --corpus DIR   real transcripts of Claude Code or Codex (.jsonl, .jsonl.gz), may be given several times; else made-up ones
//   --kind KIND    compact or session, else both
//   --limit N      so many cuts of a folder
//   --by-cut       a line for each cut
//   --json
// The last line is the ratio of dogear to "last messages, 6,000". docs/fidelity.md says how to read it. Nothing of the
// transcripts is kept.
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { setup } from '../scripts/setup.mjs'
import { madeSessions } from './resume-made.mjs'
import { readSession, sessionsIn } from './resume-read.mjs'
import { allOf, cutsOf, GROUPS, interval, meanOf, scoreOf } from './resume-score.mjs'
import { BASELINE, textsFor } from './resume-texts.mjs'

const { values: flags } = parseArgs({
  options: {
    corpus: { type: 'string', multiple: true, default: [] },
    kind: { type: 'string' },
    limit: { type: 'string', default: '1000' },
    'by-cut': { type: 'boolean' },
    json: { type: 'boolean' },
  },
})

await setup()
const folders =
  flags.corpus.length > 0 ? flags.corpus.map((dir) => [basename(dir), sessionsIn(dir)]) : [['made up', made()]]
const scored = folders.flatMap(([folder, sessions]) =>
  cutsOf(sessions)
    .filter(({ kind }) => flags.kind === undefined || kind === flags.kind)
    .slice(0, Number(flags.limit))
    .map((cut) => scoredTexts(folder, cut)),
)
const tables = tablesOf(scored)
process.stdout.write(`${flags.json ? JSON.stringify(tables, null, 2) : tables.map(printed).join('\n\n')}\n`)

function made() {
  return madeSessions().map(({ name, text }) => readSession(name, text))
}

function scoredTexts(folder, cut) {
  const texts = Object.entries(textsFor(cut)).map(([name, text]) => [name, scoreOf(text, cut)])
  if (flags['by-cut'])
    for (const [name, score] of texts)
      process.stdout.write(`${folder}/${cut.name} ${cut.kind} ${name}: ${shown(allOf([score]))}\n`)
  return { group: `${cut.agent}, ${cut.kind}`, texts: Object.fromEntries(texts) }
}

function tablesOf(all) {
  const groups = [...new Set(all.map(({ group }) => group))]
  return groups.map((group) => {
    const cuts = all.filter((one) => one.group === group)
    const names = [...new Set(cuts.flatMap(({ texts }) => Object.keys(texts)))]
    const rows = names.map((name) =>
      rowOf(
        name,
        cuts.flatMap(({ texts }) => texts[name] ?? []),
      ),
    )
    return {
      group,
      cuts: cuts.length,
      rows,
      ratios: names.filter((name) => name.startsWith('dogear')).map((name) => ratioOf(name, cuts)),
    }
  })
}

function rowOf(text, scores) {
  const groups = Object.keys(GROUPS).map((group) => [group, meanOf(scores.map((score) => score[group]))])
  return {
    text,
    cuts: scores.length,
    ALL: allOf(scores),
    interval: interval(scores, allOf),
    ...Object.fromEntries(groups),
    characters: Math.round(meanOf(scores.map(({ characters }) => characters))),
  }
}

/** On the same cuts; the interval is that of the quotient. */
function ratioOf(name, cuts) {
  const both = cuts.flatMap(({ texts }) => (texts[name] && texts[BASELINE] ? [[texts[name], texts[BASELINE]]] : []))
  const quotient = (pairs) => allOf(pairs.map(([own]) => own)) / allOf(pairs.map(([, other]) => other))
  return { text: name, cuts: both.length, ratio: quotient(both), interval: interval(both, quotient) }
}

function printed({ group, cuts, rows, ratios }) {
  const line = (cells) => `| ${cells.join(' | ')} |`
  const keys = Object.keys(GROUPS)
  return [
    `${group}: ${cuts} cuts`,
    '',
    line(['text handed over', 'cuts', 'ALL', '95 %', ...keys, 'characters']),
    line(['---', '---', '---', '---', ...keys.map(() => '---'), '---']),
    ...rows.map((row) =>
      line([
        row.text,
        row.cuts,
        shown(row.ALL),
        row.interval.map(shown).join(' to '),
        ...keys.map((key) => shown(row[key])),
        row.characters,
      ]),
    ),
    '',
    ...ratios.map(
      (one) =>
        `${one.text} / ${BASELINE}: ${shown(one.ratio)} (${one.interval.map(shown).join(' to ')}), ${one.cuts} cuts`,
    ),
  ].join('\n')
}

function shown(value) {
  return value === null || value === undefined || Number.isNaN(value) ? '–' : value.toFixed(2)
}
