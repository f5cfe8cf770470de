/**
 * Every path an entry mentions, in whatever field: what resume checks before it shows a word. A path is taken only where
 * the text leaves little doubt, because each false one is a false alarm: "and/or" is none, `src/a.ts:45-120` is one.
 */
import type { Entry } from './entry.js'
import { fieldsOf } from './entry.js'
import { pathFrom } from './path-words.js'

const MOST = 200
const LONGEST_TEXT = 20_000
const QUOTED = /`([^`\n]+)`|"([^"\n]+)"|'([^'\n]+)'|“([^”\n]+)”|「([^」\n]+)」/g
const BETWEEN = /[\s;|&<>,"'`“”‘’「」『』，。；：、！？（）【】]+/
/** `checkpoints/<name>.md` stands for any of them. */
const PLACEHOLDER = /<[\w-]{1,40}>/
const INNER = /[()[\]:=]+/

/** As written, without line numbers and a leading `./`; each once, in the order of the entry. */
export function mentionedPaths(entry: Entry): string[] {
  const found = new Set<string>()
  for (const { key } of fieldsOf(['files'])) for (const { path } of entry[key]) found.add(path)
  for (const { key } of fieldsOf(['plan'])) if (entry[key]) found.add(entry[key].path)
  for (const text of textsOf(entry)) for (const path of pathsInText(text.slice(0, LONGEST_TEXT))) found.add(path)
  const paths = [...found]
  const names = new Set(paths.filter((path) => path.includes('/')).map((path) => path.slice(path.lastIndexOf('/') + 1)))
  // A file's bare name means the file whose whole path is mentioned too.
  return paths.filter((path) => path.includes('/') || !names.has(path)).slice(0, MOST)
}

function textsOf(entry: Entry): string[] {
  return [
    ...fieldsOf(['prose']).flatMap(({ key }) => entry[key]?.text ?? []),
    ...fieldsOf(['items']).flatMap(({ key }) => entry[key].map(({ text }) => text)),
    ...fieldsOf(['reasoned']).flatMap(({ key }) => entry[key].flatMap(({ text, why = '' }) => [text, why])),
    ...fieldsOf(['choices']).flatMap(({ key }) =>
      entry[key].flatMap(({ text, why = '', rejected = [] }) => [text, why, ...rejected]),
    ),
    ...entry.extraSections.map(({ text }) => text),
  ]
}

function pathsInText(text: string): string[] {
  const whole: string[] = []
  // Only quotes and backquotes can hold a path with a space; what they hold otherwise is read like any text.
  const rest = text.replace(QUOTED, (quoted: string, ...groups: unknown[]) => {
    const inside = groups.slice(0, 5).find((group) => typeof group === 'string') as string
    if (!isPathWithSpaces(inside)) return ` ${inside} `
    whole.push(inside)
    return ' '
  })
  const words = rest.split(/\s+/).filter((word) => !PLACEHOLDER.test(word))
  return [...whole, ...words.join(' ').split(BETWEEN).flatMap(pathsInWord)]
}

const ENDING = /\.[A-Za-z][A-Za-z0-9]{0,9}$/

/** `docs/My Notes.md`, and not `pytest tests/auth_test.py`: nothing before the last word may end like a file or be a flag. */
function isPathWithSpaces(text: string): boolean {
  const words = text.split(' ')
  const first = words[0] as string
  if (words.length < 2 || words.length > 8 || /[\t*?{}|;&<>$=]|:\/\//.test(text) || !ENDING.test(text)) return false
  if (words.slice(0, -1).some((word) => word === '' || ENDING.test(word) || word.startsWith('-'))) return false
  if (/^(?:~?\/|[A-Za-z]:[\\/])/.test(first)) return true
  return first.includes('/') && !first.startsWith('.') && words.slice(1).every((word) => !word.includes('/'))
}

function pathsInWord(word: string): string[] {
  if (word.length < 3 || isAddress(word)) return []
  const path = pathFrom(word)
  if (path !== null) return [path]
  return INNER.test(word) ? word.split(INNER).flatMap((part) => pathFrom(part) ?? []) : []
}

function isAddress(word: string): boolean {
  return /:\/\/|^(?:www\.|mailto:)|^[^/]*[^/:]@[^/]*[.:]/i.test(word)
}
