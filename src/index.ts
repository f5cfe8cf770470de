/**
 * dogear as a library: the same use cases the command line calls, and the entry format.
 * The export map is public and pinned by a test.
 */
export type {
  By,
  Decision,
  DirtyFile,
  Entry,
  Envelope,
  ExtraSection,
  Failed,
  Fields,
  FileRef,
  Item,
  Kind,
  Lane,
  Plan,
  Where,
} from './core/entry.js'
export type { ErrorCode, Option, Question } from './core/errors.js'
export { DogearError, ERROR_CODES, EXIT } from './core/errors.js'
export { parseEntry } from './core/parse-entry.js'
export { printEntry } from './core/print-entry.js'
export type { Written } from './core/written-entry.js'
export { normaliseFields, parseWritten } from './core/written-entry.js'
export type { Config, World } from './app/world.js'
export { DEFAULT_CONFIG } from './app/world.js'
export type { SaveRequest, SaveResult } from './app/save.js'
export { save } from './app/save.js'
export type { Observed } from './app/observe.js'
export { observe } from './app/observe.js'
export { brief } from './app/brief.js'
export type { ResumeRequest, ResumeResult } from './app/resume.js'
export { resume } from './app/resume.js'
export { list } from './app/list.js'
export { show } from './app/show.js'
export { history } from './app/history.js'
export { diff } from './app/diff.js'
export { search } from './app/search.js'
export { note } from './app/note.js'
export { clear } from './app/clear.js'
export { exportEntries, importEntries } from './app/transfer.js'
export { processTag } from './platform/process-tag.js'
