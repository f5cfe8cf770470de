import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { MemoryPlace } from '../agent.js'
import { memoryFolder } from './folders.js'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'dogear-test-'))
})
afterEach(() => rmSync(home, { recursive: true }))

function folderFor(more: Partial<MemoryPlace> = {}): string | null {
  return memoryFolder({ root: '/srv/shop', userHome: home, env: {}, ...more })
}

function settings(value: unknown, dir = join(home, '.claude')): void {
  mkdirSync(dir, { recursive: true })
  writeFileSync(join(dir, 'settings.json'), typeof value === 'string' ? value : JSON.stringify(value))
}

describe('the memory folder', () => {
  test('is named after the root of the repository, also from a subfolder [A2]', () => {
    expect(folderFor()).toBe(join(home, '.claude/projects/-srv-shop/memory'))
    expect(folderFor({ root: '/srv/my_shop.v2' })).toBe(join(home, '.claude/projects/-srv-my-shop-v2/memory'))
  })

  test('of a path over 200 characters ends in its hash [A2]', () => {
    const root = `/${'deep/'.repeat(50)}shop`
    const folder = folderFor({ root }) as string
    const name = folder.slice(join(home, '.claude/projects/').length, -'/memory'.length)
    expect(name).toMatch(/^[-a-z]{200}-[0-9a-z]+$/)
    expect(folderFor({ root: `${root}s` })).not.toBe(folder)
  })

  test('lies below CLAUDE_CONFIG_DIR, where its name can be given too [A2]', () => {
    const env = { CLAUDE_CONFIG_DIR: '/etc/claude' }
    expect(folderFor({ env })).toBe('/etc/claude/projects/-srv-shop/memory')
    expect(folderFor({ env: { ...env, CLAUDE_CODE_PROJECT_DIR_NAME: 'shop_1' } })).toBe(
      '/etc/claude/projects/shop_1/memory',
    )
    const unsafe = { ...env, CLAUDE_CODE_PROJECT_DIR_NAME: '../x' }
    expect(folderFor({ env: unsafe })).toBe('/etc/claude/projects/-srv-shop/memory')
    const alone = { CLAUDE_CODE_PROJECT_DIR_NAME: 'shop_1' }
    expect(folderFor({ env: alone })).toBe(join(home, '.claude/projects/-srv-shop/memory'))
  })

  test('is where the user settings say, if that is absolute or below the home [A2]', () => {
    settings({ autoMemoryDirectory: '~/notes' })
    expect(folderFor()).toBe(join(home, 'notes'))
    settings({ autoMemoryDirectory: '/srv/notes' })
    expect(folderFor()).toBe('/srv/notes')
    settings({ autoMemoryDirectory: 'notes' })
    expect(folderFor()).toBe(join(home, '.claude/projects/-srv-shop/memory'))
    settings('{"autoMemoryDirectory": ')
    expect(folderFor()).toBe(join(home, '.claude/projects/-srv-shop/memory'))
  })

  test('does not follow the settings of the repository [A2]', () => {
    const root = join(home, 'repo')
    settings({ autoMemoryDirectory: '/srv/stolen' }, join(root, '.claude'))
    expect(folderFor({ root })).not.toContain('stolen')
  })

  test('is none where the memory is switched off, by settings or environment [A2]', () => {
    expect(folderFor({ env: { CLAUDE_CODE_DISABLE_AUTO_MEMORY: '1' } })).toBeNull()
    settings({ autoMemoryEnabled: false })
    expect(folderFor()).toBeNull()
    expect(folderFor({ env: { CLAUDE_CODE_DISABLE_AUTO_MEMORY: '0' } })).not.toBeNull()
  })
})
