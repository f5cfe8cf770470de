/** Changes the state of a session again and again: `node program.cjs <home> <session> <key> <times>`. */
import { changeHookState } from '../../../src/store/session/hook-state.js'

const [home = '', session = '', key = '', times = '0'] = process.argv.slice(2)
for (let i = 0; i < Number(times); i++) {
  changeHookState(home, session, (now) => ({
    // One key that everybody counts up, and one of a list to which everybody adds.
    readBytes: (now?.readBytes ?? 0) + 1,
    slow: i === 0 ? [...(now?.slow ?? []), key] : (now?.slow ?? []),
  }))
}
