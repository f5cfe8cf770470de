/** The sample folders of the layouts (src/layouts/<id>/samples.ts), on the disk. */
import { mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { SampleFolder } from '../../../src/layouts/samples.js'

const MARCH = '2026-03-01T12:00:00Z'

export function writeSample(folder: string, { files, times = {} }: SampleFolder): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
    setTime(join(folder, path), times[path] ?? MARCH)
  }
}

export function setTime(path: string, iso: string): void {
  const time = (Date.parse(iso) + 0.5) / 1000
  utimesSync(path, time, time)
}

/** Every file below a folder with its bytes, time and rights. */
export function snapshot(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
  return Object.fromEntries(
    files.map(({ parentPath, name }) => {
      const path = join(parentPath, name)
      const { mtimeNs, mode } = statSync(path, { bigint: true })
      return [path.slice(folder.length + 1), `${mode} ${mtimeNs} ${readFileSync(path, 'base64')}`]
    }),
  )
}
