// Transcripts of Claude Code and Codex as one list of steps, for bench/resume.mjs. It knows the shapes of records on its own,
// so that a mistake of dogear's readers shows as a worse figure.
import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { gunzipSync } from 'node:zlib'

/** Each with { name, lines, steps, cwd, begin, end, calls }; a step has { kind, line, at, … }. */
export function sessionsIn(folder) {
  const names = readdirSync(folder).filter((name) => /\.jsonl(\.gz)?$/.test(name))
  return names.toSorted().flatMap((name) => readSession(name, textOfFile(join(folder, name))) ?? [])
}

export function readSession(name, text) {
  const rows = text.split('\n').flatMap((line) => {
    const record = parse(line)
    return record === null ? [] : [{ line, record }]
  })
  const meta = rows.find(({ record }) => record.type === 'session_meta')?.record.payload
  if (meta?.thread_source === 'subagent' || meta?.source?.subagent) return null
  const read = meta ? codexSteps : claudeSteps
  const steps = rows.flatMap(({ record }, line) => {
    const at = Date.parse(record.timestamp) / 1000 || 0
    return read(record).map((step) => ({ ...step, line, at }))
  })
  if (steps.length === 0) return null
  const times = steps.flatMap(({ at }) => (at > 0 ? [at] : []))
  const cwd = rows.map(({ record }) => record.cwd ?? record.payload?.cwd).find(Boolean) ?? name
  const calls = steps.filter(({ kind }) => kind === 'call').length
  const span = {
    begin: times.reduce((a, b) => Math.min(a, b), Infinity),
    end: times.reduce((a, b) => Math.max(a, b), 0),
  }
  return {
    name,
    agent: meta ? 'codex' : 'claude-code',
    lines: rows.map(({ line }) => line),
    steps,
    cwd,
    calls,
    ...span,
  }
}

function textOfFile(path) {
  const bytes = readFileSync(path)
  return (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
}

function parse(text) {
  try {
    const value = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null
  } catch {
    return null
  }
}

/** What the client put there itself is no word of the user's. */
const INJECTED =
  /^(?:<[a-z_-]+[ >]|\[Request interrupted|Caveat:|Base directory for this skill|This session is being continued|# AGENTS\.md|You are Codex)/

function typed(text) {
  const bare = text.replace(/<system-reminder>[^]*?<\/system-reminder>/g, '').trim()
  const own = bare.includes(REQUEST) ? bare.slice(bare.lastIndexOf(REQUEST) + REQUEST.length).trim() : bare
  return INJECTED.test(own) ? '' : own
}

const REQUEST = '## My request for Codex:'

function textOf(content) {
  if (typeof content === 'string') return content
  return Array.isArray(content) ? content.map((block) => block?.text ?? '').join('\n') : ''
}

function claudeSteps(record) {
  if (record.isSidechain) return []
  const content = record.message?.content
  const blocks = (type) => (Array.isArray(content) ? content.filter((block) => block?.type === type) : [])
  if (record.type === 'system') return record.subtype === 'compact_boundary' ? [{ kind: 'compact' }] : []
  if (record.isCompactSummary) return [{ kind: 'summary', text: textOf(content) }]
  if (record.type === 'user') {
    const said = record.isMeta ? '' : typed(typeof content === 'string' ? content : textOf(blocks('text')))
    const results = blocks('tool_result').flatMap((block) => {
      const text = textOf(block.content)
      const refused = /The user doesn't want to (?:proceed|take this action)[^]*?the user said:\s*([^]+)/.exec(
        text,
      )?.[1]
      const answers = text.slice(0, 80).includes('answered')
        ? [...text.matchAll(/"([^"]{8,400})"="([^"]{1,600})"/g)]
        : []
      return [
        { kind: 'result', id: block.tool_use_id, text, failed: block.is_error === true },
        ...answers.map(([, question, answer]) => ({ kind: 'decided', text: `${question} ${answer}` })),
        ...(refused ? [{ kind: 'decided', text: refused.slice(0, 600) }] : []),
      ]
    })
    return [...(said ? [{ kind: 'prompt', text: said }] : []), ...results]
  }
  if (record.type !== 'assistant' || !Array.isArray(content)) return []
  return content.flatMap((block) => {
    if (block?.type === 'text' && block.text?.trim()) return [{ kind: 'say', text: block.text }]
    return block?.type === 'tool_use' ? claudeCall(block, record.cwd ?? '') : []
  })
}

const DEFINES =
  /\b(?:func(?:tion)?|def|class|fn|type|struct|interface|trait|enum|const|let|var|impl)\s+(?:\([^)]*\)\s*)?([A-Za-z_]\w{3,})/g

/** handleLogin, max_size: not line, prefix. */
function isTelling(word) {
  return word.length >= 6 && /[a-z][A-Z]|_|\d/.test(word)
}

/** What an edit defines, before or after it. */
function definedIn(edits) {
  const text = edits.map((edit) => `${edit?.old_string ?? ''}\n${edit?.new_string ?? edit?.patch ?? ''}`).join('\n')
  const names = [...text.matchAll(DEFINES)].map(([, name]) => name)
  return [...new Set(names)].filter(isTelling).slice(0, 20)
}

/** What a search looks for. */
function namesIn(pattern = '') {
  const words =
    String(pattern)
      .replace(/\\[bwsdWSD]/g, ' ')
      .match(/[A-Za-z_]\w{5,}/g) ?? []
  return words.filter(isTelling).slice(0, 6)
}

const EDITS = ['Edit', 'Write', 'MultiEdit', 'NotebookEdit']

function claudeCall({ id, name, input = {} }, cwd) {
  const path = input.file_path ?? input.notebook_path
  const shell =
    name === 'Bash' && typeof input.command === 'string'
      ? inShell(input.command, cwd)
      : { files: [], commands: [], terms: [] }
  const own = typeof path === 'string' ? [{ path: absolute(path, cwd), edit: EDITS.includes(name) }] : []
  const call = {
    kind: 'call',
    id,
    ...shell,
    files: [...own, ...shell.files],
    terms: [
      ...definedIn([input, ...(Array.isArray(input.edits) ? input.edits : [])]),
      ...(['Grep', 'Glob'].includes(name) ? namesIn(input.pattern) : []),
      ...shell.terms,
    ],
    text: `${name} ${path ?? input.command ?? input.pattern ?? ''}`,
  }
  const todos = name === 'TodoWrite' && Array.isArray(input.todos) ? [openIn(input.todos, 'content')] : []
  return [call, ...todos]
}

function openIn(items, key) {
  const open = items.filter((item) => !['completed', 'done', 'cancelled'].includes(item?.status))
  return { kind: 'todos', items: open.map((item) => String(item?.[key] ?? '')) }
}

function codexSteps({ type, payload = {} }) {
  if (type === 'compacted') return [{ kind: 'compact' }, { kind: 'summary', text: payload.message ?? '' }]
  switch (payload.type) {
    case 'user_message': {
      const text = typed(payload.message ?? '')
      return text ? [{ kind: 'prompt', text }] : []
    }
    case 'agent_message':
      return payload.message ? [{ kind: 'say', text: payload.message }] : []
    case 'function_call':
    case 'custom_tool_call':
      return codexCall(payload)
    case 'function_call_output':
    case 'custom_tool_call_output': {
      const text = textOf(payload.output)
      const code = /(?:exited with code|exit[_ ]code"?:?) ?(\d+)/.exec(text.slice(0, 600))?.[1]
      return [{ kind: 'result', id: payload.call_id, text, failed: code !== undefined && code !== '0' }]
    }
    default:
      return []
  }
}

/** In newer versions a cell of JavaScript calls the tools. */
function codexCall({ call_id: id, name, arguments: given, input }) {
  const raw = given ?? input ?? ''
  const args = parse(raw) ?? {}
  const command = args.cmd ?? args.command
  const joined = Array.isArray(command) ? (command[1] === '-lc' ? command.slice(2) : command).join(' ') : command
  const cells =
    name === 'exec'
      ? [...raw.matchAll(/cmd:\s*(["'`])((?:\\.|(?!\1)[^\\])*)\1/g)].map(([, , text]) => unescape(text))
      : []
  const scripts = typeof joined === 'string' ? [joined] : cells
  const cwd = args.workdir ?? /workdir:\s*["'`]([^"'`]+)/.exec(raw)?.[1] ?? ''
  const shells = scripts.map((script) => inShell(script, cwd))
  const patched = [...raw.matchAll(/\*\*\* (?:Add|Update|Delete) File: ([^\n\\"`]+)/g)]
  const files = [
    ...patched.map(([, path]) => ({ path: absolute(path.trim(), cwd), edit: true })),
    ...shells.flatMap((one) => one.files),
  ]
  const call = {
    kind: 'call',
    id,
    files,
    commands: shells.flatMap((one) => one.commands),
    terms: [
      ...(patched.length > 0 ? definedIn([{ patch: raw.replaceAll('\\n', '\n').slice(0, 20_000) }]) : []),
      ...shells.flatMap((one) => one.terms),
    ],
    asksGit: shells.some((one) => one.asksGit),
    text: scripts.join('; ') || raw.slice(0, 200),
  }
  const todos = name === 'update_plan' && Array.isArray(args.plan) ? [openIn(args.plan, 'step')] : []
  return [...(files.length + scripts.length > 0 ? [call] : []), ...todos]
}

function unescape(text) {
  return text.replace(/\\n/g, '\n').replace(/\\(.)/g, '$1')
}

function absolute(path, cwd) {
  return posix.normalize(/^[/~]|^.:/.test(path) || cwd === '' ? path : `${cwd}/${path}`).replaceAll('\\', '/')
}

const SEARCHES = /^(?:rg|grep|ag|git grep)\s/
const ASKS_GIT = /^git(?: -C \S+)? (?:status|log|diff|branch|show|rev-parse)\b/
const READS = /^(?:cat|head|tail|nl|bat|less|sed -n)\s/
/** Looking around, and what is done once: no check that would be run again. */
const PASSING =
  /^(?:cd|echo|printf|ls|pwd|find|fd|rg|grep|wc|sort|uniq|mkdir|rm|mv|cp|touch|chmod|ln|kill|sleep|which|export|source|env|date|stat|file|tree|jq|awk|sed|tee|xargs|true|test|\[|for|while|if|do|done|then|fi|git|python3? -|node -e|curl)\b/

/** The files that a script reads, the names it looks for, the checks in it, and whether it asks git where the work is. */
function inShell(script, cwd) {
  const found = { files: [], commands: [], terms: [], asksGit: false }
  const plain = script.split('<<')[0]
  const moved = /^\s*cd\s+("[^"]+"|\S+)\s*(?:&&|;)/.exec(plain)?.[1]
  const here = moved ? absolute(moved.replaceAll('"', ''), cwd) : cwd
  for (const part of plain.split(/&&|\|\||[;\n]/).slice(0, 30)) {
    const [first = ''] = part.split(' | ')
    const bare = first
      .replace(/\s+/g, ' ')
      .trim()
      .replace(/^(?:\w+=\S+ )+|^(?:time|sudo|timeout \d+\w?) /, '')
      .replace(/\s*(?:\d?>&?\s*\S+)$/, '')
      .trim()
    if (SEARCHES.test(bare)) found.terms.push(...namesIn(/(?<=\s)(?:"[^"]*"|'[^']*'|[^-\s]\S*)/.exec(bare)?.[0]))
    if (ASKS_GIT.test(bare)) found.asksGit = true
    if (READS.test(bare))
      for (const word of bare.split(' ').slice(1))
        if (/\.[A-Za-z]\w{0,9}$/.test(word) && !/[*'"]|^-/.test(word))
          found.files.push({ path: absolute(word, here), edit: false })
    if (
      /^[\w./]/.test(bare) &&
      !READS.test(bare) &&
      !PASSING.test(bare) &&
      bare.length < 300 &&
      (bare.match(/["']/g) ?? []).length % 2 === 0
    )
      found.commands.push(bare)
  }
  return found
}
