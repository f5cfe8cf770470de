import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { checkout } from './checkout.js'

/** Tests of the program must run on the present source, never on an older build. */
export function setup(): void {
  const setupModule = JSON.stringify(join(checkout, 'scripts', 'setup.mjs'))
  const script = `import(${setupModule}).then((setup) => setup.ensureBuilt())`
  execFileSync(process.execPath, ['-e', script], { cwd: checkout, stdio: ['ignore', 'inherit', 'inherit'] })
}
