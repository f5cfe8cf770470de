/** What another person wrote says who says it, whichever way it is looked at: by people, by programs, by models. */
import { expect, test } from 'vitest'
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
