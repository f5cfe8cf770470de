/** Which of the two layouts a memory folder is used with: they share their file names and differ in what is in them. */
import type { TextFile } from '../layout.js'
import { isCheckpointPath } from './checkpoint-file.js'
import { splitSections } from './checkpoint-sections.js'
import { splitLines } from './markdown-lines.js'
import { MEMORY_FILE, parseIndex } from './memory-md.js'

type MemoryLayoutId = 'named-checkpoints' | 'session-checkpoint'

/**
 * The newest checkpoint that tells decides; where none does, the index. Null: there is neither. In doubt it is the
 * layout that keeps what is resumed.
 */
export function memoryLayoutOf(files: readonly TextFile[]): MemoryLayoutId | null {
  const checkpoints = files.filter(({ path }) => isCheckpointPath(path)).toSorted((a, b) => b.mtimeMs - a.mtimeMs)
  const memory = files.find(({ path }) => path === MEMORY_FILE)?.text ?? ''
  if (checkpoints.length === 0 && parseIndex(memory).sections === 0) return null
  for (const { text } of checkpoints) {
    const told = byFirstSection(text)
    if (told) return told
  }
  return byIndex(memory) ?? 'named-checkpoints'
}

function byFirstSection(text: string): MemoryLayoutId | null {
  const first = splitSections(splitLines(text)).sections.find(({ key }) => key === 'next' || key === 'leftOff')
  return first ? (first.key === 'next' ? 'named-checkpoints' : 'session-checkpoint') : null
}

function byIndex(text: string): MemoryLayoutId | null {
  const { bullets, resume } = parseIndex(text)
  if (resume !== null && /`continue`/.test(resume)) return 'session-checkpoint'
  if (resume !== null && /`continue \{name\}`/.test(resume)) return 'named-checkpoints'
  const dated = bullets.find(({ detail }) => /\d/.test(detail))
  return dated ? (/\d\d?:\d\d/.test(dated.detail) ? 'named-checkpoints' : 'session-checkpoint') : null
}
