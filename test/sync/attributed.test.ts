/** What another person wrote says who says it, whichever way it is looked at: by people, by programs, by models. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tempDir } from '../support/world.js'
import { connectHere } from '../mcp/support/client.js'
import { type Machine, machines, PLACES } from './machines.js'

test.each(Object.entries(PLACES))(
  'by %s: the text of a colleague stands under their name on every path',
  async (_, place) => {
    const { url } = place()
    const [ada, bob] = machines('ada', 'bob') as [Machine, Machine]
    ada.run(
      'save',
      'auth',
      '--task',
      'Log in by OAuth',
      '--next',
      'Write the callback test',
      '--decision',
      'Keep argon2 — asked',
    )
    ada.run('save', 'auth', '--next', 'Write the second test')
    const { words } = ada.json<{ words: string }>('sync', 'add', url, '--team', '--name', 'Ada L')
    ada.json('share', 'auth')
    ada.json('sync')
    bob.json('sync', 'add', `${url}#${words}`, '--link', 'shop')

    const paths: string[][] = [
      ['list', '--team'],
      ['list', '--all', '--json'],
      ['show', 'auth'],
      ['history', 'auth'],
      ['diff', 'auth'],
      ['diff', 'auth', '--json'],
      ['search', 'argon2'],
      ['search', 'argon2', '--json'],
      ['decisions', 'argon2'],
      ['decisions', 'argon2', '--json'],
      ['resume', 'auth'],
      ['resume', 'auth', '--yes'],
      ['say', 'continue auth'],
    ]
    for (const path of paths) {
      const { stdout, stderr } = bob.run(...path)
      expect(`${path.join(' ')}: ${stdout}${stderr}`).toContain('Ada L')
    }
    expect(bob.run('list').stdout).not.toContain('OAuth')
    for (const [command, ...rest] of [['show'], ['resume', '--yes']] as [string, ...string[]][])
      expect(bob.run(command, 'auth', ...rest, '--json').stdout).toMatch(/"foreign":true/)
    const { call } = await connectHere({ cwd: bob.dir, home: bob.home, env: bob.env })
    const asked: [string, Record<string, unknown>][] = [
      ['list', { all: true }],
      ['search', { query: 'argon2' }],
      ['resume', { name: 'auth' }],
      ['resume', { name: 'auth', answers: { foreign: 'yes' } }],
    ]
    for (const [tool, args] of asked) expect(JSON.stringify(await call(tool, args))).toContain('Ada L')
  },
)

test('who encrypts a store keeps the name they go by; who waits to be let in is told that nothing new goes out', () => {
  const { url } = PLACES['folder']!()
  const [ada, bob] = machines('ada', 'bob') as [Machine, Machine]
  ada.run('save', 'auth', '--next', 'Write the callback test')
  const { words } = ada.json<{ words: string }>('sync', 'add', url, '--team', '--name', 'Ada L')
  ada.json('share', 'auth')
  bob.json('sync', 'add', `${url}#${words}`, '--link', 'shop')
  expect(ada.run('sync', 'encrypt', join(tempDir(), 'recovery.txt')).code).toBe(0)
  bob.run('save', 'pay', '--next', 'Add the key')
  bob.json('share', 'pay')
  expect(bob.run('sync').stdout).toContain('stays here until somebody lets this device in')
  expect(bob.run('list', '--team').stdout).toContain('by Ada L')
  ada.json('sync')
  ada.json('sync', 'trust', bob.words(), '--name', 'Bob')
  // He says which key of age he has, she wraps the key of the store for it.
  for (const one of [bob, ada]) one.json('sync')
  expect(bob.run('sync').stdout).not.toContain('stays here')
  ada.json('sync')
  expect(ada.run('list', '--team').stdout).toMatch(/^pay\t.*by Bob/m)
})
