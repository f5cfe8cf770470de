import type { EngineOptions, Remote } from '../remote.js'
export function postgresRemote(_url: string, _options: EngineOptions): Remote {
  throw new Error('not yet')
}
