/** One file of a session: what was done to it, and how that is taken back. */
import { isPlainLine } from '../../redact/plain-name.js'
import { redact } from '../../redact/redact.js'
import { cutAt } from '../../text/cut.js'
import { hashText } from '../../text/text.js'
import type { Action, OwnEdit, Ref } from '../transcript.js'
import { pushBounded } from './collect.js'

const MAX_NAMES = 10
const MAX_UNDOS = 8

export interface FileRecord {
  path: string
  /** The number of the call that touched it last. */
  touchedAt: number
  /** What was edited or looked for in it, the newest last. */
  names: string[]
  editedAt: number
  edits: number
  created: boolean
  gone: boolean
  added: number
  removed: number
  /** Prints of the last edits, to notice the way back. */
  undos: number[]
  ref: Ref
}

/** A call that was not answered yet. */
export interface OpenCall {
  call: string
  command?: string
  cwd?: string
  undo?: Undo
  /** In words, for where the user refuses it. */
  what?: string
}

/** What a change made of a file, to be taken back if the tool turns out to have failed. */
export interface Undo {
  path: string
  was: Pick<FileRecord, 'edits' | 'created' | 'gone' | 'added' | 'removed' | 'editedAt' | 'undos'>
}

export const UNTOUCHED = { editedAt: -1, edits: 0, created: false, gone: false, added: 0, removed: 0 }

export function nameIn(file: FileRecord, names: readonly string[]): void {
  const older = file.names.filter((one) => !names.includes(one))
  file.names = [...older, ...names.toReversed()].slice(-MAX_NAMES)
}

export function codeOf({
  wrote,
  undo,
}: {
  wrote?: readonly OwnEdit[]
  undo?: { before: string; after: string }
}): string {
  const pieces = wrote ?? (undo ? [undo] : [])
  return pieces.map((one) => ('whole' in one ? one.whole : `${one.before}\n${one.after}`)).join('\n')
}

type Change = Extract<Action, { type: 'edit' | 'create' | 'delete' }>

export function change(file: FileRecord, action: Change, call: number): Undo {
  const { edits, created, gone, added, removed, editedAt } = file
  const undos = [...file.undos]
  file.editedAt = call
  file.gone = action.type === 'delete'
  if (action.type === 'create') file.created = true
  else if (action.type === 'edit') file.edits++
  if (action.type !== 'delete') file.added += action.added ?? 0
  if (action.type === 'edit') file.removed += action.removed ?? 0
  if (action.type === 'edit' && action.undo)
    pushBounded(file.undos, printOf(action.undo.before, action.undo.after), MAX_UNDOS)
  return { path: file.path, was: { edits, created, gone, added, removed, editedAt, undos } }
}

export function isWayBack(file: FileRecord, undo: { before: string; after: string } | undefined): boolean {
  return undo !== undefined && undo.after !== '' && file.undos.includes(printOf(undo.after, undo.before))
}

/** Enough of what an edit replaced and what it brought to recognise them, in one number of 53 bits. */
function printOf(before: string, after: string): number {
  return hashText(before) * 0x200000 + (hashText(after) >>> 11)
}

// Names from code: what an edit defines and what a search looks for. They say where in a file the work is.

const MAX_LOOKED_AT = 20_000
const MAX_DEFINED = 12

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
  return [...new Set(found.map(([, name]) => name as string).filter(isTelling))].slice(0, MAX_DEFINED)
}

const MAX_SEARCHED = 6

/** What somebody looks for with a pattern: `handleLogin|log_in\(` */
export function lookedFor(pattern: string): string[] {
  const words =
    cutAt(withoutSecrets(cutAt(pattern, MAX_LOOKED_AT)), 400)
      .replace(/\\[a-zA-Z]/g, ' ')
      .match(/[A-Za-z_$][\w$]{5,79}/g) ?? []
  return [...new Set(words.filter((word) => isTelling(word) && isOfCode(word)))].slice(0, MAX_SEARCHED)
}

/** Before words are taken out of it: half a secret, or one without what stood before it, is one that no rule knows. */
function withoutSecrets(pattern: string): string {
  return isPlainLine(pattern.replaceAll(/[^\w .:="'/-]/g, ' ')) ? pattern : redact(pattern)
}

/** The names that the searches of a command look for. */
export function searchedIn(command: string): string[] {
  if (!/\b(?:rg|grep|ag)\s/.test(command)) return []
  return command.split(/&&|\|\||[;|\n]/, 20).flatMap((part) => {
    const words = /^\s*(?:git grep|rg|grep|ag)\s+(.*)$/s.exec(part)?.[1]
    // What is left out is not looked for.
    if (words === undefined || /^(?:-\S+\s+)*(?:-\w*v\w*|--invert-match)\s/.test(words)) return []
    // Its first word that is no flag, or what stands in its first quotes.
    const pattern = /^(?:-\S+\s+(?:\d+\s+)?)*(?:"([^"]+)"|'([^']+)'|(\S+))/.exec(words) ?? []
    return lookedFor(pattern[1] ?? pattern[2] ?? pattern[3] ?? '')
  })
}

/** No `line`, no `value`: several words in one, or a long one. */
function isTelling(name: string): boolean {
  return !KEYWORDS.has(name) && (isOfCode(name) || name.length >= 8 || /^[A-Z]/.test(name))
}

/** The name of a commit or a digest is no name in the code. */
function isOfCode(name: string): boolean {
  return /[a-z][A-Z]|_|\d/.test(name) && !/^(?=.*\d)[0-9a-f]{7,}$/i.test(name)
}
