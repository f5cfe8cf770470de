import { join } from 'node:path'
import type { GitPlace } from './git-dir.js'
import { isThere, readGitFile } from './git-files.js'

/**
 * `git status` and `git diff` run the `clean` command of a filter on files that look touched, and a repository's own
 * configuration can define such a filter. No option turns filters off, so those that the repository defines are
 * emptied by name. Files of such a filter may then be reported as modified when they were only touched.
 * Filters from the user's own configuration (git-lfs, usually) stay: they are what the user runs every day.
 */

const CONFIG_BYTES = 1_000_000
const MAX_FILTERS = 100
const LIST = ['config', '--list', '--name-only', '--show-scope', '-z']

interface Setting {
  isLocal: boolean
  name: string
}

/** Options that go before the command; null: it is not safe to run anything. */
export function silenceFilters(
  place: GitPlace,
  run: (args: string[]) => { ok: boolean; stdout: string },
): string[] | null {
  if (!mayDefineFilters(place)) return []
  const answer = run(LIST)
  if (!answer.ok) return null
  const names = filtersToSilence(parseSettings(answer.stdout))
  // `-c` splits at the first `=`, so a name with one cannot be overruled.
  if (names.length > MAX_FILTERS || names.some((name) => /[=\p{Cc}]/u.test(name))) return null
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
