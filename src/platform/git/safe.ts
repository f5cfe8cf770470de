/**
 * How git is called so that nothing of a repository is run. A repository is content from strangers: its configuration
 * can name commands for git to run, so each way that a reading command could reach one is closed here.
 *
 * The user's own configuration (~/.gitconfig and the system's) stays in force: `safe.directory`, `core.excludesFile`,
 * `core.autocrlf` decide what is dirty, and what the user told git to run is the user's. What a repository says is
 * overruled by `-c`, which outranks every file.
 */
import { lstatSync } from 'node:fs'
import { delimiter, dirname, isAbsolute, join, sep } from 'node:path'
import type { GitPlace } from './folder.js'
import { isThere, readGitFile } from './files.js'

/** A place with checked-out files: only there is git run. */
export type WorkPlace = GitPlace & { worktree: string }

type RunGit = (args: string[]) => { ok: boolean; stdout: string }

/**
 * What goes before the command. git is told which repository was found instead of looking for itself, so that what was
 * silenced and what is read are the same one. Null: it is not safe to run anything.
 */
export function safeOptions(place: WorkPlace, run: RunGit): string[] | null {
  // The worktree is named because `core.worktree` could name somebody's home instead.
  const worktree = `--work-tree=${place.worktree}`
  if (!isOwn(place) && !isAccepted(place, (args) => run([...FIXED, worktree, ...args]))) return null
  const fixed = [...FIXED, `--git-dir=${place.gitDir}`, worktree]
  const silenced = silenceFilters(place, (args) => run([...fixed, ...args]))
  return silenced && [...fixed, ...silenced]
}

/** The command with what keeps it from running the programs that a repository names, or git inside a submodule. */
export function safeCommand([command = '', ...args]: readonly string[]): string[] {
  const isDiff = ['diff', 'diff-files', 'diff-index', 'diff-tree', 'log', 'show'].includes(command)
  return [
    command,
    ...(isDiff ? ['--no-ext-diff', '--no-textconv'] : []),
    ...(isDiff || command === 'status' ? ['--ignore-submodules=all'] : []),
    ...args,
  ]
}

export function safeEnv(env: NodeJS.ProcessEnv, place: WorkPlace): NodeJS.ProcessEnv {
  const kept = Object.entries(env).filter(([name]) => !name.toUpperCase().startsWith('GIT_') || KEPT.includes(name))
  return {
    ...Object.fromEntries(kept),
    ...SAFE_ENV,
    PATH: foldersOf(env['PATH'] ?? '', place.worktree).join(delimiter),
    // Without the ceiling git would go on to an outer repository, should it not accept the one we looked at.
    GIT_CEILING_DIRECTORIES: dirname(place.worktree),
    ...(place.kind === 'worktree' && { GIT_COMMON_DIR: place.commonDir }),
  }
}

/** Those of a PATH, without any that would be another one elsewhere or lies in the worktree: filters are looked for there, too. */
export function foldersOf(path: string, tree: string): string[] {
  return path.split(delimiter).filter((folder) => isAbsolute(folder) && !isInside(folder, tree))
}

/** Where the whole disk is one worktree, everything is inside it and nothing can be told apart. */
export function isInside(path: string, tree: string): boolean {
  return tree !== dirname(tree) && `${path}${sep}`.startsWith(`${tree}${sep}`)
}

const FIXED = [
  '--no-pager',
  '--no-optional-locks',
  '--literal-pathspecs',
  ...[
    'core.fsmonitor=false',
    'core.hooksPath=/dev/null',
    'core.pager=cat',
    'core.editor=false',
    'core.askPass=',
    'core.sshCommand=false',
    'core.gitProxy=',
    'core.alternateRefsCommand=false',
    'core.quotePath=false',
    'core.untrackedCache=keep',
    'credential.helper=',
    'diff.autoRefreshIndex=false',
    'diff.external=',
    'gc.auto=0',
    'gpg.openpgp.program=false',
    'gpg.program=false',
    'gpg.ssh.program=false',
    'gpg.x509.program=false',
    'log.showSignature=false',
    'maintenance.auto=false',
    'protocol.allow=never',
    'safe.bareRepository=explicit',
    'status.submoduleSummary=false',
    'submodule.recurse=false',
  ].flatMap((setting) => ['-c', setting]),
]

// These name the user's own configuration files; all other GIT_* would point git at something else than `cwd`.
const KEPT = ['GIT_CONFIG_GLOBAL', 'GIT_CONFIG_SYSTEM', 'GIT_CONFIG_NOSYSTEM']

const SAFE_ENV = {
  // Outranks protocol.<name>.allow, which a repository can set: nothing is ever fetched, not even lazily.
  GIT_ALLOW_PROTOCOL: 'none',
  GIT_NO_LAZY_FETCH: '1',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_TERMINAL_PROMPT: '0',
  LC_ALL: 'C',
}

const CONFIG_BYTES = 1_000_000
const MAX_FILTERS = 100
const LIST = ['config', '--list', '--name-only', '--show-scope', '-z']

interface Setting {
  isLocal: boolean
  name: string
}

/**
 * git refuses what belongs to another user unless `safe.directory` allows it, but only where it looked for the
 * repository itself. The same three are asked for as by git.
 */
function isOwn({ worktree, gitDir }: WorkPlace): boolean {
  const user = process.geteuid?.()
  return [worktree, join(worktree, '.git'), gitDir].every((path) => user === undefined || ownerOf(path) === user)
}

function ownerOf(path: string): number | null {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.uid ?? null
  } catch {
    return null
  }
}

/** For what is another user's git looks for itself, and must come to the same. */
function isAccepted(place: WorkPlace, run: RunGit): boolean {
  const { ok, stdout } = run(['rev-parse', '--absolute-git-dir'])
  return ok && stdout === `${place.gitDir}\n`
}

/**
 * `git status` and `git diff` run the `clean` command of a filter on files that look touched, and a repository's own
 * configuration can define such a filter. No option turns filters off, so those that the repository defines are
 * emptied by name. Files of such a filter may then be reported as modified when they were only touched.
 * Filters from the user's own configuration (git-lfs, usually) stay: they are what the user runs every day.
 * Null: it is not safe to run anything.
 */
function silenceFilters(place: GitPlace, run: RunGit): string[] | null {
  if (!mayDefineFilters(place)) return []
  const answer = run(LIST)
  if (!answer.ok) return null
  const names = filtersToSilence(parseSettings(answer.stdout))
  // `-c` splits at the first `=`, so a name with one cannot be overruled; nor can one of bytes that are no text, for which
  // this sign stands here.
  if (names.length > MAX_FILTERS || names.some((name) => /[=\p{Cc}\ufffd]/u.test(name))) return null
  return names.flatMap((name) =>
    ['clean=', 'smudge=', 'process=', 'required=false'].flatMap((key) => ['-c', `filter.${name}.${key}`]),
  )
}

/** Spares the second process where the words do not even occur: a section's name cannot be written in another way. */
function mayDefineFilters({ gitDir, commonDir }: GitPlace): boolean {
  return [join(commonDir, 'config'), join(gitDir, 'config.worktree')].some((path) => {
    const text = readGitFile(path, CONFIG_BYTES)?.toString('latin1')
    return text === undefined ? isThere(path) : /filter|include|lfs/i.test(text)
  })
}

function parseSettings(output: string): Setting[] {
  const parts = output.split('\0')
  return parts.flatMap((scope, at) =>
    at % 2 === 0 && scope !== '' ? [{ isLocal: isLocal(scope), name: parts[at + 1] ?? '' }] : [],
  )
}

// Whatever is not plainly the user's is taken for the repository's.
function isLocal(scope: string): boolean {
  return scope !== 'system' && scope !== 'global' && scope !== 'command'
}

function filtersToSilence(settings: readonly Setting[]): string[] {
  // git-lfs runs the commands of its extensions, and takes those from the repository's configuration too.
  const extendsLfs = settings.some(({ isLocal: local, name }) => local && name.startsWith('lfs.extension.'))
  const names = settings
    .filter(({ isLocal: local }) => local || extendsLfs)
    .map(({ name }) => /^filter\.(.*)\.[^.]*$/s.exec(name)?.[1])
  return [...new Set(names.filter((name) => name !== undefined))]
}
