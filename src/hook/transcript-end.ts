/** When something last happened in a session file, in milliseconds; 0 where it does not say. */
import { claudeCode } from '../agents/claude-code/transcript.js'

export function endOf(path: string): number {
  try {
    return claudeCode.readTail(path).at ?? 0
  } catch {
    return 0
  }
}
