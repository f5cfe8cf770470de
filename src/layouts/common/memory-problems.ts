/** What is wrong with the files of a memory folder, and what to do about it. */
import { cleanLine } from '../../core/text/text.js'
import type { BrokenFile, TextFile } from '../layout.js'
import { checkpointName, isCheckpointPath } from './checkpoint-file.js'
import { MEMORY_FILE } from './memory-md.js'

export function problemsOf(checkpoints: readonly TextFile[], sections: number): BrokenFile[] {
  const byName = new Map<string | null, TextFile[]>()
  for (const file of checkpoints) {
    const name = checkpointName(file.path)
    byName.set(name, [...(byName.get(name) ?? []), file])
  }
  const broken = checkpoints.map((file) => problemOf(file, byName)).filter((problem) => problem !== null)
  return sections > 1 ? [...broken, twoSections(sections)] : broken
}

/** The one that is called as we would call it comes first. */
export function filesNamed(name: string, files: readonly TextFile[]): TextFile[] {
  return ownFirst(
    name,
    files.filter(({ path }) => isCheckpointPath(path) && checkpointName(path) === name),
  )
}

export function isReadable({ text }: TextFile): boolean {
  return text.trim() !== '' && !text.includes('\0')
}

function ownFirst(name: string, files: readonly TextFile[]): TextFile[] {
  const rank = (path: string): string => (path === `checkpoint-${name}.md` ? '' : path)
  return files.toSorted((a, b) => (rank(a.path) < rank(b.path) ? -1 : 1))
}

function problemOf(file: TextFile, byName: ReadonlyMap<string | null, readonly TextFile[]>): BrokenFile | null {
  const name = checkpointName(file.path)
  const shown = cleanLine(file.path)
  if (name === null)
    return {
      path: file.path,
      message: `${shown} has no name that a workstream can have`,
      expected: 'checkpoint-{name}.md, the name in the letters a to z, digits and dashes',
      next: 'rename the file, for example to checkpoint-auth-refactor.md',
    }
  if (!isReadable(file))
    return {
      path: file.path,
      message: `${shown} is ${file.text.includes('\0') ? 'not text' : 'empty'}`,
      expected: 'Markdown that begins with "# Checkpoint: {name}"',
      next: `save the checkpoint again (dogear save ${name}), or delete the file`,
    }
  const [first] = ownFirst(name, byName.get(name) ?? [])
  if (first === undefined || first === file) return null
  return {
    path: file.path,
    message: `${shown} means the same workstream as ${cleanLine(first.path)}`,
    expected: 'one file for each workstream',
    next: 'rename one of them, or delete the one that is out of date',
  }
}

function twoSections(count: number): BrokenFile {
  return {
    path: MEMORY_FILE,
    message: `${MEMORY_FILE} has ${count} sections "## Active Checkpoints"; new bullets go to the first`,
    expected: 'one section "## Active Checkpoints"',
    next: 'move the bullets of the others into the first, and delete the empty headings',
  }
}
