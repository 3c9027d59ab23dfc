import type { ServerResponse } from 'node:http'
import { say, type ModelReply } from './model-upstream-reply.ts'

export interface AnthropicBody {
  model: string
  messages: { role: string; content: string | { type: string; text?: string }[] }[]
  stream?: boolean
}

export function answerAnthropic(body: AnthropicBody, scripted: ModelReply | undefined, response: ServerResponse): void {
  const reply = scripted ?? { text: `You said: ${lastSaid(body)}` }
  const content: { type: string; [field: string]: unknown }[] =
    'text' in reply
      ? [{ type: 'text', text: reply.text }]
      : reply.calls.map(({ name, input }, index) => ({ type: 'tool_use', id: `toolu_${index + 1}`, name, input }))
  const stop_reason = 'text' in reply ? 'end_turn' : 'tool_use'
  const head = { id: 'msg_1', type: 'message', role: 'assistant', model: body.model, stop_sequence: null }
  const usage = { input_tokens: 20, output_tokens: 12 }
  if (!body.stream) return say(response, 200, { ...head, content, stop_reason, usage })
  const send = (event: { type: string; [field: string]: unknown }) =>
    response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  send({ type: 'message_start', message: { ...head, content: [], stop_reason: null, usage } })
  content.forEach(({ input, text, ...block }, index) => {
    const isText = block.type === 'text'
    send({
      type: 'content_block_start',
      index,
      content_block: isText ? { ...block, text: '' } : { ...block, input: {} },
    })
    const pieces = isText ? (String(text).match(/\S+\s*/g) ?? []) : [JSON.stringify(input)]
    for (const piece of pieces) {
      const delta = isText ? { type: 'text_delta', text: piece } : { type: 'input_json_delta', partial_json: piece }
      send({ type: 'content_block_delta', index, delta })
    }
    send({ type: 'content_block_stop', index })
  })
  send({ type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 12 } })
  send({ type: 'message_stop' })
  response.end()
}

function lastSaid({ messages }: AnthropicBody): string {
  const content = messages.at(-1)?.content ?? ''
  return typeof content === 'string' ? content : content.map(({ text = '' }) => text).join('')
}
