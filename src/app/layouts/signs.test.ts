import { expect, test } from 'vitest'
import type { Located } from '../../store/projects/projects.js'
import type { World } from '../world.js'
import { memoryOf } from './signs.js'

function memoryIn(env: Record<string, string>, chosen?: string): string | null {
  const world = { cwd: '/srv/shop/src', userHome: '/home/ada', env } as unknown as World
  return memoryOf(world, { root: '/srv/shop', git: {} } as unknown as Located, chosen)
}

test('the memory folder is the one that was named, before all that an agent says [A2]', () => {
  const off = { CLAUDE_CODE_DISABLE_AUTO_MEMORY: '1' }
  expect(memoryIn(off)).toBeNull()
  expect(memoryIn({ ...off, DOGEAR_MEMORY_DIR: 'here' })).toBe('/srv/shop/src/here')
  expect(memoryIn({ ...off, DOGEAR_MEMORY_DIR: 'here' }, '~/there')).toBe('/home/ada/there')
  expect(memoryIn({ CLAUDE_CONFIG_DIR: '/etc/claude' })).toBe('/etc/claude/projects/-srv-shop/memory')
})
