import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { processTag } from '../platform/process/process-tag.js'
import { homeConfigPath, readSettings, writeSetting } from './config-file.js'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'dogear-test-'))
})
afterEach(() => rmSync(home, { recursive: true }))

test('one key is changed, and what others wrote stays', () => {
  const path = homeConfigPath(home)
  writeFileSync(path, '{"later":[1],"layouts":["quoin"]}')
  writeSetting(path, home, { key: 'layouts', value: ['decision-log'] }, processTag())
  writeSetting(path, home, { key: 'onResume', value: 'consume' }, processTag())
  expect(readSettings(path)).toEqual({ layouts: ['decision-log'], onResume: 'consume' })
  writeSetting(path, home, { key: 'layouts', value: undefined }, processTag())
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ later: [1], onResume: 'consume' })
})

test.each([
  '{"layouts":"quoin"}',
  '{"layouts":["qoin"]}',
  '{"onResume":"eat"}',
  '{"onExisting":1}',
  '{"memoryDir":""}',
  '[]',
])('a setting that cannot be is refused with the file and what was expected: %s', (text) => {
  const path = homeConfigPath(home)
  writeFileSync(path, text)
  expect(() => readSettings(path)).toThrow(/config\.json/)
})
