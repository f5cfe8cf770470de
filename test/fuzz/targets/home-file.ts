/** A target for one file of dogear's own home. */
import { sealRecord } from '../../../src/core/entry/seal.js'
import { type FuzzDesk, makeDesk, put } from '../desk.js'
import type { Target } from '../target.js'

type Samples = readonly (string | object | Uint8Array)[]

export interface HomeFile {
  name: string
  /** Below src/, without its ending. */
  reads: readonly string[]
  path(desk: FuzzDesk): string
  /** An object is a record: it is tried as JSON, and sealed. */
  samples: Samples | ((desk: FuzzDesk) => Samples)
  /** What makes a whole file of the input, which is tried bare as well: behind a seal nothing else would be reached. */
  dress?(input: Buffer): string
  /** `home`: the same folder by a name of its own at each input, for what is kept by that name. */
  read(desk: FuzzDesk, home: string): unknown
}

export function homeFile(file: HomeFile): Target {
  return {
    name: `home: ${file.name}`,
    reads: file.reads.map((one) => `src/${one}.ts`),
    open({ scratch }) {
      const desk = makeDesk(scratch, false)
      const samples = typeof file.samples === 'function' ? file.samples(desk) : file.samples
      const isRecord = samples.some((sample) => typeof sample === 'object' && !(sample instanceof Uint8Array))
      const dress = file.dress ?? (isRecord ? resealed : undefined)
      const path = file.path(desk)
      let count = 0
      const readOne = (content: string | Uint8Array): unknown => {
        put(path, content)
        return file.read(desk, spelled(desk.world.home, count++))
      }
      return {
        samples: samples.map((one) =>
          typeof one === 'string' || one instanceof Uint8Array ? one : JSON.stringify(one),
        ),
        read: (input) => [readOne(input), dress && readOne(dress(input))],
      }
    },
  }
}

/** The same place, written in another way for each number. */
function spelled(path: string, number: number): string {
  return path + [...number.toString(2)].map((digit) => (digit === '1' ? '/.' : '/./')).join('')
}

function resealed(input: Buffer): string {
  try {
    const value: unknown = JSON.parse(input.toString('utf8'))
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? sealRecord(value)
      : input.toString('utf8')
  } catch {
    return input.toString('utf8')
  }
}
