/** The artifacts a checkpoint names, read when it is restored: it holds paths, and what they lead to may have changed since. */
import { readWorkFile } from '../capture/work-file.js'

export interface Artifact {
  path: string
  /** Absent: it is missing, or cannot be read here. */
  text?: string
  /** Characters that were left out. */
  cut?: number
}

export const MOST_CHARACTERS = 20_000
const MOST_TOGETHER = 80_000
const LARGEST_FILE = 1_000_000

/** `folders`: what a path may be relative to, the likeliest first. No path leads out of them. */
export function readArtifacts(folders: readonly string[], paths: readonly string[]): Artifact[] {
  let room = MOST_TOGETHER
  return paths.map((path) => {
    const text = readFirst(folders, path)
    if (text === null) return { path }
    const shown = text.slice(0, Math.min(MOST_CHARACTERS, room))
    room -= shown.length
    return { path, text: shown, ...(shown.length < text.length ? { cut: text.length - shown.length } : {}) }
  })
}

function readFirst(folders: readonly string[], path: string): string | null {
  for (const folder of folders) {
    const file = readWorkFile(folder, path, LARGEST_FILE)
    if (file) return file.text
  }
  return null
}
