// One process of the hammer: saves through the library, and writes an id to its log only after the save has returned.
import { randomBytes } from 'node:crypto'
import { appendFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

const { library, home, cwd, log, names, count, who } = JSON.parse(process.argv[2])
const { DEFAULT_CONFIG, normaliseFields, processTag, save } = await import(pathToFileURL(library).href)

const world = {
  home,
  cwd,
  userHome: cwd,
  tag: processTag(),
  by: { session: `session-${who}` },
  now: () => ({ ms: Date.now(), offsetMinutes: 0 }),
  random: (bytes) => new Uint8Array(randomBytes(bytes)),
  config: DEFAULT_CONFIG,
}

for (let i = 0; i < count; i++) {
  const fields = normaliseFields({ task: { text: `task of ${who}` }, next: { text: `step ${i} of ${who}` } })
  const { entry } = await save(world, {
    name: names[i % names.length],
    written: { fields, extraSections: [] },
    lane: 'named',
    strict: false,
    git: false,
    dryRun: false,
  })
  appendFileSync(log, `${entry.name} ${entry.id}\n`)
}
