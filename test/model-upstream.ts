import type { IncomingMessage, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { answerAnthropic, type AnthropicBody } from './model-upstream-anthropic.ts'
import { answerChat, answerEmbeddings, type ChatBody } from './model-upstream-openai.ts'
import { misbehave } from './model-upstream-faults.ts'
import { say, type ModelReply } from './model-upstream-reply.ts'
import { serve } from './peer.ts'

/** A server that speaks the wire formats of OpenAI and Anthropic, there until the test is over. */
export interface ModelUpstream {
  /** `http://localhost:port/v1`: tests may call it like an address that a workspace has chosen. */
  url: string
  /** What came in, in order. */
  calls: { path: string; headers: IncomingMessage['headers']; body: Record<string, unknown> }[]
  /** Answers of language models, in order; afterwards they echo again. */
  replies: ModelReply[]
  /** How many connections there have been. */
  connections(): number
  /** Answers that have been begun and not ended. */
  open(): number
}

/** The model's name chooses how the server misbehaves: see FAULTS. Any other name is answered well. */
export async function startModelUpstream(): Promise<ModelUpstream> {
  const calls: ModelUpstream['calls'] = []
  const replies: ModelReply[] = []
  let open = 0
  const peer = await serve((request, response) => {
    open += 1
    response.on('close', () => (open -= 1))
    void answerModelCall({ calls, replies }, request, response).catch(() => response.destroy())
  })
  const url = `http://${peer.host.replace('127.0.0.1', 'localhost')}/v1`
  return { url, calls, replies, connections: peer.connections, open: () => open }
}

async function answerModelCall(
  { calls, replies }: Pick<ModelUpstream, 'calls' | 'replies'>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const raw = await buffer(request)
  const path = new URL(request.url ?? '/', 'http://localhost').pathname.replace(/^\/v1/, '')
  const body = bodyOf(raw, request.headers['content-type'] ?? '')
  calls.push({ path, headers: request.headers, body })
  const isAnthropic = path === '/messages'
  if (misbehave(String(body['model']), response, { isAnthropic, isStream: body['stream'] === true })) return
  if (path === '/chat/completions') return answerChat(body as unknown as ChatBody, replies.shift(), response)
  if (isAnthropic) return answerAnthropic(body as unknown as AnthropicBody, replies.shift(), response)
  if (path === '/embeddings') return answerEmbeddings(body as { model: string; input: string | string[] }, response)
  if (path === '/audio/transcriptions') return say(response, 200, heardBy(String(body['model'])))
  if (path === '/images/generations') return say(response, 200, { created: 1763164800, data: [{ b64_json: PIXEL }] })
  say(response, 404, { error: { message: `no ${path} here`, type: 'invalid_request_error', code: 'not_found' } })
}

/** A model called `silent` does not say how long the recording was. */
function heardBy(model: string): object {
  const text = 'The boiler leaks.'
  return model.endsWith('-silent') ? { text } : { text, language: 'english', duration: 2.5 }
}

/** A form is read as far as tests look at it: its plain fields, and how many bytes its file has. */
function bodyOf(raw: Buffer, contentType: string): Record<string, unknown> {
  const boundary = /boundary=(.+)$/.exec(contentType)?.[1]
  if (boundary === undefined) return JSON.parse(raw.toString()) as Record<string, unknown>
  const parts = raw.toString('latin1').split(`--${boundary}`)
  const fields = parts.map((part): [string, unknown] => {
    const [, name = '', file, value = ''] =
      /name="([^"]+)"(; filename="[^"]*")?[\s\S]*?\r\n\r\n([\s\S]*)\r\n$/.exec(part) ?? []
    return [name, file === undefined ? value : value.length]
  })
  return Object.fromEntries(fields.filter(([name]) => name !== ''))
}

/** A PNG of one pixel. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
