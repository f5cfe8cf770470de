/** Secrets at a hundred places: none is found in a byte below the home, in a file of a layout, or in any answer. */
import { readFileSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { expect, test } from 'vitest'
import { contentsOf } from '../undo/contents.js'
import { fewer } from '../support/property-runs.js'
import { filesBelow } from './planted/commands.js'
import { playScene, type Scene } from './planted/scene.js'
import { plantSecrets, type Plants, SHAPE_NAMES } from './planted/secrets.js'

/** PLANTED_SEED draws others; PLANTED names a folder for what got through. */
const SEED = Number(process.env['PLANTED_SEED'] ?? 20_261_116)

/** All at once by `npm test`; each alone as well by `npm run test:faults`. */
const SHAPES: [name: string, shapes: readonly string[]][] = [
  ['all shapes at once', SHAPE_NAMES],
  ...SHAPE_NAMES.slice(0, fewer(1).numRuns - 1).map((name): [string, string[]] => [name, [name]]),
]

test.each(SHAPES)(
  'a planted secret is in nothing that is written or said: %s [F7]',
  async (shape, names) => {
    const plants = plantSecrets(SEED, names)
    const scene = await playScene(plants)
    expect(plants.places().length).toBeGreaterThan(100)
    const found = leaksIn(scene, plants)
    if (process.env['PLANTED'] !== undefined)
      writeFileSync(
        `${process.env['PLANTED']}/${shape}.txt`,
        `${shape}: ${plants.places().length} places, ${scene.said.length} answers, got through ${found.length}\n${found.toSorted().join('\n')}`,
      )
    expect(found).toEqual([])
  },
  600_000,
)

/** "place → sink", each once. */
function leaksIn({ said, folders, planted }: Scene, plants: Plants): string[] {
  const found = new Set<string>()
  for (const { sink, text } of said) for (const place of plants.findIn(text)) found.add(`${place} → ${sink}`)
  for (const { sink, folder } of folders)
    for (const path of filesBelow(folder)) {
      const inside = relative(folder, path)
      if (planted.has(path) || (sink === 'layout files' && isOfGit(inside))) continue
      for (const place of plants.findIn(inside)) found.add(`${place} → name in ${sink}: ${shortened(inside)}`)
      const bytes = readFileSync(path)
      for (const part of [bytes, ...contentsOf(bytes)])
        for (const place of plants.findIn(part.toString('latin1')))
          found.add(`${place} → ${sink}: ${shortened(inside)}`)
    }
  return [...found]
}

/** What the scene itself put into the repository. */
function isOfGit(path: string): boolean {
  return /^(?:src|docs|plans)\/|^SESSION-STATE\.md$|^memory\/working-buffer|\/x\.ts$/.test(path)
}

function shortened(path: string): string {
  return path
    .replace(/\d{8}T\d{9}Z-\d+-\w{12}/g, 'ID')
    .replace(/[0-9a-f]{12,}/g, 'HEX')
    .slice(-90)
}
