/** What tests want to know of the Markdown files: links, headings, the shell lines they show. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkout, listSources } from './checkout.js'

export interface Document {
  /** Relative to the checkout. */
  path: string
  text: string
}

const AT_THE_ROOT = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md']
const FENCE = /^```(\w*)\n([\s\S]*?)^```$/gm

export function readDocuments(): Document[] {
  return [...AT_THE_ROOT, ...listSources('docs', ['.md'])].map(readDocument)
}

export function readDocument(path: string): Document {
  return { path, text: readFileSync(join(checkout, path), 'utf8') }
}

/** Targets of links within the checkout, with their #anchor. */
export function linksOf(text: string): string[] {
  return [...withoutFences(text).matchAll(/\]\(([^)\s]+)\)/g)]
    .map((match) => match[1] as string)
    .filter((target) => !/^[a-z]+:/.test(target))
}

/** The TypeScript it shows. */
export function codeOf(text: string): string[] {
  return [...text.matchAll(FENCE)].filter((match) => match[1] === 'ts').map((match) => match[2] as string)
}

/** As a heading is addressed on the usual sites. */
export function anchorsOf(text: string): string[] {
  return [...withoutFences(text).matchAll(/^#+ (.+)$/gm)].map((match) =>
    (match[1] as string)
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

/** Paths of the source that a text names in backquotes; patterns and places to fill in are left out. */
export function pathsNamed(text: string): string[] {
  return codeSpans(text).filter((span) => /^(?:src|test|docs|bench|scripts|bin)\/[\w./-]+$/.test(span))
}

/** Every dogear command that a text shows, in a shell block, a session or backquotes, as its words. */
export function commandsShown(text: string): string[][] {
  return [...shellLines(text), ...codeSpans(text)]
    .flatMap(splitShell)
    .filter((words) => words[0] === 'dogear' && words.length > 1)
    .map((words) => words.slice(1))
}

/** The rows of the first table whose head begins with `column`, cell by cell. */
export function tableRows(text: string, column: string): string[][] {
  const after = text.split(`\n| ${column} |`)[1]?.split('\n').slice(2) ?? []
  const end = after.findIndex((line) => !line.startsWith('|'))
  return after.slice(0, end).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}

/** The blocks of shell lines, joined: a script. */
export function shellScript(text: string): string {
  return [...text.matchAll(FENCE)]
    .filter(([, language]) => language === 'sh')
    .map(([, , body]) => body)
    .join('')
}

function withoutFences(text: string): string {
  return text.replace(FENCE, '')
}

function codeSpans(text: string): string[] {
  return [...withoutFences(text).matchAll(/`([^`\n]+)`/g)].map((match) => match[1] as string)
}

function shellLines(text: string): string[] {
  return [...text.matchAll(FENCE)].flatMap(([, language, body]) => {
    const lines = (body as string).replaceAll('\\\n', ' ').split('\n')
    if (language === 'sh') return lines
    return language === 'console' ? lines.filter((line) => line.startsWith('$ ')).map((line) => line.slice(2)) : []
  })
}

/** The commands of one line, each as its words. Knows quotes, pipes and redirections, as far as examples use them. */
export function splitShell(line: string): string[][] {
  const commands: string[][] = [[]]
  for (const [token] of line.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'|<>&;])+|[|<>&;]+/g)) {
    if (/^[|&;]/.test(token)) commands.push([])
    else if (/^[<>]/.test(token)) commands.push(['(redirected)'])
    else commands.at(-1)?.push(token.replace(/"([^"]*)"|'([^']*)'/g, '$1$2'))
  }
  return commands
}
