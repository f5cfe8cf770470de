/** What a git command does, and what git says of it: commits, the branch, changes thrown away. */

export function doesGit(command: string, what: 'commit' | 'push'): boolean {
  const start = command.slice(0, 4000)
  const found = start.includes(what) ? /(?:^|[;&|\n(]\s*|\s)git(?:\s+-[cC]\s+\S+)*\s+(commit|push)\b/g : null
  return found !== null && [...start.matchAll(found)].some(([, act]) => act === what)
}

/** The branch that git says a work tree is on, after a commit, a switch or a look; null: it says nothing of it. */
export function branchIn(command: string, output: string): string | null {
  // Another work tree is another matter.
  if (!command.includes('git ') || /(?:^|[\s;&|(])(?:cd|pushd) |git (?:-\S+ )*-C /.test(command.slice(0, 4000)))
    return null
  const said = output
    .slice(0, 4000)
    .match(
      /^(?:\[([^\s\]]+)(?: \(root-commit\))? [0-9a-f]{7,40}\] |Switched to (?:a new )?branch '([^']+)'$|On branch (\S+)$|## (?!No commits)([^\s.]+(?:\.[^\s.]+)*)(?:\.\.\.|$))/m,
    )
  const branch = said?.slice(1).find((one) => one !== undefined)
  return branch === undefined || branch === 'detached' ? null : branch
}

/** From what git printed, else from what was typed. */
export function commitSubject(command: string, output: string): { subject: string; id?: string } | null {
  for (const line of output.split('\n', 200)) {
    const said = /^\[[^\]]{1,200}? ([0-9a-f]{7,40})\] (.+)$/.exec(line)
    if (said) return { id: said[1] as string, subject: said[2] as string }
  }
  const typed = /\s(?:-m|--message)[ =]?\s*(?:"\$\(cat <<-?\s*['"]?\w+['"]?\s*\n([^\n]+)|"([^"\n]+)|'([^'\n]+))/.exec(
    command.slice(0, 4000),
  )
  const subject = typed?.[1] ?? typed?.[2] ?? typed?.[3]
  return subject === undefined ? null : { subject: subject.trim() }
}

/** The files whose changes a git command threw away; for `git stash` and `git checkout .` it names none. */
export function discardedBy(plain: string): string[] | null {
  if (!plain.includes('git ')) return null
  const found = /\bgit (?:checkout (?:HEAD\s+)?--|restore(?! --staged))\s+([^;&|]+)/.exec(plain)
  if (!found) return null
  return (found[1] as string).split(/\s+/).filter((word) => word !== '' && !word.startsWith('-'))
}
