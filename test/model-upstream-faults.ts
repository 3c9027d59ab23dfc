import type { ServerResponse } from 'node:http'

interface Asked {
  isAnthropic: boolean
  isStream: boolean
}

const HUGE_BYTES = 50 * 1024 * 1024
const DRIP_MILLIS = 20

/** Ways in which a provider fails, by the name of the model that is asked. */
const FAULTS: Record<string, (response: ServerResponse, asked: Asked) => void> = {
  'fail-500': (response) => refuse(response, 500, 'server_error'),
  'fail-401': (response) => refuse(response, 401, 'invalid_api_key'),
  'fail-400': (response) => refuse(response, 400, 'context_length_exceeded'),
  'fail-429': (response) => refuse(response, 429, 'rate_limit_exceeded', { 'retry-after': '7' }),
  /** An error page of something in between. */
  'fail-html': (response) => response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>'),
  /** Takes the request and says nothing. */
  hang: () => {},
  /** A letter at a time, for ever. */
  drip(response, { isStream }) {
    response.writeHead(200, { 'content-type': isStream ? 'text/event-stream' : 'application/json' })
    const timer = setInterval(() => response.write(isStream ? ': wait\n\n' : ' '), DRIP_MILLIS)
    response.on('close', () => clearInterval(timer))
  },
  'bad-json': (response, { isStream }) => {
    response.writeHead(200, { 'content-type': isStream ? 'text/event-stream' : 'application/json' })
    response.end(isStream ? 'data: {"choices": [{"delta": \n\ndata: [DONE]\n\n' : '{"choices": [{"message": ')
  },
  /** Well-formed, and not what was promised. */
  'bad-shape': (response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{"hello":[1,2]}'),
  huge(response, { isStream }) {
    response.writeHead(200, { 'content-type': isStream ? 'text/event-stream' : 'application/json' })
    pour(response, HUGE_BYTES)
  },
  /** The same, told beforehand. */
  'huge-declared': (response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': String(HUGE_BYTES) })
    pour(response, HUGE_BYTES)
  },
  /** The line goes dead after the request. */
  cut: (response) => void response.destroy(),
  /** The line goes dead in the middle of the answer. */
  'stream-cut': (response, asked) => {
    begin(response, asked)
    setTimeout(() => response.destroy(), DRIP_MILLIS)
  },
  /** The answer ends properly, in the middle of the sentence. */
  'stream-end': (response, asked) => {
    begin(response, asked)
    response.end()
  },
  /** Begins well and goes on for ever. */
  endless: (response, asked) => {
    begin(response, asked)
    const timer = setInterval(() => response.write(': still here\n\n'), DRIP_MILLIS)
    response.on('close', () => clearInterval(timer))
  },
  /** Says more than anybody wants to hear, and does not stop. */
  flood: (response, asked) => {
    begin(response, asked)
    pour(response, Infinity, Buffer.from(chunkOf('word '.repeat(10_000))))
  },
  /** What cannot be read in the middle of an answer that goes on. */
  'stream-garbled': (response, asked) => {
    begin(response, asked)
    response.write('data: {"choices": [{"delta": \n\n')
  },
  /** The provider gives up in the middle and says so. */
  'stream-error': (response, asked) => {
    begin(response, asked)
    const error = { message: 'secret prompt', type: asked.isAnthropic ? 'overloaded_error' : 'server_error' }
    const name = asked.isAnthropic ? 'event: error\n' : ''
    response.end(`${name}data: ${JSON.stringify(asked.isAnthropic ? { type: 'error', error } : { error })}\n\n`)
  },
  redirect: (response) => response.writeHead(307, { location: 'http://localhost:1/elsewhere' }).end(),
}

/** Whether the model of that name misbehaves; if so it just has. */
export function misbehave(model: string, response: ServerResponse, asked: Asked): boolean {
  const fault = FAULTS[model]
  fault?.(response, asked)
  return fault !== undefined
}

/** Repeats what it was told, as real providers do: nothing of that may end up in a log. */
function refuse(response: ServerResponse, status: number, code: string, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify({ type: 'error', error: { message: 'secret prompt', type: code, code } }))
}

function pour(response: ServerResponse, bytes: number, piece = Buffer.alloc(64 * 1024, ' ')): void {
  let left = bytes
  const more = () => {
    while (left > 0 && !response.destroyed) {
      left -= piece.length
      if (!response.write(piece)) return void response.once('drain', more)
    }
    response.end()
  }
  more()
}

/** The beginning of an answer: two words. */
function begin(response: ServerResponse, { isAnthropic, isStream }: Asked): void {
  if (!isStream) {
    response.writeHead(200, { 'content-type': 'application/json' })
    return void response.write('{"id":"1","choices":[{"message":{"role":"assi')
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const usage = { input_tokens: 3, output_tokens: 1 }
  const message = { id: 'msg_1', type: 'message', role: 'assistant', model: 'm', content: [], usage }
  const events = isAnthropic
    ? [
        { type: 'message_start', message: { ...message, stop_reason: null, stop_sequence: null } },
        { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
        { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Half an ' } },
      ]
    : []
  for (const event of events) response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
  if (!isAnthropic) response.write(chunkOf('Half an '))
}

/** A piece of an answer as OpenAI sends it. */
function chunkOf(content: string): string {
  const choices = [{ index: 0, delta: { role: 'assistant', content } }]
  return `data: ${JSON.stringify({ id: '1', created: 1763164800, model: 'm', choices })}\n\n`
}
