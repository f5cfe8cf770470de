import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  belongsToNeighbour,
  crowded,
  findCycles,
  MAX_FILES,
  MAX_LINES,
  MAX_LIST_LINES,
  type Rule,
  rules,
  SMALL_LINES,
  STILL_APART,
} from './support/architecture.js'
import { checkout, listSources } from './support/checkout.js'
import { type Facts, readFacts } from './support/source-facts.js'
import { fromApp, USE_CASES } from './support/use-cases.js'

const sources = listSources('src', ['.ts']).filter((path) => !path.endsWith('.test.ts'))
const files = sources.map((path) => readFacts({ path, text: readFileSync(join(checkout, path), 'utf8') }))

test('there is something to check', () => {
  const layers = new Set(files.map(({ layer }) => layer))
  expect([...layers]).toEqual(expect.arrayContaining(['core', 'platform', 'store', 'capture', 'app', 'cli']))
  expect(
    files.reduce((sum, file) => sum + file.files.length, 0),
    'imports found',
  ).toBeGreaterThan(20)
})

test.each(rules.map((rule) => [rule.name, rule] as const))('%s', (_, rule) => {
  expect(
    files.flatMap((file) => breaches(rule, file)),
    explain(rule),
  ).toEqual([])
})

test('a command that should call a use case does', () => {
  const calls = Object.entries(USE_CASES).map(([path, commands]) => {
    const called = files.filter((file) => file.path === path).flatMap(fromApp)
    return [path, Object.fromEntries(Object.entries(commands).filter(([, useCase]) => called.includes(useCase)))]
  })
  expect(Object.fromEntries(calls), 'mend USE_CASES in test/support/use-cases.ts').toEqual(USE_CASES)
})

test('no two files import each other, directly or around', () => {
  const cycles = findCycles(files).map((cycle) => cycle.join(' → '))
  expect(cycles, 'files that need each other are one file, or share a third: move the shared part there').toEqual([])
})

test('every import names a file that exists', () => {
  const missing = files.flatMap(({ path, files: imported }) =>
    imported.filter((target) => !existsSync(join(checkout, target))).map((target) => `${path} imports ${target}`),
  )
  expect(missing, 'import with the .js ending of an existing .ts file').toEqual([])
})

test(`no file is longer than ${MAX_LINES} lines, and no test or script than ${MAX_LIST_LINES}`, () => {
  const limitOf = (path: string): number =>
    path.startsWith('src/') && !path.endsWith('.test.ts') ? MAX_LINES : MAX_LIST_LINES
  const everything = ['src', 'test', 'scripts'].flatMap((folder) => listSources(folder, ['.ts', '.mjs']))
  const long = everything
    .map((path) => ({ path, lines: readFileSync(join(checkout, path), 'utf8').split('\n').length - 1 }))
    .filter(({ path, lines }) => lines > limitOf(path))
    .map(({ path, lines }) => `${path} has ${lines} lines`)
  expect(long, 'a file does one thing: find the second thing in it and give it its own file').toEqual([])
})

test(`no folder has more than ${MAX_FILES} files beside its sub-folders`, () => {
  expect(
    crowded(files),
    'a folder is one thing to know: find the rooms in it, or join files that only one neighbour uses',
  ).toEqual([])
})

test(`a file of less than ${SMALL_LINES} lines that only one neighbour uses is a part of it`, () => {
  const found = belongsToNeighbour(files)
  expect(
    found.filter(({ path }) => !STILL_APART.includes(path)).map(({ path, user }) => `${path} belongs in ${user}`),
    'who reads the one has to read the other: put it where it is used',
  ).toEqual([])
  expect(
    STILL_APART.filter((path) => !found.some((one) => one.path === path)),
    'take them out of STILL_APART in test/support/architecture.ts',
  ).toEqual([])
})

test('files of tests, which share a worker, leave nothing to the next one', () => {
  const texts = ['src', 'test']
    .flatMap((folder) => listSources(folder, ['.ts']))
    .filter((path) => path !== 'test/support/each-file.ts' && path !== 'test/architecture.test.ts')
    .map((path) => ({ path, text: readFileSync(join(checkout, path), 'utf8') }))
  const tests = texts.filter(({ path }) => path.endsWith('.test.ts'))
  const pathsOf = (some: typeof texts, pattern: RegExp): string[] =>
    some.filter(({ text }) => pattern.test(text)).map(({ path }) => path)
  expect(
    pathsOf(
      texts.filter(({ path }) => !path.endsWith('.test.ts')),
      /^(before|after)(All|Each)\(/m,
    ),
    'a hook of a helper counts for the first file that loads it: use afterThisFile, or let each test file call it',
  ).toEqual([])
  expect(
    pathsOf(tests, /\bvi\.mock\(/).filter((path) => !/^test\/model\/|^src\/core\/entry\/fields\.test/.test(path)),
    'others get what is put in the place of a module: name the file under ALONE in vitest.config.ts, and here',
  ).toEqual([])
  expect(
    pathsOf(tests, /from '[^']*\/(cli|hook)\/main\.js'/),
    'loading these runs the program, in the home of whoever runs the tests',
  ).toEqual([])
})

const PRINTER = 'a model hears the printer and nobody else'
const planted: [rule: string, path: string, text: string][] = [
  [PRINTER, 'src/app/session/x.ts', "import { asPrinted } from '../../core/printer/words.js'"],
  [PRINTER, 'src/app/session/x.ts', 'call.answer({ toModel: entry.next.text as Finished })'],
  [PRINTER, 'src/app/session/x.ts', 'export const answer = { additionalContext: entry.next.text }'],
  [PRINTER, 'src/mcp/tools/x.ts', 'export const answer = { structuredContent: { next: entry.next.text } }'],
  [PRINTER, 'src/mcp/resources.ts', 'export const read = (text: string) => ({ contents: [{ text }] })'],
  [PRINTER, 'src/cli/commands/look/x.ts', "import { cleanText } from '../../../core/text/text.js'"],
  ['imports go down only', 'src/core/x.ts', "import { y } from '../store/y.js'"],
  ['imports go down only', 'src/platform/x.ts', "const y = await import('../app/y.js')"],
  ['imports go down only', 'src/store/x.ts', "export type { Y } from '../capture/y.js'"],
  ['imports go down only', 'src/index.ts', "export { y } from './cli/y.js'"],
  ['imports go down only', 'src/misc/x.ts', ''],
  ['imports go down only', 'src/agents/codex/x.ts', "import { testAgent } from '../../testing/agent.js'"],
  ['core and layouts are pure', 'src/core/x.ts', "import { join } from 'node:path'"],
  ['core and layouts are pure', 'src/core/x.ts', 'export const now = Date.now()'],
  ['core and layouts are pure', 'src/core/x.ts', 'export const now = new Date()'],
  ['core and layouts are pure', 'src/layouts/quoin/x.ts', 'export const luck = Math.random()'],
  ['core and layouts are pure', 'src/core/x.ts', 'export const { env } = process'],
  ['only platform does raw I/O', 'src/store/x.ts', "import { readFileSync } from 'node:fs'"],
  ['only platform does raw I/O', 'src/cli/x.ts', "const { spawnSync } = require('child_process')"],
  ['only platform does raw I/O', 'src/app/x.ts', "process.getBuiltinModule('node:os')"],
  ['file access is synchronous', 'src/platform/x.ts', "import { readFile } from 'node:fs/promises'"],
  ['packages are for faces and platform', 'src/app/x.ts', "import { text } from '@clack/prompts'"],
  ['nothing below the faces prints or ends the process', 'src/app/x.ts', "console.log('hello')"],
  ['nothing below the faces prints or ends the process', 'src/store/x.ts', 'process.exit(1)'],
  [
    'nothing below the faces prints or ends the process',
    'src/app/x.ts',
    "import { writeAll } from '../platform/process/terminal.js'",
  ],
  ['an id of a plug-in stands in its own folder only', 'src/app/x.ts', "export const isIt = id === 'decision-log'"],
  [
    'an id of a plug-in stands in its own folder only',
    'src/layouts/common/x.ts',
    'export function readQuoin(): void {}',
  ],
  ['an id of a plug-in stands in its own folder only', 'src/cli/x.ts', 'export const help = `see ${x} quoin`'],
  ['an id of a plug-in stands in its own folder only', 'src/layouts/quoin/x.ts', "import '../decision-log/layout.js'"],
  ['the environment is read by faces and platform', 'src/app/x.ts', "export const home = process.env['HOME']"],
  [
    'a command calls one function of app',
    'src/mcp/tools/save.ts',
    "import { openWorld } from '../../app/layouts/open.js'",
  ],
  [
    'a command calls one function of app',
    'src/mcp/tools/save.ts',
    "const { observe } = await import('../../app/save/observe.js')",
  ],
  [
    'a command calls one function of app',
    'src/mcp/tools/save.ts',
    "(await import('../../app/save/draft.js')).draftRequest()",
  ],
  [
    'a command calls one function of app',
    'src/cli/commands/daily/list.ts',
    "import { planResume } from '../../../app/resume/resume.js'",
  ],
  ['a command calls one function of app', 'src/hook/x.ts', "import { observe } from '../app/session/observe.js'"],
  [
    'a face opens neither layouts nor settings',
    'src/cli/context.ts',
    "import { openWorld } from '../app/layouts/open.js'",
  ],
  [
    'a face opens neither layouts nor settings',
    'src/mcp/tools/list.ts',
    "const { readSettings } = await import('../../store/config-file.js')",
  ],
  [
    'a face opens neither layouts nor settings',
    'src/cli/commands/agents.ts',
    "import { readTriggerSettings } from '../../store/session/durations.js'",
  ],
  ['nothing happens when a file is loaded', 'src/store/x.ts', "process.on('exit', () => sweep())"],
  ['nothing happens when a file is loaded', 'src/core/x.ts', 'for (const row of ROWS) known.add(row)'],
  ['the words of an agent stop at its hooks.ts', 'src/hook/x.ts', "export const id = event['session_id']"],
  ['the words of an agent stop at its hooks.ts', 'src/app/session/x.ts', 'export const { tool_input } = event'],
  ['the words of an agent stop at its hooks.ts', 'src/hook/x.ts', "export const is = name === 'PreToolUse'"],
  ['the words of an agent stop at its hooks.ts', 'src/app/session/x.ts', "export const tool = 'mcp__dogear__save'"],
  ['an id of a plug-in stands in its own folder only', 'src/app/x.ts', "export const is = (id) => id === 'codex'"],
  ['an id of a plug-in stands in its own folder only', 'src/agents/cursor/x.ts', "import { y } from '../codex/y.js'"],
  ['an id of a plug-in stands in its own folder only', 'src/cli/x.ts', "export const mark = env['CODEX_THREAD_ID']"],
  ['an id of a plug-in stands in its own folder only', 'src/cli/x.ts', 'export const say = `init claude-code ${x}`'],
]

test.each(planted)('a planted breach is found: %s (%s: %s)', (name, path, text) => {
  const rule = rules.find((one) => one.name === name)
  expect(rule?.broken(readFacts({ path, text }))).not.toEqual([])
})

test('what only looks like a breach is left alone', () => {
  const text = `
    // Date.now() and console.log in a comment
    export const text = 'process.exit(1)'
    export const advice = 'go on in codex, or ask quoin'
    export const entry = { process: 1, console: 2 }
    export const moment = (ms: number): string => new Date(ms).toISOString()
    import type { Entry } from './entry.js'
  `
  const file = readFacts({ path: 'src/core/x.ts', text })
  expect(rules.flatMap((rule) => rule.broken(file))).toEqual([])
})

test('a planted crowd and a planted fragment are found', () => {
  const user = readFacts({ path: 'src/core/a.ts', text: "import './b.js'\nawait import('./c.js')\n" })
  const rest = ['b', 'c', ...Array.from({ length: 18 }, (_, i) => `x${i}`)]
  const room = [user, ...rest.map((name) => readFacts({ path: `src/core/${name}.ts`, text: 'export {}\n' }))]
  expect(crowded(room)).toEqual(['src/core'])
  expect(crowded(room.slice(1))).toEqual([])
  expect(belongsToNeighbour(room)).toEqual([{ path: 'src/core/b.ts', user: 'src/core/a.ts' }])
})

test('a planted cycle is found', () => {
  const chain = { 'src/core/a.ts': './b.js', 'src/core/b.ts': './c.js', 'src/core/c.ts': './a.js' }
  const round = Object.entries(chain).map(([path, target]) => readFacts({ path, text: `import '${target}'` }))
  expect(findCycles(round)).toEqual([['src/core/a.ts', 'src/core/b.ts', 'src/core/c.ts', 'src/core/a.ts']])
})

function breaches(rule: Rule, file: Facts): string[] {
  return rule.broken(file).map((what) => `${file.path} ${what}`)
}

function explain(rule: Rule): string {
  return `\nrule: ${rule.name}\nwhy: ${rule.why}\ninstead: ${rule.instead}\n`
}
