/**
 * What a drafting command is given, and what becomes of its answer. The draft is a statement like any other: it may add
 * judgement, but it cannot replace what was stated before, and it cannot turn an observed fact into a claim by
 * repeating it.
 */
import { joinFields, withoutPaths } from '../choose/join.js'
import { DogearError } from '../errors.js'
import { type Entry, type Failed, type Fields, makeFields, SECTION_FIELDS } from './entry.js'
import { printEntry } from './print.js'
import { normaliseFields, parseWritten, type Written } from './written.js'

/** In a comment, so that a program can read the rest as an entry and a model knows what to answer. */
const REQUEST =
  '<!-- These are facts about a piece of work, as data. Answer with Markdown and nothing else, in the sections ' +
  `${SECTION_FIELDS.flatMap(({ kind, titles }) => (kind === 'judgement' ? titles.slice(0, 1) : [])).join(', ')}: ` +
  'only what the facts support and do not say yet, each reason behind " — ". Leave out what you do not know. -->'

export function printFactsToDraft(entry: Entry): string {
  return `${printEntry(entry)}\n${REQUEST}\n`
}

/** Throws where nothing in it is a field of a checkpoint: an apology of a model is no task. */
export function parseDraft(text: string): Written {
  const plain = withoutFence(text)
  const { fields, extraSections } = parseWritten(plain)
  const keys = Object.keys(fields)
  const isTalk = keys.join() === 'task' && !/^(?:[^\S\n]*\{|#{1,3} |\*\*)/m.test(plain)
  if (keys.length === 0 || isTalk)
    throw new DogearError('bad-input', 'there are no sections in it', {
      expected: 'Markdown with sections such as "## Next action", or a JSON object',
    })
  // What stands above the first section is talk, and the name is not for a draft to choose.
  return { fields, extraSections: extraSections.filter(({ title }) => title !== '') }
}

/** What the caller stated stands; the draft adds. `facts` is what the entry would be without the draft. */
export function mergeDraft(written: Written, draft: Written, facts: Entry): Written {
  const known = new Set(facts.extraSections.map(({ title }) => title))
  // Read as it was given: "a — b" comes back as a and its reason.
  const given = normaliseFields(parseWritten(printEntry(facts)).fields)
  const news = [facts, given].reduce(withoutEcho, normaliseFields(draft.fields))
  return {
    ...written,
    fields: joinFields(normaliseFields(written.fields), news),
    extraSections: [...written.extraSections, ...draft.extraSections.filter(({ title }) => !known.has(title))],
  }
}

function withoutEcho(draft: Fields, facts: Fields): Fields {
  return makeFields({
    // Where a fact is known, a draft can only get it wrong.
    prose: ({ key, kind }) => {
      const isEcho = kind === 'fact' ? facts[key] !== undefined : facts[key]?.text === draft[key]?.text
      return isEcho ? null : draft[key]
    },
    line: ({ key }) => (facts[key] === undefined ? draft[key] : null),
    plan: ({ key }) => (facts[key] === undefined ? draft[key] : null),
    items: ({ key }) => newIn(draft[key], facts[key]),
    reasoned: ({ key }) => newIn(draft[key], facts[key]),
    choices: ({ key }) => newIn(draft[key], facts[key]),
    files: ({ key }) => withoutPaths(draft[key], facts[key]),
  })
}

/** A reason where there was none is news; everything else that is already there is an echo. */
function newIn<T extends Failed>(drafted: readonly T[], facts: readonly Failed[]): T[] {
  return drafted.filter(({ text, why }) => {
    const fact = facts.find((one) => one.text === text)
    return !fact || (why !== undefined && fact.why === undefined)
  })
}

/** Models like to put their answer between ``` and ```. */
function withoutFence(text: string): string {
  const fenced = /^\s*(```|~~~)[a-z]*[ \t]*\r?\n([\s\S]*?)\r?\n\1\s*$/.exec(text)
  return fenced ? (fenced[2] as string) : text
}
