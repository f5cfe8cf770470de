/**
 * What a tool does that is not known by its name: every version brings new names, and servers bring their own. A tool that
 * says by its name that it edits and is handed a file edits that file; one that nothing is known of stays `other`.
 */
import { clip, type Json, textOf } from './values.js'
import { present } from '../../core/present.js'
import type { Action } from '../../core/session/transcript.js'

const RUNS = /(?:bash|shell|exec|command|terminal|run|monitor|powershell)/i
const CHANGES = /(?:edit|write|patch|replace|insert|create|update|save)/i
const DELETES = /(?:delete|remove)/i
const DELEGATES = /(?:agent|task|delegate|skill|workflow)/i
const SEARCHES = /(?:search|grep|glob|find|query|lookup|docs)/i

const COMMANDS = ['command', 'cmd', 'script']
const FILES = ['file_path', 'filePath', 'path', 'notebook_path', 'absolute_path', 'filename', 'file']
const QUERIES = ['pattern', 'query', 'q', 'regex', 'search_query']
const REQUESTS = ['description', 'prompt', 'instruction', 'message', 'skill', 'name']

export function actionByShape(tool: string, input: Json): Action {
  const first = (keys: readonly string[]): string | undefined => keys.map((key) => textOf(input[key])).find(Boolean)
  // What a server does is its own; only the last part of its name says what.
  const name = tool.replace(/^mcp__.*__/, '')
  const [command, path, query, url] = [first(COMMANDS), first(FILES), first(QUERIES), textOf(input['url'])]
  if (command !== undefined && RUNS.test(name)) return { type: 'run', command }
  if (query !== undefined && SEARCHES.test(name)) return present<Action>({ type: 'search', pattern: clip(query), path })
  if (path !== undefined && DELETES.test(name)) return { type: 'delete', path }
  if (path !== undefined) return { type: CHANGES.test(name) ? 'edit' : 'read', path }
  if (url !== undefined) return { type: 'web', what: url }
  const asked = DELEGATES.test(name) && !tool.startsWith('mcp__') ? first(REQUESTS) : undefined
  return asked === undefined ? { type: 'other', tool } : { type: 'delegate', what: clip(asked) }
}
