/**
 * From a layout's document to an entry, and the way back: what a layout can say of an entry. An entry made from a
 * document has an id that follows from what the document says, so that taking the same one twice makes one entry.
 */
import { type Entry, isLive } from '../../core/entry/entry.js'
import { makeId } from '../../core/entry/id.js'
import { withLineKeys } from '../../core/entry/line-keys.js'
import { normaliseFields } from '../../core/entry/normalise.js'
import type { Sha256 } from '../../core/entry/seal.js'
import { present } from '../../core/present.js'
import { redactEntry } from '../../core/redact/redact.js'
import { isoWithZone, type Moment, msOf, tidyChars, tidyLine, trimBlankLines } from '../../core/text/text.js'
import type { Document, Layout, PublishContext, TextFile } from '../layout.js'
import { applyEdits } from '../files.js'

/** What an entry must know that its document does not say. */
export interface Origin {
  parents: readonly string[]
  /** The key of the project. */
  project: string
  worktree?: string
  /** The files the document was found in. */
  files: readonly TextFile[]
  /** A time in the future is shown as what it is, and counts as this one where entries are put in order. */
  nowMs?: number
  /** Minutes east of UTC at that moment, for a document that does not name its zone. */
  offsetAt: (ms: number) => number
  userHome: string
  sha256: Sha256
}

/** Secrets are out of it, and the id follows from what is left. */
export function entryFromDocument(document: Document, layout: Layout<string>, origin: Origin): Entry {
  const saved = momentOf(document, origin)
  const entry = redactEntry(
    withLabel(
      {
        id: '',
        name: document.name,
        lane: document.lane,
        kind: 'saved',
        parents: [...origin.parents],
        saved: isoWithZone(saved),
        by: document.by ?? {},
        where: present({ project: origin.project, worktree: origin.worktree, branch: document.branch }),
        ...normaliseFields(document.fields),
        extraKeys: document.extraKeys,
        extraSections: document.extraSections.map(({ title, text }) => ({
          title: tidyLine(title),
          text: trimBlankLines(tidyChars(text)),
        })),
      },
      document.label,
    ),
  )
  // As exactly as every layout tells the time: so an entry that went out as a file and came back has the same id.
  const orderMs = Math.min(saved.ms, origin.nowMs ?? Infinity)
  const minuteMs = orderMs - (orderMs % 60_000)
  return { ...entry, id: makeId(minuteMs, origin.parents, fingerprint(entry, layout, origin.sha256)) }
}

function withLabel(entry: Entry, label: string | undefined): Entry {
  return label === undefined ? entry : withLineKeys(entry, { label })
}

/** What the layout's files say of the entry and nothing else; null where it has no place for such an entry. */
export function projection(layout: Layout<string>, entry: Entry, userHome: string): Document | null {
  if (!isLive(entry.kind)) return null
  const context = contextOf(entry, userHome)
  const edits = layout.publish(entry, [], context)
  return layout.scan(applyEdits([], edits, context.nowMs)).documents[0] ?? null
}

/** As if it were the time at which the entry was saved. */
export function contextOf(entry: Entry, userHome: string): PublishContext {
  return { nowMs: msOf(entry.saved) ?? 0, offsetMinutes: offsetOf(entry.saved), userHome }
}

/** Whatever the file is called and whenever it was written. */
export function sameContent(a: Document, b: Document): boolean {
  return canonical(contentOf(a)) === canonical(contentOf(b))
}

/** The entry that already says what the document says, as far as the layout can say it. */
export function findSaid(
  document: Document,
  layout: Layout<string>,
  entries: Iterable<Entry>,
  origin: Omit<Origin, 'parents'>,
): Entry | null {
  const wanted = saidBy(layout, entryFromDocument(document, layout, { ...origin, parents: [] }), origin.userHome)
  if (wanted === null) return null
  for (const entry of entries) if (saidBy(layout, entry, origin.userHome) === wanted) return entry
  return null
}

/**
 * One text for all entries of which the layout's files would say the same; null where it has no place for the entry. In
 * a layout that only ever adds files, the same words at another time are another checkpoint.
 */
export function saidBy(layout: Layout<string>, entry: Entry, userHome: string): string | null {
  const said = projection(layout, entry, userHome)
  return said && canonical([contentOf(said), isAppendOnly(layout) ? said.savedMs : null])
}

/** Its files are added and never changed. */
export function isAppendOnly(layout: Layout<string>): boolean {
  return layout.policy.onExisting === 'append'
}

function contentOf(document: Document): unknown {
  const { name, lane, branch, by, fields, extraKeys, extraSections } = document
  return { name, lane, branch, by: by ?? {}, fields: normaliseFields(fields), extraKeys, extraSections }
}

/** Twelve bytes of a hash, in the place of random ones. Time, place and parents are not in it. */
function fingerprint(entry: Entry, layout: Layout<string>, sha256: Sha256): Uint8Array {
  const { id: _id, parents: _parents, saved: _saved, where, ...content } = entry
  const hex = sha256(canonical({ layout: layout.id, branch: where.branch, ...content }))
  return Uint8Array.from({ length: 12 }, (_, i) => Number.parseInt(hex.slice(i * 2, i * 2 + 2), 16))
}

/** The same text for equal values, in whatever order their keys were set. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, one: unknown) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  )
}

const LATEST_MS = Date.UTC(9999, 11, 30)
const MAX_OFFSET_MINUTES = 18 * 60

/**
 * A document that has no time of its own gives that of its file, which is a moment. One that gives a time without a zone
 * gives what a clock on the wall showed, and that is read where the files are.
 */
export function momentOf(document: Document, origin: Pick<Origin, 'files' | 'offsetAt'>): Moment {
  const ms = possibleMs(document.savedMs)
  const said = document.offsetMinutes
  if (said !== undefined && Number.isInteger(said) && Math.abs(said) <= MAX_OFFSET_MINUTES)
    return { ms, offsetMinutes: said }
  const isFileTime = origin.files.some((file) => file.path === document.path && file.mtimeMs === document.savedMs)
  if (isFileTime) return { ms, offsetMinutes: origin.offsetAt(ms) }
  const offsetMinutes = origin.offsetAt(ms - origin.offsetAt(ms) * 60_000)
  return { ms: possibleMs(ms - offsetMinutes * 60_000), offsetMinutes }
}

/** A file can claim any time; an entry must have one that can be printed. */
function possibleMs(ms: number): number {
  return Number.isFinite(ms) ? Math.min(Math.max(0, Math.floor(ms)), LATEST_MS) : 0
}

/** Minutes east of UTC that an ISO time names; 0 where it names none. */
export function offsetOf(iso: string): number {
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)$/.exec(iso) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0))
}
