/** All fuzz targets, and the modules that read something from outside and need none. */
import type { Target } from './target.js'
import { AGENT_FILE_TARGETS } from './targets/agent-files.js'
import { AGENT_SETTINGS_TARGETS } from './targets/agent-settings.js'
import { AGENT_TARGETS } from './targets/agents.js'
import { FACE_TARGETS } from './targets/faces.js'
import { GIT_TARGETS } from './targets/git.js'
import { HOME_ENTRY_TARGETS } from './targets/home-entries.js'
import { HOME_SESSION_TARGETS } from './targets/home-sessions.js'
import { LAYOUT_TARGETS } from './targets/layouts.js'
import { SYNC_TARGETS } from './targets/sync.js'
import { TAKE_TARGETS } from './targets/takes.js'
import { TEXT_TARGETS } from './targets/text.js'

export const TARGETS: readonly Target[] = [
  ...TEXT_TARGETS,
  ...AGENT_TARGETS,
  ...AGENT_FILE_TARGETS,
  ...AGENT_SETTINGS_TARGETS,
  ...LAYOUT_TARGETS,
  ...GIT_TARGETS,
  ...HOME_ENTRY_TARGETS,
  ...HOME_SESSION_TARGETS,
  ...TAKE_TARGETS,
  ...SYNC_TARGETS,
  ...FACE_TARGETS,
]

/** Modules that read something from outside and are not tried, with the reason. */
export const NO_TARGET: Readonly<Record<string, string>> = {
  'src/agents/kilo/hooks.ts': 'names what its family shares, tried by "hook event of kilo"',
  'src/agents/opencode/hooks.ts': 'names what its family shares, tried by "hook event of opencode"',
  'src/agents/pi/hooks.ts': 'names what plug-ins share, tried by "hook event of pi"',
  'src/app/layouts/scan.ts': 'hands on what a layout reads, each tried by "layout …"',
  'src/app/session/stop.ts': 'the last lines of a session file, each looked at by the hooks of its agent',
  'src/app/session/start.ts': 'config.json, tried by "home: config.json"; what is wrong in it is passed over here',
  'src/app/setup/init.ts': 'copies files of this package',
  'src/capture/undo/base.ts': 'what git answers, each line against a pattern of its own',
  'src/capture/undo/dirty-status.ts': 'runs git; its answer is tried by "what git says of a work tree"',
  'src/capture/undo/elsewhere.ts': 'what git answers, each line against a pattern of its own',
  'src/capture/undo/unwatched.ts': 'runs git; a list of ours, whose form is looked at, and made again each minute',
  'src/capture/held.ts': 'what git answers, each line against a pattern of its own',
  'src/capture/lost.ts': 'one path, without its line end; else what git answers',
  'src/capture/now.ts': 'one line that git answers',
  'src/capture/removed.ts': 'what git answers, of which only counts whether it is anything',
  'src/cli/commands/agents.ts': 'the message of a status line, tried by "hook event of claude-code"',
  'src/cli/tour/session.ts': 'what the hook program of this very package answers',
  'src/hook/main.ts': 'loading it runs it; its message is tried by "hook event of claude-code"',
  'src/hook/world.ts': 'config.json, tried by "settings of dogear"',
  'src/platform/code-cache.ts': 'this program, and bytecode that counts only with the right hash of it',
  'src/platform/files/hash.ts': 'random bytes of the system',
  'src/platform/git/git.ts': 'runs git and hands on what it answers',
  'src/platform/git/patience.ts': 'what the system says of our own processes',
  'src/platform/machine.ts': 'a line of the system, which is only hashed',
  'src/platform/process/terminal.ts': 'hands on the bytes of standard input',
  'src/remotes/git/notes.ts': 'what it wrote itself, with a check: anything else is as if nothing had been noted',
  'src/store/entries/sweep.ts': 'a folder in which leftovers are removed: not with a random name',
  'src/store/erase.ts': 'whole files, rewritten by what "what is forgotten" tries',
  'src/store/search/update.ts': 'JSON that a query of ours makes',
  'src/store/views/beside.ts': 'looks for our own bytes in a file of a skill',
  'src/store/views/edit.ts': 'compares bytes as they are',
  'src/store/views/foreign-edit.ts': 'compares bytes as they are',
}
