/** Which function of app each command, tool and hook calls. A face that calls another one puts a use case together by itself. */
import type { Facts } from './source-facts.js'

export const FACES: readonly string[] = ['cli', 'mcp', 'hook']

/** What the commands in a file of a face call: one use case each. What they share with others is parsed and printed only. */
export const USE_CASES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'src/cli/commands/agents.ts': {
    brief: 'src/app/look/brief.ts brief',
    say: 'src/app/resume/say.ts commandFor',
    statusline: 'src/app/session/statusline.ts statusLine',
    watch: 'src/app/session/watch.ts startWatch',
  },
  'src/cli/commands/daily/list.ts': {
    list: 'src/app/look/list.ts listCheckpoints',
    status: 'src/app/look/list.ts listCheckpoints',
    __names: 'src/app/look/list.ts list',
  },
  'src/cli/commands/daily/notes.ts': {
    note: 'src/app/save/note.ts note',
    'note --list': 'src/app/save/note.ts listNotes',
    'note --take-back': 'src/app/save/note.ts takeBackNote',
    prompts: 'src/app/session/prompts.ts listPrompts',
    'prompts push': 'src/app/session/prompts.ts pushPrompt',
    'prompts pop': 'src/app/session/prompts.ts popPrompt',
  },
  'src/cli/commands/daily/relay.ts': { relay: 'src/app/relay/relay.ts relay' },
  'src/cli/commands/daily/resume.ts': { resume: 'src/app/resume/resume.ts resumeCheckpoint' },
  'src/cli/commands/daily/save.ts': {
    save: 'src/app/save/save.ts saveCheckpoint',
    'save --auto': 'src/app/save/autosave.ts autosave',
  },
  'src/cli/commands/keep/carry.ts': {
    import: 'src/app/carry/import.ts importFrom',
    export: 'src/app/carry/transfer.ts exportEntries',
    'export --to': 'src/app/carry/transfer.ts exportToFolder',
    'export --layout': 'src/app/carry/export.ts exportLayout',
  },
  'src/cli/commands/keep/clear.ts': {
    clear: 'src/app/keep/clear.ts clearCheckpoints',
    'clear --entry': 'src/app/keep/take-back.ts withdrawEntry',
  },
  'src/cli/commands/keep/forget.ts': { forget: 'src/app/keep/forget.ts forgetText' },
  'src/cli/commands/keep/rename.ts': { rename: 'src/app/keep/rename.ts renameCheckpoint' },
  'src/cli/commands/keep/restore.ts': {
    restore: 'src/app/keep/restore.ts restoreCheckpoint',
    'restore --item': 'src/app/keep/take-back.ts reopenItem',
  },
  'src/cli/commands/keep/trash.ts': {
    trash: 'src/app/keep/trash.ts listTrash',
    'trash restore': 'src/app/keep/restore.ts restoreCleared',
    'trash purge': 'src/app/keep/trash.ts purgeTrash',
  },
  'src/cli/commands/keep/undo.ts': {
    undo: 'src/app/undo/apply.ts undo',
    'undo --list': 'src/app/undo/list.ts listUndo',
    tidy: 'src/app/undo/tidy.ts tidyTakes',
    'undo --show': 'src/app/undo/list.ts showOld',
  },
  'src/cli/commands/look/history.ts': { history: 'src/app/look/show.ts history' },
  'src/cli/commands/look/search.ts': {
    search: 'src/app/look/search.ts search',
    decisions: 'src/app/look/search.ts listDecisions',
  },
  'src/cli/commands/look/show.ts': {
    show: 'src/app/look/show.ts show',
    diff: 'src/app/look/show.ts diff',
    verify: 'src/app/look/verify.ts verify',
  },
  'src/cli/commands/setup/agent.ts': { 'init without a name': 'src/app/setup/found.ts foundAgents' },
  'src/cli/commands/setup/doctor.ts': { doctor: 'src/app/setup/doctor/doctor.ts doctor' },
  'src/cli/commands/setup/help.ts': { 'help COMMAND': 'src/app/setup/config.ts config' },
  'src/cli/commands/setup/init.ts': {
    init: 'src/app/setup/init.ts init',
    'what lies here': 'src/app/setup/found.ts findHere',
  },
  'src/cli/commands/setup/settings.ts': {
    config: 'src/app/setup/config.ts config',
    'config KEY VALUE': 'src/app/setup/config.ts setConfig',
    trust: 'src/app/layouts/trust.ts trust',
  },
  'src/cli/commands/setup/switch.ts': { run: 'src/app/setup/switch.ts switchIn' },
  'src/cli/commands/setup/uninstall.ts': { uninstall: 'src/app/setup/uninstall.ts uninstall' },
  'src/cli/commands/sync/sync.ts': {
    sync: 'src/app/sync/run.ts syncNow',
    'sync add': 'src/app/sync/add.ts addRemote',
    'sync status': 'src/app/sync/status.ts syncStatus',
    'sync members remove': 'src/app/sync/people.ts removeDevice',
    'sync trust': 'src/app/sync/people.ts trustDevice',
    'sync encrypt': 'src/app/sync/encrypt.ts encryptStore',
    'sync remove': 'src/app/sync/people.ts removeRemote',
    'sync schema': 'src/app/sync/schema.ts databaseSchema',
    share: 'src/app/sync/share.ts shareLine',
    __sync: 'src/app/sync/run.ts syncQuietly',
  },
  'src/cli/ask.ts': { 'what an option of a choice is': 'src/app/look/show.ts show' },
  'src/cli/main.ts': { 'after whatever was written': 'src/app/sync/gate.ts syncAfter' },
  'src/mcp/server.ts': { 'after whatever was written': 'src/app/sync/gate.ts syncAfter' },
  'src/mcp/caller.ts': { 'every tool, to find its folder': 'src/app/locate.ts isWorkedIn' },
  'src/mcp/resources.ts': {
    'resources/list': 'src/app/look/list.ts list',
    'resources/read': 'src/app/look/show.ts entryAt',
  },
  'src/mcp/tools/clear.ts': { clear: 'src/app/keep/clear.ts clearCheckpoints' },
  'src/mcp/tools/list.ts': { list: 'src/app/look/list.ts listCheckpoints' },
  'src/mcp/tools/note.ts': {
    note: 'src/app/save/note.ts note',
    'note without text': 'src/app/save/note.ts listNotes',
    'note with take_back': 'src/app/save/note.ts takeBackNote',
  },
  'src/mcp/tools/resume.ts': { resume: 'src/app/resume/resume.ts resumeCheckpoint' },
  'src/mcp/tools/save.ts': { save: 'src/app/save/save.ts saveCheckpoint' },
  'src/mcp/tools/undo.ts': { undo: 'src/app/undo/apply.ts undo', 'undo with list': 'src/app/undo/list.ts listUndo' },
  'src/mcp/tools/search.ts': { search: 'src/app/look/search.ts search' },
  'src/hook/prompt.ts': { prompt: 'src/app/session/prompt.ts answerPrompt' },
  'src/hook/save.ts': {
    save: 'src/app/session/stop.ts saveAtStop',
    'save, when it is done': 'src/app/sync/gate.ts syncAfter',
  },
  'src/hook/start.ts': {
    start: 'src/app/session/start.ts startSession',
    'start, when it is done': 'src/app/sync/gate.ts syncAfter',
  },
  'src/hook/statusline.ts': { statusline: 'src/app/session/statusline.ts statusLine' },
  'src/hook/tool.ts': { tool: 'src/app/session/tool.ts useTool' },
}

export function callsBesideUseCases(file: Facts): string[] {
  if (!FACES.includes(file.layer) || file.path.endsWith('.test.ts')) return []
  const allowed = Object.values(USE_CASES[file.path] ?? {})
  return fromApp(file)
    .filter((value) => !allowed.includes(value))
    .map((value) => `uses ${value}`)
}

/** The functions of app that a file takes; what holds by default is a value and calls nothing. */
export function fromApp({ values }: Facts): string[] {
  return values.filter((value) => value.startsWith('src/app/') && !value.endsWith(' DEFAULT_CONFIG'))
}
