import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { processTag } from '../../platform/process/process-tag.js'
import { projectAt, type Project } from '../paths.js'
import { readTrust, writeTrust } from './trust.js'

let shop: Project
let blog: Project
beforeEach(() => {
  const home = mkdtempSync(join(tmpdir(), 'dogear-test-'))
  shop = projectAt(home, 'shop-0123456789ab')
  blog = projectAt(home, 'blog-0123456789ab')
})
afterEach(() => rmSync(shop.home, { recursive: true }))

test('an answer is kept for its project and layout alone, and can be taken back [F8]', () => {
  expect(readTrust(shop)).toEqual({})
  writeTrust(shop, 'quoin', 'approved', processTag())
  writeTrust(shop, 'decision-log', 'refused', processTag())
  writeTrust(blog, 'quoin', 'refused', processTag())
  expect(readTrust(shop)).toEqual({ quoin: 'approved', 'decision-log': 'refused' })
  writeTrust(shop, 'quoin', null, processTag())
  expect(readTrust(shop)).toEqual({ 'decision-log': 'refused' })
  expect(readTrust(blog)).toEqual({ quoin: 'refused' })
})

test.each(['', '[]', '{', '{"shop-0123456789ab":{"quoin":"yes"}}', '{"shop-0123456789ab":"approved"}'])(
  'what is no answer approves nothing: %s [F8]',
  (text) => {
    writeFileSync(join(shop.home, 'trust.json'), text)
    expect(readTrust(shop)).toEqual({})
  },
)

test('a broken file is never written over', () => {
  writeFileSync(join(shop.home, 'trust.json'), '{')
  expect(() => writeTrust(shop, 'quoin', 'approved', processTag())).toThrow(/trust\.json/)
})
