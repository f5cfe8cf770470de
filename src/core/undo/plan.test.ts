import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldersAbove } from './bytes.js'
import { type Plan, planUndo, type Present, redoOf, type Step, type Wanted } from './plan.js'

/** A disk of bytes: what stands for a hash is the bytes themselves. */
type Disk = Map<string, { bytes: string; mode: string }>

const NOTHING: Present = { kind: 'absent', hash: '', mode: '', links: 0, isOwn: true, inode: '' }
const paths = ['a', 'b', 'A', 'd/e', 'd/f', 'd']
const file = fc.record({
  bytes: fc.constantFrom('one', 'two', 'three'),
  mode: fc.constantFrom('100644', '100600', '120000'),
})
const disks = fc
  .dictionary(fc.constantFrom('a', 'b', 'd/e', 'd/f'), file)
  .map((files): Disk => new Map(Object.entries(files)))
const wanted: fc.Arbitrary<Wanted[]> = fc.uniqueArray(
  fc.record({
    path: fc.constantFrom(...paths),
    hash: fc.option(fc.constantFrom('one', 'two', 'three')),
    mode: fc.constantFrom('100644', '100600', '120000'),
    expected: fc.subarray(['one', 'two', 'three']),
    named: fc.boolean(),
  }),
  { selector: ({ path }) => path },
)

function presentOn(disk: Disk, odd: Partial<Present> = {}): (path: string) => Present {
  return (path) => {
    const blocked = foldersAbove(path).find((folder) => disk.has(folder))
    if (blocked !== undefined) return { ...NOTHING, blocked }
    const found = disk.get(path)
    if (!found)
      return [...disk.keys()].some((one) => one.startsWith(`${path}/`)) ? { ...NOTHING, kind: 'folder' } : NOTHING
    const kind = found.mode === '120000' ? 'link' : 'file'
    return { kind, hash: found.bytes, mode: found.mode, links: 1, isOwn: true, inode: path, ...odd }
  }
}

/** As it is done: every step first looks whether what is there is what was kept. */
function act(disk: Disk, steps: readonly Step[], kept: Set<string>): Disk {
  const next: Disk = new Map(disk)
  for (const { path, do: how, hash, mode, was } of steps) {
    expect(next.get(path)?.bytes, path).toBe(was?.hash)
    if (was) kept.add(was.hash)
    if (how === 'delete') next.delete(path)
    else next.set(path, { bytes: hash, mode })
  }
  return next
}

const plan = (disk: Disk, all: Wanted[], exact: boolean, odd?: Partial<Present>): Plan =>
  planUndo({ wanted: all, presentAt: presentOn(disk, odd), exact })

test('whatever is wanted, no byte of the work tree is lost: it is there still, or it was kept', () => {
  fc.assert(
    fc.property(disks, wanted, fc.boolean(), (disk, all, exact) => {
      const kept = new Set<string>()
      const after = act(disk, plan(disk, all, exact).steps, kept)
      const left = new Set([...after.values()].map(({ bytes }) => bytes))
      for (const { bytes } of disk.values()) expect(left.has(bytes) || kept.has(bytes)).toBe(true)
    }),
  )
})

test('nothing that was wanted is silently missing, and nothing else is touched', () => {
  fc.assert(
    fc.property(disks, wanted, fc.boolean(), (disk, all, exact) => {
      const { steps, refused, same } = plan(disk, all, exact)
      const told = [...steps.map(({ path }) => path), ...refused.map(({ path }) => path), ...same]
      expect(told.toSorted()).toEqual(all.map(({ path }) => path).toSorted())
    }),
  )
})

test('a file that nobody expected stays, unless it was named', () => {
  fc.assert(
    fc.property(disks, wanted, (disk, all) => {
      const strange = plan(disk, all, false).steps.filter(({ path, was, hash }) => {
        const one = all.find((each) => each.path === path)
        return was && !one?.named && was.hash !== hash && !one?.expected.includes(was.hash)
      })
      expect(strange).toEqual([])
    }),
  )
})

test('nothing is deleted but by exact or by name', () => {
  fc.assert(
    fc.property(disks, wanted, (disk, all) => {
      const deleted = plan(disk, all, false).steps.filter((step) => step.do === 'delete')
      for (const { path } of deleted) expect(all.find((one) => one.path === path)?.named).toBe(true)
    }),
  )
})

test('the same plan again has nothing to do, and redo leads back to the byte', () => {
  fc.assert(
    fc.property(disks, wanted, fc.boolean(), (disk, all, exact) => {
      const { steps, refused } = plan(disk, all, exact)
      const after = act(disk, steps, new Set())
      // What was refused may be possible now.
      const again = plan(after, all, exact).steps.filter(({ path }) => !refused.some((one) => one.path === path))
      expect(again).toEqual([])
      const back = planUndo({ wanted: redoOf(steps), presentAt: presentOn(after), exact: true })
      expect(back.refused).toEqual([])
      expect(new Map(act(after, back.steps, new Set()))).toEqual(disk)
    }),
  )
})

const one = (more: Partial<Wanted> = {}): Wanted[] => [
  { path: 'a', hash: 'old', mode: '100644', expected: ['base'], named: false, ...more },
]
const onDisk = (more: Partial<Present>): Plan =>
  planUndo({
    wanted: one(),
    presentAt: () => ({ kind: 'file', hash: 'base', mode: '100644', links: 1, isOwn: true, inode: '1', ...more }),
    exact: false,
  })

test.each([
  [{ hash: 'new work' }, 'changed-since'],
  [{ blocked: 'd' }, 'parent-is-no-folder'],
  [{ kind: 'folder' }, 'is-folder'],
  [{ kind: 'other' }, 'is-no-file'],
  [{ links: 2 }, 'hard-links'],
  [{ isOwn: false }, 'foreign-owner'],
  [{ unkept: 'too-large' }, 'too-large'],
  [{ kind: 'absent', twin: 'A' }, 'other-case'],
] as const)('what is there is %j: %s', (present, why) => {
  expect(onDisk(present)).toEqual({ steps: [], refused: [{ path: 'a', why }], same: [] })
})

test.each(['../a', '.git/config', 'd//e', '/etc/passwd', 'd/.GIT/hooks/post-checkout', ''])(
  'a path that leads elsewhere is refused: %s',
  (path) => {
    const { steps, refused } = planUndo({ wanted: one({ path, named: true }), presentAt: () => NOTHING, exact: true })
    expect({ steps, refused }).toEqual({ steps: [], refused: [{ path, why: 'outside' }] })
  },
)

test('two names of one file are not written', () => {
  const both = [...one(), ...one({ path: 'b' })]
  const present: Present = { kind: 'file', hash: 'base', mode: '100644', links: 1, isOwn: true, inode: '7' }
  const { refused } = planUndo({ wanted: both, presentAt: () => present, exact: false })
  expect(refused.map(({ why }) => why)).toEqual(['same-file-twice', 'same-file-twice'])
})
