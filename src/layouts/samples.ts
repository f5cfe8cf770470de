/** What the tests of every layout need to know of its files. Each layout brings its own: <id>/samples.ts. */
import type { TextFile } from './files.js'

export interface LayoutSamples {
  /** Files that people and other programs keep beside the checkpoints. They must come through every publish. */
  beside: readonly TextFile[]
  /** A file of the layout with sections or keys that nobody knows. */
  strange: readonly TextFile[]
  /** A text that cannot be read as what the name of its file promises, whatever else is there. */
  hopeless: string
  /** A folder as people have it, written by hand and by agents, in the forms that NOTES.md describes. */
  folder: SampleFolder
}

export interface SampleFolder {
  files: Readonly<Record<string, string>>
  /** When each file was written; a file that is not named here, on 1 March. */
  times?: Readonly<Record<string, string>>
  /** Every checkpoint in them: its workstream, the time it was saved, and a text that only it has. */
  says: readonly (readonly [name: string, saved: string, text: string])[]
}

/** A file that was written on 15 November 2026. */
export function sampleFile(path: string, text: string): TextFile {
  return { path, text, mtimeMs: Date.UTC(2026, 10, 15, 8, 42) }
}
