/** Where the code of each command lies. Only the command that runs is loaded. */
import type { Command } from './context.js'

export const LOADERS: Readonly<Record<string, () => Promise<{ run: Command }>>> = {
  save: () => import('./commands/save.js'),
  resume: () => import('./commands/resume.js'),
  list: () => import('./commands/list.js'),
  note: () => import('./commands/note.js'),
  show: () => import('./commands/show.js'),
  history: () => import('./commands/history.js'),
  diff: () => import('./commands/diff.js'),
  search: () => import('./commands/search.js'),
  brief: () => import('./commands/brief.js'),
  verify: () => import('./commands/verify.js'),
  clear: () => import('./commands/clear.js'),
  restore: () => import('./commands/restore.js'),
  trash: () => import('./commands/trash.js'),
  import: () => import('./commands/import.js'),
  export: () => import('./commands/export.js'),
  tour: () => import('./commands/tour.js'),
  help: () => import('./commands/help.js'),
  completion: () => import('./commands/completion.js'),
  prompts: () => import('./commands/prompts.js'),
  status: () => import('./commands/status.js'),
  __names: () => import('./commands/names.js'),
  '__tour-session': () => import('./commands/tour-session.js'),
}
