/**
 * May these bytes be kept? Raw bytes cannot be redacted, so a file with a secret in it is left out: by the full rules, unless
 * the same secret stands in the base's version of the path, where git keeps it anyway.
 */
import { secretsIn } from '../../core/redact/redact.js'
import type { BytePath } from '../../core/undo/bytes.js'
import type { DirtyPath } from '../../core/undo/dirty.js'
import { hasSecretName } from '../../core/undo/secret-name.js'
import type { GitPlace } from '../../platform/git/folder.js'
import { runGit } from '../../platform/git/git.js'

type Verdict = 'fine' | 'secret' | 'waiting'

/** What is not looked through in this time waits for the next take. */
const SCAN_MS = 1_200

export function makeJudge({
  git,
  nowMs,
  untilMs,
}: {
  git: GitPlace
  nowMs(): number
  untilMs: number
}): (path: BytePath, bytes: Uint8Array, baseBlob?: string) => Verdict {
  const until = Math.min(untilMs, nowMs() + SCAN_MS)
  return (_, bytes, baseBlob) => {
    if (bytes.length === 0) return 'fine'
    if (nowMs() > until) return 'waiting'
    const secrets = findSecrets(bytes)
    if (secrets === null) return 'secret'
    if (secrets.length === 0) return 'fine'
    const base = baseBlob === undefined ? '' : blobText(git.worktree ?? '', baseBlob)
    return secrets.every((secret) => base.includes(secret)) ? 'fine' : 'secret'
  }
}

/** Null: it could not be looked through. */
export function findSecrets(bytes: Uint8Array): string[] | null {
  try {
    return secretsIn(textOf(bytes))
  } catch {
    return null
  }
}

const HEAD_BYTES = 8_000

/** Of what is no text only the runs that a person could read. */
function textOf(bytes: Uint8Array): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const isText = buffer.subarray(0, HEAD_BYTES).indexOf(0) < 0
  if (isText) return buffer.toString('utf8')
  const letters = buffer.toString('latin1')
  // In UTF-16 and UTF-32 there are NULs between the letters.
  return [letters, letters.replaceAll('\0', '')].map((one) => one.replace(/[^\x20-\x7e]+/g, '\n')).join('\n')
}

function blobText(worktree: string, blob: string): string {
  const { ok, stdout } = runGit(worktree, ['cat-file', 'blob', blob], { bytes: true })
  return ok ? textOf(Buffer.from(stdout, 'latin1')) : ''
}

export interface Staged {
  path: BytePath
  mode: string
  bytes: Uint8Array
}

const MAX_STAGED = 50

/** What is to be committed and stands nowhere else. git prints it as it keeps it: no filter runs. */
export function readStaged(
  paths: readonly DirtyPath[],
  request: Parameters<typeof makeJudge>[0] & { caps: { file: number } },
): Staged[] {
  const staged = paths.filter(({ stagedBlob, path }) => stagedBlob !== undefined && !hasSecretName(path))
  const judge = makeJudge(request)
  return staged.slice(0, MAX_STAGED).flatMap(({ path, stagedBlob = '', stagedMode = '', baseBlob }): Staged[] => {
    const how = { bytes: true, maxBytes: request.caps.file }
    const { ok, stdout } = runGit(request.git.worktree ?? '', ['cat-file', 'blob', stagedBlob], how)
    const bytes = Buffer.from(stdout, 'latin1')
    return ok && judge(path, bytes, baseBlob) === 'fine' ? [{ path, mode: stagedMode, bytes }] : []
  })
}
