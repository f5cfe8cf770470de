/** Claude Code's transcripts. */
import type { TranscriptReader } from '../agent.js'
import { claudeCode } from './transcript.js'
import { readWindowHints } from './window.js'

export const reader: TranscriptReader = { ...claudeCode, windowHints: readWindowHints }
