/** Which user texts a person typed, and which the client put into the conversation in a person's name. */
import { type Json, objectOf, objectsOf, textOf } from '../common/values.js'

const INJECTED =
  /^\s*(?:<(?:environment_context|user_instructions|user_shell_command|turn_aborted|subagent_notification|hook_prompt|permissions instructions|collaboration_mode|model_switch|personality_spec|skill|recommended_plugins|INSTRUCTIONS|AGENTS\.md)[\s>]|# AGENTS\.md instructions\b)/
/** Any block in tags with an underscore in their name: what the model is shown has more of them with every version. */
const BLOCK = /^\s*<([a-z]+(?:_[a-z]+)+)(?:\s[^>]*)?>[^]*<\/\1>\s*$/
const IDE_REQUEST =
  /^# (?:Context from my IDE setup|Files mentioned by the user|In app browser|Selected text)[^]*?\n## My request for Codex:?[ \t]*\n/
const REPLY = /^\s*<send_user_message_question_reply>([^]*)<\/send_user_message_question_reply>\s*$/

/** The event forms hold what was typed; only a few blocks slip in. */
function typedText(text: string): string | undefined {
  const reply = REPLY.exec(text)?.[1]
  if (reply !== undefined) return answersIn(reply)
  if (INJECTED.test(text)) return undefined
  return text.replace(IDE_REQUEST, '').trim() || undefined
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
