/** Bytes of stored entries flipped, cut off and zeroed: each must be found and named, and hide no other. */
import { readFileSync, writeFileSync } from 'node:fs'
import { parse } from './inspect.js'
import { ask, filesBelow, newPlace, runWarm } from './place.js'
import { saving } from '../scenarios/setups.js'

const KINDS: ((bytes: Buffer, at: number) => Buffer)[] = [
  (bytes, at) =>
    Buffer.concat([bytes.subarray(0, at), Buffer.from([(bytes[at] as number) ^ 1]), bytes.subarray(at + 1)]),
  (bytes, at) => bytes.subarray(0, at),
  (bytes, at) => Buffer.concat([bytes.subarray(0, at), Buffer.alloc(bytes.length - at)]),
]

export async function damageEntries(
  trials: number,
  program?: string,
): Promise<{ points: number; violations: string[] }> {
  const place = newPlace(program)
  for (const name of ['auth', 'auth', 'billing']) await ask(place, saving(name))
  const path = filesBelow(place.home).find((one) => one.includes('/entries/auth/')) as string
  const good = readFileSync(path)
  const violations: string[] = []
  for (let i = 0; i < trials; i++) {
    // The first one is in the middle of a sentence, where only the checksum can tell.
    const at = (good.indexOf('PKCE') + i * 7919) % good.length
    writeFileSync(path, KINDS[i % KINDS.length]?.(good, at) as Buffer)
    const { stdout } = await runWarm(place, ['verify', '--json'])
    const answer = parse<{ checked: number; damaged: { path: string }[] }>(stdout)
    if (!answer?.damaged.some((one) => one.path === path))
      violations.push(`not found: damage ${i % KINDS.length} at byte ${at}`)
    if (answer?.damaged.length !== 1 || answer.checked !== 3) violations.push(`hides others: ${stdout.slice(0, 300)}`)
  }
  writeFileSync(path, good)
  return { points: trials, violations }
}
