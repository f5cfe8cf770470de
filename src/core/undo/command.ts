/**
 * Could this command write to the work tree? Only one plain word of a short list, with no sign of a shell beside it, could
 * not: destruction is not recognised, it is expected. Small on purpose, because the entry of the hooks asks it at every call.
 */

const LOOKS =
  ' ls cat head tail wc grep egrep fgrep rg pwd which file stat du df whoami id date uname true echo printf cd '
const GIT_LOOKS = ' status log diff show blame rev-parse ls-files branch '
const SHELL = /[|&;<>()$`\\"'*?[\]{}~#!\n\r]/

export function mayWrite(command: string): boolean {
  const line = command.trim()
  if (SHELL.test(line)) return true
  const [program = '', second = '', ...rest] = line.split(/\s+/)
  if (program === 'git')
    return !GIT_LOOKS.includes(` ${second} `) || rest.some(isGitWrite) || isBranchChange(second, rest)
  return (
    program === '' || !LOOKS.includes(` ${program} `) || [second, ...rest].some((word) => /^-{1,2}(?:o|pre)/.test(word))
  )
}

/** `--output=file`, and what starts a program of the repository's. */
function isGitWrite(word: string): boolean {
  return /^--?(?:o|ext-diff|textconv)/.test(word)
}

function isBranchChange(second: string, rest: readonly string[]): boolean {
  return second === 'branch' && rest.some((word) => word !== '-a' && word !== '-v' && word !== '--show-current')
}
