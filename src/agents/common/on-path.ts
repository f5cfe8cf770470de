/** Where a program lies. */
import { delimiter, isAbsolute, join } from 'node:path'
import { statOf } from '../../platform/files/files.js'
import { realPathOf } from '../../platform/place.js'
import type { Machine } from '../agent.js'

/** Null: it is not on the PATH. */
export function onPath(command: string, env: Machine['env']): string | null {
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => isAbsolute(folder))
  return folders.map((folder) => join(folder, command)).find((path) => statOf(realPathOf(path))?.isFile) ?? null
}
