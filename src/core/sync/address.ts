/** What somebody typed as a remote, and which engine it is for. */
import { DogearError } from '../errors.js'

export type EngineId = 'folder' | 'git' | 'postgres'

export interface Address {
  engine: EngineId
  /** As the engine takes it, without the fingerprint. */
  url: string
  /** What stood behind #: the words of the store, which pin it. */
  pin?: string
}

const POSTGRES = /^postgres(?:ql)?:\/\//
const GIT_URL = /^(?:git|ssh|https?|file|git\+ssh):\/\/|^(?:[\w.-]+@)?[\w.-]+:(?!\\)[^/\\]|\.git\/?$/
/** Nobody's address is longer; one that is told by somebody else may be. */
const MAX_LENGTH = 2_000
const PIN = /^(.*)#([a-z]{5}(?:-[a-z]{5}){3}|[0-9a-f]{16,32})$/

/** `isRepository`: whether a folder of that name is a bare repository; `absolute`: a path from a typed one. */
export function parseAddress(
  typed: string,
  { isRepository, absolute }: { isRepository: (path: string) => boolean; absolute: (path: string) => string },
): Address {
  const pinned = PIN.exec(typed.trim().slice(0, 2 * MAX_LENGTH))
  const url = pinned?.[1] ?? typed.trim()
  const pin = pinned?.[2]
  const withPin = (address: Address): Address => (pin === undefined ? address : { ...address, pin })
  if (url === '' || url.length > MAX_LENGTH || url.startsWith('-') || /[\0-\x1f\x7f]/.test(url)) throw refuse()
  if (POSTGRES.test(url)) return withPin({ engine: 'postgres', url })
  if (/^ext::|^fd::|^[\w+-]+::/.test(url)) throw refuse()
  const isPath = !/^\w[\w+.-]*:\/\//.test(url) && (url.startsWith('/') || url.startsWith('.') || url.startsWith('~'))
  if (!isPath && GIT_URL.test(url) && !isRepository(absolute(url))) return withPin({ engine: 'git', url })
  if (/^\w[\w+.-]*:\/\//.test(url)) throw refuse()
  const path = absolute(url)
  if (isRepository(path)) return withPin({ engine: 'git', url: path })
  return withPin({ engine: 'folder', url: path })
}

function refuse(): DogearError {
  return new DogearError('bad-input', 'that is not a place dogear can sync with', {
    expected:
      'a git URL (git@host:me/notes.git, https://…, a bare repository), postgres://user@host/database, or a folder',
    next: 'dogear sync add git@HOST:ME/notes.git',
  })
}

/** To be shown: without a password. */
export function shownUrl(url: string): string {
  return url.replace(/^(\w[\w+.-]*:\/\/)([^/@:]*)(?::[^/@]*)?@/, (_, scheme: string, user: string) =>
    user === '' ? scheme : `${scheme}${user}@`,
  )
}

/** A password in it would be written down with it. */
export function holdsPassword(url: string): boolean {
  return /^\w[\w+.-]*:\/\/[^/?#@]*:[^/?#]*@|^postgres\w*:.*[?&]password=/i.test(url)
}

/** The same repository by any of its usual spellings: proposes a match, and never makes one by itself. Null: a path or an alias. */
export function plainOrigin(url: string): string | null {
  if (url.length > MAX_LENGTH) return null
  const match =
    /^(?:https?|ssh|git):\/\/(?:[^/@]*@)?([\w.-]+\.[\w-]+)(?::\d+)?\/+(.+?)(?:\.git)?\/*$/i.exec(url.trim()) ??
    /^(?:[\w.-]+@)?([\w.-]+\.[\w-]+):(?!\/\/)\/*(.+?)(?:\.git)?\/*$/i.exec(url.trim())
  return match ? `${(match[1] as string).toLowerCase()}/${match[2] as string}` : null
}
