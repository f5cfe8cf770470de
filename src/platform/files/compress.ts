/** Brotli, which every supported Node has; loaded when first needed, because node:zlib brings all streams with it. */
import type * as Zlib from 'node:zlib'

/** On sixty pages of 20 KB: 17 KB in 3 ms. Higher levels take many times as long for a twentieth less. */
const QUALITY = 5
/** 4 MB: what two pages have in common is found however far apart they are. */
const WINDOW = 22

export function compress(bytes: Uint8Array, quality: number = QUALITY): Uint8Array {
  const { brotliCompressSync, constants } = zlib()
  return brotliCompressSync(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_LGWIN]: WINDOW },
  })
}

/** Null: these are no such bytes, or they would become more than `maxBytes`. */
export function decompress(bytes: Uint8Array, maxBytes: number): Uint8Array | null {
  try {
    return zlib().brotliDecompressSync(bytes, { maxOutputLength: Math.max(1, maxBytes) })
  } catch {
    return null
  }
}

function zlib(): typeof Zlib {
  return process.getBuiltinModule('node:zlib')
}
