/**
 * Many files at once, each as durable as one written alone, in the same order: all bytes are on the disk before the first name is. What
 * the disk does for all of them together it does once: ten times as many in the same time.
 */
import { closeSync, constants, fsyncSync, openSync, unlinkSync } from 'node:fs'
import { dirname } from 'node:path'
import { guarded, retryInterrupted, retryWhileBusy, syncDir } from './raw-io.js'
import { dropTemp, linkUnlessThere, writeTemp } from './temp-file.js'

/** False: there is something of that name already; it did not change. Nothing is acknowledged before this returns. */
export function createManyDurable(files: readonly { path: string; bytes: string }[], tag: string): boolean[] {
  const temps: string[] = []
  try {
    for (const { path, bytes } of files)
      temps.push(guarded(`cannot write ${path}`, () => writeTemp(path, bytes, tag, false)))
    for (const temp of temps) guarded(`cannot write ${temp}`, () => syncFile(temp))
    const created = files.map(({ path }, at) =>
      guarded(`cannot write ${path}`, () => {
        const temp = temps[at] as string
        const { done, moved } = linkUnlessThere(temp, path)
        if (!moved) retryWhileBusy(() => unlinkSync(temp))
        return done
      }),
    )
    for (const dir of new Set(files.map(({ path }) => dirname(path))))
      guarded(`cannot write ${dir}`, () => syncDir(dir))
    return created
  } catch (error) {
    for (const temp of temps) dropTemp(temp)
    throw error
  }
}

function syncFile(path: string): void {
  const fd = retryInterrupted(() => openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0)))
  try {
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}
