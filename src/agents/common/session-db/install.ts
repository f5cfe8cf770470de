/** What dogear puts into the folder of opencode or of a fork of it: its plug-in, and the MCP server in the settings. */
import { join } from 'node:path'
import { readTextFile } from '../../../platform/files/files.js'
import { canReadSqlite } from '../../../platform/sqlite.js'
import type { AgentId, Machine } from '../../agent.js'
import { type Install, note } from '../../install.js'
import { SHELL } from '../line.js'
import { pluginPart } from '../plugin-part.js'
import { setupOf } from '../setup.js'

interface FamilySetup {
  databaseOf(machine: Machine): string
  agent: AgentId
  title: string
  /** Also the name of its folder and of its settings. */
  command: string
}

export function installOfFamily({ agent, title, command, databaseOf }: FamilySetup): Install {
  const folder = ({ env, userHome }: Machine): string =>
    join(env['XDG_CONFIG_HOME'] || join(userHome, '.config'), command)
  const made = (place: Machine): { script: string; database: string } | undefined =>
    canReadSqlite() ? undefined : { script: scriptIn(folder(place)), database: databaseOf(place) }
  return setupOf({
    agent,
    title,
    command,
    folder,
    parts: (place, launcher) => [
      pluginPart(join(folder(place), 'plugins', 'dogear.js'), launcher, agent, made(place)),
      ...(canReadSqlite() ? [] : [{ path: scriptIn(folder(place)), copy: 'clients/export.js' }]),
      {
        path: settingsIn(folder(place), command),
        values: [
          { path: ['mcp', 'dogear'], value: { type: 'local', command: [SHELL, launcher, 'mcp'], enabled: true } },
        ],
      },
    ],
    trial: (dir) => ({
      message: { event: 'session-start', source: 'startup', session: 'dogear-doctor', folders: [dir] },
      env: {},
    }),
    notes: () => (canReadSqlite() ? [] : [cannotRead(title)]),
    prove: async () => (canReadSqlite() ? [] : [note('reader', cannotRead(title))]),
  })
}

function scriptIn(folder: string): string {
  return join(folder, 'dogear', 'export.js')
}

function cannotRead(title: string): string {
  return `${title} keeps its sessions in a database that Node ${process.versions.node} cannot read. Its plug-in hands them over; dogear save and dogear brief, typed in a shell, see them with Node 22.13 or later.`
}

/** The file that has dogear already, else the one that is there. */
function settingsIn(folder: string, command: string): string {
  const files = ['jsonc', 'json'].map((ending) => join(folder, `${command}.${ending}`))
  const texts = files.map(textAt)
  const at = [texts.findIndex((text) => text?.includes('"dogear"')), texts.findIndex((text) => text !== null), 1]
  return files[at.find((one) => one !== -1) as number] as string
}

function textAt(path: string): string | null {
  try {
    return readTextFile(path, 10_000_000)
  } catch {
    return null
  }
}
