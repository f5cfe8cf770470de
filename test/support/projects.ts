/** A home of its own for each test of how a folder finds its project. */
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ProjectRecord } from '../../src/store/projects/file.js'
import { ensureProject, type Located, locateProject } from '../../src/store/projects/projects.js'
import { tempDir } from './world.js'

export const TAG = 'aaaaaaaa.1.1.1'
const USER_HOME = '/nonexistent/user'
/** Another one for every test: `beforeEach(freshHome)`. */
export let home = ''
export function freshHome(): void {
  home = join(tempDir(), 'home')
}

export const locate = (cwd: string): Located => locateProject(home, cwd, USER_HOME)
export const settle = (cwd: string): string => ensureProject(locate(cwd), TAG).key
/** As it stands in the file. */
export const recordOf = (key: string): ProjectRecord =>
  JSON.parse(readFileSync(join(home, 'projects', key, 'project.json'), 'utf8')) as ProjectRecord
export const plainFolder = (...names: string[]): string => {
  const dir = join(tempDir(), ...names)
  mkdirSync(dir, { recursive: true })
  return dir
}
