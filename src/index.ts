/**
 * dogear as a library: the same use cases the command line calls, and the entry format.
 * The export map is public and pinned by a test.
 */
export type {
  By,
  Closed,
  Decision,
  DirtyFile,
  Earlier,
  Entry,
  Envelope,
  ExtraSection,
  Failed,
  Fields,
  FileRef,
  Item,
  Kind,
  Lane,
  Origin,
  Page,
  Plan,
  Where,
} from './core/entry/entry.js'
export type { ErrorCode, Option, Question } from './core/errors.js'
export { DogearError, ERROR_CODES, EXIT } from './core/errors.js'
export { parseEntry } from './core/entry/parse.js'
export { printEntry } from './core/entry/print.js'
export type { Written } from './core/entry/written.js'
export { normaliseFields, parseWritten } from './core/entry/written.js'
export type { Config, World } from './app/world.js'
export { DEFAULT_CONFIG } from './app/world.js'
export type { SaveRequest } from './app/save/gather.js'
export type { SaveResult } from './app/save/save.js'
export { save } from './app/save/save.js'
export type { Observed } from './app/save/observe.js'
export { observe } from './app/save/observe.js'
export { brief } from './app/look/brief.js'
export type { ResumeRequest, ResumeResult } from './app/resume/resume.js'
export { resume } from './app/resume/resume.js'
export { list } from './app/look/list.js'
export { show } from './app/look/show.js'
export { history } from './app/look/show.js'
export { diff } from './app/look/show.js'
export { search } from './app/look/search.js'
export { note } from './app/save/note.js'
export { clear } from './app/keep/clear.js'
export { exportEntries, importEntries } from './app/carry/transfer.js'
export { processTag } from './platform/process/process-tag.js'
