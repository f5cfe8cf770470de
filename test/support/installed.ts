/** A shell in which dogear is a command, for the examples that the README shows. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkout } from './checkout.js'
import { cleanEnv, type Env, tempDir } from './world.js'

/** As after an installation. */
export function installedEnv(): Env {
  return { ...cleanEnv(tempDir()), PATH: `${programFolder()}:${process.env['PATH']}`, USER: 'you', NO_COLOR: '1' }
}

function programFolder(): string {
  const folder = join(tempDir(), 'bin')
  mkdirSync(folder)
  const line = `#!/bin/sh\nexec '${process.execPath}' '${join(checkout, 'bin', 'dogear.js')}' "$@"\n`
  writeFileSync(join(folder, 'dogear'), line, { mode: 0o755 })
  return folder
}
