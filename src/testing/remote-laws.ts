/** What holds of every engine, whatever it is made of. For whoever writes one: run each law against an empty place. */
import { deepStrictEqual, ok, strictEqual } from 'node:assert'
import { type Header, joinRecord, printHeader } from '../core/sync/record.js'
import { digest } from '../platform/keys.js'
import type { Published, Pushed, Remote, Sealed, Vector } from '../remotes/remote.js'

/** A fresh, empty place that several devices reach. */
export interface RemoteSubject {
  connect(device: string): Promise<Remote>
}

export interface RemoteLaw {
  says: string
  /** `rounds`: how often each pushes where many do at once. */
  check(subject: RemoteSubject, rounds?: number): Promise<void>
}

export const REMOTE_STORE: string = '0123456789abcdef'.repeat(2)

export const REMOTE_LAWS: readonly RemoteLaw[] = [
  {
    says: 'an empty place has nothing',
    async check({ connect }) {
      const remote = await connect(nameOf(1))
      deepStrictEqual((await remote.open()).rewritten, [])
      deepStrictEqual(await all(remote.have()), [])
      deepStrictEqual(await all(remote.pull(NOTHING)), [])
    },
  },
  {
    says: 'what one pushes another pulls, byte for byte and in its order',
    async check({ connect }) {
      const batch = chainOf(nameOf(1), 1, 5)
      const one = await opened(connect, nameOf(1))
      deepStrictEqual(await one.push(batch), fill('stored', 5))
      await one.close()
      const other = await opened(connect, nameOf(2))
      const pulled = await all(other.pull(NOTHING))
      deepStrictEqual(pulled.map(plain), batch.map(plain))
      deepStrictEqual(await all(other.have()), [{ device: nameOf(1), seq: 5, tip: batch[4]?.tip }])
    },
  },
  {
    says: 'the same batch again is the same, also where only a part of it had come through',
    async check({ connect }) {
      const chain = chainOf(nameOf(1), 1, 6)
      const push = async (batch: readonly Sealed[]): Promise<Pushed[]> => {
        const remote = await opened(connect, nameOf(1))
        return remote.push(batch).finally(() => remote.close())
      }
      await push(chain.slice(0, 3))
      deepStrictEqual(await push(chain.slice(0, 3)), fill('same', 3))
      deepStrictEqual(await push(chain), [...fill('same', 3), ...fill('stored', 3)])
      const remote = await opened(connect, nameOf(2))
      deepStrictEqual((await all(remote.pull(NOTHING))).map(plain), chain.map(plain))
    },
  },
  {
    says: 'nothing takes the place of what is there',
    async check({ connect }) {
      const one = await opened(connect, nameOf(1))
      const batch = chainOf(nameOf(1), 1, 2)
      await one.push(batch)
      await one.close()
      const again = await opened(connect, nameOf(1))
      ok((await again.push(chainOf(nameOf(1), 1, 2, 'another'))).includes('differs'))
      await again.close()
      const other = await opened(connect, nameOf(2))
      const pulled = new Set((await all(other.pull(NOTHING))).map(({ tip }) => tip))
      for (const { tip } of batch) ok(pulled.has(tip))
    },
  },
  {
    says: 'only what is not here comes, and what is missing again',
    async check({ connect }) {
      const chain = chainOf(nameOf(1), 1, 9)
      const one = await opened(connect, nameOf(1))
      for (const from of [0, 3, 6]) await one.push(chain.slice(from, from + 3))
      await one.close()
      const other = await opened(connect, nameOf(2))
      const vector: Vector = new Map([[nameOf(1), { to: 7, missing: [2, 4] }]])
      deepStrictEqual(
        (await all(other.pull(vector))).map(({ seq }) => seq),
        [2, 4, 8, 9],
      )
    },
  },
  {
    says: 'eight devices that push again and again at once: nothing is lost and nobody is refused',
    async check({ connect }, rounds = 30) {
      const devices = Array.from({ length: 8 }, (_, i) => nameOf(i + 1))
      await Promise.all(
        devices.map(async (device) => {
          const chain = chainOf(device, 1, rounds)
          for (const record of chain) {
            const remote = await opened(connect, device)
            deepStrictEqual(await remote.push([record]), ['stored'])
            await remote.close()
          }
        }),
      )
      const remote = await opened(connect, nameOf(9))
      strictEqual((await all(remote.pull(NOTHING))).length, 8 * rounds)
      deepStrictEqual(
        (await all(remote.have())).map(({ device, seq }: Published) => `${device} ${seq}`).toSorted(),
        devices.map((device) => `${device} ${rounds}`).toSorted(),
      )
    },
  },
]

const NOTHING: Vector = new Map()

async function opened(connect: RemoteSubject['connect'], device: string): Promise<Remote> {
  const remote = await connect(device)
  await remote.open()
  return remote
}

function nameOf(number: number): string {
  return digest(`device ${number}`).slice(0, 32)
}

/** As a device would make them; no engine looks at a signature. */
export function chainOf(device: string, from: number, to: number, words = 'records'): Sealed[] {
  let prev = ''
  return Array.from({ length: to - from + 1 }, (_, i) => {
    const body = new TextEncoder().encode(`${words} ${from + i} of ${device}\n`)
    const header: Header = {
      v: 1,
      store: REMOTE_STORE,
      device,
      seq: from + i,
      prev,
      kind: 'entry',
      project: '',
      id: '',
      epoch: 0,
      bytes: body.length,
      hash: digest(body),
      sig: `${'A'.repeat(86)}==`,
    }
    prev = digest(printHeader(header))
    return { device, seq: header.seq, tip: prev, project: '', id: '', epoch: 0, bytes: joinRecord(header, body) }
  })
}

function plain({ device, seq, tip, bytes }: Sealed): object {
  return { device, seq, tip, bytes: Buffer.from(bytes).toString() }
}

function fill(answer: Pushed, count: number): Pushed[] {
  return Array.from({ length: count }, () => answer)
}

async function all<T>(from: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const one of from) found.push(one)
  return found
}
