/** What the client notes about a finished tool, beside the model's own call: sometimes the only trace of it. */
import type { Answer } from '../common/calls.js'
import { actionOfChange } from '../common/edits.js'
import { clip, type Json, objectOf, objectsOf, present, textOf } from '../common/values.js'
import type { Action } from '../../core/session/transcript.js'
import { actionsOfShell, answerOfItem, pathOf } from './tools.js'

export interface Finished {
  call: string
  tool: string
  actions: Action[]
  answer: Answer
}

const BY_TYPE: Readonly<Record<string, (item: Json) => Omit<Finished, 'call'>>> = {
  CommandExecution: (item) => ({ tool: 'shell', actions: commandOf(item), answer: answerOfItem(item) }),
  FileChange: (item) => ({ tool: 'apply_patch', actions: changesIn(item['changes']), answer: answerOfItem(item) }),
  patch_apply_end: (item) => ({ tool: 'apply_patch', actions: changesIn(item['changes']), answer: answerOfItem(item) }),
  McpToolCall: (item) => ofMcp(item, item),
  mcp_tool_call_end: (item) => ofMcp(objectOf(item['invocation']) ?? {}, item),
  DynamicToolCall: (item) => other(nameOf(item['namespace'], item['tool']), answerOfItem(item)),
  WebSearch: (item) => ofWeb(item),
  web_search_end: (item) => ofWeb(item),
  Extension: (item) =>
    item['kind'] === 'web.search' ? ofWeb(item) : other(textOf(item['kind']) ?? 'extension', answerOfItem(item)),
  ImageView: (item) => ofPath('view_image', pathOf(item['path'])),
  CollabAgentToolCall: (item) => ofAgents(item),
}

/** Undefined: this record tells of no tool. */
export function finishedTool(item: Json, offset: number): Finished | undefined {
  const type = textOf(item['type']) ?? ''
  const known = Object.hasOwn(BY_TYPE, type) ? BY_TYPE[type] : undefined
  const call = textOf(item['call_id']) ?? textOf(item['id']) ?? `at-${offset}`
  const found = known?.(item)
  return found && found.actions.length > 0 ? { call, ...found } : undefined
}

/** A web search names its query, or the page it opened. */
export function webOf(item: Json): string | undefined {
  const action = objectOf(item['action'])
  return textOf(item['query']) ?? textOf(action?.['query']) ?? textOf(action?.['url'])
}

function commandOf(item: Json): Action[] {
  const actions = actionsOfShell(item)
  return actions.length > 0 ? actions : [{ type: 'other', tool: 'shell' }]
}

function changesIn(changes: unknown): Action[] {
  return Object.entries(objectOf(changes) ?? {}).flatMap(([path, value]): Action[] => {
    const change = objectOf(value) ?? {}
    const [diff, content, to] = [textOf(change['unified_diff']), textOf(change['content']), textOf(change['move_path'])]
    const action = actionOfChange(to ?? path, change['type'], diff, content)
    return to && to !== path ? [{ type: 'delete', path }, action] : [action]
  })
}

function ofMcp(call: Json, item: Json): Omit<Finished, 'call'> {
  const result = objectOf(item['result'])
  const content = objectOf(result?.['Ok']) ?? result
  const error = textOf(result?.['Err']) ?? textOf(objectOf(item['error'])?.['message']) ?? textOf(item['error'])
  const failed = error !== undefined || content?.['isError'] === true || content?.['is_error'] === true
  const text =
    error ??
    objectsOf(content?.['content'])
      .flatMap((block) => textOf(block['text']) ?? [])
      .join('\n')
  const answer = present<Answer>({ ok: !failed, text: text ? clip(text) : undefined })
  return other(nameOf(call['server'], call['tool']), answer)
}

function ofWeb(item: Json): Omit<Finished, 'call'> {
  const what = webOf(item)
  return { tool: 'web_search', actions: what ? [{ type: 'web', what }] : [], answer: { ok: true } }
}

function ofPath(tool: string, path: string | undefined): Omit<Finished, 'call'> {
  return { tool, actions: path ? [{ type: 'read', path }] : [], answer: { ok: true } }
}

function ofAgents(item: Json): Omit<Finished, 'call'> {
  const prompt = textOf(item['prompt'])
  const tool = textOf(item['tool']) ?? 'agent'
  const actions: Action[] = [prompt ? { type: 'delegate', what: clip(prompt) } : { type: 'other', tool }]
  return { tool, actions, answer: answerOfItem(item) }
}

function other(tool: string, answer: Answer): Omit<Finished, 'call'> {
  return { tool, actions: [{ type: 'other', tool }], answer }
}

function nameOf(...parts: unknown[]): string {
  return parts.flatMap((part) => textOf(part) ?? []).join('.') || 'tool'
}
