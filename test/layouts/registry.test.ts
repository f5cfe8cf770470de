/** The registries are made from the folders; a folder that is not in them would be half a layout. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
// @ts-expect-error a script without types
import { KINDS as kindsUntyped, staleIn as staleUntyped } from '../../scripts/generate-registry.mjs'
import { LAYOUTS } from '../../src/layouts/all.js'
import { MANIFESTS } from '../../src/layouts/registry.js'
import { checkout } from '../support/checkout.js'

const kinds = Object.keys(kindsUntyped as object)
const staleIn = staleUntyped as (kind: string) => { path: string }[]

test.each(kinds)('the registry of the %s is current [F21]', (kind) => {
  expect(
    staleIn(kind).map(({ path }) => path),
    'run: node scripts/generate-registry.mjs',
  ).toEqual([])
})

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
