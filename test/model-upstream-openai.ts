import type { ServerResponse } from 'node:http'
import { say, type ModelReply } from './model-upstream-reply.ts'

export interface ChatBody {
  model: string
  messages: { role: string; content: string | { type: string; text?: string }[] | null }[]
  stream?: boolean
  stream_options?: { include_usage?: boolean }
}

/** Vectors that tests can foretell: the length of the text, then zeros. */
const DIMENSIONS = 8

export function answerChat(body: ChatBody, scripted: ModelReply | undefined, response: ServerResponse): void {
  const reply = scripted ?? { text: `You said: ${lastSaid(body)}` }
  const head = { id: 'chatcmpl-1', created: 1763164800, model: body.model }
  const usual = { prompt_tokens: 20, completion_tokens: 12, total_tokens: 32 }
  const usage = ('usage' in reply && reply.usage) || usual
  const finish_reason = 'text' in reply ? (reply.ended ?? 'stop') : 'tool_calls'
  const message =
    'text' in reply
      ? { role: 'assistant', content: reply.text }
      : { role: 'assistant', content: null, tool_calls: toolCalls(reply.calls) }
  if (!body.stream) {
    const choices = [{ index: 0, message, finish_reason }]
    return say(response, 200, { ...head, object: 'chat.completion', choices, usage })
  }
  const send = (choices: object[], more: object = {}) =>
    response.write(`data: ${JSON.stringify({ ...head, object: 'chat.completion.chunk', choices, ...more })}\n\n`)
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  send([{ index: 0, delta: { role: 'assistant', content: '' } }])
  if ('text' in reply) {
    for (const content of reply.text.match(/\S+\s*/g) ?? []) send([{ index: 0, delta: { content } }])
  } else send([{ index: 0, delta: { tool_calls: toolCalls(reply.calls) } }])
  send([{ index: 0, delta: {}, finish_reason }])
  if (body.stream_options?.include_usage) send([], { usage })
  response.end('data: [DONE]\n\n')
}

export function answerEmbeddings(
  { model, input }: { model: string; input: string | string[] },
  response: ServerResponse,
): void {
  const data = [input].flat().map((text, index) => {
    const embedding = [text.length, ...Array.from({ length: DIMENSIONS - 1 }, () => 0)]
    return { object: 'embedding', index, embedding }
  })
  say(response, 200, { object: 'list', data, model, usage: { prompt_tokens: 5, total_tokens: 5 } })
}

function lastSaid({ messages }: ChatBody): string {
  const content = messages.at(-1)?.content ?? ''
  return typeof content === 'string' ? content : content.map(({ text = '' }) => text).join('')
}

function toolCalls(calls: { name: string; input: object }[]): object[] {
  return calls.map(({ name, input }, index) => ({
    index,
    id: `call_${index + 1}`,
    type: 'function',
    function: { name, arguments: JSON.stringify(input) },
  }))
}
