// How each format says an answer {call, text, usage}.

let made = 0
export const id = (prefix) => `${prefix}_${++made}_${Math.random().toString(36).slice(2, 10)}`

export function responses(answer, body, send) {
  const usage = {
    input_tokens: answer.usage,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 20,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: answer.usage + 20,
  }
  const base = {
    id: id('resp'),
    object: 'response',
    created_at: Math.floor(Date.now() / 1000),
    model: body.model,
    output: [],
    status: 'in_progress',
  }
  const item = !answer.call
    ? {
        id: id('msg'),
        type: 'message',
        role: 'assistant',
        status: 'completed',
        content: [{ type: 'output_text', text: answer.text, annotations: [] }],
      }
    : answer.call.raw === undefined
      ? {
          id: id('fc'),
          type: 'function_call',
          status: 'completed',
          name: answer.call.name,
          arguments: JSON.stringify(answer.call.args),
          call_id: id('call'),
        }
      : {
          id: id('ctc'),
          type: 'custom_tool_call',
          status: 'completed',
          name: answer.call.name,
          input: answer.call.raw,
          call_id: id('call'),
        }
  // Codex keeps the tools of MCP servers back: "tool_search {"query":…}" is an item of its own kind.
  if (item.type === 'function_call' && item.name === 'tool_search')
    Object.assign(item, { type: 'tool_search_call', execution: 'client', arguments: answer.call.args })
  // Codex names a tool of an MCP server by namespace and name.
  if (item.type === 'function_call' && item.name.includes('/')) [item.namespace, item.name] = item.name.split('/')
  send('response.created', { response: base })
  send('response.in_progress', { response: base })
  const open =
    item.type === 'message'
      ? { ...item, status: 'in_progress', content: [] }
      : { ...item, status: 'in_progress', ...(typeof item.arguments === 'string' ? { arguments: '' } : {}) }
  send('response.output_item.added', { output_index: 0, item: open })
  if (item.type === 'message') {
    const where = { item_id: item.id, output_index: 0, content_index: 0 }
    send('response.content_part.added', { ...where, part: { type: 'output_text', text: '', annotations: [] } })
    send('response.output_text.delta', { ...where, delta: answer.text })
    send('response.output_text.done', { ...where, text: answer.text })
    send('response.content_part.done', { ...where, part: item.content[0] })
  } else if (item.type === 'function_call') {
    send('response.function_call_arguments.delta', { item_id: item.id, output_index: 0, delta: item.arguments })
    send('response.function_call_arguments.done', { item_id: item.id, output_index: 0, arguments: item.arguments })
  }
  send('response.output_item.done', { output_index: 0, item })
  send('response.completed', { response: { ...base, status: 'completed', output: [item], usage } })
}

export function chatMessage(answer) {
  if (!answer.call) return { role: 'assistant', content: answer.text }
  const call = {
    index: 0,
    id: id('call'),
    type: 'function',
    function: { name: answer.call.name, arguments: JSON.stringify(answer.call.args ?? answer.call.raw) },
  }
  return { role: 'assistant', content: null, tool_calls: [call] }
}

export const chatUsage = (answer) => ({
  prompt_tokens: answer.usage,
  completion_tokens: 20,
  total_tokens: answer.usage + 20,
})
export const chatEnd = (answer) => (answer.call ? 'tool_calls' : 'stop')

export function chatChunks(answer, body) {
  const base = {
    id: id('chatcmpl'),
    object: 'chat.completion.chunk',
    created: Math.floor(Date.now() / 1000),
    model: body.model,
  }
  return [
    { ...base, choices: [{ index: 0, delta: chatMessage(answer), finish_reason: null }] },
    { ...base, choices: [{ index: 0, delta: {}, finish_reason: chatEnd(answer) }] },
    { ...base, choices: [], usage: chatUsage(answer) },
  ]
}

export function geminiResponse(answer) {
  const part = answer.call
    ? { functionCall: { name: answer.call.name, args: answer.call.args, id: id('call') } }
    : { text: answer.text }
  return {
    candidates: [{ content: { role: 'model', parts: [part] }, finishReason: 'STOP', index: 0 }],
    usageMetadata: { promptTokenCount: answer.usage, candidatesTokenCount: 20, totalTokenCount: answer.usage + 20 },
    modelVersion: 'mock',
    responseId: id('resp'),
  }
}

export function anthropicBlocks(answer) {
  return answer.call
    ? { type: 'tool_use', id: id('toolu'), name: answer.call.name, input: answer.call.args }
    : { type: 'text', text: answer.text }
}

export function anthropic(answer, body, send) {
  const block = anthropicBlocks(answer)
  const message = {
    id: id('msg'),
    type: 'message',
    role: 'assistant',
    model: body.model,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: answer.usage, output_tokens: 1 },
  }
  send('message_start', { message })
  send('content_block_start', {
    index: 0,
    content_block: block.type === 'text' ? { type: 'text', text: '' } : { ...block, input: {} },
  })
  const delta =
    block.type === 'text'
      ? { type: 'text_delta', text: block.text }
      : { type: 'input_json_delta', partial_json: JSON.stringify(block.input) }
  send('content_block_delta', { index: 0, delta })
  send('content_block_stop', { index: 0 })
  send('message_delta', {
    delta: { stop_reason: answer.call ? 'tool_use' : 'end_turn', stop_sequence: null },
    usage: { output_tokens: 20 },
  })
  send('message_stop', {})
}

/** As the services say that what was paid for is used up: a client that is told of a moment's rush tries again for minutes. */
export function refusal(format, status) {
  const message = 'You have reached your usage limit.'
  if (status !== 429) return { error: { message: 'scripted failure', type: 'scripted', code: status } }
  if (format === 'anthropic') return { type: 'error', error: { type: 'rate_limit_error', message } }
  if (format === 'responses') return { error: { type: 'usage_limit_reached', message, resets_in_seconds: 7200 } }
  if (format === 'chat') return { error: { type: 'insufficient_quota', code: 'insufficient_quota', message } }
  const violation = { quotaId: 'GenerateRequestsPerDayPerProjectPerModel-FreeTier' }
  const details = [{ '@type': 'type.googleapis.com/google.rpc.QuotaFailure', violations: [violation] }]
  return { error: { code: 429, status: 'RESOURCE_EXHAUSTED', message, details } }
}
