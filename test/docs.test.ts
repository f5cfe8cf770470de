import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { commandNamed, shownCommands } from '../src/cli/specs/commands.js'
import { parseCommandArgs } from '../src/cli/args/parse.js'
import type { CommandSpec } from '../src/cli/args/spec.js'
import { EXIT } from '../src/core/errors.js'
import { checkout, listSources } from './support/checkout.js'
import {
  anchorsOf,
  codeOf,
  commandsShown,
  linksOf,
  pathsNamed,
  readDocument,
  readDocuments,
  shellScript,
  splitShell,
  tableRows,
} from './support/documents.js'
import { installedEnv } from './support/installed.js'
import { dogear, scratchRepo, tempDir } from './support/world.js'

const documents = readDocuments()
const readme = readDocument('README.md')

test('there is something to check', () => {
  expect(documents.length).toBeGreaterThan(6)
  expect(documents.flatMap(({ text }) => linksOf(text)).length).toBeGreaterThan(10)
  expect(documents.flatMap(({ text }) => commandsShown(text)).length).toBeGreaterThan(20)
  expect(documents.flatMap(({ text }) => pathsNamed(text)).length).toBeGreaterThan(20)
  expect(shownCommands().length).toBeGreaterThan(15)
  expect(avoidedWords().length).toBeGreaterThan(20)
  expect(
    documents
      .map(({ text }) => text)
      .join('')
      .split('<!-- from src/').length,
  ).toBeGreaterThan(3)
})

test.each(documents)('every link in $path leads somewhere', ({ path, text }) => {
  expect(linksOf(text).filter((target) => !leadsSomewhere(path, target))).toEqual([])
})

test.each(documents)('every file and folder of the source that $path names exists', ({ text }) => {
  expect(pathsNamed(text).filter((path) => !existsSync(join(checkout, path)))).toEqual([])
})

test.each([['docs/write-a-layout.md', 'src/layouts/_template']])('the code in %s is that of %s', (path, folder) => {
  const sources = listSources(folder, ['.ts']).map((source) => readFileSync(join(checkout, source), 'utf8'))
  const blocks = codeOf(readDocument(path).text)
  expect(blocks.length).toBeGreaterThan(3)
  expect(blocks.filter((block) => !sources.some((source) => source.includes(block)))).toEqual([])
})

test.each([
  ['README.md', 15_000],
  ['docs/ARCHITECTURE.md', 8_200],
])('%s has at most %i bytes: say less, or move it to a page of its own', (path, most) => {
  expect(Buffer.byteLength(readDocument(path).text)).toBeLessThanOrEqual(most)
})

test.each(documents)('every excerpt in $path stands in the file it is from', ({ text }) => {
  const excerpts = [...text.matchAll(/^<!-- from (\S+) -->\n```\w*\n([\s\S]*?)^```$/gm)]
  expect(excerpts.length).toBe(text.split('<!-- from ').length - 1)
  for (const [, file = '', excerpt = ''] of excerpts)
    expect(readDocument(file).text, `what is shown of ${file}`).toContain(excerpt)
})

test.each(documents)('every dogear command in $path could be typed', ({ text }) => {
  expect(commandsShown(text).flatMap(whatIsWrong)).toEqual([])
})

test('a wrong command in an example would be found', () => {
  const wrong = ['dogear sav x', 'dogear save --tsak x', 'dogear list extra', 'echo x | dogear find', 'dogear say >x']
  expect(wrong.flatMap((line) => commandsShown(`\`\`\`sh\n${line}\n\`\`\`\n`)).flatMap(whatIsWrong)).toHaveLength(5)
  expect(splitShell(`a "b c" --x='d e' | f && g > h`)).toEqual([
    ['a', 'b c', '--x=d e'],
    ['f'],
    ['g'],
    ['(redirected)', 'h'],
  ])
})

test('every command is in the README or in the help', () => {
  const told = `${readme.text}\n${dogear(['help'], { cwd: tempDir(), home: tempDir() }).stdout}`
  const words = shownCommands().flatMap((command) => [command.name, ...command.aliases])
  expect(words.filter((word) => !new RegExp(`\\b${word}\\b`).test(told))).toEqual([])
})

test('the README tells every exit code', () => {
  const codes = tableRows(readme.text, 'code').map(([code]) => Number(code))
  expect(codes).toEqual(Object.values(EXIT))
})

test('the help keeps to the words of the glossary', () => {
  const used = shownCommands().flatMap((spec) =>
    avoidedWords()
      .filter((word) => new RegExp(`\\b${word}s?\\b`, 'i').test(helpTexts(spec)))
      .map((word) => `${spec.name} says "${word}"`),
  )
  expect(used, 'docs/GLOSSARY.md has the word to use instead').toEqual([])
})

test('the lines of the tour in the README are what the tour says, in this order', () => {
  const shown = /<!-- of the tour -->\n```console\n([\s\S]*?)```/.exec(readme.text)?.[1] ?? ''
  const said = dogear(['tour'], { cwd: tempDir(), home: tempDir() }).stdout.split('\n')
  let at = 0
  const missing = shown.split('\n').filter((line) => {
    if (line === '' || line === '…') return false
    const isSaid = (one: string): boolean =>
      one === line || (line.endsWith('…') && one.startsWith(line.slice(0, -1).trimEnd()))
    const found = said.slice(at).findIndex(isSaid)
    if (found >= 0) at += found + 1
    return found < 0
  })
  expect(shown.split('\n').length).toBeGreaterThan(20)
  expect(missing).toEqual([])
})

test('the examples of the README run, in their order', () => {
  const { dir } = scratchRepo({ 'notes.md': '# Session\n\n## Next action\nRun npm test -- auth\n' })
  const ran = spawnSync('sh', ['-e', '-c', shellScript(readme.text)], {
    cwd: dir,
    env: installedEnv(),
    encoding: 'utf8',
  })
  expect(ran.stderr).not.toMatch(/^dogear:/m)
  expect(ran.status).toBe(0)
})

function leadsSomewhere(from: string, target: string): boolean {
  const [path, anchor] = target.split('#') as [string, string?]
  const file = path === '' ? from : normalize(join(dirname(from), path))
  if (file.startsWith('..') || !existsSync(join(checkout, file))) return false
  return anchor === undefined || anchorsOf(readDocument(file).text).includes(anchor)
}

function whatIsWrong([word, ...rest]: string[]): string[] {
  if (word?.startsWith('-') || word === 'COMMAND') return []
  try {
    parseCommandArgs(commandNamed(word as string), rest)
    return []
  } catch (error) {
    return [`dogear ${[word, ...rest].join(' ')}: ${(error as Error).message}`]
  }
}

function avoidedWords(): string[] {
  const rows = tableRows(readDocument('docs/GLOSSARY.md').text, 'word')
  return rows.flatMap(([, , avoid]) => (avoid as string).split(', ')).filter((word) => word !== '')
}

function helpTexts(spec: CommandSpec): string {
  const flags = spec.flags.map((flag) => flag.summary)
  const actions = spec.actions?.map((action) => action.summary) ?? []
  return [spec.summary, ...flags, ...actions, ...(spec.notes ?? []), ...spec.examples.map((one) => one.says)].join('\n')
}
