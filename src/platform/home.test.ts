import { chmodSync, chownSync, mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { scratchRepo, tempDir } from '../../test/support/world.js'
import { checkedHome } from './check-home.js'
import { ensureDir } from './files/files.js'
import { homeOfUser, isPlainHome, NO_HOME } from './home.js'

const problem = (path: string): string => {
  try {
    checkedHome({ DOGEAR_HOME: path }, NO_HOME)
    return ''
  } catch (error) {
    return `${(error as { code?: string }).code}: ${(error as Error).message}`
  }
}

function ownHome(): string {
  const home = join(tempDir(), 'home')
  for (const name of ['', 'hooks', 'log', 'index', 'projects']) mkdirSync(join(home, name), { mode: 0o700 })
  return home
}

test('a home of the own is plain, there or not, and also through a link of the user', () => {
  const home = ownHome()
  const link = join(tempDir(), 'link')
  symlinkSync(home, link)
  for (const path of [home, link, join(home, 'not', 'yet')]) {
    expect(isPlainHome(path)).toBe(true)
    expect(problem(path)).toBe('')
  }
})

test.each(['rel', './x', '~/x', ' ', '..', '\t/x', 'C:\\x'])(
  'a home that is "%s" is another one everywhere',
  (path) => {
    expect(problem(path)).toMatch(/^bad-input: DOGEAR_HOME is "/)
    expect(() => checkedHome({ XDG_DATA_HOME: path }, '/home/u')).toThrow('XDG_DATA_HOME is "')
  },
)

test('where nobody knows the home of the user, DOGEAR_HOME is enough', () => {
  expect(() => checkedHome({}, NO_HOME)).toThrow('it is not known where your home folder is')
  const home = ownHome()
  expect(checkedHome({ DOGEAR_HOME: `${home}//` }, NO_HOME)).toBe(home)
})

test('a HOME that is no whole path is as good as none', () => {
  const known = homeOfUser({})
  for (const HOME of ['', 'rel', '.', '~']) expect(homeOfUser({ HOME })).toBe(known)
  expect(homeOfUser({ HOME: '/home/u' })).toBe(process.platform === 'win32' ? known : '/home/u')
})

describe.skipIf(process.platform === 'win32')('as the store looks at its folders', () => {
  const BAD: [string, (path: string) => void][] = [
    ['open to all', (path) => chmodSync(path, 0o777)],
    ['open to the group', (path) => chmodSync(path, 0o770)],
  ]
  if (process.getuid?.() === 0) BAD.push(['of somebody else', (path) => chownSync(path, 1234, 1234)])

  test.each(BAD)('a home that is %s is refused', (_, spoil) => {
    const home = ownHome()
    spoil(home)
    expect(isPlainHome(home)).toBe(false)
    expect(problem(home)).toMatch(/^unsafe: the folder /)
  })

  test.each(['hooks', 'log', 'index', 'projects'])('the folder %s is looked at, too', (name) => {
    const home = ownHome()
    chmodSync(join(home, name), 0o777)
    expect(problem(home)).toMatch(new RegExp(`^unsafe: the folder .*/${name} is not safe`))
  })

  test('a folder that is a link is refused', () => {
    const home = join(tempDir(), 'home')
    mkdirSync(home, { mode: 0o700 })
    symlinkSync(ownHome(), join(home, 'hooks'))
    expect(problem(home)).toContain('it is a symbolic link')
  })

  test('a home below a file is told, and what to set', () => {
    expect(problem('/dev/null/home')).toMatch(/^disk-failed: cannot look at \/dev\/null\/home: there is a file/)
    expect(() => ensureDir('/dev/null/home/projects', '/dev/null/home')).toThrow('there is a file where a folder')
  })

  test('a home that is a link to nowhere is told', () => {
    const home = join(tempDir(), 'home')
    symlinkSync('/nowhere', home)
    expect(problem(home)).toBe(`unsafe: ${home} is a link that leads nowhere`)
  })
})

test('a home inside a work tree is used where nothing below it is tracked', () => {
  const repo = scratchRepo({ 'a/x': '1', 'tracked/config.json': '{}' })
  chmodSync(join(repo.dir, 'tracked'), 0o700)
  expect(problem(join(repo.dir, 'a', 'home'))).toBe('')
  expect(isPlainHome(join(repo.dir, 'a', 'home'))).toBe(false)
  expect(problem(join(repo.dir, 'tracked'))).toContain(`may come with the repository ${repo.dir}`)
  const link = join(tempDir(), 'link')
  symlinkSync(join(repo.dir, 'tracked'), link)
  expect(problem(link)).toContain('may come with the repository')
})
