/** What dogear puts into the files of Claude Code, and how it is taken out again. The files are read and written by others. */
import { dirname, join } from 'node:path'
import { DogearError } from '../../core/errors.js'
import { msOf } from '../../core/text/text.js'
import { listDir, readTextFile } from '../../platform/files/files.js'
import { readLinesFromEnd } from '../../platform/files/jsonl.js'
import {
  type EditPart,
  HAND_OVER,
  type Install,
  type InstalledSkill,
  type InstallPlace,
  type InstallPlan,
  LAUNCHER,
  type ScopePlace,
} from '../install.js'
import { openText, readAt } from '../common/json-edit.js'
import { mcpServer, servesDogear } from '../common/line.js'
import { fillLauncher } from '../launcher.js'
import { check } from './check.js'
import { configRoot } from './folders.js'
import { clientHere, type Client, OLDEST, refusalOf } from './client.js'
import { addHooks, addServer, addStatusLine, addTexts, takeOutOurs } from './settings-edit.js'
import { type ClaudePlaces, effectiveStatusLine, enabledPlugin, placesFor, type Scope, SCOPES } from './settings.js'
import { isOlder } from './version.js'
import { hookGroups, OF_PLUGIN, SAVE_AND_RESUME, statusCommand } from './wiring.js'

export const install: Install = {
  plan,
  files(place) {
    const { settings, servers } = placesOf(place)
    return [settings, servers.file]
  },
  takeOut: (text, inserted, place) => takeOutOurs(text, inserted, [placesOf(place).servers.path]),
  check,
  trial,
  skills,
  arrivedAt,
  update: 'update Claude Code (claude update), then start a new session',
}

const SKILL = join('skills', 'dogear', 'SKILL.md')
const COMMAND = join('commands', 'checkpoint.md')

function plan(place: InstallPlace): InstallPlan {
  const client = clientHere(place)
  if (client && isOlder(client.version, OLDEST)) throw tooOld(client)
  const places = placesOf(place)
  const plugin = enabledPlugin(place)
  const mode = places.shared ? 0o644 : 0o600
  const fill = (text: string): string => (places.shared ? text : fillLauncher(text, place))
  const launchers = [
    { path: places.launcher, copy: LAUNCHER, fill },
    { path: join(dirname(places.launcher), HAND_OVER), copy: HAND_OVER },
  ]
  const parts = [...launchers, settingsPart(place, places, plugin !== null, client)]
  // What a plugin brings has the plugin's name before it, and leaves the built-in where it is.
  const command = { path: places.command, copy: COMMAND }
  if (plugin !== null)
    return {
      parts: [...parts, command],
      mode,
      notes: [`The plugin ${plugin} is on: it brings hooks, tools and skill by itself.`],
    }
  return { parts: [...parts, serversPart(places), { path: places.skill, copy: SKILL }, command], mode, notes: [] }
}

const MAX_SKILL_BYTES = 200_000

/** Dogear's own says so. */
const OURS = 'MCP server `dogear`'

/** Those of the user and of the worktree. */
function skills(place: ScopePlace): InstalledSkill[] {
  const own = SCOPES.map((scope) => placesFor(scope, place).skill)
  return [...new Set([configRoot(place), join(place.root, '.claude')])].flatMap((folder) =>
    [
      ...namesIn(join(folder, 'skills')).map((name) => join(folder, 'skills', name, 'SKILL.md')),
      ...namesIn(join(folder, 'commands')).flatMap((name) =>
        name.endsWith('.md') ? [join(folder, 'commands', name)] : [],
      ),
    ].flatMap((path) => {
      const text = own.includes(path) ? null : textAt(path)
      return text === null || text.includes(OURS) ? [] : [{ path, text, shared: folder !== configRoot(place) }]
    }),
  )
}

function namesIn(folder: string): string[] {
  try {
    return listDir(folder).toSorted()
  } catch {
    return []
  }
}

function textAt(path: string): string | null {
  try {
    return readTextFile(path, MAX_SKILL_BYTES)
  } catch {
    return null
  }
}

function tooOld({ program, version }: Client): DogearError {
  return new DogearError('bad-input', `${program} is Claude Code ${version}, which dogear was never run with`, {
    expected: `Claude Code ${OLDEST} or later`,
    next: 'claude update, then run this again',
  })
}

function settingsPart(place: InstallPlace, places: ClaudePlaces, hasPlugin: boolean, client: Client | null): EditPart {
  const elsewhere = place.scope === 'local' ? effectiveStatusLine(place) : undefined
  return {
    path: places.settings,
    put(text, before) {
      const opened = openText(text, before)
      const launcher = launcherFor(places, '${CLAUDE_PROJECT_DIR}')
      const rules = hasPlugin ? OF_PLUGIN : SAVE_AND_RESUME
      const allowed = place.allowTools ? addTexts(opened, ['permissions', 'allow'], rules) : opened
      const hooked = hasPlugin ? allowed : addHooks(allowed, hookGroups(launcher, client?.version))
      const refused = refusalOf(hooked.text)
      const undone = refused === null ? {} : { undone: `${places.settings} has ${refused}` }
      // A status line is a matter of taste, and what is shared is everybody's.
      if (places.shared) return { ...hooked, notes: [], ...undone }
      const lined = addStatusLine(hooked, (wraps) => statusCommand(launcher, wraps), elsewhere)
      if (lined !== false) return { ...lined, notes: [], ...undone }
      return { ...hooked, notes: ['The status line is no command, so it was left as it is.'], ...undone }
    },
  }
}

function serversPart(places: ClaudePlaces): EditPart {
  const { file, path } = places.servers
  return {
    path: file,
    put(text, before) {
      const opened = openText(text, before)
      // Unlike hooks, servers are started without that variable being known: then it is the folder they start in.
      const added = addServer(opened, path, mcpServer(launcherFor(places, '${CLAUDE_PROJECT_DIR:-.}')))
      if (added !== false) return { ...added, notes: [] }
      const isOther = !servesDogear(readAt(opened.text, path))
      const note = `There is another MCP server named "dogear" in ${file}; it was left as it is.`
      return { ...opened, notes: isOther ? [note] : [] }
    },
  }
}

/** What is shared finds the program by itself: nothing in it may name a place on this machine. */
function launcherFor({ shared, launcher }: ClaudePlaces, project: string): string {
  return shared ? `${project}/.claude/hooks/${LAUNCHER}` : launcher
}

function placesOf(place: ScopePlace): ClaudePlaces {
  return placesFor(place.scope as Scope, place)
}

function trial(folder: string): ReturnType<Install['trial']> {
  const session = 'dogear-doctor'
  return {
    message: {
      session_id: session,
      transcript_path: join(folder, 'none.jsonl'),
      cwd: folder,
      hook_event_name: 'SessionStart',
      source: 'startup',
    },
    // Also where doctor is run in the shell of another agent.
    env: { CLAUDE_PROJECT_DIR: folder, CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: session },
  }
}

const LOOK_BACK = 8_000_000
/** Older ones do not write down what hooks gave them: 2.1.91 was run, too. */
const TELLS_FROM = '2.1.98'

function arrivedAt(transcript: string): number | null | undefined {
  let found: number | null = null
  let newest = -1
  let version: string | undefined
  readLinesFromEnd(transcript, (line, offset) => {
    if (newest < 0) newest = offset
    version ??= /"version":"(\d+\.\d+\.\d+)"/.exec(line.toString('utf8'))?.[1]
    if (line.includes('hook_additional_context') && line.includes('dogear'))
      found = msOf(/"timestamp":"([^"]+)"/.exec(line.toString('utf8'))?.[1] ?? '') ?? 0
    return found === null && newest - offset < LOOK_BACK
  })
  return found === null && version !== undefined && isOlder(version, TELLS_FROM) ? undefined : found
}
