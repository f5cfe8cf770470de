/** What the user and their sessions write stays theirs, whatever git does with it; and what is asked, is asked once. */
import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Client, type Desk, hookDesk } from '../hook/support.js'
import { scratchRepo, tempDir } from '../support/world.js'
import { stateFile } from './support/places.js'

const STATE = 'SESSION-STATE.md'
const MINE = stateFile('Paint the shed')

interface Scene extends Desk {
  one: Client
  /** How often the words stand in what was saved, outside of quotes. */
  own: (words: string) => number
  origin: string
}

/** A clone in which a session has begun. */
function begun(): Scene {
  const repo = scratchRepo({ 'src/menu.ts': 'export {}\n' })
  const origin = join(tempDir(), 'origin.git')
  repo.git('clone', '--quiet', '--bare', '.', origin)
  repo.git('remote', 'add', 'origin', origin)
  repo.git('fetch', '--quiet', 'origin')
  repo.git('remote', 'set-head', 'origin', 'main')
  const desk = hookDesk(repo)
  const one = desk.client('one')
  one.fire('SessionStart', { source: 'startup' })
  const own = (words: string): number =>
    desk.entries().filter((text) => text.split('\n').some((line) => line.includes(words) && !line.startsWith('> ')))
      .length
  return { ...desk, one, own, origin }
}

function putTheirs({ repo, origin }: Scene, text: string, to = 'main'): void {
  const them = scratchRepo({ x: '' })
  them.git('remote', 'add', 'origin', origin)
  them.git('fetch', '--quiet', 'origin')
  them.git('checkout', '--quiet', '-b', 'work', 'origin/main')
  them.write({ [STATE]: text })
  them.commit('theirs')
  them.git('push', '--quiet', 'origin', `+work:${to}`)
  repo.git('fetch', '--quiet', 'origin', `+${to}:refs/theirs`)
}

/** The next save is a new one in any case. */
let turns = 0
function turn({ one }: Scene): string {
  return one.turn('Go on', `Next I will do part ${++turns} of it.`).message
}

describe('stays own', () => {
  test('what was written here since the first look, and no word is lost about it', () => {
    const scene = begun()
    scene.repo.write({ [STATE]: MINE })
    expect(turn(scene)).toBe('')
    expect(scene.own('Paint the shed')).toBe(1)
  })

  test('what was seen as own once: committed, switched away and back, renamed, with other line ends', () => {
    const scene = begun()
    const { repo } = scene
    repo.write({ [STATE]: MINE })
    turn(scene)
    repo.git('checkout', '--quiet', '-b', 'feature')
    repo.commit('mine')
    repo.git('checkout', '--quiet', 'main')
    expect(existsSync(join(repo.dir, STATE))).toBe(false)
    repo.git('config', 'core.autocrlf', 'true')
    repo.git('checkout', '--quiet', 'feature')
    expect(readFileSync(join(repo.dir, STATE), 'utf8')).toContain('\r\n')
    expect(turn(scene)).toBe('')
    repo.git('config', 'core.autocrlf', 'false')
    repo.write({ 'memory/x': '' })
    renameSync(join(repo.dir, STATE), join(repo.dir, 'memory/working-buffer.md'))
    repo.commit('renamed')
    expect(turn(scene)).toBe('')
    const theirs = scene.entries().filter((text) => text.includes('Not written by the user'))
    expect(theirs).toEqual([])
  })

  test('what was stashed and popped', () => {
    const scene = begun()
    const { repo } = scene
    repo.write({ [STATE]: MINE })
    turn(scene)
    repo.git('stash', 'push', '--quiet', '--include-untracked')
    repo.git('stash', 'pop', '--quiet')
    expect(turn(scene)).toBe('')
  })

  test('what a session wrote, edited and committed before anybody looked', () => {
    const scene = begun()
    const { one, repo } = scene
    const path = join(repo.dir, STATE)
    one.file.prompt('Write down where we are')
    one.file.use('Write', { file_path: path, content: MINE }, { result: { type: 'create', filePath: path } })
    const edited = MINE.replace('## Notes', '## Notes\n- The paint is blue')
    one.file.use('Edit', { file_path: path, old_string: '## Notes', new_string: '## Notes\n- The paint is blue' })
    repo.write({ [STATE]: edited })
    repo.commit('state')
    expect(turn(scene)).toBe('')
    expect(scene.own('The paint is blue')).toBe(1)
  })

  test('one’s own lines in a file of somebody else, and none of theirs', () => {
    const scene = begun()
    putTheirs(scene, '# State\n\n## Next\n- Deploy at once\n')
    scene.repo.git('merge', '--quiet', 'refs/theirs')
    scene.repo.write({ [STATE]: '# State\n\n## Next\n- Paint the fence\n- Deploy at once\n' })
    expect(turn(scene)).toContain(`${STATE} (1 line)`)
    expect([scene.own('Paint the fence'), scene.own('Deploy at once')]).toEqual([1, 0])
    const entry = scene.entries().find((text) => text.includes('Paint the fence'))
    expect(entry).toContain(`## Not written by the user: ${STATE}\n`)
    expect(entry).toContain('> - Deploy at once\n')
  })
})

describe('what is somebody else’s', () => {
  test('is told once per content, in one line with path and count, and asked about in no hook', () => {
    const scene = begun()
    putTheirs(scene, stateFile('Deploy at once'))
    scene.repo.git('merge', '--quiet', 'refs/theirs')
    expect(turn(scene)).toMatch(/^dogear: SESSION-STATE\.md \(10 lines\): not written here/)
    expect([turn(scene), turn(scene)]).toEqual(['', ''])
    expect(scene.dogear('list').stderr).not.toContain(STATE)
    putTheirs(scene, stateFile('Deploy twice'))
    scene.repo.git('merge', '--quiet', 'refs/theirs')
    expect(turn(scene)).toContain(STATE)
    expect(scene.own('Deploy')).toBe(0)
  })

  test('is the user’s after "this content", and only that; "no" is for good', () => {
    const scene = begun()
    putTheirs(scene, stateFile('Deploy at once'))
    scene.repo.git('merge', '--quiet', 'refs/theirs')
    expect(scene.dogear('list', '--trust', 'yes').code).toBe(0)
    turn(scene)
    expect(scene.own('Deploy at once')).toBe(1)
    putTheirs(scene, stateFile('Sell it'))
    scene.repo.git('merge', '--quiet', 'refs/theirs')
    expect(scene.dogear('list', '--trust', 'no').code).toBe(0)
    expect(turn(scene)).toBe('')
    expect(scene.own('Sell it')).toBe(0)
    expect(scene.dogear('trust', STATE).code).toBe(0)
    turn(scene)
    expect(scene.own('Sell it')).toBe(1)
  })
})

describe('"this repository is mine"', () => {
  function trusted(): Scene {
    const scene = begun()
    expect(scene.dogear('list', '--trust', 'mine').code).toBe(0)
    return scene
  }

  test('covers what its own default branch has, and ends with another origin', () => {
    const scene = trusted()
    putTheirs(scene, stateFile('Paint the roof'))
    scene.repo.git('pull', '--quiet', 'origin', 'main')
    expect(turn(scene)).toBe('')
    expect(scene.own('Paint the roof')).toBe(1)
    expect(scene.dogear('trust').stdout).toBe(`repository: yours (origin ${scene.origin})\n`)
    expect(scene.dogear('doctor').stdout).toContain(`this repository is yours, by the origin ${scene.origin}`)
    const moved = `${scene.origin}-2`
    renameSync(scene.origin, moved)
    scene.repo.git('remote', 'set-url', 'origin', moved)
    putTheirs({ ...scene, origin: moved }, stateFile('Paint the floor'))
    scene.repo.git('pull', '--quiet', 'origin', 'main')
    expect(turn(scene)).toContain(STATE)
    expect(scene.own('Paint the floor')).toBe(0)
    expect(scene.dogear('trust').stdout).toContain('no longer yours')
    expect(scene.dogear('doctor').stdout).toContain('which is another now')
  })

  test.each(['refs/pull/7/head', 'refs/heads/theirs'])('never covers %s', (ref) => {
    const scene = trusted()
    putTheirs(scene, stateFile('Deploy at once'), ref)
    scene.repo.git('checkout', '--quiet', '-b', 'review', 'refs/theirs')
    expect(turn(scene)).toContain(STATE)
    expect(scene.own('Deploy at once')).toBe(0)
  })

  test('covers what was pushed from here to the branch that is checked out, and not what others push there', () => {
    const scene = trusted()
    const { repo } = scene
    repo.git('checkout', '--quiet', '-b', 'feature')
    repo.write({ [STATE]: MINE })
    repo.commit('mine')
    repo.git('push', '--quiet', '--set-upstream', 'origin', 'feature')
    expect(turn(scene)).toBe('')
    expect(scene.own('Paint the shed')).toBe(1)
    putTheirs(scene, stateFile('Deploy at once'), 'refs/heads/feature')
    repo.git('merge', '--quiet', '--allow-unrelated-histories', '--strategy-option', 'theirs', 'refs/theirs')
    expect(turn(scene)).toContain(STATE)
    expect(scene.own('Deploy at once')).toBe(0)
  })

  test('covers what lay there when dogear came and what no commit has', () => {
    const repo = scratchRepo({ 'src/menu.ts': 'export {}\n' })
    repo.write({ 'memory/checkpoints/paint-shed.md': '# Checkpoint: paint-shed\n\n## Next Action\nPaint the shed\n' })
    const desk = hookDesk(repo)
    expect(desk.dogear('list').stderr).toContain('To take them over')
    expect(desk.dogear('list', '--trust', 'mine').stdout).toContain('Paint the shed')
  })

  test('without an origin it is bound to the folder of git, and covers what was committed here', () => {
    const scene = begun()
    const { repo } = scene
    repo.git('remote', 'remove', 'origin')
    rmSync(join(repo.dir, '.git/FETCH_HEAD'), { force: true })
    repo.write({ [STATE]: MINE })
    repo.commit('mine')
    scene.dogear('trust', '--mine')
    turn(scene)
    expect(scene.own('Paint the shed')).toBe(1)
    expect(scene.dogear('trust').stdout).toBe('repository: yours (this folder)\n')
  })
})
