import type { Item } from '../entry/entry.js'
export function commandOfFailing({ text }: Item): string | null {
  return /`([^`]+)`/.exec(text)?.[1] ?? null
}
