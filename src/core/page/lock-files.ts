/**
 * Lock files: what the versions of all dependencies are written in. Work that failed may well go when one has changed, so a
 * failure records them and says so later.
 */

/** By their names, of whatever ecosystem. */
export const LOCK_FILES: ReadonlySet<string> = new Set([
  // JavaScript
  'package-lock.json',
  'npm-shrinkwrap.json',
  'pnpm-lock.yaml',
  'yarn.lock',
  'bun.lock',
  'bun.lockb',
  'deno.lock',
  // Python
  'poetry.lock',
  'uv.lock',
  'pdm.lock',
  'pylock.toml',
  'Pipfile.lock',
  'pixi.lock',
  'conda-lock.yml',
  // Rust, Go, Zig, C and C++
  'Cargo.lock',
  'go.sum',
  'go.work.sum',
  'build.zig.zon',
  'conan.lock',
  'MODULE.bazel.lock',
  // Ruby, PHP, Perl
  'Gemfile.lock',
  'gems.locked',
  'composer.lock',
  'cpanfile.snapshot',
  // Java and its kin, .NET
  'gradle.lockfile',
  'packages.lock.json',
  'paket.lock',
  // Swift, Objective-C, Dart
  'Package.resolved',
  'Podfile.lock',
  'Cartfile.resolved',
  'pubspec.lock',
  // Elixir, Erlang, Gleam, Haskell, Crystal, Julia, R
  'mix.lock',
  'rebar.lock',
  'manifest.toml',
  'stack.yaml.lock',
  'cabal.project.freeze',
  'shard.lock',
  'Manifest.toml',
  'renv.lock',
  // Machines
  'flake.lock',
  '.terraform.lock.hcl',
  'Chart.lock',
])

/** The hash of each lock file by its path in the worktree; of one that is not there, the empty text. */
export type Locks = Readonly<Record<string, string>>

const MAX_FILES = 16
const MAX_PATH = 256
const HASH = /^[0-9a-f]{1,64}$/

/** As an entry can hold them. A path from outside must not lead out of the worktree, nor to another kind of file. */
export function tidyLocks(value: unknown): Locks | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const rows = Object.entries(value).filter(
    ([path, hash]) => isLockPath(path) && typeof hash === 'string' && HASH.test(hash),
  )
  return rows.length === 0 ? undefined : Object.fromEntries(rows.slice(0, MAX_FILES) as [string, string][])
}

function isLockPath(path: string): boolean {
  const parts = path.split('/')
  const isBelow = parts.every((part) => part !== '' && part !== '.' && part !== '..')
  return path.length <= MAX_PATH && !path.includes('\\') && isBelow && LOCK_FILES.has(parts.at(-1) as string)
}

/** The lock files that are no longer what they were. Of those that nobody looked at now, nothing is said. */
export function changedLocks(then: Locks | undefined, now: Locks | undefined): string[] {
  return Object.keys(then ?? {}).filter((path) => now?.[path] !== undefined && now[path] !== then?.[path])
}
