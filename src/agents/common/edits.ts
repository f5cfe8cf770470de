/** Edits: the patch text that Codex and its relatives hand to `apply_patch`, and how many lines an edit changed. */
import type { Action } from '../../core/session/transcript.js'
import { clip } from './values.js'

const FILE = /^\*\*\* (Add|Update|Delete) File: (.+)$/
const MOVE = /^\*\*\* Move to: (.+)$/
const BEGIN = '*** Begin Patch'
const MARKER = /^\*\*\* /
/** `apply_patch <<'EOF'` and the older `applypatch`, perhaps after a `cd`. */
const IN_SHELL = /(?:^|[\n;&][ \t]*)apply_?patch\b[^\n]*<<-?\s*['"]?(\w+)['"]?[^\n]*\n([^]*?)\n\1(?=\s|$)/

interface Part {
  kind: string
  path: string
  to?: string
  body: string[]
}

/** Empty where there is no patch in the text. */
export function actionsOfPatch(patch: string): Action[] {
  const parts: Part[] = []
  for (const line of patch.split(/\r?\n/)) {
    const [file, move, last] = [FILE.exec(line), MOVE.exec(line), parts.at(-1)]
    if (file) parts.push({ kind: file[1] as string, path: (file[2] as string).trim(), body: [] })
    else if (move && last) last.to = (move[1] as string).trim()
    else if (last && !MARKER.test(line)) last.body.push(line)
  }
  return parts.flatMap(actionsOf)
}

/** The patch a shell command applies; undefined: it applies none. */
export function patchInShell(command: string): string | undefined {
  return command.includes(BEGIN) ? IN_SHELL.exec(command)?.[2] : undefined
}

/** `changes` of a record that tells each file with its unified diff or content. */
export function actionOfChange(path: string, type: unknown, diff: string | undefined, content?: string): Action {
  const lines = content === undefined || content === '' ? 0 : content.replace(/\n$/, '').split('\n').length
  const changed = diff === undefined ? undefined : countDiff(diff)
  if (type === 'delete') return { type: 'delete', path }
  if (type === 'add') return { type: 'create', path, added: changed?.added ?? lines }
  return { type: 'edit', path, ...changed }
}

function actionsOf({ kind, path, to, body }: Part): Action[] {
  const changed = countDiff(body.join('\n'))
  if (kind === 'Add') return [{ type: 'create', path, added: changed.added }]
  if (kind === 'Delete') return [{ type: 'delete', path }]
  if (to === undefined || to === path) return [{ type: 'edit', path, ...changed }]
  return [
    { type: 'delete', path },
    { type: 'create', path: to, added: changed.added },
  ]
}

/** How many lines an edit added and removed, from what the record holds of it. */
export interface Changed {
  added: number
  removed: number
}

export function linesIn(text: string): number {
  if (text === '') return 0
  let [lines, at] = [text.endsWith('\n') ? 0 : 1, -1]
  while ((at = text.indexOf('\n', at + 1)) >= 0) lines++
  return lines
}

/** One text in place of another: the lines both begin or end with did not change. */
export function countReplaced(before: string, after: string): Changed {
  const [old, fresh] = [linesOf(before), linesOf(after)]
  const shorter = Math.min(old.length, fresh.length)
  let [head, tail] = [0, 0]
  while (head < shorter && old[head] === fresh[head]) head++
  while (tail < shorter - head && old.at(-1 - tail) === fresh.at(-1 - tail)) tail++
  return { added: fresh.length - head - tail, removed: old.length - head - tail }
}

/** A unified diff, or the body of a hunk. File headers do not count. */
export function countDiff(diff: string): Changed {
  const changed: Changed = { added: 0, removed: 0 }
  for (const line of diff.split('\n')) {
    if (line.startsWith('+') && !line.startsWith('+++ ')) changed.added++
    else if (line.startsWith('-') && !line.startsWith('--- ')) changed.removed++
  }
  return changed
}

function linesOf(text: string): string[] {
  if (text === '') return []
  return (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n')
}

/** One text of a file in place of another. Without texts: what changed is known, or nothing of it. */
export function replaced(path: string, before: unknown, after: unknown, changed?: Changed): Action {
  if (typeof before !== 'string' || typeof after !== 'string') return { type: 'edit', path, ...changed }
  // With an empty text to replace, most tools make a new file.
  if (before === '') return { type: 'create', path, added: changed?.added ?? linesIn(after) }
  const counted = changed ?? countReplaced(before, after)
  return { type: 'edit', path, ...counted, undo: { before: clip(before), after: clip(after) } }
}
