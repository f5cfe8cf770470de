import { readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder this project is checked out in. */
export const checkout: string = fileURLToPath(new URL('../../', import.meta.url))

/** Paths of the files below `folder`, relative to the checkout, with `/` on every platform. */
export function listSources(folder: string, endings: readonly string[]): string[] {
  return readdirSync(join(checkout, folder), { recursive: true, withFileTypes: true })
    .filter((item) => item.isFile() && endings.some((ending) => item.name.endsWith(ending)))
    .map((item) => relative(checkout, join(item.parentPath, item.name)).split(sep).join('/'))
    .toSorted()
}
