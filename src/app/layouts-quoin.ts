/** What quoin wants of a save besides its files: what its session state knows, an announcement, a ledger row. */
import type { Entry } from '../core/entry.js'
import { isSessionId, sentinelPath } from '../layouts/quoin/paths.js'
import { announced } from '../store/announce.js'
import { ensureProject, type Located } from '../store/projects.js'
import type { ForSave, Live, Published } from './live.js'
import { gatherQuoin } from './quoin-gather.js'
import { finishQuoinSave } from './quoin-save.js'
import { sessionOf } from './session.js'
import type { World } from './world.js'

export function isQuoin({ layout }: Live): boolean {
  return layout.id === 'quoin'
}

export function forQuoinSave(world: World, located: Located, live: Live): ForSave {
  const { fields, intent, name, session } = gatherQuoin(world, located, live.folder)
  return {
    more: fields,
    ...(intent === undefined ? {} : { intentElse: intent }),
    ...(name === undefined ? {} : { nameElse: name }),
    ...(session === undefined ? {} : { sessionElse: session }),
  }
}

/** Once per save: for what was taken up or brought back there is no row. */
export function afterQuoinSave(world: World, located: Located, entry: Entry, published: Published): Published {
  const files = published.files.map((one) =>
    one.layout === 'quoin' && isSessionId(entry.by.session)
      ? { ...one, sentinel: sentinelPath(entry.by.session) }
      : one,
  )
  const warnings = files.flatMap((one) =>
    one.layout === 'quoin' && one.file !== undefined && entry.kind === 'saved'
      ? finishQuoinSave(world, located.project, one.folder, entry, one.file)
      : [],
  )
  return { files, warnings: [...published.warnings, ...warnings] }
}

/** A compaction hook sees that a save is running. */
export async function runningAsQuoin<T>(
  world: World,
  located: Located,
  warn: (text: string) => void,
  work: () => Promise<T>,
): Promise<T> {
  return announced(ensureProject(located, world.tag), sessionOf(world, located), warn, work)
}
