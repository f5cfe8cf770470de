/**
 * Whose words a file of a work tree holds. What lies in a repository was written by whoever wrote the repository: it is this
 * user's own only where something of this machine says so, and all else is a stranger's. The author that git names is free
 * text and proves nothing. The rule is here, as a function of what was seen; capture/held.ts looks, app/own/content.ts asks.
 */
import type { Fields, Item } from '../entry/entry.js'

/** What is known of a text without asking git. */
export interface Known {
  /** dogear wrote exactly this, or an own entry says it. */
  said?: boolean
  /** It was own or approved before, or a session of this user left exactly this behind (app/own/writes.ts). */
  remembered?: boolean
}

/** What the disk and git say of it. */
export interface Seen {
  /** When the file came to be what it is, by the clock of its disk, and when dogear first looked at this folder. */
  changedNs: bigint
  firstLookNs: bigint
  /** Null: no repository holds the folder. */
  git: SeenByGit | null
}

export interface SeenByGit {
  /** Git could say all of it. What it cannot say counts against the text. */
  answered: boolean
  /** A merge, a rebase and the like is under way: then git writes files. */
  busy: boolean
  /** Something stands between what git holds and the file that we do not run: a filter, an encoding, an ident. */
  converted: boolean
  /** Git holds exactly this, as it would hold it. */
  holds: boolean
  /** The user said that the repository is theirs, and that covers it. */
  covered: boolean
  /** The versions of the file that git holds and that are not own. */
  versions: readonly string[]
}

export type Verdict =
  | { whose: 'own' }
  /** Of the words in `held` none is own. */
  | { whose: 'partly'; held: string }
  | { whose: 'foreign' }

export const OWN: Verdict = { whose: 'own' }
export const FOREIGN: Verdict = { whose: 'foreign' }

/** Own, whatever git says; null: it has to be asked. */
export function judgeKnown({ said, remembered }: Known): Verdict | null {
  return said || remembered ? OWN : null
}

export function judgeSeen(text: string, { changedNs, firstLookNs, git }: Seen): Verdict {
  if (git?.covered) return OWN
  // What lay there at the first look came from somewhere.
  if (changedNs <= firstLookNs || hasConflictMarks(text)) return FOREIGN
  if (!git) return OWN
  if (!git.answered || git.busy || git.converted || git.holds) return FOREIGN
  const held = plainWords(git.versions.join('\n'))
  const lines = speakingLines(text)
  const strange = lines.filter((line) => isHeld(line, held))
  if (strange.length === 0) return OWN
  return strange.length === lines.length ? FOREIGN : { whose: 'partly', held }
}

/** One of the two is enough: what was half mended is not settled. */
function hasConflictMarks(text: string): boolean {
  return (text.includes('<<<<<<<') || text.includes('>>>>>>>')) && /^(?:<{7,}|>{7,})(?: |\r?$)/m.test(text)
}

/** The text that two files share which differ only in how their lines end: git converts those. */
export function sameText(text: string): string {
  return (text.charCodeAt(0) === 0xfeff ? text.slice(1) : text).replaceAll('\r\n', '\n')
}

/** What is this user's own of the fields that were read from such a file. */
export function ownFields(fields: Partial<Fields>, verdict: Verdict): Partial<Fields> {
  if (verdict.whose === 'own') return fields
  if (verdict.whose === 'foreign') return {}
  const pairs = Object.entries(fields).flatMap(([key, value]) => {
    const own = Array.isArray(value)
      ? value.filter((one: unknown) => isOwnValue(one, verdict.held))
      : isOwnValue(value, verdict.held)
        ? value
        : undefined
    return own === undefined || (Array.isArray(own) && own.length === 0) ? [] : [[key, own] as const]
  })
  return Object.fromEntries(pairs) as Partial<Fields>
}

/** The text without the lines that are a stranger's. What only says where something belongs stays: headings and bare labels. */
export function ownText(text: string, verdict: Verdict): string {
  if (verdict.whose !== 'partly') return verdict.whose === 'own' ? text : ''
  const isKept = (line: string): boolean => SIGNPOST.test(line) || !isHeld(line, verdict.held)
  return text.split('\n').filter(isKept).join('\n')
}

const SIGNPOST = /^(?:#{1,6}[ \t]|[ \t]*(?:[-*+][ \t]+)?\*\*[^*:]{1,40}(?::\*\*|\*\*[ \t]*:)[ \t]*\r?$)/

/** The lines of it that are a stranger's. */
export function foreignLines(text: string, verdict: Verdict): string[] {
  if (verdict.whose === 'own') return []
  if (verdict.whose === 'foreign') return text.split('\n').filter((line) => plainWords(line) !== '')
  return speakingLines(text).filter((line) => isHeld(line, verdict.held))
}

/** `## Next steps` is nobody's: whoever keeps such a file has it. More words than that may say something. */
function speakingLines(text: string): string[] {
  return text.split('\n').filter((line) => plainWords(line) !== '' && !BARE_HEADING.test(line))
}

const BARE_HEADING = /^#{1,6}[ \t]+\p{L}+(?:[ \t]\p{L}+){0,2}[ \t]*:?\r?$/u

/** Whether words that were read from such a text are a stranger's. */
export function isForeignText(words: string, verdict: Verdict): boolean {
  if (verdict.whose !== 'partly') return verdict.whose === 'foreign'
  return !isOwnValue(words, verdict.held)
}

/** Every word that it says counts: one line of somebody else makes the whole theirs. */
function isOwnValue(value: unknown, held: string): boolean {
  const texts = typeof value === 'string' ? [value] : textsIn(value)
  return texts.every((text) => text.split('\n').every((line) => !isHeld(line, held)))
}

function textsIn(value: unknown): string[] {
  const { text, why, rejected, path } = (value ?? {}) as Partial<Item> & {
    why?: string
    rejected?: string[]
    path?: string
  }
  return [text, why, path, ...(rejected ?? [])].filter((one) => one !== undefined)
}

/** `held`: as `plainWords` makes it. Wherever it stands there, also as a part of a longer line. */
function isHeld(line: string, held: string): boolean {
  const words = plainWords(line)
  return words !== '' && ` ${held} `.includes(` ${words} `)
}

/** Signs, indentation and the case of letters do not make a line another one. */
function plainWords(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
