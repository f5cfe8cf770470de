import { expect, test } from 'vitest'
import { dogear, scratchRepo, tempDir } from '../support/world.js'

function shop(): (...args: string[]) => ReturnType<typeof dogear> {
  const [home, { dir }] = [tempDir(), scratchRepo()]
  const run = (...args: string[]): ReturnType<typeof dogear> => dogear(args, { cwd: dir, home })
  run('save', 'cart', '--task', 'Repair the cart', '--next', 'Run npm test -- cart')
  run('save', 'cart', '--next', 'Run npm test -- shop')
  return run
}

test('show, history and diff without a name take the line that resume would take', () => {
  const run = shop()
  for (const command of ['show', 'history', 'diff']) {
    const bare = run(command, '--json')
    expect(bare.code).toBe(0)
    expect(bare.stdout).toBe(run(command, 'cart', '--json').stdout)
  }
})

test('where nothing is saved they say so', () => {
  const bare = dogear(['show'], { cwd: scratchRepo().dir, home: tempDir() })
  expect(bare).toMatchObject({ code: 5, stderr: expect.stringContaining('No checkpoints found') as string })
})

test('of the JSON only the fields that were asked for, of each row or of the entry', () => {
  const run = shop()
  expect(run('list', '--json', 'name,next,nonsense').json()).toEqual([
    { name: 'cart', next: 'Run npm test -- shop', nonsense: null },
  ])
  expect(run('show', 'cart', '--json=task').json()).toEqual({ task: 'Repair the cart' })
  expect(run('show', '--json', 'cart').json()).toHaveProperty('entry')
  expect(run('show', 'nonsense', '--json=task').json()).toHaveProperty('error')
})

test('help has the flags of every day first, and those of a layout where one is live', () => {
  const [home, { dir }] = [tempDir(), scratchRepo()]
  const help = (): string => dogear(['help', 'save'], { cwd: dir, home }).stdout
  expect(help().indexOf('--next')).toBeLessThan(help().indexOf('More flags'))
  expect(help().indexOf('--transcript')).toBeGreaterThan(help().indexOf('More flags'))
  expect(help()).not.toContain('--memory-dir')
  dogear(['config', 'layout', 'decision-log'], { cwd: dir, home })
  expect(help()).toContain('--memory-dir')
  expect(dogear(['save', '--help'], { cwd: dir, home }).stdout).toBe(help())
})
