import type { AgentId } from '../agent.js'
import type { CopyPart } from '../install.js'

/** The plug-in of plugin/clients, told whom to call and in whose name. */
export function pluginPart(path: string, launcher: string, agent: AgentId): CopyPart {
  const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`
  return {
    path,
    copy: 'clients/dogear.js',
    fill: (text) =>
      text
        .replace(/^const LAUNCHER = ''$/m, () => `const LAUNCHER = ${quoted(launcher)}`)
        .replace(/^const AGENT = ''$/m, () => `const AGENT = ${quoted(agent)}`),
  }
}
