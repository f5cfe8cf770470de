/** opencode's sessions. */
import type { TranscriptReader } from '../agent.js'
import { isOfFork, readerOf } from '../common/session-db/reader.js'
import { databaseOf, homeOf } from './folders.js'
import { manifest } from './manifest.js'

export const reader: TranscriptReader = readerOf({
  agent: manifest.id,
  program: 'opencode',
  isDatabase: (name) => /^opencode.*\.db$/.test(name),
  isExport: (head) => !isOfFork(head),
  databaseOf,
  homeOf,
})
