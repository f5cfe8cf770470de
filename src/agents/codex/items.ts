/** What the client notes about a finished tool, beside the model's own call: sometimes the only trace of it. */
import type { Answer } from '../common/calls.js'
import { actionOfChange } from '../common/edits.js'
import { clip, type Json, listOf, numberOf, objectOf, objectsOf, textOf } from '../common/values.js'
import { present } from '../../core/present.js'
import type { Action, UsageEvent } from '../../core/session/transcript.js'
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

const INJECTED =
  /^\s*(?:<(?:environment_context|user_instructions|user_shell_command|turn_aborted|subagent_notification|hook_prompt|permissions instructions|collaboration_mode|model_switch|personality_spec|skill|recommended_plugins|INSTRUCTIONS|AGENTS\.md)[\s>]|# AGENTS\.md instructions\b)/
/** Any block in tags with an underscore in their name: what the model is shown has more of them with every version. */
const BLOCK = /^\s*<([a-z]+(?:_[a-z]+)+)(?:\s[^>]*)?>[^]*<\/\1>\s*$/
/** Editors and the desktop client put what is open or selected before the request. */
const BEFORE_REQUEST = /^# [^]*\n## My request for Codex:?[ \t]*\n/
const REPLY = /^\s*<send_user_message_question_reply>([^]*)<\/send_user_message_question_reply>\s*$/

/** The event forms hold what was typed; only a few blocks slip in. */
function typedText(text: string): string | undefined {
  const reply = REPLY.exec(text)?.[1]
  if (reply !== undefined) return answersIn(reply)
  if (INJECTED.test(text)) return undefined
  return text.trimStart().replace(BEFORE_REQUEST, '').trim() || undefined
}

/** A `response_item` message of the user: what the model was shown, with everything injected. */
export function typedInItem(payload: Json): string | undefined {
  const texts = objectsOf(payload['content']).flatMap((block) => textOf(block['text']) ?? [])
  const typed = texts.filter((text) => !BLOCK.test(text) || REPLY.test(text)).flatMap((text) => typedText(text) ?? [])
  return typed.join('\n') || undefined
}

/** `event_msg` `user_message`. Older versions marked injected ones by their kind. */
export function typedInEvent(payload: Json): string | undefined {
  const kind = textOf(payload['kind'])
  return kind === undefined || kind === 'plain' ? typedText(textOf(payload['message']) ?? '') : undefined
}

/** The `UserMessage` of an `item_completed`. */
export function typedInTurnItem(item: Json): string | undefined {
  const texts = objectsOf(item['content']).filter((block) => block['type'] === 'text')
  return typedText(texts.map((block) => textOf(block['text']) ?? '').join(''))
}

function answersIn(reply: string): string | undefined {
  try {
    const list = JSON.parse(reply) as unknown
    const answers = (Array.isArray(list) ? list : []).flatMap((one) => textOf(objectOf(one)?.['answer']) ?? [])
    return answers.join('\n') || undefined
  } catch {
    return undefined
  }
}

export function textIn(payload: Json): string | undefined {
  const texts = listOf(payload['content']).flatMap((block) => textOf(objectOf(block)?.['text']) ?? [])
  return texts.join('\n').trim() || undefined
}

export type Usage = Pick<UsageEvent, 'context' | 'output' | 'window'>

/** `key` tells a repeated count from a new one. */
export function usageOf(payload: Json): { usage: Usage; key: string } | undefined {
  const info = objectOf(payload['info'])
  const last = objectOf(info?.['last_token_usage'])
  const context = numberOf(last?.['total_tokens'])
  if (!info || !last || context === undefined || context === 0) return undefined
  const window = numberOf(info['model_context_window'])
  const usage = present<Usage>({ context, output: numberOf(last['output_tokens']), window })
  return { usage, key: `${numberOf(objectOf(info['total_token_usage'])?.['total_tokens'])} ${context}` }
}

/** What the client puts before the summary of a compaction is for the model that reads it. */
export function summaryIn(message: string): string | undefined {
  return message.replace(/^Another language model started[^\n]*\n/, '').trim() || undefined
}
