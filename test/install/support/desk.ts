/** Somebody's home and repository, for what init puts there and uninstall takes out again. */
import { lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { checkout } from '../../support/checkout.js'
import { dogear, type Ran, scratchRepo, tempDir } from '../../support/world.js'

/** Of the program, as it names itself. */
export const ROOT: string = resolve(checkout)

export interface Desk {
  home: string
  dir: string
  run: (...args: string[]) => Ran
  settings: string
  state: string
}

export function desk(files: Record<string, string> = {}): Desk {
  const home = tempDir()
  const { dir } = scratchRepo()
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(home, path, '..'), { recursive: true })
    writeFileSync(join(home, path), text)
  }
  return {
    home,
    dir,
    run: (...args) => dogear(args, { cwd: dir, home }),
    settings: join(home, '.claude', 'settings.json'),
    state: join(home, '.claude.json'),
  }
}

/** Every file below a folder with its bytes and mode, but for the home of dogear and what git keeps. */
export function everything(folder: string, at = ''): Record<string, string> {
  const found: Record<string, string> = {}
  for (const name of readdirSync(join(folder, at))) {
    const path = join(at, name)
    if (name === '.git' || path === join('.local', 'share', 'dogear')) continue
    const stat = lstatSync(join(folder, path))
    if (stat.isSymbolicLink()) found[path] = `-> ${readlinkSync(join(folder, path))}`
    else if (stat.isDirectory()) Object.assign(found, everything(folder, path))
    else found[path] = `${(stat.mode & 0o777).toString(8)} ${readFileSync(join(folder, path), 'utf8')}`
  }
  return found
}

export function read(path: string): Record<string, never> {
  return JSON.parse(readFileSync(path, 'utf8')) as Record<string, never>
}
