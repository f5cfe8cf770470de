/** What of a hostile text got out of its place in an answer. Written without a look at how answers are made. */

// C0 but tab and newline, DEL, C1, soft hyphen, fillers, zero-width, bidirectional, invisible operators, BOM, tags.
const ACTIVE =
  // oxlint-disable-next-line no-control-regex, no-misleading-character-class
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u180b-\u180d\u3164\ufe00-\ufe0d\ufeff\uffa0\ufff0-\ufffb]|[\ufe0e\ufe0f]{2}|[\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]/u

/** What clients and models take for the frame around a text. */
const TAGS =
  /[<＜﹤]\s*[/／]?\s*(?:system|user|assistant|human|tool|function|invoke|im_|sys\b|dogear|details|script|h2|summary|antml|start_of|end_of|task-|command-|bash-|local-|persisted|new-diag)|[<＜﹤][!?|｜]|(?<!\\)\[\/?(?:INST|TOOL_CALLS|TOOL_RESULTS|SYSTEM_PROMPT)\]/i

const RULE = /^\s*(?:=+|-+|(?:\*\s*){3,}|(?:_\s*){3,}|(?:-\s*){3,}|`{3,}.*|~{3,}.*|\$\$.*)\s*$/
/** Of uncommitted work that was lost the mark of ours names the file, with its brackets escaped. */
const MARKS = /(?<!\\)\[(?:observed:(?! work tree, (?:[^[\]\\]|\\.)*\])|by )[^\]]*zqx/
/** What a client shows whole. */
const MAX_LENGTH = 10_000

const FILES = /show|resource/

export interface Heard {
  outlet: string
  text: string
}

/** `looks`: the hostile texts as they went in. */
export function escapesIn({ outlet, text }: Heard, looks: readonly string[]): string[] {
  const found = new Set<string>()
  const starts = new Set(looks.flatMap((look) => look.split(/[\n\r\u2028\u2029\u0085\u000b]/).flatMap(startOf)))
  if (ACTIVE.test(text)) found.add('a character that acts')
  if (outlet.startsWith('hook') && text.length > MAX_LENGTH) found.add('more than fits')
  const [, number] = /^\[dogear-briefing (\w+): /m.exec(text) ?? []
  if (number !== undefined && text.split(`\n[/dogear-briefing ${number}]`).length !== 2) found.add('another end')
  const isData = outlet.endsWith('as data')
  for (const line of text.split('\n')) {
    const bare = line.trimStart()
    const isQuoted = /^(?:[-*] )?> /.test(bare) || /^[-*] +(?:\\|> )/.test(bare)
    if (TAGS.test(line)) found.add('a tag')
    if (MARKS.test(line)) found.add('a mark of ours')
    // In JSON a line ends with its string; the front matter of a file has its own.
    if (isQuoted || isData || (line === '---' && FILES.test(outlet))) continue
    if (RULE.test(line)) found.add('a rule or fence')
    const inItem = bare.replace(/^- /, '')
    for (const start of starts) {
      // A name is made of the same letters: "- zqx" is not "- zqx-second".
      if (bare.startsWith(start) && !/^[-\w]/.test(bare.slice(start.length))) found.add('a line of its own')
      else if (inItem !== bare && inItem.startsWith(start) && BLOCK.test(inItem)) found.add('a block in an item')
    }
  }
  return [...found]
}

const BLOCK = /^(?:#{1,6}\s|`{3}|~{3}|[-+*>•]\s|>|\d+[.)]\s|\||<|=+$|\[[^\]]+\]:)/

/** How the program itself and clients begin what they say. */
const FRAME =
  /^(?:dogear\b|⚠|Warning:|The user|Whole:|next:|expected:|Human:|Assistant:|System:|User:|Action|Observation:|\{"|End of|-----|=====)/i

const SILENT =
  // oxlint-disable-next-line no-control-regex, no-misleading-character-class
  /\u001b\[[0-9;]*m|[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g

/** Of lines that hold the mark. The first one is prose in its place, unless it looks like something else. */
function startOf(line: string, i: number): string[] {
  const text = line.replace(SILENT, '').trim()
  const isMeant = i > 0 || BLOCK.test(text) || FRAME.test(text)
  return text.includes('zqx') && isMeant ? [text.slice(0, 40)] : []
}
