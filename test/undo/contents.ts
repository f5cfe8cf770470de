/** What a take holds, unpacked. */
import { brotliDecompressSync } from 'node:zlib'

/** Empty where the file is no take. */
export function contentsOf(bytes: Buffer): Buffer[] {
  const [head, manifest = '', table = ''] =
    /^dogear-take 1 (\d+) (\d+) \S+\n/.exec(bytes.toString('latin1', 0, 200)) ?? []
  if (head === undefined) return []
  const at = head.length + Number(manifest) + Number(table)
  const rows = bytes.toString('latin1', head.length + Number(manifest), at).split('\n')
  return rows.flatMap((row) => {
    const [sign, , kind, from, length] = row.split(' ')
    if (sign !== '+') return []
    const data = bytes.subarray(at + Number(from), at + Number(from) + Number(length))
    return [kind === 'p' ? data : brotliDecompressSync(data)]
  })
}
