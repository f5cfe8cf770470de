/** The World of an event. This face reads environment and clock here and nowhere else. */
import { DEFAULT_CONFIG, type World } from '../app/world.js'
import { safeName } from '../core/redact/safe-name.js'
import { checkFolders } from '../platform/check-home.js'
import { readTextFile } from '../platform/files/files.js'
import { randomBytes } from '../platform/files/hash.js'
import { setPatience } from '../platform/git/patience.js'
import { processTag } from '../platform/process/process-tag.js'
import { changeHookState, readHookState, type HookState } from '../store/session/hook-state.js'
import { MAX_SETTINGS_BYTES, parseSettings, type Settings } from '../store/settings.js'
import { type Call, folderOf, withStuck } from './call.js'

/**
 * In the folder the session began in: where a shell of the agent went to since does not change whose work it is. `host`:
 * the event makes entries, and they record it.
 */
export async function worldOf(call: Call, state: HookState | null, host: boolean): Promise<World> {
  const { agent, home, userHome, env, event } = call
  checkFolders(home)
  rememberStuck(call, state ?? readHookState(home, event.session))
  const user = env['DOGEAR_USER'] || env['USER'] || env['LOGNAME'] || env['USERNAME']
  const { session } = event
  return {
    home,
    cwd: folderOf(event, state),
    userHome,
    get tag() {
      return processTag()
    },
    by: {
      agent,
      ...(session === '' ? {} : { session }),
      ...(user ? { user: safeName(user) } : {}),
      ...(host ? { host: (await import('../platform/process/process-tag.js')).hostName() } : {}),
    },
    env,
    now: () => ({ ms: Date.now(), offsetMinutes: -new Date().getTimezoneOffset() }),
    random: randomBytes,
    config: { ...DEFAULT_CONFIG, ...readSettings(home) },
  }
}

function readSettings(home: string): Settings {
  const path = `${home}/config.json`
  const text = readTextFile(path, MAX_SETTINGS_BYTES)
  return text === null ? {} : parseSettings(text, path)
}

/** Told at once: what comes after it may be cut off. */
function rememberStuck({ patience, home, event, log }: Call, state: HookState | null): void {
  const onStuck = (stuckGit: string, stuckUntilMs: number): void => {
    log('git did not answer: this session goes on without it for a while')
    changeHookState(home, event.session, { stuckGit, stuckUntilMs })
  }
  setPatience(Object.assign(withStuck(patience, state), { onStuck }))
}
