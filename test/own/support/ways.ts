/** How a stranger's files get into a work tree in which the user works. Real git, nothing else. */
import { chmodSync, cpSync, mkdirSync, renameSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { scratchRepo, tempDir, type Repo } from '../../support/world.js'

/** What lies where once it has happened: the folder the user works in then. */
export type Way = (scene: Scene) => string | void

interface Scene {
  /** The user's clone. */
  repo: Repo
  /** What it was cloned from. */
  origin: string
  files: Record<string, string>
}

export const WAYS: Record<string, Way> = {
  'pull request checked out': (scene) => checkOut(scene, pullRequest(scene)),
  'pull request, author = user': (scene) =>
    checkOut(scene, pullRequest(scene, { name: 'dogear test', email: 'test@dogear.invalid' })),
  'pull request in a linked worktree': (scene) => {
    const folder = join(tempDir(), 'review')
    scene.repo.git('worktree', 'add', '--quiet', folder, pullRequest(scene))
    return folder
  },
  'pull request merged without commit': (scene) => {
    scene.repo.git('merge', '--quiet', '--no-commit', '--no-ff', pullRequest(scene))
  },
  'branch of a fork': (scene) => {
    const fork = strangers(scene)
    scene.repo.git('remote', 'add', 'fork', fork.dir)
    scene.repo.git('fetch', '--quiet', 'fork')
    scene.repo.git('checkout', '--quiet', '-b', 'theirs', '--track', 'fork/work')
  },
  'pulled from the default branch': (scene) => {
    const them = strangers(scene)
    them.git('push', '--quiet', 'origin', 'work:main')
    scene.repo.git('pull', '--quiet', '--ff-only', 'origin', 'main')
  },
  'merge with conflict marks': (scene) => stopped(scene, 'merge'),
  'rebase stopped': (scene) => stopped(scene, 'rebase'),
  'cherry-pick stopped': (scene) => stopped(scene, 'cherry-pick'),
  'conflict settled for theirs, merge not ended': (scene) => {
    stopped(scene, 'merge')
    scene.repo.write(Object.fromEntries(Object.entries(scene.files).map(([path, text]) => [path, `${text}\n`])))
  },
  'picked without commit, then unstaged': (scene) => {
    scene.repo.git('cherry-pick', '--no-commit', pullRequest(scene))
    scene.repo.git('reset', '--quiet')
  },
  'stash pop': (scene) => {
    scene.repo.git('checkout', '--quiet', pullRequest(scene), '--', ...Object.keys(scene.files))
    scene.repo.git('reset', '--quiet')
    scene.repo.git('stash', 'push', '--quiet', '--all')
    scene.repo.git('stash', 'pop', '--quiet')
  },
  'restored from another commit': (scene) => {
    scene.repo.git('restore', '--source', pullRequest(scene), '--', ...Object.keys(scene.files))
  },
  'restored from another branch, and a line added': (scene) => {
    scene.repo.git('restore', '--source', pullRequest(scene), '--', ...Object.keys(scene.files))
    addLines(scene)
  },
  'shown into the file from what was fetched, and a line added': (scene) => {
    strangers(scene).git('push', '--quiet', 'origin', 'work:refs/pull/7/head')
    scene.repo.git('fetch', '--quiet', 'origin', 'refs/pull/7/head')
    for (const path of Object.keys(scene.files))
      scene.repo.write({ [path]: scene.repo.git('show', `FETCH_HEAD:${path}`) })
    addLines(scene)
  },
  'squashed in, unstaged, and a line added': (scene) => {
    scene.repo.git('merge', '--quiet', '--squash', pullRequest(scene))
    scene.repo.git('reset', '--quiet')
    addLines(scene)
  },
  'looked at on its branch, taken along to main': (scene) => {
    checkOut(scene, pullRequest(scene))
    scene.repo.git('checkout', '--quiet', 'main')
    scene.repo.git('checkout', '--quiet', 'pr-7', '--', ...Object.keys(scene.files))
    scene.repo.git('reset', '--quiet')
    addLines(scene)
  },
  'line ends converted': (scene) => {
    scene.repo.git('config', 'core.autocrlf', 'true')
    checkOut(scene, pullRequest(scene))
  },
  'line ends by attributes': (scene) => {
    scene.files = { ...scene.files, '.gitattributes': '* text eol=crlf\n' }
    checkOut(scene, pullRequest(scene))
  },
  'through a filter of the user': (scene) => {
    scene.repo.git('config', 'filter.turn.smudge', "sed 's/^$/./'")
    scene.repo.git('config', 'filter.turn.clean', "sed 's/^[.]$//'")
    scene.files = { ...scene.files, '.gitattributes': '* filter=turn\n' }
    checkOut(scene, pullRequest(scene))
  },
  'ident expanded': (scene) => {
    const more = Object.entries(scene.files).map(([path, text]) => [
      path,
      path.endsWith('.json') ? text : `${text}\n$Id$\n`,
    ])
    scene.files = { ...Object.fromEntries(more), '.gitattributes': '* ident\n' }
    checkOut(scene, pullRequest(scene))
  },
  'renamed after the checkout': (scene) => moved(scene, renameSync),
  'copied after the checkout': (scene) => moved(scene, (from, to) => cpSync(from, to)),
  'switched away and back': (scene) => {
    const branch = pullRequest(scene)
    checkOut(scene, branch)
    scene.repo.git('checkout', '--quiet', 'main')
    checkOut(scene, branch)
  },
  'removed and reverted back': (scene) => {
    checkOut(scene, pullRequest(scene))
    scene.repo.git('rm', '--quiet', '-f', ...Object.keys(scene.files))
    scene.repo.git('commit', '--quiet', '--message', 'away')
    scene.repo.git('revert', '--no-edit', 'HEAD')
  },
  'times of the files set': (scene) => {
    checkOut(scene, pullRequest(scene))
    for (const path of Object.keys(scene.files)) utimesSync(join(scene.repo.dir, path), 4_000_000_000, 4_000_000_000)
  },
  'rights of the files set': (scene) => {
    checkOut(scene, pullRequest(scene))
    for (const path of Object.keys(scene.files)) chmodSync(join(scene.repo.dir, path), 0o600)
  },
  'hidden from git status': (scene) => {
    checkOut(scene, pullRequest(scene))
    scene.repo.git('update-index', '--assume-unchanged', ...Object.keys(scene.files))
  },
  'out of the index': (scene) => {
    checkOut(scene, pullRequest(scene))
    scene.repo.git('rm', '--quiet', '--cached', ...Object.keys(scene.files))
  },
  'a line of one’s own added': (scene) => {
    checkOut(scene, pullRequest(scene))
    addLines(scene)
  },
  'links to files of the repository': (scene) => {
    const aside = Object.entries(scene.files).map(([path, text]) => [`evil/${path}`, text])
    const files = scene.files
    scene.files = Object.fromEntries(aside)
    checkOut(scene, pullRequest(scene))
    for (const path of Object.keys(files)) {
      mkdirSync(dirname(join(scene.repo.dir, path)), { recursive: true })
      symlinkSync(join(scene.repo.dir, 'evil', path), join(scene.repo.dir, path))
    }
  },
  'a submodule': (scene) => {
    const them = strangers(scene)
    scene.repo.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', '-b', 'work', them.dir, 'lib')
    return join(scene.repo.dir, 'lib')
  },
  'cloned, and there at the first look': (scene) => {
    const them = strangers(scene)
    const folder = join(tempDir(), 'clone')
    them.git('clone', '--quiet', '.', folder)
    return folder
  },
  'unpacked without git': ({ files }) => {
    const folder = tempDir()
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), text)
    }
    return folder
  },
}

/** A commit of somebody who cloned what the user cloned, in a repository of their own, on branch `work`. */
function strangers({ origin, files }: Scene, author = { name: 'Mallory', email: 'mallory@evil.example' }): Repo {
  const them = scratchRepo({ x: '' })
  them.git('remote', 'add', 'origin', origin)
  them.git('fetch', '--quiet', 'origin')
  them.git('checkout', '--quiet', '-b', 'work', 'origin/main')
  them.write(files)
  them.git('add', '--all', '--force')
  them.git('commit', '--quiet', '--author', `${author.name} <${author.email}>`, '--message', 'more')
  return them
}

/** As a forge offers it: a ref of origin that no branch is. Returns the branch it was fetched to. */
function pullRequest(scene: Scene, author?: { name: string; email: string }): string {
  strangers(scene, author).git('push', '--quiet', 'origin', 'work:refs/pull/7/head')
  scene.repo.git('fetch', '--quiet', 'origin', 'refs/pull/7/head:pr-7')
  return 'pr-7'
}

function addLines({ repo, files }: Scene): void {
  for (const [path, text] of Object.entries(files))
    if (path.endsWith('.md')) writeFileSync(join(repo.dir, path), `${text}\n- and paint the shed\n`)
}

function checkOut({ repo }: Scene, branch: string): void {
  repo.git('checkout', '--quiet', branch)
}

/** Both sides have the files, so that git stops in the middle. */
function stopped(scene: Scene, how: 'merge' | 'rebase' | 'cherry-pick'): void {
  const { repo, files } = scene
  const branch = pullRequest(scene)
  repo.write(Object.fromEntries(Object.keys(files).map((path) => [path, 'Nothing yet\n'])))
  repo.git('add', '--all', '--force')
  repo.git('commit', '--quiet', '--message', 'mine')
  try {
    repo.git(how, branch)
  } catch {
    return
  }
  throw new Error(`the ${how} did not stop`)
}

function moved(scene: Scene, how: (from: string, to: string) => void): void {
  const { files } = scene
  const aside = Object.entries(files).map(([path, text], i) => ({ from: `doc-${i}.txt`, path, text }))
  scene.files = Object.fromEntries(aside.map(({ from, text }) => [from, text]))
  checkOut(scene, pullRequest(scene))
  for (const { from, path } of aside) {
    mkdirSync(dirname(join(scene.repo.dir, path)), { recursive: true })
    how(join(scene.repo.dir, from), join(scene.repo.dir, path))
  }
}
