/** Ways to break dogear on purpose. Each leaves the desk with a dogear that cannot do its work. */
import { randomBytes } from 'node:crypto'
import { cpSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { processTag } from '../../../src/platform/process/process-tag.js'
import { checkout } from '../../support/checkout.js'
import { tempDir } from '../../support/world.js'
import type { Desk } from './desk.js'
import { dogearHome } from './wired.js'

/** The store as it is, on a disk on which not one byte is left. */
export function fillDisk(desk: Desk): Desk {
  const home = dogearHome(desk)
  const copy = join(tempDir(), 'store')
  cpSync(home, copy, { recursive: true })
  const script = `mount -t tmpfs -o size=64m none "$1" && cp -a "$2/." "$1/" && head -c 80m /dev/zero > "$1/filler" 2>/dev/null
shift 2; exec "$@"`
  return { ...desk, within: ['unshare', '-rm', 'sh', '-c', script, 'sh', home, copy] }
}

/** Every file of the store holds noise, also what is only derived. What the user set is left. */
export function corruptStore(desk: Desk): Desk {
  for (const path of filesBelow(dogearHome(desk))) {
    if (!/(?:config\.json|hooks\.jsonl)$/.test(path) && !path.includes('/installed/'))
      writeFileSync(path, randomBytes(Math.max(64, statSync(path).size)))
  }
  return desk
}

/** Somebody who lives has every lock and never gives it back. */
export function stickLocks(desk: Desk): Desk {
  const locks = join(dogearHome(desk), 'locks')
  for (const name of readdirSync(locks)) {
    const token = `own.${processTag()}.${randomBytes(16).toString('hex')}`
    renameSync(join(locks, name, 'free'), join(locks, name, token))
  }
  return desk
}

/** A copy of the program, to be removed once it is installed. */
export function copyProgram(): { program: string; remove: () => void } {
  const folder = join(tempDir(), 'dogear')
  for (const name of ['bin', 'dist', 'package.json', 'plugin'])
    cpSync(join(checkout, name), join(folder, name), { recursive: true })
  return { program: join(folder, 'bin', 'dogear.js'), remove: () => rmSync(folder, { recursive: true }) }
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
}
