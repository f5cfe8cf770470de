/** What a rule is. Rules are data and small functions; scan.ts runs them, one at a time or all together. */

/** A stretch of text to replace by a mark. `type` null: known to be harmless, however random it looks. */
export interface Span {
  start: number
  end: number
  type: string | null
  /** Found by its surroundings only: a rule that knows the token by its shape names it better. */
  vague?: true
}

export interface Rule {
  /** What the mark says: `[redacted: <type>]`. */
  type: string
  /** The rule is asked only where one of these stands. Lower case when `anyCase`. */
  starts: readonly string[]
  anyCase?: true
  /**
   * `at`: where the literal begins, `after`: where it ends. Must look only at a bounded stretch around them, or
   * consume what it looked at, so that the whole scan stays linear.
   */
  find: (text: string, at: number, after: number) => readonly Span[]
}

export const NONE: readonly Span[] = []

/** The spans of a rule that finds at most one. */
export function one(start: number, end: number, type: string | null): readonly Span[] {
  return [{ start, end, type }]
}

/** The words of a mark; nothing inside one is ever looked at again. */
export const MARK: RegExp = /\[redacted: [a-z0-9][a-z0-9 .-]{0,40}\]/y

export function mark(type: string): string {
  return `[redacted: ${type}]`
}
