/** Names from code: what an edit defines and what a search looks for. They say where in a file the work is. */

const MAX_LOOKED_AT = 20_000
const MAX_NAMES = 12

const DEFINED =
  /(?:^|[^\w$])(?:async |export |pub |static |public |private )*(?:func(?:tion)?\*?|def|class|fn|type|struct|interface|trait|enum|impl|protocol|module|const|let|var|val|fun|record|macro_rules!)\s+(?:\([^()\n]{0,80}\)\s*)?([A-Za-z_$][\w$]{3,79})/g
/** `async openLine(…) {`, at the beginning of a line. */
const METHOD =
  /^[ \t]+(?:async |static |public |private |protected |override |readonly )*([A-Za-z_$][\w$]{4,79})\([^\n]{0,200}\)[^\n;=]{0,80}\{$/gm
const KEYWORDS = new Set(
  'constructor function return switch catch while extends implements default static public private'.split(' '),
)

/** What a piece of code defines, in its order. */
export function definedIn(code: string): string[] {
  const text = code.slice(0, MAX_LOOKED_AT)
  const found = [...text.matchAll(DEFINED), ...text.matchAll(METHOD)].toSorted((a, b) => a.index - b.index)
  return [...new Set(found.map(([, name]) => name as string).filter(isTelling))].slice(0, MAX_NAMES)
}

const MAX_SEARCHED = 6

/** What somebody looks for with a pattern: `handleLogin|log_in\(` */
export function lookedFor(pattern: string): string[] {
  const words =
    pattern
      .slice(0, 400)
      .replace(/\\[a-zA-Z]/g, ' ')
      .match(/[A-Za-z_$][\w$]{5,79}/g) ?? []
  return [...new Set(words.filter((word) => isTelling(word) && isOfCode(word)))].slice(0, MAX_SEARCHED)
}

/** The names that the searches of a command look for. */
export function searchedIn(command: string): string[] {
  if (!/\b(?:rg|grep|ag)\s/.test(command)) return []
  return command.split(/&&|\|\||[;|\n]/, 20).flatMap((part) => {
    const words = /^\s*(?:git grep|rg|grep|ag)\s+(.*)$/s.exec(part)?.[1]
    // Its first word that is no flag, or what stands in its first quotes.
    const pattern = words && (/^(?:-\S+\s+(?:\d+\s+)?)*(?:"([^"]+)"|'([^']+)'|(\S+))/.exec(words) ?? [])
    return pattern ? lookedFor(pattern[1] ?? pattern[2] ?? pattern[3] ?? '') : []
  })
}

/** No `line`, no `value`: several words in one, or a long one. */
function isTelling(name: string): boolean {
  return !KEYWORDS.has(name) && (isOfCode(name) || name.length >= 8 || /^[A-Z]/.test(name))
}

function isOfCode(name: string): boolean {
  return /[a-z][A-Z]|_|\d/.test(name)
}
