/** The fixed words of a checkpoint file. */
import type { Lane } from '../../core/entry.js'

export const TITLES = {
  status: 'Status',
  stage: 'Current stage',
  task: 'Active task',
  branch: 'Branch',
  intent: 'Last user intent',
  artifacts: 'In-flight artifacts',
  questions: 'Open questions',
  decisions: 'Decisions made',
  unfinished: 'Unfinished work',
  hint: 'Restore hint',
} as const

export const STATUS: Record<Lane, string> = {
  named: 'checkpoint save (voluntary)',
  auto: 'checkpoint save (precompact)',
}

export function hintFor(task: string, branch: string): string {
  return `Run /checkpoint --restore in a fresh session to resume task '${task}' from branch '${branch}'.`
}

export function isOwnHint(text: string): boolean {
  return /^Run \/checkpoint --restore in a fresh session to resume task '[^]*' from branch '[^]*'\.$/.test(text.trim())
}
