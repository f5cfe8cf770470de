/** Whether there is anything to sync at all: one look at the disk, and nothing else is loaded where no remote was added. */
import { isThere } from '../../platform/home.js'

/** After a save and at the start of a session. Nobody waits for what it starts. */
export async function syncAfter(home: string, env: NodeJS.ProcessEnv): Promise<void> {
  if (!isThere(`${home}/sync/remotes.json`)) return
  const [{ wakeSync }, { thisProgram }] = await Promise.all([
    import('./wake.js'),
    import('../../platform/process/command.js'),
  ])
  wakeSync(home, thisProgram(), env)
}
