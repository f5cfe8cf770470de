/** Changes one text of a JSON object and leaves every other byte of it as it is. The text must be an object. */

interface Member {
  key: string
  start: number
  valueStart: number
  valueEnd: number
}

export function setMember(text: string, key: string, value: string): string {
  const members = membersOf(text)
  const there = members.findLast((member) => member.key === key)
  const written = JSON.stringify(value)
  if (there) return text.slice(0, there.valueStart) + written + text.slice(there.valueEnd)
  const last = members.at(-1)
  return last ? addAfter(text, last, key, written) : addFirst(text, key, written)
}

/** As the last member is written: the space before it, and that around its colon. */
function addAfter(text: string, last: Member, key: string, written: string): string {
  const colon = text.slice(endOfString(text, last.start), last.valueStart)
  const before = text.slice(text.slice(0, last.start).trimEnd().length, last.start) || /\s?$/.exec(colon)?.[0]
  return `${text.slice(0, last.valueEnd)},${before}${JSON.stringify(key)}${colon}${written}${text.slice(last.valueEnd)}`
}

function addFirst(text: string, key: string, written: string): string {
  const open = text.indexOf('{')
  const close = text.lastIndexOf('}')
  const lineEnd = /\r?\n/.exec(text.slice(open, close))?.[0]
  const member = `${JSON.stringify(key)}: ${written}`
  const inner = lineEnd === undefined ? member : `${lineEnd}  ${member}${lineEnd}`
  return text.slice(0, open + 1) + inner + text.slice(close)
}

function membersOf(text: string): Member[] {
  const members: Member[] = []
  let at = skipSpace(text, text.indexOf('{') + 1)
  while (text[at] === '"') {
    const start = at
    const keyEnd = endOfString(text, at)
    const valueStart = skipSpace(text, skipSpace(text, keyEnd) + 1)
    const valueEnd = endOfValue(text, valueStart)
    members.push({ key: JSON.parse(text.slice(start, keyEnd)) as string, start, valueStart, valueEnd })
    at = skipSpace(text, valueEnd)
    if (text[at] === ',') at = skipSpace(text, at + 1)
  }
  return members
}

function skipSpace(text: string, at: number): number {
  while (at < text.length && ' \t\r\n'.includes(text[at] as string)) at++
  return at
}

function endOfString(text: string, at: number): number {
  for (let i = at + 1; i < text.length; i++) {
    if (text[i] === '\\') i++
    else if (text[i] === '"') return i + 1
  }
  return text.length
}

function endOfValue(text: string, at: number): number {
  let depth = 0
  for (let i = at; i < text.length; i++) {
    const char = text[i] as string
    if (char === '"') i = endOfString(text, i) - 1
    else if (char === '{' || char === '[') depth++
    else if (depth === 0 && ',}] \t\r\n'.includes(char)) return i
    else if (char === '}' || char === ']') depth--
    if (depth === 0 && '"}]'.includes(text[i] as string)) return i + 1
  }
  return text.length
}
