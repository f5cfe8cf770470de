// What a request to a model says, whatever its format.

/** A list of {kind: user|assistant|call|result|system, text}. */

export const asArray = (value) => (Array.isArray(value) ? value : value === undefined || value === null ? [] : [value])
const textOf = (content) =>
  typeof content === 'string'
    ? content
    : asArray(content)
        .map((part) => part?.text ?? (typeof part === 'string' ? part : ''))
        .join('\n')

export function itemsOf(format, body) {
  if (format === 'responses') {
    return asArray(typeof body.input === 'string' ? [{ role: 'user', content: body.input }] : body.input).map(
      (item) => {
        if (item.type?.endsWith('_call')) return { kind: 'call', text: item.name }
        if (item.type?.endsWith('_output')) return { kind: 'result', text: textOf(item.output) }
        return { kind: kindOf(item.role), text: textOf(item.content) }
      },
    )
  }
  if (format === 'chat') {
    return asArray(body.messages).flatMap((message) => {
      if (message.role === 'tool') return [{ kind: 'result', text: textOf(message.content) }]
      const own = { kind: kindOf(message.role), text: textOf(message.content) }
      return [own, ...asArray(message.tool_calls).map((call) => ({ kind: 'call', text: call.function?.name }))]
    })
  }
  if (format === 'gemini') {
    return asArray(body.contents).flatMap((content) =>
      asArray(content.parts).map((part) => {
        if (part.functionCall) return { kind: 'call', text: part.functionCall.name }
        if (part.functionResponse) return { kind: 'result', text: JSON.stringify(part.functionResponse.response) }
        return { kind: content.role === 'model' ? 'assistant' : 'user', text: part.text ?? '' }
      }),
    )
  }
  return asArray(body.messages).flatMap((message) =>
    asArray(typeof message.content === 'string' ? { type: 'text', text: message.content } : message.content).map(
      (block) => {
        if (block.type === 'tool_use') return { kind: 'call', text: block.name }
        if (block.type === 'tool_result') return { kind: 'result', text: textOf(block.content) }
        return { kind: kindOf(message.role), text: block.text ?? '' }
      },
    ),
  )
}

export const systemOf = (format, body) =>
  format === 'gemini'
    ? textOf(body.systemInstruction?.parts)
    : format === 'anthropic'
      ? textOf(body.system)
      : format === 'responses'
        ? String(body.instructions ?? '')
        : textOf(asArray(body.messages).find(({ role }) => role === 'system')?.content)

const kindOf = (role) => (role === 'assistant' ? 'assistant' : role === 'user' ? 'user' : 'system')

export const toolsOf = (format, body) =>
  format === 'gemini' ? asArray(body.tools).flatMap((tool) => asArray(tool.functionDeclarations)) : asArray(body.tools)

export const formatOf = (path) =>
  path.endsWith('/responses')
    ? 'responses'
    : path.endsWith('/chat/completions')
      ? 'chat'
      : /:(stream)?[gG]enerateContent$/.test(path)
        ? 'gemini'
        : path.endsWith('/messages')
          ? 'anthropic'
          : undefined
