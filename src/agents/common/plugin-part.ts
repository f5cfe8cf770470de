import type { AgentId } from '../agent.js'
import type { CopyPart } from '../install.js'

/**
 * The plug-in of plugin/clients, told whom to call and in whose name. `made`: where dogear cannot read the client's sessions,
 * and the client itself has to export them.
 */
export function pluginPart(
  path: string,
  launcher: string,
  agent: AgentId,
  made?: { script: string; database: string },
): CopyPart {
  const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`
  return {
    path,
    copy: 'clients/dogear.js',
    fill: (text) => {
      const values = { LAUNCHER: launcher, AGENT: agent, EXPORT: made?.script, DATABASE: made?.database }
      return Object.entries(values).reduce(
        (now, [name, value]) => now.replace(`const ${name} = ''\n`, () => `const ${name} = ${quoted(value ?? '')}\n`),
        text,
      )
    },
  }
}
