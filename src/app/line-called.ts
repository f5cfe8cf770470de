/** Which line a label means, whoever says it: a person, a branch, or the name of a layout's file. */
import { fileWord, labelFrom, refuseLabel, sameLabel } from '../core/choose/name.js'
import type { Entry } from '../core/entry/entry.js'
import { calledOf, labelOf, lineKeysOf } from '../core/entry/line-keys.js'
import { readEntry } from '../store/entries/entries.js'
import { readHeadIds } from '../store/entries/heads.js'
import type { Project } from '../store/paths.js'
import type { Located } from '../store/projects/projects.js'

/** The workstream of this label: the one that has it, else a new one that shares its slug with no other label. */
export function lineCalled({ project, exists }: Located, typed: string): { name: string; label?: string } {
  const named = labelFrom(typed)
  if (!named) throw refuseLabel(typed)
  const { label, slug, hashed, isCertain } = named
  if (!exists) return { name: isCertain ? slug : hashed, label }
  if (readHeadIds(project, hashed).length > 0) return { name: hashed, label }
  const holder = readHolder(project, slug)
  if (holder && isCalled(holder, label)) return { name: slug, label: lineKeysOf(holder).label ?? label }
  return { name: isCertain && !holder ? slug : hashed, label }
}

/** The newest entry under a slug, whose label has it. */
function readHolder(project: Project, slug: string): Entry | null {
  const [newest] = readHeadIds(project, slug)
  return (newest === undefined ? undefined : readEntry(project, slug, newest.id)?.entry) ?? null
}

/** By its label, or as its files are called: `fix: login` is read again from `checkpoint-fix-login.md`. */
function isCalled(entry: Entry, label: string): boolean {
  if (sameLabel(labelOf(entry)) === sameLabel(label) || fileWord(calledOf(entry)) === label) return true
  // Before there were labels, branches and folders gave their names to slugs.
  const { branch, worktree } = entry.where
  return lineKeysOf(entry).label === undefined && (branch === label || folderOf(worktree ?? '') === label)
}

/** Of a worktree. */
export function folderOf(worktree: string): string {
  return worktree.split(/[\\/]/).at(-1) ?? ''
}
