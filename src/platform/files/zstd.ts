/** Zstandard, which Node has from 22.15 on. The plain bytes go into a private file, so that what reads them need not hold them. */
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DogearError } from '../../core/errors.js'
import { makeScratchFolder } from '../process/scratch.js'
import { readBytesFile } from './files.js'
import { storageError } from './raw-io.js'

type Decompress = (bytes: Uint8Array, options: { maxOutputLength: number }) => Uint8Array

const MAX_PACKED = 256 * 1024 * 1024
const MAX_IN_MEMORY = 512 * 1024 * 1024

/** `use` is given the path of the plain file, which is gone afterwards. */
export function withDecompressed<T>(path: string, use: (plain: string) => T): T {
  const folder = makeScratchFolder('dogear-zstd-')
  try {
    const plain = join(folder, 'plain.jsonl')
    decompress(path, plain)
    return use(plain)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function decompress(path: string, plain: string): void {
  const { zstdDecompressSync } = process.getBuiltinModule('node:zlib') as unknown as { zstdDecompressSync?: Decompress }
  if (!zstdDecompressSync) throw cannot(path)
  const packed = readBytesFile(path, MAX_PACKED)
  if (!packed) throw new DogearError('not-found', `there is no file ${path}`, { next: 'check the path' })
  try {
    writeFileSync(plain, zstdDecompressSync(packed, { maxOutputLength: MAX_IN_MEMORY }), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    const { code, errno } = error as { code?: unknown; errno?: unknown }
    if (code === 'ERR_BUFFER_TOO_LARGE') throw tooBig(path)
    throw errno === undefined || String(code).startsWith('ZSTD_')
      ? damaged(path, error)
      : storageError(error, `cannot write ${plain}`)
  }
}

function cannot(path: string): DogearError {
  return new DogearError('bad-input', `${path} is compressed with Zstandard, which this Node cannot read`, {
    expected: 'Node 22.15 or later',
    next: `run dogear with a later Node, or unpack it yourself (zstd -d ${path}) and give the plain file`,
  })
}

function damaged(path: string, cause: unknown): DogearError {
  return new DogearError('bad-input', `${path} cannot be decompressed: it is damaged or no Zstandard file`, { cause })
}

function tooBig(path: string): DogearError {
  return new DogearError('too-big', `${path} is too big once decompressed`, {
    expected: `at most ${MAX_IN_MEMORY} bytes`,
    next: `unpack it yourself (zstd -d ${path}) and give the plain file`,
  })
}
