// `npm start` shows the tour; `npm start -- <command>` runs that command in the folder where it was typed.
import { spawnSync } from 'node:child_process'
import { constants } from 'node:os'
import { join } from 'node:path'
import { root } from './root.mjs'
import { setup } from './setup.mjs'

try {
  await setup()
} catch (error) {
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}
const given = process.argv.slice(2)
const args = [join(root, 'bin', 'dogear.js'), ...(given.length > 0 ? given : ['tour'])]
const ran = spawnSync(process.execPath, args, { cwd: process.env.INIT_CWD ?? process.cwd(), stdio: 'inherit' })
if (ran.error) throw ran.error
process.exitCode = ran.signal ? 128 + constants.signals[ran.signal] : ran.status
