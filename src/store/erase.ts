/**
 * Takes a text out of all that a home holds: entries, packs, trash, what sessions left, files of layouts. It is the one thing
 * that changes an entry after it was written. Killed anywhere, what is not yet changed is whole, and doing it again goes on.
 */
import { basename, dirname, join } from 'node:path'
import { looseMonth } from '../core/choose/loose.js'
import { isName } from '../core/choose/name.js'
import { parsePackName } from '../core/entry/pack.js'
import { parseEntry } from '../core/entry/parse.js'
import { printEntry } from '../core/entry/print.js'
import { checkSeal, sealText } from '../core/entry/seal.js'
import { DogearError } from '../core/errors.js'
import { type Forget, forgetInEntry, forgetInText, type LeftText } from '../core/redact/forget.js'
import type { LayoutId } from '../layouts/layout.js'
import { MANIFESTS } from '../layouts/registry.js'
import {
  createDurable,
  listDir,
  readTextFile,
  removeFile,
  removeTree,
  replaceDurable,
  statOf,
  unlinkDurable,
} from '../platform/files/files.js'
import { sha256Hex } from '../platform/files/hash.js'
import { withLock } from '../platform/files/lock.js'
import { replaceSeen } from '../platform/files/replace-seen.js'
import { packLine } from './entries/pack-line.js'
import { readPack } from './entries/packs.js'
import { markAgain } from './own.js'
import { indexDir, locksDir, projectAt, projectsDir, trashDir, viewsDir, type Project } from './paths.js'
import { BESIDE, hookLocksDir, hooksDir } from './session/hook-state.js'
import { moveAside } from './trash.js'
import { eraseInTakes } from './takes/forget.js'
import { layoutsBefore, readPublished } from './views/published.js'

export interface Erased {
  entries: number
  packs: number
  /** Others of this home, and the files of layouts. */
  files: string[]
  /** Where it stands and was left: names of workstreams, files that are not dogear's beside those of a layout. */
  left: string[]
}

interface Eraser {
  forget: Forget
  /** When, for the mark that an entry gets. */
  at: string
  tag: string
  /** Only look. */
  dryRun: boolean
  /** How long another process that packs is waited for. */
  waitMs?: number
}

const MAX_FILE_BYTES = 100_000_000
const WAIT_MS = 10_000

export function eraseInHome(home: string, eraser: Eraser): Erased {
  const done: Erased = { entries: 0, packs: 0, files: [], left: [] }
  for (const key of listDir(projectsDir(home))) {
    if (statOf(join(projectsDir(home), key))?.isDirectory) eraseInProject(projectAt(home, key), eraser, done)
  }
  for (const path of filesBelow(hooksDir(home))) eraseInFile(home, path, eraser, done)
  for (const path of filesBelow(join(indexDir(home), DURATIONS))) eraseInFile(home, path, eraser, done)
  done.files.push(...eraseInTakes(home, eraser))
  // The rest of the index is made again from the entries.
  if (!eraser.dryRun)
    for (const name of listDir(indexDir(home))) if (name !== DURATIONS) removeTree(join(indexDir(home), name))
  return done
}

const DURATIONS = 'durations'

/** While nobody packs: a pack made of what was read before would bring it back. */
function eraseInProject(project: Project, eraser: Eraser, done: Erased): void {
  const opened = new Set<string>()
  const work = (token: string): void => {
    for (const path of filesBelow(project.dir)) {
      if (path.startsWith(viewsDir(project))) continue
      if (path.endsWith('.dgp')) erasePack(project.home, path, eraser, done, opened)
      else eraseInFile(project.home, path, eraser, done, token)
    }
    eraseInViews(project, eraser, done, token)
  }
  nameLeft(project, eraser, done)
  if (eraser.dryRun) return work('')
  const lock = `${locksDir(project.home)}/pack-${project.key}`
  if (!withLock(lock, eraser.tag, work, { waitMs: eraser.waitMs ?? WAIT_MS }).held) throw isBusy(project)
  for (const folder of opened)
    if (isName(basename(folder)) && !folder.startsWith(trashDir(project)))
      packLine(project, basename(folder), eraser.tag)
}

/** What was in it lies in files of its own from then on; those of them that may are packed again. */
function erasePack(home: string, path: string, eraser: Eraser, done: Erased, opened: Set<string>): void {
  const pack = parsePackName(basename(path))
  const entries = pack && readPack(path, pack)
  if (!entries) return
  const texts = entries.map(({ id, bytes }) => ({
    id,
    ...erasedEntry(home, Buffer.from(bytes).toString('utf8'), eraser),
  }))
  const count = texts.filter(({ isChanged }) => isChanged).length
  if (count === 0) return
  done.entries += count
  done.packs++
  if (eraser.dryRun) return
  const folder = dirname(dirname(path))
  for (const { id, text } of texts) createDurable(join(folder, `${id}.md`), text, eraser.tag)
  unlinkDurable(path)
  opened.add(folder)
}

/** `token`: of the lock that is held. Without one, it is a file of the hooks. */
function eraseInFile(home: string, path: string, eraser: Eraser, done: Erased, token?: string): void {
  const text = readOrNone(path)
  if (text === null) return
  const isEntry = path.endsWith('.md') && checkSeal(Buffer.from(text), sha256Hex) === 'intact'
  const { isChanged, text: left } = isEntry ? erasedEntry(home, text, eraser) : forgetInText(text, eraser.forget)
  if (!isChanged) return
  if (isEntry) done.entries++
  else done.files.push(path)
  if (eraser.dryRun) return
  if (isEntry) replaceDurable(path, left, eraser.tag)
  // How far a session was read and the like: it is read from its beginning then, past what is forgotten.
  else if (BESIDE.test(path)) removeFile(path)
  else if (token === undefined) changeQuietly(home, path, eraser)
  else replaceAsSeen(path, eraser, token)
}

/** While no hook of that session changes it. */
function changeQuietly(home: string, path: string, { forget, tag }: Eraser): void {
  const change = (): void => {
    const text = readOrNone(path)
    if (text !== null) replaceDurable(path, forgetInText(text, forget).text, tag)
  }
  withLock(`${hookLocksDir(home)}/${basename(path, '.json')}`, tag, change, { waitMs: WAIT_MS })
}

const MAX_TRIES = 10

/** A line that somebody else adds meanwhile is not lost: then it is done again. */
function replaceAsSeen(path: string, { forget, tag }: Eraser, token: string): void {
  const keep = (aside: string, target: string): void => void moveAside(aside, `${target}~`)
  for (let attempt = 0; attempt < MAX_TRIES; attempt++) {
    const text = readOrNone(path)
    if (text === null) return
    if (replaceSeen(path, Buffer.from(text), forgetInText(text, forget).text, { token, tag, keep })) return
  }
  throw new DogearError('disk-failed', `${path} was written again and again; it still holds what is to be forgotten`, {
    next: 'run it again',
  })
}

function erasedEntry(home: string, text: string, { forget, at }: Eraser): LeftText {
  try {
    const entry = parseEntry(text)
    const left = forgetInEntry(entry, forget)
    if (!left) return { text, isChanged: false }
    const printed = printEntry({ ...left, extraKeys: { ...left.extraKeys, forgotten: at } })
    return { text: sealText(markAgain(home, text, printed), sha256Hex), isChanged: true }
  } catch {
    return forgetInText(text, forget)
  }
}

/** A name is a folder's, and cannot be half forgotten. */
function nameLeft(project: Project, { forget }: Eraser, done: Erased): void {
  const shelves = [
    join(project.dir, 'entries'),
    ...listDir(join(project.dir, 'loose')).map((month) => join(project.dir, 'loose', month)),
  ]
  for (const name of shelves.flatMap((dir) => listDir(dir)))
    if (looseMonth(name) === null && forget(name) !== name) done.left.push(`the name of the workstream ${name}`)
}

/** The files that layouts were given. Of what lies beside them nobody knows whose it is. */
function eraseInViews(project: Project, eraser: Eraser, done: Erased, token: string): void {
  const { forget, dryRun } = eraser
  const ours = new Set(layoutsBefore(project).flatMap((id) => viewsOf(project, id as LayoutId)))
  for (const path of ours) {
    const text = readOrNone(path)
    const left = text === null ? null : forgetInText(text, forget)
    if (!left?.isChanged) continue
    done.files.push(path)
    if (!dryRun) replaceAsSeen(path, eraser, token)
  }
  for (const folder of new Set([...ours].map((path) => dirname(path))))
    for (const path of listDir(folder).map((name) => join(folder, name))) {
      const text = ours.has(path) || !statOf(path)?.isFile ? null : readOrNone(path)
      if (text !== null && forgetInText(text, forget).isChanged) done.left.push(path)
    }
}

/** With the file in which a layout lists its checkpoints. */
function viewsOf(project: Project, layout: LayoutId): string[] {
  const manifest = MANIFESTS.find(({ id }) => id === layout)
  const index = manifest?.base === 'memory' ? manifest.signs.index?.file : undefined
  return readPublished(project, layout).flatMap(({ path }) =>
    index === undefined ? [path] : [path, join(dirname(path), index)],
  )
}

function filesBelow(dir: string): string[] {
  return listDir(dir).flatMap((name) => {
    const path = join(dir, name)
    const stat = statOf(path)
    return stat?.isDirectory ? filesBelow(path) : stat?.isFile ? [path] : []
  })
}

function readOrNone(path: string): string | null {
  try {
    return readTextFile(path, MAX_FILE_BYTES)
  } catch {
    return null
  }
}

export function isBusy({ key }: Project): DogearError {
  return new DogearError('disk-failed', `another process is packing the entries of ${key}; not all is forgotten yet`, {
    next: 'run it again',
  })
}
