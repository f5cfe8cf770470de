/** What is at a path now, as a plan has to know it, with the bytes that have to be kept before it is written over. */
import type { BytePath } from '../../core/undo/bytes.js'
import type { Present, Reason } from '../../core/undo/plan.js'
import { hasSecretName } from '../../core/undo/secret-name.js'
import { fileMode, LINK } from '../../core/undo/take.js'
import { gitBlobId, gitBlobId256, sha256Hex } from '../../platform/files/hash.js'
import { blockedAt, type Look, lookAt, readAt, twinOf } from '../../platform/work-tree/look.js'
import { findSecrets } from './secrets.js'

export interface PresentFile extends Present {
  bytes?: Uint8Array
  /** It holds what the commit holds. */
  isBase?: boolean
}

/** What one undo keeps of one file. */
const MAX_BYTES = 64_000_000
const NOTHING: PresentFile = { kind: 'absent', hash: '', mode: '', links: 0, isOwn: true, inode: '' }

/** `baseBlob`: of the last commit. Each path is read once. */
export function presenter(
  root: BytePath,
  baseBlobAt: (path: BytePath) => string | undefined,
): (path: BytePath) => PresentFile {
  const known = new Map<BytePath, PresentFile>()
  return (path) => {
    const found = known.get(path) ?? readPresent(root, path, baseBlobAt(path))
    known.set(path, found)
    return found
  }
}

function readPresent(root: BytePath, path: BytePath, baseBlob: string | undefined): PresentFile {
  try {
    const blocked = blockedAt(root, path)
    if (blocked !== null) return { ...NOTHING, blocked }
    const look = lookAt(root, path)
    if (!look) {
      const twin = twinOf(root, path)
      return twin === null ? NOTHING : { ...NOTHING, twin }
    }
    return presentOf(root, path, look, baseBlob)
  } catch {
    return { ...NOTHING, kind: 'other' }
  }
}

function presentOf(root: BytePath, path: BytePath, look: Look, baseBlob: string | undefined): PresentFile {
  const { kind, links, inode, isOwn } = look
  const file: PresentFile = { ...NOTHING, kind, links: kind === 'file' ? links : 1, inode, isOwn }
  if (kind === 'folder' || kind === 'other') return file
  const mode = kind === 'link' ? LINK : fileMode(look.permissions)
  if (look.size > MAX_BYTES) return { ...file, mode, unkept: 'too-large' }
  const read = readAt(root, path, MAX_BYTES)
  if (!read || read.isTorn) return { ...file, mode, unkept: 'cannot-be-kept' }
  const { bytes } = read
  const isBase = baseBlob !== undefined && blobIdLike(baseBlob, bytes) === baseBlob
  const unkept: Reason | undefined = isBase ? undefined : secretIn(path, bytes)
  return { ...file, mode, hash: sha256Hex(bytes), bytes, isBase, ...(unkept && { unkept }) }
}

export function blobIdLike(blob: string, bytes: Uint8Array): string {
  return blob.length === 64 ? gitBlobId256(bytes) : gitBlobId(bytes)
}

/** What git keeps anyway may be kept here; all else with a secret in it may not. */
function secretIn(path: BytePath, bytes: Uint8Array): Reason | undefined {
  const secrets = bytes.length === 0 ? [] : findSecrets(bytes)
  return hasSecretName(path) || secrets === null || secrets.length > 0 ? 'holds-a-secret' : undefined
}
