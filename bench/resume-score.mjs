// How well a text prepares for what a session did next. No model is asked: the same text gets the same figures.

/** What of the next calls is looked at: so much the text should have prepared. */
const AFTER = 20
const FEWEST_AFTER = 8
const FEWEST_BEFORE = 15
const DAY = 86_400

export const GROUPS = {
  WHERE: ['files', 'order', 'edit', 'terms'],
  HOW: ['checks', 'state', 'errors'],
  WHAT: ['told', 'decided', 'todo', 'prompts', 'next'],
}

/** Where somebody had to go on from a text: after a compaction, and in a session that took up another one's files. */
export function cutsOf(sessions) {
  return [...sessions.flatMap(compactions), ...successions(sessions)]
}

function compactions(session) {
  const at = session.steps.flatMap(({ kind }, i) => (kind === 'compact' ? [i] : []))
  return at.flatMap((i, n) => {
    const after = session.steps.slice(i + 1, at[n + 1])
    const summary = after.slice(0, 5).find(({ kind }) => kind === 'summary')?.text ?? ''
    return cut(session, 'compact', session.steps.slice(0, i), after, {
      lines: session.lines.slice(0, session.steps[i].line),
      summary,
    })
  })
}

function successions(sessions) {
  const firstOf = ({ steps }) => steps.find(({ kind }) => kind === 'prompt')?.text.slice(0, 40) ?? ''
  // Those that begin alike are started by programs.
  const own = sessions.filter(
    (one) => one.calls >= FEWEST_AFTER && sessions.filter((other) => firstOf(other) === firstOf(one)).length < 3,
  )
  return own.flatMap((one) => {
    const before = own
      .filter(
        (b) =>
          b !== one &&
          b.cwd === one.cwd &&
          b.calls >= FEWEST_BEFORE &&
          one.begin - b.end >= -60 &&
          one.begin - b.end <= DAY,
      )
      .toSorted((a, b) => b.end - a.end)[0]
    if (!before) return []
    const found = cut(before, 'session', before.steps, one.steps, {
      lines: before.lines,
      summary: '',
      prompt: firstPrompt(one),
    })
    return found.filter(({ needs }) => needs.files.length + needs.checks.length > 0)
  })
}

function firstPrompt({ steps }) {
  return steps.find(({ kind }) => kind === 'prompt')?.text ?? ''
}

function cut(session, kind, before, after, more) {
  const of = (steps, ...kinds) => steps.filter((step) => kinds.includes(step.kind))
  const [calls, next] = [of(before, 'call'), of(after, 'call')]
  if (next.length < FEWEST_AFTER || calls.length === 0) return []
  const now = next.slice(0, AFTER)
  const known = new Set(calls.flatMap(({ files }) => files.map(({ path }) => path)))
  const talk = of(before, 'prompt', 'say')
    .map(({ text }) => text)
    .join('\n')
  const later = [...of(after, 'prompt', 'say'), ...next.slice(0, 60)].map(({ text }) => text).join('\n')
  const prompts = unique(of(before, 'prompt').map(({ text }) => text))
  const last = prompts.filter((text) => wordsOf(text).length > 1).slice(-2)
  const touched = unique(now.flatMap(({ files }) => files.map(({ path }) => path)))
  const files = touched.filter((path) => known.has(path) || placeOf(talk, path, known) >= 0)
  const edited = now.flatMap((call) => call.files).find(({ edit }) => edit)?.path
  const failed = new Set(
    of(before, 'result')
      .filter((one) => one.failed)
      .map(errorIn),
  )
  const said = prompts.filter((text) => !last.includes(text) && text.length < 1500).flatMap(sentencesIn)
  const names = new Set(calls.slice(-LATE_CALLS).flatMap(({ terms = [] }) => terms))
  const needs = {
    files,
    terms: unique(now.flatMap(({ terms = [] }) => terms)).filter((name) => names.has(name)),
    state: askedOfGit(now, after, before),
    edit: files.includes(edited) ? edited : null,
    checks: unique(now.flatMap(({ commands }) => commands)).filter((one) =>
      calls.some(({ commands }) => commands.includes(one)),
    ),
    errors: unique(
      of(after.slice(0, 120), 'result')
        .filter((one) => one.failed)
        .map(errorIn),
    ).filter((one) => one !== '' && failed.has(one)),
    told: unique(said)
      .slice(-60)
      .filter((text) => wordsOf(text).length > 3 && shareOf(later, text) >= 0.6),
    decided: unique(of(before, 'decided').map(({ text }) => text))
      .slice(-12)
      .filter((text) => wordsOf(text).length > 3 && shareOf(later, text) >= 0.5),
    todo: (of(before, 'todos').at(-1)?.items ?? []).filter((text) => wordsOf(text).length > 1).slice(0, 12),
    prompts: last.map((text) => text.slice(0, 400)),
    next: of(after, 'say')
      .map(({ text }) => text.trim())
      .slice(0, 2)
      .join(' ')
      .slice(0, 300),
  }
  return [{ name: session.name, agent: session.agent, cwd: session.cwd, kind, before, known, needs, ...more }]
}

/** So many calls back a name that was looked for or edited is still of use. */
const LATE_CALLS = 200

/** What git answered in the first calls and was known before: the branch, the last commit, the changed files that were edited. */
function askedOfGit(now, after, before) {
  const ids = new Set(now.slice(0, 10).flatMap(({ id, asksGit }) => (asksGit ? [id] : [])))
  const results = (steps, isMeant) => steps.filter((step) => step.kind === 'result' && isMeant(step))
  const out = results(after, ({ id }) => ids.has(id))
    .map(({ text }) => text)
    .join('\n')
    .slice(0, 20_000)
  const seen = results(before.slice(-400), () => true)
    .map(({ text }) => text.slice(-4000))
    .join('\n')
  const edited = before.flatMap(({ files = [] }) => files.flatMap(({ path, edit }) => (edit ? [path] : [])))
  const branch = /^On branch (\S+)|^## ([^.\s]+)/m.exec(out)
  const commit = /^(?:\* )?([0-9a-f]{7,10}) (\S.{8,})$/m.exec(out)
  const changed = [...out.matchAll(/^\s*(?:modified:\s+|new file:\s+|[ MADR?]{1,2} )(\S+\.\w+)$/gm)].map(
    ([, path]) => path,
  )
  const isEdited = (path) => edited.some((one) => one === path || one.endsWith(`/${path.replace(/^[./]+/, '')}`))
  return [
    ...(branch ? [[branch[1] ?? branch[2]]] : []),
    ...(commit && (seen.includes(commit[2].slice(0, 40)) || seen.includes(commit[1].slice(0, 7)))
      ? [[commit[1].slice(0, 7), commit[2].slice(0, 40)]]
      : []),
    ...unique(changed)
      .slice(0, 8)
      .filter(isEdited)
      .map((path) => [path.split('/').at(-1)]),
  ]
}

/** null where a cut has nothing to measure it by. A group is the mean of its figures, ALL that of the groups. */
export function scoreOf(text, { known, needs }) {
  const all = unique([...known, ...needs.files]).map((path) => ({ path, at: placeOf(text, path, known) }))
  const shown = all
    .filter(({ at }) => at >= 0)
    .toSorted((a, b) => a.at - b.at)
    .map(({ path }) => path)
  const flat = text.replace(/\s+/g, ' ')
  const holds = (part) => (one) => shareOf(text, one) >= part
  const score = {
    files: share(needs.files, (path) => shown.includes(path)),
    order: averagePrecision(shown, needs.files),
    edit: needs.edit === null ? null : Number(shown.slice(0, 3).includes(needs.edit)),
    terms: share(needs.terms, (name) => new RegExp(`\\b${name}\\b`).test(text)),
    state: share(needs.state, (ways) => ways.some((one) => flat.includes(one))),
    checks: share(needs.checks, (one) => flat.includes(one.slice(0, 60))),
    errors: share(needs.errors, holds(0.6)),
    told: share(needs.told, holds(0.7)),
    decided: share(needs.decided, holds(0.6)),
    todo: share(needs.todo, holds(0.7)),
    prompts: share(needs.prompts, holds(0.7)),
    next: wordsOf(needs.next).length > 3 ? shareOf(text, needs.next) : null,
    characters: text.length,
  }
  for (const [group, keys] of Object.entries(GROUPS)) score[group] = meanOf(keys.map((key) => score[key]))
  return score
}

/** A group with fewer cuts than these is a coin, and left out. */
const FEWEST_CUTS = 8

export function allOf(scores) {
  const groups = Object.keys(GROUPS).map((group) => {
    const values = scores.map((score) => score[group]).filter((value) => value !== null)
    return values.length >= Math.min(FEWEST_CUTS, scores.length) ? meanOf(values) : null
  })
  return meanOf(groups)
}

const DRAWS = 1000

/** Where the figure of other cuts of this kind would lie, 95 of 100 times: cuts drawn again and again from these. */
export function interval(scores, figureOf) {
  let state = 20_261
  const random = () => (state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0) / 2 ** 32
  const draws = Array.from({ length: DRAWS }, () =>
    figureOf(scores.map(() => scores[Math.floor(random() * scores.length)])),
  )
  const sorted = draws.filter((one) => one !== null).toSorted((a, b) => a - b)
  return [sorted[Math.floor(sorted.length * 0.025)], sorted[Math.floor(sorted.length * 0.975)]]
}

export function meanOf(values) {
  const there = values.filter((value) => value !== null && value !== undefined)
  return there.length === 0 ? null : there.reduce((sum, value) => sum + value, 0) / there.length
}

/** By its last two parts, or by its name where no other file has it. */
function placeOf(text, path, known) {
  const parts = path.split('/').filter((part) => part !== '')
  const name = parts.at(-1) ?? ''
  const at = text.indexOf(parts.slice(-2).join('/'))
  if (at >= 0 || name.length < 5 || [...known].filter((one) => one.endsWith(`/${name}`)).length > 1) return at
  const plain = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`(?<![\\w.-])${plain}(?![\\w-])`).exec(text)?.index ?? -1
}

const SMALL = new Set(
  'this that with from have will would should could what when where which there here about your their them they then than into also just like make made want need does doing done have file files code please some more most other only even very good well know think sure okay right still back over after before because instead using used same first last next each every been being were these those show look line change changes'.split(
    ' ',
  ),
)

function wordsOf(text) {
  return unique((text.toLowerCase().match(/[a-z0-9_]{4,}|[^\0-\x7f]{2,}/g) ?? []).filter((word) => !SMALL.has(word)))
}

/** The largest share of a sentence's words that stand together: it may be said in other order, not all over the text. */
function shareOf(text, sentence) {
  const words = wordsOf(sentence)
  if (words.length === 0) return text.includes(sentence.trim()) ? 1 : 0
  const low = text.toLowerCase()
  const room = Math.max(450, 2 * sentence.length)
  let most = 0
  for (let at = 0; at === 0 || at < low.length - room / 2; at += Math.floor(room / 2)) {
    const part = low.slice(at, at + room)
    most = Math.max(most, words.filter((word) => part.includes(word)).length / words.length)
  }
  return most
}

/** Sentences of the user's own, not what was pasted. */
function sentencesIn(text) {
  const all = text.replace(/```[^]*?```/g, ' ').split(/(?<=[.!?。！？])\s+|\n+/)
  return all
    .map((one) => one.trim())
    .filter((one) => one.length >= 15 && one.length <= 300 && !/[?？]$|[{}|=<>⎿]|\S{60}/.test(one))
}

function errorIn({ text }) {
  const line = text
    .split('\n')
    .find((one) => /error|fail|panic|exception|cannot|not found|denied|expected/i.test(one) && one.trim().length >= 12)
  return (line ?? '')
    .trim()
    .replace(/\/\S+\//g, '')
    .replace(/\d+/g, '#')
    .slice(0, 160)
}

function averagePrecision(shown, needed) {
  if (needed.length === 0) return null
  let hits = 0
  const sum = shown.reduce((total, path, i) => (needed.includes(path) ? total + ++hits / (i + 1) : total), 0)
  return sum / needed.length
}

function share(all, isHit) {
  return all.length === 0 ? null : all.filter(isHit).length / all.length
}

function unique(all) {
  return [...new Set(all)]
}
