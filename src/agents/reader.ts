/** The part of the contract that readers need. */
export type { Place, ReadResult, SessionFile, Tail, TranscriptReader } from './agent.js'
