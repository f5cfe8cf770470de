/**
 * The links of one chain as they are held in memory: hundreds of thousands, so each keeps only its hash, its id and a number. What many of
 * them say alike (kind, project, workstream, what became of it) is held once.
 */
import type { RecordKind } from '../../core/sync/record.js'

/** What became of a record here. */
export type Fate =
  | 'here'
  /** Its device is not let in, or its project is not linked to one of this home: it may be taken later. */
  | 'waiting'
  | 'unlinked'
  /** No key of ours opens it, yet. */
  | 'sealed'
  /** By the clock here it was not saved yet: it is weighed again. */
  | 'early'
  | 'differs'
  | 'refused'

/** What links have in common. */
export interface Said {
  kind: RecordKind
  project: string
  fate: Fate
  /** The workstream of an entry that is here. */
  name?: string
  why?: string
  /** Of what is sealed: the key it needs. */
  epoch?: number
  /** What a record says that is no entry. */
  says?: Record<string, unknown>
}

export interface Link extends Said {
  seq: number
  tip: string
  id: string
  /** The SHA-256 of the entry's text: on the disk alone. */
  text?: string
}

const TIP_BYTES = 32
const FIRST_ROOM = 64

export class Links {
  private tips = Buffer.alloc(FIRST_ROOM * TIP_BYTES)
  private saidAt = new Uint32Array(FIRST_ROOM)
  private readonly ids: string[] = ['']
  /** The first stands for a number of which nothing is known. */
  private readonly saids: (Said | undefined)[] = [undefined]
  private readonly known = new Map<string, number>()
  private readonly numbers = new Map<string, number>()

  /** In the order of their numbers; of one that was weighed again the last counts. */
  put({ seq, tip, id, kind, project, fate, name, why, epoch, says }: Link): void {
    this.makeRoom(seq)
    this.tips.write(tip, seq * TIP_BYTES, TIP_BYTES, 'hex')
    this.ids[seq] = id
    if (kind === 'entry') this.numbers.set(id, seq)
    const said: Said = {
      kind,
      project,
      fate,
      ...(name !== undefined && { name }),
      ...(why !== undefined && { why }),
      ...(epoch !== undefined && { epoch }),
      ...(says && { says }),
    }
    this.saidAt[seq] = this.keep(said)
  }

  has(id: string): boolean {
    return this.numbers.has(id)
  }

  /** The number of the entry of this id. */
  numberOf(id: string): number | undefined {
    return this.numbers.get(id)
  }

  /** How many entries. */
  get size(): number {
    return this.numbers.size
  }

  idAt(seq: number): string {
    return this.ids[seq] ?? ''
  }

  at(seq: number): Said | undefined {
    return this.saids[this.saidAt[seq] ?? 0]
  }

  tipAt(seq: number): string | undefined {
    return this.at(seq) && this.tips.toString('hex', seq * TIP_BYTES, (seq + 1) * TIP_BYTES)
  }

  /** The numbers of those that say what is asked for: each thing that is said is looked at once. */
  *where(isWanted: (said: Said) => boolean): Generator<[seq: number, said: Said]> {
    const wanted = this.saids.map((said) => said !== undefined && isWanted(said))
    if (!wanted.includes(true)) return
    for (let seq = 1; seq < this.ids.length; seq++) {
      const at = this.saidAt[seq] as number
      if (wanted[at]) yield [seq, this.saids[at] as Said]
    }
  }

  private keep(said: Said): number {
    const { kind, project, fate, name = '', why = '', epoch = '' } = said
    const key = said.says ? null : `${kind} ${fate} ${project} ${epoch} ${name}\n${why}`
    const there = key === null ? undefined : this.known.get(key)
    if (there !== undefined) return there
    const at = this.saids.push(said) - 1
    if (key !== null) this.known.set(key, at)
    return at
  }

  private makeRoom(seq: number): void {
    if (seq < this.saidAt.length) return
    const room = Math.max(this.saidAt.length * 2, seq + 1)
    const [tips, saidAt] = [Buffer.alloc(room * TIP_BYTES), new Uint32Array(room)]
    tips.set(this.tips)
    saidAt.set(this.saidAt)
    ;[this.tips, this.saidAt] = [tips, saidAt]
  }
}
