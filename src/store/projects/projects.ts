/** Which project a folder belongs to. Looking never creates anything and never runs git. */
import { basename, dirname, sep } from 'node:path'
import { safeName } from '../../core/redact/safe-name.js'
import { ensureDir, replaceDurable, statOf } from '../../platform/files/files.js'
import { hasObject, readFirstCommit, readRemote } from '../../platform/git/objects.js'
import { type GitPlace, findGit, readHeadState } from '../../platform/git/folder.js'
import { type Place, readPlace, realPathOf, tempRoots } from '../../platform/place.js'
import type { Project } from '../paths.js'
import {
  type Facts,
  listProjectFolders,
  planRecord,
  printRecord,
  projectKey,
  readRecord,
  recordPath,
  slugOfKey,
} from './file.js'
import { findByName, findByRecord, newProject, rememberMove, type Wanted } from './find.js'
import { rememberWorktree, worktreeBefore } from './worktrees.js'

export interface Located {
  project: Project
  /** False: nothing was ever saved here. */
  exists: boolean
  /** The folder people would call the project: of the main worktree, or of the bare repository. */
  root: string
  /** The folder of the files at hand; in a bare repository the repository. */
  worktree: string
  /** Where the worktree was before, if it was moved. */
  formerly?: string[]
  git: GitPlace | null
  /** Something the user should know about how this project was chosen. */
  note?: string
}

export interface ProjectInfo {
  project: Project
  /** Folders as people know them, the newest first; none if the record cannot be read. */
  roots: string[]
  slug: string
}

export function locateProject(home: string, cwd: string, userHome: string): Located {
  const broken: string[] = []
  const git = findGit(cwd, (folder) => broken.push(folder))
  return git ? locateRepository(home, git) : locateFolder(home, realPathOf(cwd), realPathOf(userHome), broken[0])
}

/** Makes the project's folder and keeps its record true. Writes only when a fact changed (see planRecord). */
export function ensureProject(located: Located, tag: string): Project {
  const { project, git } = located
  if (located.exists && isFresh(located)) {
    if (git?.kind === 'worktree') rememberWorktree(project, git, tag)
    return project
  }
  ensureDir(project.dir, project.home)
  if (git?.kind === 'worktree') rememberWorktree(project, git, tag)
  const place = readPlace(located.git?.commonDir ?? located.root)
  if (!place) return project
  const before = readRecord(project)
  const after = planRecord(before, readFacts(located, place), project.key, Date.now())
  if (after) replaceDurable(recordPath(project), printRecord(after), tag)
  if (project.key !== projectKey(place.path)) rememberMove(project, place, before, tag)
  return project
}

/** A project found by its own name whose record was looked at within a day: nothing in it can matter that has changed. */
function isFresh({ project, git, root }: Located): boolean {
  const record = statOf(recordPath(project))
  const ageMs = record ? Date.now() - Number(record.mtimeNs / 1_000_000n) : Infinity
  return Math.abs(ageMs) < DAY_MS && project.key === projectKey(git?.commonDir ?? root)
}

const DAY_MS = 86_400_000

export function listProjects(home: string): ProjectInfo[] {
  return listProjectFolders(home).map((project) => {
    const roots = readRecord(project)?.roots.map(({ path }) => rootOf(path)) ?? []
    return { project, roots: [...new Set(roots)], slug: slugOfKey(project.key) }
  })
}

function locateRepository(home: string, git: GitPlace): Located {
  const { commonDir } = git
  const worktree = git.worktree ?? commonDir
  const root = git.kind === 'submodule' ? worktree : rootOf(commonDir)
  const found = findByName(home, commonDir) ?? findByRecord(home, wantedFor(git))?.found ?? newProject(home, commonDir)
  const formerly = found.exists ? formerlyAt(found.project, git, root === worktree) : []
  return { ...found, root, worktree, git, ...(formerly.length > 0 && { formerly }) }
}

function formerlyAt(project: Project, git: GitPlace, isRoot: boolean): string[] {
  return isRoot ? placesBefore(project, git.commonDir) : worktreeBefore(project, git)
}

/** Of a project that is not named for the place it is at: those where nothing is any more. */
function placesBefore(project: Project, commonDir: string): string[] {
  if (project.key === projectKey(commonDir)) return []
  const roots = readRecord(project)?.roots ?? []
  return roots
    .filter(({ path }) => path !== safeName(commonDir) && statOf(path) === null)
    .map(({ path }) => rootOf(path))
}

function wantedFor({ commonDir, worktree, kind }: GitPlace): Wanted[] {
  const place = readPlace(commonDir)
  const remote = readRemote(commonDir)
  const hasCommit = (sha: string): boolean => hasObject(commonDir, sha)
  const folder = kind === 'repository' ? worktree : null
  return place ? [{ place, hasCommit, ...(remote !== null && { remote }), ...(folder !== null && { folder }) }] : []
}

/** The nearest known project among the folder and those around it, else the folder itself. */
function locateFolder(home: string, cwd: string, userHome: string, broken: string | undefined): Located {
  const folders = foldersFrom(cwd, userHome, broken)
  const named = firstOf(folders, (folder) => findByName(home, folder))
  const recorded = named
    ? null
    : findByRecord(
        home,
        folders
          .map(readPlace)
          .filter((place) => place !== null)
          .map((place) => ({ place })),
      )
  const root = named?.folder ?? recorded?.wanted.place.path ?? broken ?? cwd
  const found = named?.found ?? recorded?.found ?? newProject(home, root)
  const note = broken === undefined ? found.note : brokenNote(broken)
  return { ...found, root, worktree: root, git: null, ...(note !== undefined && { note }) }
}

function firstOf<T>(
  folders: readonly string[],
  find: (folder: string) => T | null,
): { folder: string; found: T } | null {
  for (const folder of folders) {
    const found = find(folder)
    if (found) return { folder, found }
  }
  return null
}

/** Never the user's home, what lies above it, or a folder for temporary things, unless that is where one stands. */
function foldersFrom(cwd: string, userHome: string, last: string | undefined): string[] {
  const shared = tempRoots()
  const folders = [cwd]
  for (let folder = cwd; folder !== last && folder !== dirname(folder);) {
    folder = dirname(folder)
    const holdsHome = folder === userHome || userHome.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`)
    if (!holdsHome && !shared.includes(folder)) folders.push(folder)
  }
  return folders
}

function brokenNote(folder: string): string {
  return (
    `git's files in ${folder} lead to no repository that can be used, so this folder is treated as one without git. ` +
    'If its repository was moved, run `git worktree repair` there.'
  )
}

function readFacts({ git }: Located, place: Place): Facts {
  if (!git) return { place, kind: 'folder' }
  const remote = readRemote(git.commonDir)
  const firstCommit = readFirstCommit(git.commonDir)
  const { commit } = readHeadState(git)
  return {
    place,
    kind: 'repository',
    ...(remote !== null && { remote }),
    ...(firstCommit !== null && { firstCommit }),
    ...(commit !== undefined && { head: commit }),
  }
}

/** The folder people mean by a git folder: `auth` for `auth/.git`. */
function rootOf(path: string): string {
  return basename(path) === '.git' ? dirname(path) : path
}
