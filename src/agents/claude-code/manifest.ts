/** The signs of Claude Code. */
import { join, resolve } from 'node:path'
import type { Manifest, PlanDisk, PlanPlace } from '../agent.js'
import { configRoot, memoryFolder } from './folders.js'

export const manifest: Manifest = {
  id: 'claude-code',
  title: 'Claude Code',
  // Its keys stand in the files of others too, so it is asked last.
  order: { file: 90, env: 10 },
  env: { marks: ['CLAUDECODE', 'CLAUDE_CODE_SESSION_ID'], sessions: ['CLAUDE_CODE_SESSION_ID'] },
  command: 'claude',
  clients: ['claude-code'],
  homes: (machine) => [configRoot(machine)],
  plans: (place, disk) => [plansFolder(place, disk)],
  memory: memoryFolder,
  hooks: async () => (await import('./hooks.js')).hooks,
  install: {
    scopes: [
      { name: 'user', summary: 'for all your projects', holdsFor: 'user' },
      { name: 'project', summary: 'for all who share this one', holdsFor: 'worktree' },
      { name: 'local', summary: 'for you, in this one', holdsFor: 'worktree' },
    ],
    load: async () => (await import('./install.js')).install,
  },
}

/** `plansDirectory` counts from the project's root, and is ignored where it leads out of it: so says Claude Code. */
function plansFolder(place: PlanPlace, disk: PlanDisk): string {
  const home = configRoot(place)
  const files = [join('.claude', 'settings.local.json'), join('.claude', 'settings.json'), join(home, 'settings.json')]
  const written = files.map((file) => plansDirectoryIn(disk.read(file))).find((folder) => folder !== undefined)
  const folder = written === undefined ? null : resolve(place.worktree, written)
  return folder !== null && disk.isInWorktree(folder) ? folder : join(home, 'plans')
}

function plansDirectoryIn(json: string | null): string | undefined {
  try {
    const { plansDirectory } = JSON.parse(json ?? '{}') as { plansDirectory?: unknown }
    return typeof plansDirectory === 'string' && plansDirectory !== '' ? plansDirectory : undefined
  } catch {
    return undefined
  }
}
