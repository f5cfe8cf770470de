/**
 * The id of a session. Agents choose their own, and it becomes a part of paths: what comes from outside goes through
 * `sessionIdFrom` once, where it comes in, so that all that follows knows the session by one and the same name.
 */
import { hash53 } from '../entry/seal.js'

/** No separators, no leading dot, nothing that Windows reads as a stream or device. */
const ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/
const MAX_DEVICE = 4
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i

export function isSessionId(text: string): boolean {
  const stem = text.split('.', 1)[0] as string
  return ID.test(text) && !text.endsWith('.') && !(stem.length <= MAX_DEVICE && DEVICE.test(stem))
}

/** The same for the same text, and short whatever its length. Empty stays empty: the agent does not say. */
export function sessionIdFrom(text: string): string {
  return text === '' || (isSessionId(text) && !isLikeToken(text)) ? text : `session-${hash53(text)}`
}

/** No agent draws its ids so, but OpenCode: what looks like a token may be one, and would be in the names of files. */
function isLikeToken(text: string): boolean {
  const runs = text.replace(/^ses_[0-9a-f]{12}/, '').match(/[A-Za-z0-9]{16,}/g) ?? []
  return runs.some((run) => /[A-Z]/.test(run)) || TOKEN.test(text)
}

const TOKEN = /^(?:gh[a-z]_|github_|gl[a-z]+-|sk-|xox|hf_|npm_|[Pp]assw)/
