/** The machine facts of an entry, checked: from the front matter's pairs to values with the right types. */
import { isName } from '../choose/name.js'
import { DogearError } from '../errors.js'
import { excerpt, isIsoTime } from '../text/text.js'
import {
  type By,
  type Entry,
  type Envelope,
  fieldsOf,
  FRONT_FIELDS,
  type FrontKey,
  type Kind,
  type Lane,
  type Plan,
  type Where,
} from './entry.js'
import { type Pair, refuse } from './front-matter.js'
import { parseId } from './id.js'

/** What stands above the sections. */
type Facts = Pick<Entry, keyof Envelope | FrontKey | 'extraKeys'>

const MAX_PARENTS = 64
const ID_EXAMPLE = '20261115T084200123Z-1-k3f9xq2m7p4w'
const LANES: readonly Lane[] = ['named', 'auto']
const KINDS: readonly Kind[] = ['saved', 'cleared', 'consumed', 'restored']
const STATES = ['modified', 'added', 'deleted', 'renamed', 'untracked', 'conflicted']
const BY_EXAMPLE = 'by: {"agent": "my-agent", "user": "ada"}'
const WHERE_EXAMPLE = 'where: {"branch": "main", "dirty": [{"path": "a.ts", "state": "modified"}]}'
const LINES = fieldsOf(['line'])
const PLANS = fieldsOf(['plan'])
const KNOWN = new Set([
  ...'dogear id name lane kind parents saved by where own check'.split(' '),
  ...FRONT_FIELDS.map(({ key }) => key),
])

type Pairs = ReadonlyMap<string, Pair>
type Json = Record<string, unknown>

export function parseEnvelope(pairs: Pairs): Facts {
  checkVersion(pairs)
  const facts: Facts = {
    id: required(pairs, 'id', `id: "${ID_EXAMPLE}"`, (text) => parseId(text) !== null),
    name: required(pairs, 'name', 'name: "auth-refactor"', isName),
    lane: oneOf(pairs, 'lane', LANES),
    kind: oneOf(pairs, 'kind', KINDS),
    parents: parseParents(pairs),
    saved: required(pairs, 'saved', 'saved: "2026-11-15T09:42:00.123+01:00"', isIsoTime),
    by: parseBy(pairs),
    where: parseWhere(pairs),
    extraKeys: {},
  }
  for (const { key } of LINES) {
    const line = textOf(pairs, key)
    if (line !== null) facts[key] = line
  }
  for (const { key } of PLANS) {
    const plan = planOf(pairs, key)
    if (plan) facts[key] = plan
  }
  for (const [key, { value }] of pairs) if (!KNOWN.has(key)) facts.extraKeys[key] = value
  return facts
}

function checkVersion(pairs: Pairs): void {
  const pair = pairs.get('dogear')
  if (pair?.value === 1) return
  if (!pair)
    throw refuse(2, 'the key dogear, the version of the format, is missing', 'it before the others', 'dogear: 1')
  if (typeof pair.value !== 'number') throw refuse(pair.line, 'the version is not a number', 'version 1', 'dogear: 1')
  throw new DogearError(
    'bad-entry',
    `Line ${pair.line}: this entry has format ${pair.value}; this dogear reads format 1.`,
    {
      expected: 'dogear: 1',
      next: 'Upgrade dogear to read it.',
    },
  )
}

function required(pairs: Pairs, key: string, example: string, isRight: (text: string) => boolean): string {
  const text = textOf(pairs, key)
  const line = pairs.get(key)?.line ?? 2
  if (text === null) throw refuse(line, `the key ${key} is missing`, `${key} in the front matter`, example)
  if (!isRight(text)) throw refuse(line, `${excerpt(text)} is not a valid ${key}`, `a valid ${key}`, example)
  return text
}

/** Somebody may have written a name or a stage that JSON reads as a number. */
function textOf(pairs: Pairs, key: string): string | null {
  const pair = pairs.get(key)
  if (!pair || pair.value === null) return null
  if (typeof pair.value === 'object') throw refuse(pair.line, `${key} is not text`, 'text in quotes', `${key}: "…"`)
  return typeof pair.value === 'string' ? pair.value : pair.raw
}

/** The first choice is the default. */
function oneOf<T extends string>(pairs: Pairs, key: string, choices: readonly T[]): T {
  const text = textOf(pairs, key) ?? (choices[0] as T)
  if ((choices as readonly string[]).includes(text)) return text as T
  const line = pairs.get(key)?.line ?? 2
  throw refuse(line, `${excerpt(text)} is not a ${key}`, `one of ${choices.join(', ')}`, `${key}: "${choices[0]}"`)
}

function parseParents(pairs: Pairs): string[] {
  const pair = pairs.get('parents')
  if (!pair || pair.value === null) return []
  const parents: unknown = pair.value
  const example = `parents: ["${ID_EXAMPLE}"]`
  if (!Array.isArray(parents)) throw refuse(pair.line, 'parents is not a list', 'a list of ids', example)
  if (parents.length > MAX_PARENTS) {
    throw refuse(pair.line, `there are ${parents.length} parents`, `at most ${MAX_PARENTS}`, example)
  }
  for (const parent of parents) {
    if (typeof parent === 'string' && parseId(parent)) continue
    throw refuse(pair.line, `${excerpt(String(parent))} in parents is not an id`, 'a list of ids', example)
  }
  return parents as string[]
}

function parseBy(pairs: Pairs): By {
  const by = objectOf(pairs, 'by', BY_EXAMPLE) ?? {}
  checkTypes(pairs, 'by', by, ['agent', 'session', 'user', 'host'], isText, BY_EXAMPLE)
  return by as By
}

function parseWhere(pairs: Pairs): Where {
  const where = objectOf(pairs, 'where', WHERE_EXAMPLE) ?? {}
  checkTypes(pairs, 'where', where, ['project', 'worktree', 'branch', 'head'], isText, WHERE_EXAMPLE)
  checkTypes(pairs, 'where', where, ['dirty'], isDirtyList, WHERE_EXAMPLE)
  checkTypes(pairs, 'where', where, ['dirtyTotal'], isCount, WHERE_EXAMPLE)
  checkTypes(pairs, 'where', where, ['stashed'], isStashedList, WHERE_EXAMPLE)
  return where as Where
}

export function planOf(pairs: Pairs, key: string): Plan | null {
  const example = `${key}: {"path": "docs/plan.md", "step": 3, "of": 7}`
  const plan = objectOf(pairs, key, example)
  if (!plan) return null
  checkTypes(pairs, key, { path: null, ...plan }, ['path'], isText, example)
  checkTypes(pairs, key, plan, ['step', 'of'], isCount, example)
  return plan as unknown as Plan
}

function objectOf(pairs: Pairs, key: string, example: string): Json | null {
  const pair = pairs.get(key)
  if (!pair || pair.value === null) return null
  if (typeof pair.value === 'object' && !Array.isArray(pair.value)) return pair.value as Json
  throw refuse(pair.line, `${key} is not an object`, 'a JSON object on one line', example)
}

function checkTypes(
  pairs: Pairs,
  key: string,
  object: Json,
  inner: readonly string[],
  isRight: (value: unknown) => boolean,
  example: string,
): void {
  const wrong = inner.find((name) => Object.hasOwn(object, name) && !isRight(object[name]))
  if (wrong !== undefined)
    throw refuse(pairs.get(key)?.line ?? 2, `${wrong} in ${key} has the wrong type`, key, example)
}

function isText(value: unknown): boolean {
  return typeof value === 'string'
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0
}

function isStashedList(value: unknown): boolean {
  return isDirtyList(value) && (value as Json[]).every(({ stash, at }) => isText(stash) && isText(at))
}

function isDirtyList(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.every(
      (file: Json | null) =>
        isText(file?.path) &&
        STATES.includes(file?.state as string) &&
        isText(file?.blob ?? '') &&
        isCount(file?.added ?? 0) &&
        isCount(file?.removed ?? 0),
    )
  )
}
