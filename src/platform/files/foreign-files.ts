/** Writing where others are at home: beside their files, with rights like theirs, and without waiting for anything. */
import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  fchmodSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { DogearError } from '../../core/errors.js'
import { processTag } from '../process/process-tag.js'
import { randomBytes } from './hash.js'
import { errnoOf, guarded, retryInterrupted, syncDir } from './raw-io.js'
import { dropTemp, linkUnlessThere, statIfThere } from './temp-file.js'

const APPEND =
  constants.O_WRONLY |
  constants.O_APPEND |
  constants.O_CREAT |
  (constants.O_NOFOLLOW ?? 0) |
  (constants.O_NONBLOCK ?? 0)

/** One write, so that what several append does not mix. `mode` is for a file that is new. */
export function appendForeign(path: string, text: string, mode: number): void {
  guarded(`cannot write ${path}`, () => {
    const isNew = !statIfThere(path)
    const fd = retryInterrupted(() => openSync(path, APPEND, mode))
    try {
      if (!fstatSync(fd).isFile())
        throw new DogearError('unsafe', `${path} is not a file`, { expected: 'a regular file' })
      if (isNew) fchmodSync(fd, mode)
      const bytes = Buffer.from(text, 'utf8')
      const count = retryInterrupted(() => writeSync(fd, bytes, 0, bytes.length))
      if (count !== bytes.length) throw Object.assign(new Error('only a part could be written'), { code: 'ENOSPC' })
      fsyncSync(fd)
    } finally {
      closeSync(fd)
    }
    if (isNew) syncDir(dirname(path))
  })
}

/** One folder, with the rights of the one above it. Nothing where it is there. */
export function makeFolderLike(path: string): void {
  guarded(`cannot make the folder ${path}`, () => {
    const above = dirname(path)
    try {
      retryInterrupted(() => mkdirSync(path, 0o700))
    } catch (error) {
      if (errnoOf(error) === 'EEXIST') return
      throw error
    }
    if (process.platform !== 'win32') chmodSync(path, Number(statIfThere(above)?.mode ?? 0o700) & 0o777)
    syncDir(above)
  })
}

/** Also for root, who may write everywhere, a file without any right to write is one that nobody shall write. */
export function mayWrite(path: string): boolean {
  const stat = statIfThere(path)
  if (stat && (Number(stat.mode) & 0o222) === 0) return false
  try {
    accessSync(path, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** To another disk. False: there is something at `to`. The rights go with it. */
export function copyDurable(from: string, to: string): boolean {
  return guarded(`cannot copy ${from} to ${to}`, () => {
    const random = Buffer.from(randomBytes(16)).toString('hex')
    const temp = join(dirname(to), `.copy.${processTag()}.${random}.tmp`)
    try {
      copyFileSync(from, temp, constants.COPYFILE_EXCL)
      syncFile(temp)
      const { done } = linkUnlessThere(temp, to)
      if (done) syncDir(dirname(to))
      return done
    } finally {
      if (statIfThere(temp)) dropTemp(temp)
    }
  })
}

function syncFile(path: string): void {
  const fd = openSync(path, 'r')
  try {
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}
