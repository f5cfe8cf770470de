/** What `dogear init` put where: `<home>/installed/<agent>-<scope>[-<folder>].json`. `dogear uninstall` takes out exactly that. */
import { join } from 'node:path'
import type { LayoutId } from '../layouts/layout.js'
import { ensureDir, listDir, readTextFile, removeFile, replaceDurable } from '../platform/files/files.js'
import { sha256Hex } from '../platform/files/hash.js'

/** What was put into a file of others; where it stands is seen in the file itself. */
export interface Inserted {
  /** Lists and objects that were not there. */
  made: string[][]
  /** What closed those that were there and empty. */
  pads: { path: string[]; pad: string }[]
  /** The file held no document at all. */
  document: boolean
  /** The command of the status line as it was written, quotes and all. */
  status?: string
  /** How often it is drawn anew was not said. */
  refresh?: true
  /** What was added to lists of texts that may hold the same of the user's own. */
  items?: { path: string[]; value: string }[]
}

export interface EditedFile {
  path: string
  /** It was not there. */
  made: boolean
  inserted: Inserted
}

export interface CopiedFile {
  path: string
  sha256: string
}

export interface Installed {
  agent: string
  scope: string
  /** The worktree; absent where it holds for all of them. */
  root?: string
  version: string
  at: string
  files: EditedFile[]
  copies: CopiedFile[]
  /** Folders that were not there, the outermost first. */
  folders: string[]
  /** The config.json in which the view of MEMORY.md was switched on. */
  memoryView?: string
  /** The config.json in which the layout to begin with was set, and to which. */
  ways?: { path: string; layout: LayoutId }
  /** Checkpoint skills that were switched off. */
  skillsOff?: string[]
}

type InstalledKey = Pick<Installed, 'agent' | 'scope' | 'root'>

const MAX_BYTES = 1_000_000

export function installedKey(
  agent: string,
  { name, holdsFor }: { name: string; holdsFor: 'user' | 'worktree' },
  root: string,
): InstalledKey {
  return { agent, scope: name, ...(holdsFor === 'user' ? {} : { root }) }
}

export function installedPath(home: string, { agent, scope, root }: InstalledKey): string {
  const folder = root === undefined ? '' : `-${sha256Hex(root).slice(0, 12)}`
  return join(home, 'installed', `${agent}-${scope}${folder}.json`)
}

/** Null: none, or none that can be read; what is in the files is then recognised by itself. */
export function readInstalled(path: string): Installed | null {
  try {
    const record = JSON.parse(readTextFile(path, MAX_BYTES) ?? 'null') as Installed | null
    const isWhole = record && [record.files, record.copies, record.folders].every(Array.isArray)
    return isWhole ? record : null
  } catch {
    return null
  }
}

export function readAllInstalled(home: string): Installed[] {
  const names = listDir(join(home, 'installed')).filter((name) => name.endsWith('.json'))
  return names.map((name) => readInstalled(join(home, 'installed', name))).filter((record) => record !== null)
}

export function writeInstalled(home: string, record: Installed, tag: string): void {
  ensureDir(join(home, 'installed'), home)
  replaceDurable(installedPath(home, record), `${JSON.stringify(record, null, 2)}\n`, tag)
}

export function dropInstalled(path: string): void {
  removeFile(path)
}
