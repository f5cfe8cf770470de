/** A process that edits MEMORY.md through the applier as often as it is told, each time until it was not refused. */
import { join } from 'node:path'
import { processTag } from '../../../src/platform/process/process-tag.js'
import { projectAt } from '../../../src/store/paths.js'
import { applyLayout, baseFor } from '../../../src/store/views/views.js'
import { bullets, setBullet } from './bullets.js'

process.umask(0o077)
const home = process.env['DOGEAR_HOME'] ?? ''
const [who = 'one', count = '1', folder = join(home, 'memory')] = process.argv.slice(2)
const base = baseFor(projectAt(join(home, 'dogear'), 'demo-0123456789ab'), folder, '2026-11-15')
let refused = 0

for (let i = 1; i <= Number(count); i++) {
  // Every other one has a name of its own, the others share one, as sessions do.
  const name = i % 2 === 0 ? 'shared' : `${who}-${i % 10}`
  while (
    applyLayout(base, bullets, (files) => setBullet(files, name, `${who} ${i}`), processTag()).refused.length > 0
  ) {
    refused++
  }
}
process.stdout.write(`${JSON.stringify({ refused })}\n`)
