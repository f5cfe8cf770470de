// Which chunk of the program a source file goes to. Every file required at start costs about a quarter of a millisecond
// and every kilobyte read a twentieth, so what the daily commands load is put together: one chunk for what all of them
// share, one for each smaller set. Everything else is split as the bundler sees fit.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const DAILY = ['list', 'resume', 'save']

/** For rolldown: the name of the chunk of a module, or null where the bundler decides. */
export function chunkNames(from) {
  const start = closure(join(from, 'src/cli/main.ts'))
  const reached = DAILY.map((command) => [command, closure(join(from, `src/cli/commands/${command}.ts`))])
  return (id) => {
    if (start.has(id)) return null
    const users = reached.filter(([, files]) => files.has(id)).map(([command]) => command)
    return users.length === 0 ? null : users.length === DAILY.length ? 'daily' : `for-${users.join('-')}`
  }
}

/** The file and everything it imports statically. Types are gone by then, and lazy imports are chunks of their own. */
function closure(file, seen = new Set()) {
  if (seen.has(file)) return seen
  seen.add(file)
  for (const [, path] of readFileSync(file, 'utf8').matchAll(
    /^(?:import|export) (?!type )[^'"]*?from '(\.[^']+)\.js'$/gm,
  )) {
    closure(join(dirname(file), `${path}.ts`), seen)
  }
  return seen
}
