/**
 * A sample of what `npm run test:fuzz` does for a minute each: every parser of outside data on some dozens of inputs, always the
 * same. And that there is a target for every module that reads something from outside, which really reaches it.
 */
import { readFileSync } from 'node:fs'
import { Session } from 'node:inspector'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MANIFESTS as AGENTS } from '../../src/agents/registry.js'
import { LAYOUT_IDS } from '../../src/layouts/registry.js'
import { checkout, listSources } from '../support/checkout.js'
import { tempDir } from '../support/world.js'
import { NO_TARGET, TARGETS } from './table.js'
import { type Problem, type Reader, type Target, tryInput } from './target.js'
import { tryTarget } from './try-target.js'

const SEED = 20_261_116
const RUNS = 40
/** One input of these takes as long as a hundred of others: processes, files that are synced, whole conversations. */
const FEW = 6

/** What a module says that reads something it did not make itself. */
const READS_OUTSIDE = new RegExp(
  [
    String.raw`\bJSON\.parse\(`,
    String.raw`\b(?:readTextFile|readBytesFile|readQuick|readSettled|readLines\w*|readHead|readGit(?:File|Text)|readFirstLine|withFile)\(`,
    String.raw`\b(?:readFileSync|readSync|openParts|decompress|withDecompressed|openSqlite\w*|readStdin|readStandardInput)\(`,
    String.raw`\blinesOf\(.*, MAX_BYTES\)`,
    String.raw`\b(?:runGit|startGit)\(`,
    String.raw`^export (?:async )?function (?:(?:parse|scan|split)\w*|redact\()`,
    String.raw`^export const hooks: Hooks\b`,
  ].join('|'),
  'm',
)

const readers = listSources('src', ['.ts'])
  .filter((path) => !path.endsWith('.test.ts') && !path.startsWith('src/testing/'))
  .filter((path) => READS_OUTSIDE.test(withoutImports(readFileSync(join(checkout, path), 'utf8'))))

test('every module that reads something from outside has a target, or a reason why not', () => {
  const tried = new Set(TARGETS.flatMap(({ reads }) => reads))
  const missing = readers.filter((path) => !tried.has(path) && !(path in NO_TARGET))
  expect(missing, 'add a target to test/fuzz/targets that reads it, and name it there').toEqual([])
  const idle = [...tried, ...Object.keys(NO_TARGET)].filter((path) => !readers.includes(path))
  expect(idle, 'they read nothing (any more): take them out of test/fuzz').toEqual([])
  expect(Object.keys(NO_TARGET).filter((path) => tried.has(path))).toEqual([])
})

test('every agent and every layout has a target', () => {
  const names = TARGETS.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(AGENTS.map(({ id }) => `session of ${id}`)))
  expect(names).toEqual(expect.arrayContaining(LAYOUT_IDS.map((id) => `layout ${id}`)))
  expect(new Set(names).size).toBe(names.length)
})

describe('no input makes a parser throw, touch a prototype or grow without bounds', () => {
  const inspector = new Session()
  beforeAll(() => {
    inspector.connect()
    inspector.post('Profiler.enable')
    inspector.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  })
  afterAll(() => {
    inspector.post('Profiler.stopPreciseCoverage')
    inspector.disconnect()
  })

  test.each(TARGETS.map((target) => [target.name, target] as const))('%s', async (_, target) => {
    calledSince(inspector)
    const runs = target.isDear ? FEW : RUNS
    const { found } = await tryTarget(target, {
      scratch: tempDir(),
      root: checkout,
      seed: SEED,
      runs,
      long: 2000,
      timed: false,
    })
    expect(found && { ...found.problem, input: found.input.toString('base64') }).toBeUndefined()
    const called = calledSince(inspector)
    const idle = target.reads.filter((path) => !called.some((url) => url.endsWith(path)))
    expect(idle, 'no function of these was called: the target does not reach them').toEqual([])
  })
})

const planted: [kind: Problem['kind'], read: Reader['read']][] = [
  ['thrown', (input) => JSON.parse(input.toString('utf8')) as unknown],
  ['touched', (input) => merge({}, orNothing(input.toString('utf8')))],
  ['grown', (input) => 'x'.repeat(400_001 + input.length * 201)],
  ['unprintable', (input) => nested(input.length > 200 ? 100_000 : 1)],
]

test.each(planted)('a planted defect is found: %s', async (kind, read) => {
  const target: Target = {
    name: kind,
    reads: [],
    open: () => ({ samples: [`{"a": {"b": 1}, "c": "${'d'.repeat(60)}"}`], read }),
  }
  const { found } = await tryTarget(target, {
    scratch: '',
    root: '',
    seed: SEED,
    runs: 3000,
    smallMs: 0,
    timed: false,
  })
  expect(found?.problem.kind).toBe(kind)
})

test('what is found is made small', async () => {
  const read = (input: Buffer): void => {
    if (input.includes('__proto__')) throw new Error('found')
  }
  const target: Target = { name: 'x', reads: [], open: () => ({ samples: ['{"a": 1, "b": [2, 3]}'], read }) }
  const { found } = await tryTarget(target, { scratch: '', root: '', seed: SEED, runs: 3000, timed: false })
  expect(found?.input.toString('utf8')).toBe('__proto__')
})

test('code that takes too long for what it reads is found', async () => {
  const read = (): void => {
    for (const before = process.cpuUsage(); process.cpuUsage(before).user < 30_000;);
  }
  const problem = await tryInput({ samples: [], read }, Buffer.from('x'), true, 10)
  expect(problem?.kind).toBe('slow')
})

/** The files of src of which a function was called since it was last asked. What runs when a file is loaded does not count. */
function calledSince(inspector: Session): string[] {
  let urls: string[] = []
  inspector.post('Profiler.takePreciseCoverage', (_error, { result }) => {
    const isCalled = ({ functions }: (typeof result)[number]): boolean =>
      functions.some(({ functionName, ranges }) => functionName !== '' && ranges.some(({ count }) => count > 0))
    urls = result.filter(isCalled).map(({ url }) => url)
  })
  return urls
}

function withoutImports(text: string): string {
  return text.replaceAll(/^import[\s\S]*? from '[^']*'$/gm, '')
}

function orNothing(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** As many libraries did it. */
function merge(into: Record<string, unknown>, from: unknown): Record<string, unknown> {
  if (typeof from !== 'object' || from === null) return into
  for (const [key, value] of Object.entries(from)) {
    if (typeof value === 'object' && value !== null)
      into[key] = merge((into[key] ?? {}) as Record<string, unknown>, value)
    else into[key] = value
  }
  return into
}

function nested(depth: number): unknown {
  let value: unknown = null
  for (let i = 0; i < depth; i++) value = [value]
  return value
}
