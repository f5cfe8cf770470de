/** What both the description of a tool and its code must know. */

export const NOTE_TYPES = ['note', 'decision', 'correction', 'preference', 'value'] as const

/** Of a briefing with its mark, in characters. */
export const SMALLEST_BUDGET = 1000
export const LARGEST_BUDGET = 100_000
