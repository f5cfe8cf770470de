/** Targets for the files of a git folder that are read without git: whoever wrote the repository wrote them. */
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { readGitFacts } from '../../../src/capture/git.js'
import { findGit, type GitPlace, readHeadState } from '../../../src/platform/git/folder.js'
import { hasObject, readFirstCommit, readRemote } from '../../../src/platform/git/objects.js'
import { safeEnv, safeOptions } from '../../../src/platform/git/safe.js'
import { trackedBy } from '../../../src/platform/git/tracked.js'
import { GIT_CONFIG, GIT_LOG, makeGitFolder, put } from '../desk.js'
import { SHA } from '../samples.js'
import type { Target } from '../target.js'

const FILES = 'src/platform/git/files.ts'
const FOLDER = 'src/platform/git/folder.ts'
const OBJECTS = 'src/platform/git/objects.ts'

/** `where`: the file that the input is, below the folder of the work tree. */
function gitFile(
  name: string,
  reads: readonly string[],
  where: string,
  samples: readonly (string | Uint8Array)[],
  more: (place: GitPlace, tree: string, input: Buffer) => unknown = () => null,
): Target {
  return {
    name: `git: ${name}`,
    reads: [FILES, ...reads],
    open({ scratch }) {
      const tree = join(scratch, 'tree')
      makeGitFolder(join(scratch, 'other', '.git'))
      makeGitFolder(join(tree, '.git'))
      if (where === '.git') rmSync(join(tree, '.git'), { recursive: true })
      return {
        samples,
        read(input) {
          put(join(tree, where), input)
          const broken: string[] = []
          const place = findGit(tree, (folder) => broken.push(folder))
          if (!place) return broken
          return [place, readHeadState(place), more(place, tree, input)]
        },
      }
    },
  }
}

/** As git writes it (version 2): magic, version, 256 counts, the names. */
function packIndex(): Buffer {
  const counts = Buffer.alloc(256 * 4)
  for (let i = Number.parseInt(SHA.slice(0, 2), 16); i < 256; i++) counts.writeUInt32BE(1, i * 4)
  return Buffer.concat([Buffer.from('ff744f6300000002', 'hex'), counts, Buffer.from(SHA, 'hex'), Buffer.alloc(60)])
}

/** Of two files. In version 4 the second name goes on from the first. */
function index(version: 2 | 4): Buffer {
  const entry = (name: string): Buffer => {
    const fixed = Buffer.alloc(62)
    fixed.writeUInt32BE(0o100644, 24)
    fixed.writeUInt16BE(name.length, 60)
    if (version === 4)
      return Buffer.concat([
        fixed,
        Buffer.from([name === 'src/a.ts' ? 0 : 4]),
        Buffer.from(`${name.slice(name === 'src/a.ts' ? 0 : 4)}\0`),
      ])
    return Buffer.concat([fixed, Buffer.from(name), Buffer.alloc(8 - ((fixed.length + name.length) % 8))])
  }
  const header = Buffer.alloc(12)
  header.write('DIRC')
  header.writeUInt32BE(version, 4)
  header.writeUInt32BE(2, 8)
  const link = Buffer.concat([Buffer.from('link'), Buffer.from([0, 0, 0, 20]), Buffer.alloc(20)])
  return Buffer.concat([header, entry('src/a.ts'), entry('src/b.ts'), link, Buffer.alloc(20)])
}

const ABSENT = 'ab'.repeat(20)

export const GIT_TARGETS: readonly Target[] = [
  gitFile('HEAD', [FOLDER], '.git/HEAD', ['ref: refs/heads/main\n', `${SHA}\n`, 'ref: refs/heads/.invalid\n']),
  gitFile('a ref', [FOLDER], '.git/refs/heads/main', [`${SHA}\n`, 'ref: refs/heads/other\n']),
  gitFile(
    'packed-refs',
    [FOLDER],
    '.git/packed-refs',
    [`# pack-refs with: peeled fully-peeled sorted\n${SHA} refs/heads/packed\n^${ABSENT}\n`],
    (place) => {
      put(join(place.gitDir, 'HEAD'), 'ref: refs/heads/packed\n')
      return readHeadState(place)
    },
  ),
  gitFile('gitdir file', [FOLDER], '.git', ['gitdir: ../other/.git\n', 'gitdir: ../other/.git']),
  gitFile('commondir', [FOLDER], '.git/commondir', ['../../other/.git\n', '.\n']),
  gitFile('config', [OBJECTS, 'src/platform/git/safe.ts'], '.git/config', [GIT_CONFIG], (place, _tree, input) => {
    // Nothing is run: what git would answer about its configuration is the input.
    const stdout = input.toString('utf8')
    const asked = { ...place, cwd: place.worktree } as unknown as Parameters<typeof safeOptions>[0]
    const options = safeOptions(asked, () => ({ ok: true, stdout }) as ReturnType<Parameters<typeof safeOptions>[1]>)
    return [readRemote(place.commonDir), options, Object.keys(safeEnv({}, asked)).length]
  }),
  gitFile('logs', [OBJECTS, 'src/capture/git.ts'], '.git/logs/HEAD', [GIT_LOG], (place, tree, input) => {
    put(join(place.commonDir, 'logs', 'refs', 'stash'), input)
    return [readFirstCommit(place.commonDir), readGitFacts(tree, { status: { files: [] }, place })]
  }),
  gitFile('index', ['src/platform/git/tracked.ts'], '.git/index', [index(2), index(4)], (_place, tree) => [
    trackedBy(join(tree, 'home')),
    trackedBy(join(tree, 'src')),
  ]),
  gitFile('pack index', [OBJECTS], `.git/objects/pack/pack-${SHA}.idx`, [packIndex()], (place) => [
    hasObject(place.commonDir, SHA),
    hasObject(place.commonDir, ABSENT),
  ]),
  gitFile('alternates', [OBJECTS], '.git/objects/info/alternates', ['../../../other/.git/objects\n# x\n'], (place) => {
    return [hasObject(place.commonDir, ABSENT), readdirSync(place.gitDir).length]
  }),
]
