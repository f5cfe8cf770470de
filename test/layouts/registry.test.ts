/** What a manifest says of a layout before its code is loaded must be what the code does. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { LAYOUTS } from '../../src/layouts/all.js'
import { MANIFESTS } from '../../src/layouts/registry.js'
import { checkout } from '../support/checkout.js'

test.each(MANIFESTS.map((manifest) => [manifest.id, manifest] as const))(
  'the manifest of %s says what its code does',
  (id, manifest) => {
    const layout = LAYOUTS.find((one) => one.id === id)
    expect(existsSync(join(checkout, 'src/layouts', id, 'NOTES.md')), 'its folder has the name and NOTES.md').toBe(true)
    expect(layout?.base).toBe(manifest.base)
    expect(layout?.surface !== undefined, 'ability surface and atStart "waiting"').toBe(manifest.atStart === 'waiting')
    expect(layout?.restore !== undefined, 'ability restore and its answers').toBe(manifest.answers !== undefined)
  },
)

test('each has its own place in the order, and one memory layout is the default', () => {
  expect(new Set(MANIFESTS.map(({ order }) => order)).size).toBe(MANIFESTS.length)
  expect(MANIFESTS.filter((one) => one.base === 'memory' && one.isDefault)).toHaveLength(1)
})
