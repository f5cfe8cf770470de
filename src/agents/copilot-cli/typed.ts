/** Which user messages a person typed. */
import { textOf } from '../common/values.js'
import type { Json } from '../common/values.js'

const INJECTED = /^\s*<(?:system_reminder|system_notification|skill-context|reminder|current_datetime)[\s>]/

/** `content` is what was typed, `transformedContent` what the model was sent. Autopilot goes on by itself without one. */
export function typedIn(data: Json): string | undefined {
  if (data['isAutopilotContinuation'] === true) return undefined
  const source = textOf(data['source'])
  if (source !== undefined && source !== 'user') return undefined
  const text = textOf(data['content'])?.trim()
  return text && !INJECTED.test(text) ? text : undefined
}
