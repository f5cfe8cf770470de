/** Where the applier of layouts is tested. */
import { mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Edit, Layout } from '../../../src/layouts/layout.js'
import { processTag } from '../../../src/platform/process/process-tag.js'
import { projectAt, type Project } from '../../../src/store/paths.js'
import { applyLayout, baseFor, type Applied, type Base, type Plan } from '../../../src/store/views/views.js'
import { tempDir } from '../../support/world.js'
import { bullets, setBullet } from './bullets.js'

/** A folder of a layout, and a home with the project that edits it. */
export interface Place {
  folder: string
  base: Base
  project: Project
}

export function place(files: Record<string, string> = {}): Place {
  const root = tempDir()
  const folder = join(root, 'memory')
  for (const [path, text] of Object.entries(files)) put(join(folder, path), text)
  const project = projectAt(join(root, 'home'), 'demo-0123456789ab')
  return { folder, project, base: { ...baseFor(project, folder, '2026-11-15'), waitMs: 100 } }
}

export function put(path: string, text: string | Uint8Array): string {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  return path
}

export const read = (folder: string, path: string): string => readFileSync(join(folder, path), 'utf8')
/** Nobody has touched it for long. */
export const age = (path: string): void => utimesSync(path, new Date('2026-01-01'), new Date('2026-01-01'))

export function apply({ base }: Pick<Place, 'base'>, plan: Plan | Edit[], layout: Layout = bullets): Applied {
  return applyLayout(base, layout, typeof plan === 'function' ? plan : () => plan, processTag())
}

export const bullet =
  (name: string, text: string): Plan =>
  (files) =>
    setBullet(files, name, text)
