/**
 * Every path an entry mentions, in whatever field: what resume checks before it shows a word. A path is taken only where
 * the text leaves little doubt, because each false one is a false alarm: "and/or" is none, `src/a.ts:45-120` is one.
 */
import { fieldsOf, type Entry } from '../entry/entry.js'

const MAX_PATHS = 200
const MAX_TEXT_LENGTH = 20_000
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
  const spaced = spacedIn(entry, found)
  for (const text of textsOf(entry)) {
    const rest = spaced.reduce((left, path) => left.replaceAll(path, ' '), text.slice(0, MAX_TEXT_LENGTH))
    for (const path of pathsInText(rest)) found.add(path)
  }
  const paths = [...found]
  const names = new Set(paths.filter((path) => path.includes('/')).map((path) => path.slice(path.lastIndexOf('/') + 1)))
  // A file's bare name means the file whose whole path is mentioned too.
  return paths.filter((path) => path.includes('/') || !names.has(path)).slice(0, MAX_PATHS)
}

/** Known files with a space in their names, whole and without their folders: their last words are no files of their own. */
function spacedIn({ where: { dirty = [] } }: Entry, files: ReadonlySet<string>): string[] {
  const spaced = [...files, ...dirty.map(({ path }) => path)].filter((path) => path.includes(' '))
  const names = spaced.map((path) => path.slice(path.lastIndexOf('/') + 1)).filter((name) => name.includes(' '))
  return [...new Set([...spaced, ...names])].toSorted((a, b) => b.length - a.length)
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

const MAX_PATH_LENGTH = 300
const AROUND_START = /^[([{*_!?.]*(?=[^([{*_!?.])/
const LINES = /(?:::.*|:\d+(?:[-–:,]\d+)*|#L?\d+(?:-L?\d+)?)$/
const CJK = '[\\u3040-\\u30ff\\u3400-\\u9fff\\uac00-\\ud7af]'
const CJK_BEFORE = new RegExp(`^[^/]*${CJK}(?=[\\w~])`)
const CJK_AFTER = new RegExp(`(\\.[A-Za-z][A-Za-z0-9]{0,9})${CJK}+$`)
/** A folder in brackets, as web frameworks name them, is the one place where they stand in a path. */
const SEGMENT = /^(?:[\p{L}\p{N}\p{M}._~@%+,-]+|\((?:\.{1,3}|[\w-]+)\)[\w-]*|\[{1,2}(?:\.\.\.)?[\w-]+\]{1,2})$/u
const WORD_ENDING = /\.[A-Za-z][A-Za-z0-9]{0,9}$/
const DOMAIN = /^(?:[a-z0-9-]+\.)+(?:com|org|net|io|dev|ai|app|co|edu|gov|info|cn|de|fr|uk|eu|jp|me|sh|xyz)(?::\d+)?$/i

const ROOTS = new Set(
  'home Users tmp var etc usr opt mnt srv root private Volumes work workspace workspaces data proc dev Library'.split(
    ' ',
  ),
)
const FOLDERS = new Set(
  'src lib test tests spec docs doc packages apps bin scripts config configs public assets internal cmd pkg dist build node_modules components pages migrations fixtures vendor crates modules examples tools memory'.split(
    ' ',
  ),
)
const FILE_ENDINGS = new Set(
  'ts tsx js jsx mjs cjs mts cts json jsonl json5 md mdx txt py pyi ipynb rs go java kt kts scala rb php c h cc cpp hpp cs swift m mm sh bash zsh fish ps1 bat sql html htm css scss sass less vue svelte astro yml yaml toml ini cfg conf lock xml csv tsv proto graphql gql tf hcl ex exs erl hs ml lua pl dart zig sol gradle cmake png jpg jpeg gif svg webp pdf docx xlsx pptx wasm diff patch snap'.split(
    ' ',
  ),
)
const FILE_NAMES = new Set(
  'Makefile Dockerfile Containerfile Procfile Gemfile Rakefile Justfile CMakeLists.txt'.split(' '),
)
/** Products that are called like files. */
const PRODUCT =
  /^(?:node|next|vue|nuxt|react|express|three|d3|discord|chart|ember|backbone|alpine|solid|p5|moment|deno|bun|require|passport|ethers|web3|tensorflow|paper|matter|phaser|babylon|socket|nest|koa|knockout|electron|highlight|prism|day|handlebars|asp)\.(?:js|io|net)$/i

/**
 * The path that one word of a text is, without what stands around it, line numbers and `./`; null where it is none, or
 * one can doubt it. All tests are on short words, and linear.
 */
function pathFrom(word: string): string | null {
  if (/^[*?]+[./]/.test(word)) return null
  const bare = strip(word)
  const path = bare.replaceAll('\\', '/').replace(/^(?:\.\/)+/, '')
  if (path.length < 2 || path.length > MAX_PATH_LENGTH || /[*?{}<>|$`"'!^]/.test(path) || path.includes('//'))
    return null
  const isFolder = path.length > 2 && path.endsWith('/')
  const segments = (isFolder ? path.slice(0, -1) : path).split('/')
  if (!areSegments(segments)) return null
  if (segments.length > 1) return isPath(segments, isFolder) ? segments.join('/') : null
  return isFolder ? folderName(segments[0] as string) : isFileName(path) ? path : null
}

function strip(word: string): string {
  const start = word.replace(AROUND_START, (signs) => /[.]+$/.exec(signs)?.[0] ?? '')
  return trimEnd(trimEnd(start).replace(LINES, '')).replace(CJK_BEFORE, '').replace(CJK_AFTER, '$1')
}

/** Signs of the sentence; a bracket only where its other half is not in the word. */
function trimEnd(word: string): string {
  let end = word.length
  for (; end > 0; end--) {
    const sign = word[end - 1] as string
    const opening = { ')': '(', ']': '[', '}': '{' }[sign]
    const isAround = opening === undefined ? '.,;:!?*_…'.includes(sign) : !word.slice(0, end).includes(opening)
    if (!isAround) break
  }
  return word.slice(0, end)
}

function areSegments(segments: readonly string[]): boolean {
  return segments.every((segment, i) => (i === 0 && isStart(segment)) || SEGMENT.test(segment))
}

/** Nothing (before the first slash), the home, or a drive. */
function isStart(segment: string): boolean {
  return segment === '' || segment === '~' || /^[A-Za-z]:$/.test(segment)
}

function isPath(segments: readonly string[], isFolder: boolean): boolean {
  const first = segments[0] as string
  const last = segments.at(-1) as string
  if (first === '~' || /^[A-Za-z]:$/.test(first)) return true
  if (first === '..' || first === '.') return segments.some((segment) => !/^\.+$/.test(segment))
  if (first === '')
    return (WORD_ENDING.test(last) && !DOMAIN.test(last)) || (segments.length > 2 && ROOTS.has(segments[1] as string))
  if (DOMAIN.test(first) || first.startsWith('@') || segments.every((segment) => /^[\d.-]+$/.test(segment)))
    return false
  if (WORD_ENDING.test(last)) return !segments.every((segment) => PRODUCT.test(segment))
  // A single letter is a sed command: s/this/that/.
  return (isFolder && first.length > 1) || FOLDERS.has(first) || /^\.[a-z]/i.test(first)
}

/** "src/" alone: the slash says what it is. */
function folderName(name: string): string | null {
  return FOLDERS.has(name) || /^\.[a-z]/i.test(name) ? name : null
}

function isFileName(name: string): boolean {
  if (
    FILE_NAMES.has(name) ||
    /^\.(?:env|gitignore|gitattributes|npmrc|nvmrc|editorconfig|dockerignore)(?:\.\w+)?$/.test(name)
  )
    return true
  const dot = name.lastIndexOf('.')
  return dot > 0 && FILE_ENDINGS.has(name.slice(dot + 1).toLowerCase()) && !PRODUCT.test(name)
}
