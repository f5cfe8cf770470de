/** The same wrapping as for hooks: see core/wrap.ts. */
export { WRAP_ROOM, wrapBriefing, wrapData } from '../core/wrap.js'
