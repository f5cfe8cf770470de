/** Kilo Code's sessions: it is a fork of opencode and keeps them in the same way. */
import type { TranscriptReader } from '../agent.js'
import { isOfFork, readerOf } from '../common/session-db/reader.js'
import { databaseOf, homeOf } from './folders.js'
import { manifest } from './manifest.js'

export const reader: TranscriptReader = readerOf({
  agent: manifest.id,
  program: 'kilo',
  isDatabase: (name) => /^kilo.*\.db$/.test(name),
  isExport: isOfFork,
  databaseOf,
  homeOf,
})
