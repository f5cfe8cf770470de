/**
 * A folder that something else carries around: Syncthing, a share, a stick. A device writes only into its own folder, and only
 * new files:
 *
 *   <folder>/dogear/<store>/<device>/<first number of the batch, 12 digits>   records, one after the other
 *
 * What such a carrier renames because two machines wrote it ("… (conflicted copy)") has another name and is not read.
 */
import { join } from 'node:path'
import { DogearError } from '../../core/errors.js'
import { checkedHex, type Sealed } from '../../core/sync/record.js'
import { createDurable, ensureDir, listDir, listFolders, readBytesFile, statOf } from '../../platform/files/files.js'
import { joinBytes, MAX_BATCH_BYTES, sealedIn } from '../../platform/records.js'
import { isWantedOf, wantedBatches } from '../batch.js'
import type { EngineOptions, Opened, Published, Pushed, Remote, Vector } from '../remote.js'

const BATCH = /^\d{12}$/
const DEVICE = /^[0-9a-f]{32}$/

export function folderRemote(folder: string, { store, tag }: EngineOptions): Remote {
  const root = join(folder, 'dogear')
  const base = join(root, store)
  const deviceDir = (device: string): string => join(base, checkedHex(device, 'device'))
  return {
    async open(): Promise<Opened> {
      if (!statOf(folder)?.isDirectory && !statOf(root))
        throw new DogearError('not-found', `there is no folder ${folder}`, { next: `mkdir -p ${folder}` })
      return { stores: listFolders(root).filter((name) => DEVICE.test(name)), mayWrite: true, rewritten: [] }
    },
    async *have(): AsyncGenerator<Published> {
      for (const device of devicesIn(base)) {
        const last = recordsFrom(deviceDir(device), batchesIn(deviceDir(device)).slice(-1)).at(-1)
        if (last) yield { device, seq: last.seq, tip: last.tip }
      }
    },
    async *pull(from: Vector): AsyncGenerator<Sealed> {
      for (const device of devicesIn(base)) {
        const dir = deviceDir(device)
        const batches = batchesIn(dir).map((name) => ({ name, first: Number(name) }))
        const isWanted = isWantedOf(from.get(device))
        for (const { name } of wantedBatches(batches, from.get(device)))
          yield* recordsFrom(dir, [name]).filter(isWanted)
      }
    },
    async push(batch: readonly Sealed[]): Promise<Pushed[]> {
      const [first] = batch
      if (!first) return []
      const dir = deviceDir(first.device)
      for (const path of [root, base, dir]) if (statOf(path)?.isLink) throw leadsAway(path)
      ensureDir(dir)
      const path = join(dir, String(first.seq).padStart(12, '0'))
      if (createDurable(path, joinBytes(batch.map(({ bytes }) => bytes)), tag)) return batch.map(() => 'stored')
      const there = new Map(recordsFrom(dir, batchesIn(dir)).map(({ seq, tip }) => [seq, tip]))
      const missing = batch.filter(({ seq }) => !there.has(seq))
      // A batch that was cut short by an older try is gone on with in a file of its own.
      if (missing.length > 0 && missing[0] !== first) await this.push(missing)
      return batch.map(({ seq, tip }) => {
        const known = there.get(seq)
        return known === undefined ? 'stored' : known === tip ? 'same' : 'differs'
      })
    },
    async close() {},
  }
}

function leadsAway(path: string): DogearError {
  return new DogearError('unsafe', `${path} is a link, and what dogear writes would lie somewhere else`, {
    next: `rm ${path}`,
  })
}

function devicesIn(base: string): string[] {
  return listFolders(base)
    .filter((name) => DEVICE.test(name))
    .sort()
}

function batchesIn(dir: string): string[] {
  return listDir(dir)
    .filter((name) => BATCH.test(name))
    .sort()
}

/** What cannot be read ends a batch: it is half copied, or nobody's. */
function recordsFrom(dir: string, batches: readonly string[]): Sealed[] {
  return batches.flatMap((name) => sealedIn(readAnyhow(join(dir, name))))
}

function readAnyhow(path: string): Uint8Array {
  try {
    return readBytesFile(path, MAX_BATCH_BYTES) ?? new Uint8Array()
  } catch {
    // A link, a pipe, something huge: as if it were not there.
    return new Uint8Array()
  }
}
