// The commands people wait for are programs of their own: one file that holds what the command runs and nothing else.
// Loading code is most of what a command costs, every kilobyte about a tenth of a millisecond.
import { join } from 'node:path'

export const DAILY = ['save', 'resume', 'list', 'search']

/** For rolldown: src/cli/main.ts with one command built in. Any other word never gets here (see src/boot/start.ts). */
export function onlyCommand(from, command) {
  const id = '\0only-command'
  return {
    name: 'only-command',
    resolveId: (path, importer) => (path === './loaders.js' && importer?.endsWith('main.ts') ? id : null),
    load(path) {
      if (path !== id) return null
      const file = JSON.stringify(join(from, 'src/cli/commands', `${command}.ts`))
      return `import * as command from ${file}\nexport const LOADERS = { ${command}: async () => command }\n`
    },
  }
}
