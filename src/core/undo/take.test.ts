import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bytesOf, type BytePath, isInside, parsePath, printPath, utf8Of } from './bytes.js'
import { parseDirty, withinCaps } from './dirty.js'
import { mayWrite } from './command.js'
import { toThin } from './keep.js'
import { hasSecretName } from './secret-name.js'
import { fileMode, isSameState, parseTake, permissionsOf, printTake, type Take } from './take.js'

const anyPath: fc.Arbitrary<BytePath> = fc
  .uint8Array({ minLength: 1, maxLength: 30, min: 1 })
  .map((bytes) => String.fromCharCode(...bytes))
const hash = fc.stringMatching(/^[0-9a-f]{64}$/)
const anyTake: fc.Arbitrary<Take> = fc.record(
  {
    id: fc.stringMatching(/^[0-9A-Z]{8,20}-t[a-z0-9]{7}$/),
    before: fc.record({ agent: fc.string(), command: fc.string({ unit: 'binary' }) }),
    entry: fc.record({ name: fc.string(), id: fc.string(), pinned: fc.boolean() }),
    worktree: anyPath,
    base: hash,
    branch: fc.string({ unit: 'binary' }),
    reflog: fc.nat(),
    complete: fc.boolean(),
    rows: fc.array(
      fc.oneof(
        fc.record({
          letter: fc.constantFrom('M', 'A', 'S'),
          mode: fc.constantFrom('100644', '100755', '120000', '100600'),
          hash,
          size: fc.nat(),
          path: anyPath,
        }),
        anyPath.map((path) => ({ letter: 'D' as const, mode: '', hash: '', size: 0, path })),
      ),
    ),
    left: fc.array(
      fc.record({
        why: fc.constantFrom('too-large', 'secret', 'repository'),
        detail: fc.constantFrom('', '48-MB', '1c9e'),
        path: anyPath,
      }),
    ),
  },
  { requiredKeys: ['id', 'worktree', 'complete', 'rows', 'left'] },
) as fc.Arbitrary<Take>

test('a path of any bytes comes back from one line of text', () => {
  fc.assert(
    fc.property(anyPath, (path) => {
      expect(printPath(path)).not.toMatch(/[\n\0]/)
      expect(parsePath(printPath(path))).toBe(path)
    }),
  )
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(utf8Of(bytesOf(text))).toBe(text)
    }),
  )
})

test('print and parse of a take are inverse', () => {
  fc.assert(
    fc.property(anyTake, (take) => {
      expect(parseTake(printTake(take))).toEqual(take)
    }),
  )
})

test.each([
  '',
  '---\n---\n',
  '---\ndogear-snapshot: 2\n---\n',
  '---\ndogear-snapshot: 1\nid: "x"\nworktree: "/w"\n---\nM x',
])('what is no take is none: %j', (text) => expect(parseTake(text)).toBeNull())

test('a take of the same state says nothing new, whatever it was made for', () => {
  fc.assert(
    fc.property(anyTake, (take) => {
      expect(isSameState(take, { ...take, id: 'other', before: {} })).toBe(true)
    }),
  )
})

test('permission bits come back, and setuid does not', () => {
  expect(permissionsOf(fileMode(0o4755))).toBe(0o755)
  expect(permissionsOf('100600')).toBe(0o600)
})

test('what git says is read as bytes', () => {
  const blob = 'a'.repeat(40)
  const other = 'b'.repeat(40)
  const status = [
    `# branch.oid ${blob}`,
    '# branch.head auth',
    `1 .M N... 100644 100644 100644 ${blob} ${blob} a b\n\xff.ts`,
    `1 MM N... 100644 100644 100644 ${blob} ${other} both`,
    `1 A. N... 000000 100644 100644 ${'0'.repeat(40)} ${other} new`,
    `1 .A N... 000000 000000 100644 ${'0'.repeat(40)} ${'0'.repeat(40)} announced`,
    `1 .M S.M. 160000 160000 160000 ${blob} ${blob} lib`,
    '? notes/1 file',
    '',
  ].join('\0')
  expect(parseDirty(status)).toEqual({
    base: blob,
    branch: 'auth',
    paths: [
      { path: 'a b\n\xff.ts', kind: 'tracked', baseBlob: blob },
      { path: 'both', kind: 'tracked', baseBlob: blob, stagedBlob: other, stagedMode: '100644' },
      { path: 'new', kind: 'tracked' },
      { path: 'announced', kind: 'tracked' },
      { path: 'notes/1 file', kind: 'untracked' },
    ],
  })
})

test('a forgotten .gitignore never pushes source files out', () => {
  const caps = { file: 100, total: 250, untracked: 3 }
  const source = { path: 'src/a.ts', isFirst: true, size: 90, mtimeMs: 0 }
  const junk = Array.from({ length: 10 }, (_, i) => ({ path: `junk/${i}`, isFirst: false, size: 50, mtimeMs: 1e9 + i }))
  const { kept, tooLarge, overLimit } = withinCaps([...junk, source, { ...source, path: 'big', size: 101 }], caps)
  expect(kept[0]).toBe(source)
  expect(kept.reduce((sum, { size }) => sum + size, 0)).toBeLessThanOrEqual(caps.total)
  expect(tooLarge.map(({ path }) => path)).toEqual(['big'])
  expect(overLimit).toEqual([{ path: 'junk/', count: 7 }])
})

test.each(['ls -la src', 'cat README.md', 'git status', 'git diff HEAD src', 'pwd', 'git branch --show-current'])(
  'only looks: %s',
  (command) => expect(mayWrite(command)).toBe(false),
)

test.each([
  'git checkout -- .',
  'rm -rf src',
  'cat a > b',
  'ls; rm x',
  'ls $(rm x)',
  'ls `rm x`',
  'echo hi\nrm x',
  'git diff --output=src/a.ts',
  'git branch -D auth',
  'sort -o a a',
  'rg --pre=./run x',
  'npm test',
  'find . -delete',
  '',
])('may write: %s', (command) => expect(mayWrite(command)).toBe(true))

test.each([
  '.env',
  'app/.env.local',
  'id_rsa',
  'keys/server.pem',
  '.ssh/config',
  'infra/prod.tfvars',
  'credentials.json',
])('is there to hold a secret: %s', (path) => expect(hasSecretName(path)).toBe(true))
test.each(['.env.example', 'src/env.ts', 'src/credentials/form.ts', 'docs/keys.md'])(
  'is an ordinary file: %s',
  (path) => expect(hasSecretName(path)).toBe(false),
)

test('the newest and the pinned never go, and a holiday takes nothing', () => {
  const take = fc.record({ id: fc.uuid(), atMs: fc.nat(200 * 86_400_000), bytes: fc.nat(1000), pinned: fc.boolean() })
  fc.assert(
    fc.property(fc.array(take, { minLength: 1 }), fc.nat(5000), (all, maxBytes) => {
      const keeping = { allDays: 7, dailyDays: 30, maxBytes }
      const gone = new Set(toThin(all, keeping))
      const left = all.filter(({ id }) => !gone.has(id))
      const newest = (some: typeof all): number => Math.max(...some.map(({ atMs }) => atMs))
      expect(all.filter(({ pinned }) => pinned).every(({ id }) => !gone.has(id))).toBe(true)
      expect(newest(left)).toBe(newest(all))
      const isOver = left.reduce((sum, { bytes }) => sum + bytes, 0) > maxBytes
      expect(isOver && left.filter(({ pinned }) => !pinned).length > 1).toBe(false)
    }),
  )
})

test('what leads out of the work tree is not inside', () => {
  expect(['a', 'a/b', '.github/x', 'a..b'].every(isInside)).toBe(true)
  expect(['', '/a', 'a/', '../a', 'a/../b', './a', '.git', 'a/.git/b', 'a\0b'].some(isInside)).toBe(false)
})
