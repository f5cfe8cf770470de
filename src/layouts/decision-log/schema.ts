/** The names in a checkpoint's JSON. */

export const KEYS = ['timestamp', 'summary', 'decisions', 'next_action', 'blockers', 'context'] as const
export const CONTEXT_KEYS = ['active_plan', 'active_plan_stage', 'active_tdd_phase', 'files_in_progress'] as const
/** What the schema has no place for and a reader needs: the workstream, and which plan the entry itself names. */
export const OWN_KEY = 'dogear'
/** Under which an entry keeps the keys that nobody knows. */
export const EXTRA_KEY = 'decision-log'
/** Between the task and where it was left, in the summary. */
export const LEFT_OFF = ' — left off: '
export const TDD_PHASE = 'TDD phase'
