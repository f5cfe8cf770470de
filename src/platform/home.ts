/** Where dogear keeps everything: DOGEAR_HOME, else the place where this platform keeps a program's data. */
import { isAbsolute, join, resolve } from 'node:path'

type Env = Record<string, string | undefined>

export function homeOfDogear(env: Env, userHome: string, cwd: string, platform: string = process.platform): string {
  if (env['DOGEAR_HOME']) return resolve(cwd, env['DOGEAR_HOME'])
  if (platform === 'win32') return join(env['LOCALAPPDATA'] || join(userHome, 'AppData', 'Local'), 'dogear')
  // A relative XDG folder must be ignored, says its specification.
  if (env['XDG_DATA_HOME'] && isAbsolute(env['XDG_DATA_HOME'])) return join(env['XDG_DATA_HOME'], 'dogear')
  if (platform === 'darwin') return join(userHome, 'Library', 'Application Support', 'dogear')
  return join(userHome, '.local', 'share', 'dogear')
}
