import { join } from 'node:path'
import { readFirstLine, readGitFile } from './git-files.js'

/** What tells a repository from others, read from its files without running git. */

const CONFIG_BYTES = 1_000_000
const LOG_LINE_BYTES = 4_096

/** The address of `origin`, else of the only remote, without user name and password; null: none, or not certain. */
export function readRemote(commonDir: string): string | null {
  const text = readGitFile(join(commonDir, 'config'), CONFIG_BYTES)?.toString('utf8')
  if (text === undefined) return null
  const urls = parseRemotes(text)
  const url = urls.get('origin') ?? (urls.size === 1 ? [...urls.values()][0] : undefined)
  return url === undefined || url === '' ? null : withoutCredentials(url)
}

/** The commit that began this repository, known only where it was made here and not cloned. */
export function readFirstCommit(commonDir: string): string | null {
  const line = readFirstLine(join(commonDir, 'logs', 'HEAD'), LOG_LINE_BYTES)
  return /^0+ ([0-9a-f]{40}|[0-9a-f]{64}) [^\t]*\tcommit \(initial\)/.exec(line ?? '')?.[1] ?? null
}

/** First url of each remote. Tolerant: what is not understood is passed over, as nothing but a comparison rests on it. */
function parseRemotes(text: string): Map<string, string> {
  const urls = new Map<string, string>()
  let remote: string | null = null
  for (const line of text.replace(/\\\r?\n/g, '').split('\n')) {
    const section = /^\s*\[\s*([^\s"\]]+)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\]/.exec(line)
    if (section) remote = remoteName(section[1] as string, section[2])
    const url = /^\s*(?:\[[^\]]*\])?\s*url\s*=(.*)$/i.exec(line)?.[1]
    if (remote !== null && url !== undefined && !urls.has(remote)) urls.set(remote, plainValue(url))
  }
  return urls
}

function remoteName(section: string, name: string | undefined): string | null {
  return section.toLowerCase() === 'remote' && name !== undefined ? name.replace(/\\(.)/g, '$1') : null
}

function plainValue(raw: string): string {
  const quoted = /^\s*"((?:[^"\\]|\\.)*)"/.exec(raw)?.[1]
  return quoted === undefined ? raw.replace(/\s[#;].*$/, '').trim() : quoted.replace(/\\(.)/g, '$1')
}

/** A token in an address must never reach the disk a second time. `git@host:path` keeps its user: it is no secret. */
function withoutCredentials(url: string): string {
  return url.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/?#]*@/i, '$1').slice(0, 500)
}
