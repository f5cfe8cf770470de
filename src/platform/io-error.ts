/** What the disk said, as an error a person can act on. */
import type { ErrorCode } from '../core/errors.js'
import { DogearError } from '../core/errors.js'

const CODES: Record<string, ErrorCode> = {
  ENOSPC: 'disk-full',
  EDQUOT: 'disk-full',
  EFBIG: 'disk-full',
  EACCES: 'no-permission',
  EPERM: 'no-permission',
  EROFS: 'read-only',
  ELOOP: 'unsafe',
}

const CAUSES: Record<string, string> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'the file would be larger than this system allows',
  EACCES: 'permission denied',
  EPERM: 'the operation is not permitted',
  EROFS: 'the disk is read-only',
  ELOOP: 'there is a symbolic link where a file or folder should be',
  EIO: 'the disk reported an input/output error',
  EMFILE: 'too many files are open in this process',
  ENFILE: 'too many files are open on this machine',
  ENOENT: 'a folder on the way does not exist (any more)',
  ENOTDIR: 'there is a file where a folder should be',
  EISDIR: 'there is a folder where a file should be',
  EBUSY: 'another program holds it open',
}

const NEXT: Partial<Record<ErrorCode, string>> = {
  'disk-full': 'free some space or raise the quota, then run the command again',
  'no-permission': 'check who owns it and its mode (ls -ld), then run the command again',
  'read-only': 'mount the disk writable, or set DOGEAR_HOME to a folder that is',
  'disk-failed': 'check the disk, then run the command again; dogear verify tells whether anything stored is damaged',
  unsafe: 'remove the link, or look who placed it there',
}

/** `doing` says what was tried and on which path: "cannot write /x/y". A DogearError passes through unchanged. */
export function storageError(error: unknown, doing: string): DogearError {
  if (error instanceof DogearError) return error
  const errno = errnoOf(error)
  const code = CODES[errno] ?? 'disk-failed'
  const cause = CAUSES[errno] ?? (error instanceof Error ? error.message : String(error))
  const next = NEXT[code]
  return new DogearError(code, `${doing}: ${cause}${errno ? ` (${errno})` : ''}`, {
    cause: error,
    ...(next && { next }),
  })
}

/** "ENOENT" and the like; empty for what did not come from the system. Looks through a DogearError at its cause. */
export function errnoOf(error: unknown): string {
  if (error instanceof DogearError) return errnoOf(error.cause)
  const { code, errno } = (error ?? {}) as { code?: unknown; errno?: unknown }
  if (errno === NO_QUOTA) return 'EDQUOT'
  return typeof code === 'string' && /^E[A-Z0-9]+$/.test(code) ? code : ''
}

/** Node has no name for a used-up quota and says "Unknown system error": only the number tells. */
const NO_QUOTA = process.platform === 'linux' ? -122 : process.platform === 'win32' ? null : -69
