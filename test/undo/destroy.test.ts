import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { DESTROYING, type Destroying } from './commands.js'
import { agentIn, dirtyUp, gitOf, put, readyToWreck, treeOf, undoDesk, type UndoDesk } from './support.js'

function wrecked({ command, first }: Destroying): {
  desk: UndoDesk
  before: Map<string, string>
  git: Map<string, string>
} {
  const desk = undoDesk(undefined, readyToWreck)
  if (first) desk.quietly(first)
  const before = treeOf(desk.repo.dir)
  desk.call(command)
  return { desk, before, git: gitOf(desk.repo.dir) }
}

test.each(DESTROYING.filter(({ covered }) => covered !== false).map((one) => [one.command, one] as const))(
  '[F9] %s: what it took is back to the byte',
  (_, one) => {
    const { desk, before, git } = wrecked(one)
    const line = desk.turnEnds()
    const lost = [...before].filter(([path, what]) => treeOf(desk.repo.dir).get(path) !== what && !isBase(one, path))
    expect(lost.length, 'it destroys something').toBeGreaterThan(0)
    expect(line ?? '', 'the end of the turn').toMatch(one.quiet ? /^$/ : /^dogear: .* lost .*dogear undo$/)
    const { receipt, plan } = desk.undoNow()
    const after = treeOf(desk.repo.dir)
    const wrong = lost.filter(([path, what]) => after.get(path) !== what).map(([path]) => path)
    expect({ wrong, refused: plan.refused.map(({ path, why }) => `${path} ${why}`) }).toEqual({
      wrong: [],
      refused: [],
    })
    expect(receipt?.left).toEqual([])
    expect(gitOf(desk.repo.dir)).toEqual(git)
  },
)

/** Nothing of it was uncommitted: git has it, and says how it comes back. */
function isBase({ base = [] }: Destroying, path: string): boolean {
  return base.includes(path) || path.startsWith('ignored/')
}

test('what is not covered is named by the plan, never silently missing', () => {
  const desk = undoDesk()
  dirtyUp(desk)
  desk.quietly(
    'echo "KEY=not-to-be-kept" > .env; mkdir nested; git init -q nested; echo x > nested/x; head -c 3000000 /dev/urandom > big.bin',
  )
  desk.call('rm -rf .env nested big.bin notes.md')
  const { plan } = desk.undo()
  expect(plan.refused.map(({ path, why }) => `${path} ${why}`).toSorted()).toEqual([
    '.env left-secret',
    'big.bin left-too-large',
    'nested left-repository',
  ])
})

test('redo brings the loss back, undo again undoes it, and a second loss is one further back', () => {
  const desk = undoDesk()
  dirtyUp(desk)
  const whole = treeOf(desk.repo.dir)
  desk.call('rm -rf data')
  const first = treeOf(desk.repo.dir)
  desk.call('git checkout -- .')
  const second = treeOf(desk.repo.dir)
  desk.undoNow()
  expect(treeOf(desk.repo.dir)).toEqual(first)
  desk.undoNow({ redo: true })
  expect(treeOf(desk.repo.dir)).toEqual(second)
  desk.undoNow()
  desk.undoNow()
  expect(treeOf(desk.repo.dir)).toEqual(whole)
  expect(() => desk.undo()).toThrow(/no uncommitted work/)
})

test('a plan is void once one byte of it has moved', () => {
  const desk = undoDesk()
  dirtyUp(desk)
  desk.call('git checkout -- .')
  const { id } = desk.undo().plan
  desk.quietly('echo new work > src/auth.ts')
  const now = treeOf(desk.repo.dir)
  expect(() => desk.undo({ apply: id })).toThrow(/void/)
  expect(treeOf(desk.repo.dir)).toEqual(now)
  expect(desk.undo().plan.refused.map(({ path, why }) => `${path} ${why}`)).toEqual(['src/auth.ts changed-since'])
  desk.undoNow({ paths: ['src/auth.ts'] })
  expect(treeOf(desk.repo.dir).get('src/auth.ts')).not.toBe(now.get('src/auth.ts'))
  desk.undoNow({ redo: true })
  expect(treeOf(desk.repo.dir)).toEqual(now)
})

test('what somebody took by hand is found by a look, also where git does not look', () => {
  const desk = undoDesk()
  desk.quietly('git update-index --assume-unchanged src/login.ts; git update-index --skip-worktree tool.sh')
  desk.quietly('echo "mine alone, and git was told to leave it be" > src/login.ts; git add -N notes.md')
  dirtyUp(desk)
  desk.quietly('echo "settings of this machine, and of no other one" > tool.sh; git add -N notes.md')
  desk.call('true; ls')
  const whole = treeOf(desk.repo.dir)
  desk.quietly('rm -rf src tool.sh notes.md; git checkout -f HEAD -- src')
  const { plan } = desk.undoNow()
  expect(plan.steps.map(({ path }) => path)).toEqual(expect.arrayContaining(['src/login.ts', 'tool.sh', 'notes.md']))
  expect(treeOf(desk.repo.dir)).toEqual(whole)
})

test('a worktree that was removed: made again at its place, undo brings its work back', () => {
  const { repo, world } = undoDesk()
  const dir = `${repo.dir}-side`
  repo.git('worktree', 'add', '-q', '-b', 'side', dir)
  const agent = agentIn({ ...world, cwd: dir })
  put(dir, 'idea.md', 'written in the side worktree, and nowhere else\n')
  agent.call('date > built.txt')
  repo.git('worktree', 'remove', '--force', dir)
  repo.git('worktree', 'add', '-q', dir, 'side')
  agent.undoNow()
  expect(readFileSync(`${dir}/idea.md`, 'utf8')).toBe('written in the side worktree, and nowhere else\n')
})
