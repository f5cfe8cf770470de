import { isName, slugFrom } from '../../core/name.js'

/** The workstream that a name in a file stands for; null where nothing is left of it. */
export function nameOf(text: string): string | null {
  return isName(text) ? text : slugFrom(text)
}
