/** A text is taken out of takes, too: a file that holds it is dropped from them, for bytes cannot be half forgotten. */
import { join } from 'node:path'
import { type Forget, forgetInText } from '../../core/redact/forget.js'
import { printTake, type Take } from '../../core/undo/take.js'
import { listDir, readTextFile, replaceDurable, statOf } from '../../platform/files/files.js'
import { withLock } from '../../platform/files/lock.js'
import { type Pack, readContent, replacePack } from './pack.js'
import { listShelves, packPath, readTake, type Shelf, takeIds } from './takes.js'

interface Eraser {
  forget: Forget
  tag: string
  dryRun: boolean
}

const WAIT_MS = 10_000
const MAX_BYTES = 100_000_000

/** The files that held it. */
export function eraseInTakes(home: string, eraser: Eraser): string[] {
  return listShelves(home).flatMap((shelf) => {
    const work = (): string[] => [
      ...erasePacks(shelf, eraser),
      ...textsOf(shelf.dir).filter((path) => eraseInFile(path, eraser)),
    ]
    if (eraser.dryRun) return work()
    const locked = withLock(`${shelf.dir}/lock`, eraser.tag, work, { waitMs: WAIT_MS })
    return locked.held ? locked.value : []
  })
}

/** A content that holds it has rows in takes that have it from another: all of them lose the row. */
function erasePacks(shelf: Shelf, eraser: Eraser): string[] {
  const holds = (text: string): boolean => forgetInText(text, eraser.forget).isChanged
  const bad = new Set<string>()
  const ids = takeIds(shelf)
  for (const id of ids) {
    const pack = readTake(shelf, id)
    for (const hash of pack?.own.keys() ?? []) {
      const bytes = pack && readContent(packPath(shelf, id), pack, hash)
      if (bytes && holds(Buffer.from(bytes).toString('utf8'))) bad.add(hash)
    }
  }
  return ids.flatMap((id) => {
    const pack = readTake(shelf, id)
    if (!pack || !([...pack.heldBy.keys()].some((hash) => bad.has(hash)) || holds(printTake(pack.take)))) return []
    const path = packPath(shelf, id)
    if (!eraser.dryRun) erasePack(path, pack, bad, eraser)
    return [path]
  })
}

function erasePack(path: string, pack: Pack, bad: ReadonlySet<string>, { forget, tag }: Eraser): void {
  const fresh = new Map<string, Uint8Array>()
  for (const hash of pack.own.keys()) {
    const bytes = bad.has(hash) ? null : readContent(path, pack, hash)
    if (bytes) fresh.set(hash, bytes)
  }
  const heldBy = new Map([...pack.heldBy].filter(([hash]) => !bad.has(hash)))
  replacePack(path, { take: withoutText(pack, bad, forget), heldBy, seen: new Map(), fresh }, tag)
}

function withoutText({ take }: Pack, bad: ReadonlySet<string>, forget: Forget): Take {
  const isClean = (text: string): boolean => !forgetInText(text, forget).isChanged
  const cleaned = (text: string): string => forgetInText(text, forget).text
  const words = ({ command, edits, ...cause }: NonNullable<Take['before']>): NonNullable<Take['before']> => ({
    ...cause,
    ...(command !== undefined && { command: cleaned(command) }),
    ...(edits !== undefined && isClean(edits) && { edits }),
  })
  return {
    ...take,
    ...(take.entry && { entry: { ...take.entry, name: cleaned(take.entry.name) } }),
    ...(take.branch !== undefined && { branch: cleaned(take.branch) }),
    worktree: cleaned(take.worktree),
    ...(take.before && { before: words(take.before) }),
    ...(take.after && { after: words(take.after) }),
    rows: take.rows.filter(({ hash, path }) => !bad.has(hash) && isClean(path)),
    left: take.left.filter(({ path }) => isClean(path)),
    complete: false,
  }
}

/** What was recorded, planned and done, and the calls that are open. */
function textsOf(dir: string): string[] {
  return listDir(dir).flatMap((name) => {
    const path = join(dir, name)
    const stat = statOf(path)
    if (stat?.isDirectory) return name === 'lock' ? [] : textsOf(path)
    return stat?.isFile && !name.endsWith('.take') ? [path] : []
  })
}

function eraseInFile(path: string, { forget, tag, dryRun }: Eraser): boolean {
  const found = forgetInText(readTextFile(path, MAX_BYTES) ?? '', forget)
  if (found.isChanged && !dryRun) replaceDurable(path, found.text, tag)
  return found.isChanged
}
