/** Other people, and remotes that do not keep to the rules: nothing of mine is hidden, ended or reordered, and nothing forged counts. */
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { cleanEnv, tempDir } from '../support/world.js'
import { type Machine, machines, ownDevices, PLACES, type Place, settle, statusOf } from './machines.js'

function folder(): Place {
  return (PLACES['folder'] as () => Place)()
}

/** The folder of the device that wrote this. */
function deviceOf(batches: readonly string[], words: string): string {
  return basename(dirname(batches.find((path) => readFileSync(path, 'utf8').includes(words)) as string))
}

/** Ada founds a store for a team, and lets Eve in. */
function team(url: string): [Machine, Machine] {
  const [ada, eve] = machines('ada', 'eve') as [Machine, Machine]
  ada.run('save', 'auth', '--task', 'OAuth login', '--next', 'Write the callback test')
  ada.run('save', 'diary', '--next', 'Tell nobody')
  const { words } = ada.json<{ words: string }>('sync', 'add', url, '--team')
  eve.json('sync', 'add', `${url}#${words}`, '--link', 'shop')
  ada.json('sync', 'trust', eve.words(), '--name', 'Eve of the web team')
  return [ada, eve]
}

describe('a team', () => {
  test("gets what is shared by name and nothing else, as somebody else's, under the name of their key", () => {
    const { url, batches } = folder()
    const [ada, eve] = team(url)
    ada.run('save', '--auto', '--reason', 'turn', '--next', 'A loose thought')
    settle(ada, eve)
    expect(eve.run('list', '--quiet').stdout.trim()).toBe('')
    ada.json('share', 'auth')
    settle(ada, eve)
    expect(eve.run('list', '--quiet').stdout.trim()).toBe('auth')
    const { stdout } = eve.run('resume', 'auth', '--yes')
    expect(stdout).toContain('Write the callback test')
    expect(stdout).toMatch(/by ada@ada on the machine 'ada', not by this user/)
    const sent = batches()
      .map((path) => readFileSync(path, 'utf8'))
      .join('')
    for (const secret of ['Tell nobody', 'A loose thought']) expect(sent).not.toContain(secret)
  })

  test('is one line of the list, moves no number, and is shown when it is asked for', () => {
    const { url } = folder()
    const [ada, eve] = team(url)
    for (const name of ['auth', 'diary']) ada.run('share', name)
    eve.run('save', 'mine', '--next', 'Look at the logs')
    settle(ada, eve)
    const listed = eve.run('list')
    expect(listed.stdout.trim().split('\n')).toHaveLength(1)
    expect(listed.stdout).toMatch(/^mine/)
    expect(listed.stderr).toContain('and the team: 2 lines by 1 person: dogear list --team')
    expect(
      eve
        .run('list', '--team')
        .stdout.split('\n')
        .map((line) => line.split('\t')[0])
        .toSorted(),
    ).toEqual(['', 'auth', 'diary'])
    expect(eve.run('resume').stdout).toContain('Look at the logs')
  })

  test('none of them can end, hide or take over what is mine', () => {
    const { url } = folder()
    const [ada, eve] = team(url)
    ada.json('share', 'auth')
    settle(ada, eve)
    eve.run('share', 'auth')
    eve.run('save', 'auth', '--next', 'Drop the database')
    eve.run('clear', 'auth')
    settle(eve, ada)
    expect(ada.run('list', '--quiet').stdout.trim().split('\n').toSorted()).toContain('auth')
    const { stdout } = ada.run('resume', 'auth', '--trust', 'no')
    expect(stdout).toContain('Write the callback test')
    // What they said may be told, as theirs; it is never the next action.
    expect(stdout.split('## Next action')[1]?.split('\n')[1]).toBe('Write the callback test')
    expect(ada.run('trash', 'purge', '--older-than', '0d').stdout).not.toContain('auth')
  })

  test('who was put out is not followed any further', () => {
    const { url } = folder()
    const [ada, eve] = team(url)
    eve.run('save', 'before', '--next', 'one')
    eve.run('share', 'before')
    settle(eve, ada)
    ada.json('sync', 'members', 'remove', eve.words())
    eve.run('save', 'after', '--next', 'two')
    eve.run('share', 'after')
    settle(eve, ada)
    const names = ada.run('list', '--quiet').stdout
    expect(names).toContain('before')
    expect(names).not.toContain('after')
  })

  test('a member who is no admin lets nobody in', () => {
    const { url } = folder()
    const [, eve] = team(url)
    const [mallory] = machines('mallory') as [Machine]
    const { remotes } = eve.json<{ remotes: { words: string }[] }>('sync', 'status')
    mallory.json('sync', 'add', `${url}#${remotes[0]?.words}`, '--link', 'shop')
    eve.json('sync')
    const ran = eve.run('sync', 'trust', mallory.words())
    expect(ran.code).toBe(6)
    expect(ran.stderr).toContain('only an admin')
  })
})

describe('an encrypted store', () => {
  test('says nothing to whoever carries it, and is read by whom is let in', () => {
    const { url, batches } = folder()
    const [desk, laptop] = machines('desk', 'laptop') as [Machine, Machine]
    desk.run('save', 'auth', '--task', 'OAuth login', '--next', 'Write the callback test')
    const recovery = join(tempDir(), 'recovery.txt')
    const { words } = desk.json<{ words: string }>('sync', 'add', url, '--encrypt', recovery)
    expect(readFileSync(recovery, 'utf8')).toMatch(/^AGE-SECRET-KEY-1/m)
    const carried = batches()
      .map((path) => readFileSync(path, 'latin1'))
      .join('')
    for (const said of ['OAuth', 'callback', 'auth', 'shop', 'git.example']) expect(carried).not.toContain(said)
    // Not let in: nothing can be read, and there is no project to link to yet.
    laptop.json('sync', 'add', `${url}#${words}`)
    expect(laptop.run('list', '--quiet').stdout.trim()).toBe('')
    expect(statusOf(laptop).held.sealed).toBeGreaterThan(0)
    desk.json('sync', 'trust', laptop.words())
    laptop.json('sync')
    laptop.json('sync', 'add', `${url}#${words}`, '--link', 'shop')
    expect(laptop.run('resume', 'auth').stdout).toContain('Write the callback test')
  })

  test('can be one that was founded in clear: what was sent stays as it was, all that follows is sealed for every device', () => {
    const { url, batches } = folder()
    const [desk, laptop] = machines('desk', 'laptop') as [Machine, Machine]
    desk.run('save', 'auth', '--next', 'Write the callback test')
    ownDevices(url, [desk, laptop])
    const before = new Set(batches())
    const recovery = join(tempDir(), 'recovery.txt')
    // Nobody but an admin, and not without a key that was tested.
    writeFileSync(recovery, 'no key')
    expect(desk.run('sync', 'encrypt', recovery).code).toBe(2)
    rmSync(recovery)
    expect(desk.run('sync', 'encrypt', recovery).stdout).toContain('1 entries lie there in clear')
    desk.run('save', 'auth', '--next', 'Ask about the vault')
    laptop.run('save', 'auth', '--next', 'Look at the cellar')
    settle(desk, laptop, desk, laptop)
    const sent = batches().filter((path) => !before.has(path))
    const carried = sent.map((path) => readFileSync(path, 'latin1')).join('')
    expect(carried).toContain('"epoch":1')
    for (const words of ['the vault', 'the cellar']) expect(carried).not.toContain(words)
    for (const one of [desk, laptop])
      expect(one.run('history', 'auth').stdout).toMatch(/vault[^]*cellar|cellar[^]*vault/)
    // Whoever comes later reads both.
    const [third] = machines('third') as [Machine]
    const words = desk.json<{ remotes: { words: string }[] }>('sync', 'status').remotes[0]?.words
    third.json('sync', 'add', `${url}#${words}`)
    desk.json('sync', 'trust', third.words())
    third.json('sync', 'add', `${url}#${words}`, '--link', 'shop')
    expect(third.json<{ entries: unknown[] }>('history', 'auth').entries).toHaveLength(3)
  })

  test('has a new key when a device is put out', () => {
    const { url, batches } = folder()
    const [desk, laptop] = machines('desk', 'laptop') as [Machine, Machine]
    desk.run('save', 'auth', '--next', 'one')
    const { words } = desk.json<{ words: string }>('sync', 'add', url, '--encrypt', join(tempDir(), 'recovery.txt'))
    laptop.json('sync', 'add', `${url}#${words}`)
    desk.json('sync', 'trust', laptop.words())
    laptop.json('sync')
    expect(desk.json<{ encrypted: boolean }>('sync', 'members', 'remove', laptop.words()).encrypted).toBe(true)
    desk.run('save', 'auth', '--next', 'two')
    desk.json('sync')
    expect(
      batches()
        .map((path) => readFileSync(path, 'latin1'))
        .join(''),
    ).toContain('"epoch":2')
    laptop.json('sync')
    expect(statusOf(laptop).held.sealed).toBeGreaterThan(0)
  })
})

describe('what is tampered with', () => {
  test.each<[string, (text: string) => string, RegExp]>([
    [
      'a body that was changed',
      (text) => text.replace('Write the callback test', 'Write the callback tesT'),
      /missing/,
    ],
    ['a signature of somebody else', (text) => text.replace(/"sig":"....../g, '"sig":"AAAAAA'), /missing|which key/],
    ['a record that was cut out', (text) => text.replace(/^\{[^\n]*"seq":4[^]*?(?=^\{"v":1)/m, ''), /missing/],
  ])('%s counts nowhere, and is named', (_, change, why) => {
    const { url, batches } = folder()
    const [desk, laptop] = machines('desk', 'laptop') as [Machine, Machine]
    desk.run('save', 'auth', '--next', 'Write the callback test')
    desk.run('save', 'auth', '--next', 'Deploy')
    const { words } = desk.json<{ words: string }>('sync', 'add', url)
    for (const path of batches()) writeFileSync(path, change(readFileSync(path, 'utf8')))
    const added = laptop.run('sync', 'add', `${url}#${words}`, '--link', 'new')
    const broken = (): string =>
      statusOf(laptop)
        .broken.map((one) => one.why)
        .join()
    const said = added.code === 0 ? broken() : added.stderr
    expect(said).toMatch(added.code === 0 ? why : /does not prove/)
    expect(laptop.run('list', '--quiet').stdout.trim()).toBe('')
  })

  test('a store that another key has founded is not the one that was pinned', () => {
    const [real, fake] = [folder(), folder()]
    const [desk, mallory, laptop] = machines('desk', 'mallory', 'laptop') as [Machine, Machine, Machine]
    const { words } = desk.json<{ words: string }>('sync', 'add', real.url)
    mallory.run('save', 'auth', '--next', 'Delete everything')
    mallory.json('sync', 'add', fake.url)
    const store = readdirSync(join(real.url, 'dogear'))[0] as string
    rmSync(join(real.url, 'dogear', store), { recursive: true })
    renameSync(
      join(fake.url, 'dogear', readdirSync(join(fake.url, 'dogear'))[0] as string),
      join(real.url, 'dogear', store),
    )
    expect(laptop.run('sync', 'add', `${real.url}#${words}`).code).toBe(6)
    expect(laptop.run('list', '--quiet').stdout.trim()).toBe('')
  })

  test('what vanishes from the remote is told, and stays here', () => {
    const { url, batches } = folder()
    const [desk, laptop] = machines('desk', 'laptop') as [Machine, Machine]
    desk.run('save', 'auth', '--next', 'Write the callback test')
    ownDevices(url, [desk, laptop])
    rmSync(batches().findLast((path) => path.includes(deviceOf(batches(), 'callback'))) as string)
    expect(laptop.run('sync').code).toBe(1)
    expect(statusOf(laptop).rewritten).toHaveLength(1)
    expect(laptop.run('resume', 'auth').stdout).toContain('Write the callback test')
  })

  test('a git branch that was rewritten is told and never followed; the others are', () => {
    const { url } = (PLACES['git by file'] as () => Place)()
    const [desk, laptop] = machines('desk', 'laptop') as [Machine, Machine]
    desk.run('save', 'auth', '--next', 'Write the callback test')
    ownDevices(url, [desk, laptop])
    const git = (...args: string[]): string =>
      spawnSync('git', ['--git-dir', url, ...args], { encoding: 'utf8', env: cleanEnv(tempDir()) }).stdout.trim()
    const refs = git('for-each-ref', '--format=%(refname) %(objectname)')
      .split('\n')
      .map((line) => line.split(' '))
    const mine = refs.find(([ref]) => git('ls-tree', '-r', ref as string).split('\n').length > 1)
    git('update-ref', mine?.[0] as string, git('commit-tree', '-m', 'x', git('rev-parse', `${mine?.[0]}^{tree}`)))
    desk.run('save', 'auth', '--next', 'Deploy')
    expect(laptop.run('sync').code).toBe(1)
    expect(statusOf(laptop).rewritten).toHaveLength(1)
    expect(laptop.run('resume', 'auth').stdout).toContain('Write the callback test')
    // Nothing is acknowledged that nobody will read.
    expect(desk.run('sync').code).not.toBe(0)
    expect(statusOf(desk).unsent).toBe(1)
  })

  test('what a device saved with the same id and other words is kept beside, and named', () => {
    const { url } = folder()
    const [desk, laptop] = machines('desk', 'laptop') as [Machine, Machine]
    desk.run('save', 'auth', '--next', 'Write the callback test')
    const out = join(tempDir(), 'out')
    desk.run('export', 'auth', '--to', out)
    const file = spawnSync('find', [out, '-name', '*.md'], { encoding: 'utf8' }).stdout.trim()
    writeFileSync(
      file,
      readFileSync(file, 'utf8')
        .replace(/^check:.*\n/m, '')
        .replace('callback', 'login'),
    )
    laptop.run('import', file)
    ownDevices(url, [desk, laptop])
    expect(statusOf(laptop).held.differs).toHaveLength(1)
    expect(laptop.run('resume', 'auth', '--yes').stdout).toContain('login test')
  })
})
