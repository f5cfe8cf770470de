/** From an address to its engine. Only the one that is used is loaded. */
import type { EngineId } from '../core/sync/address.js'
import type { EngineOptions, Remote } from './remote.js'

export async function connect(
  { engine, url }: { engine: EngineId; url: string },
  options: EngineOptions,
): Promise<Remote> {
  if (engine === 'git') return (await import('./git/git-remote.js')).gitRemote(url, options)
  if (engine === 'folder') return (await import('./folder/folder-remote.js')).folderRemote(url, options)
  return (await import('./postgres/postgres-remote.js')).postgresRemote(url, options)
}
