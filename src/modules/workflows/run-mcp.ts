import { Readable } from 'node:stream'
import type { Client, FetchLike, jsonSchemaValidator } from '@modelcontextprotocol/client'
import { OutboundError, type Outbound } from '#core/outbound.ts'
import { endpointOf, recordOf, requestFault, textOf } from './call-args.rules.ts'
import { authorizationHeader } from './call-send.ts'
import type { Duration, Json, JsonObject } from './document.schema.ts'
import { exactly, RoundedNumber } from './exact-answer.ts'
import { durationMillis } from './flow-duration.rules.ts'
import type { Signal } from './flow-state.rules.ts'
import { errorSignal, resultSignal } from './run-function.ts'
import { caught, roundedSignal, type Asked } from './run-http.ts'

const TIMEOUT_SECONDS_MAX = 60
const ANSWER_BYTES_MAX = 1024 * 1024

/**
 * The library would compile the schemas that the server sends. A tool's output is treated like data from any other
 * call, and the document declares the shape it wants.
 */
const NONE: jsonSchemaValidator = {
  getValidator:
    <T>() =>
    (data) => ({ valid: true, data: data as T & {}, errorMessage: undefined }),
}

/** `call: mcp`: a tool server of somebody else, over HTTP, through the guarded client. */
export function callMcp(outbound: Outbound, asked: Asked): Promise<Signal> {
  return caught(async () => {
    const { with: args, key, workspaceId, signal } = asked
    const http = recordOf(recordOf(args['transport'])['http'])
    const { uri, authentication } = endpointOf(http['endpoint'])
    const url = URL.parse(uri)
    if (!url) return errorSignal('configuration', 'The endpoint is no address.')
    const named = Object.entries(recordOf(http['headers'])).map(([name, value]) => [name, textOf(value)])
    const headers = {
      ...Object.fromEntries(named),
      'idempotency-key': key,
      ...(await authorizationHeader(outbound, { authentication, workspaceId, signal })),
    }
    const fault = requestFault('POST', headers)
    if (fault) return errorSignal('validation', fault)
    // A large library that most processes never need.
    const { Client, StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client')
    const failed: { error?: unknown } = {}
    const stop = new AbortController()
    const fail = (error: unknown): void => {
      if (!(failed.error instanceof RoundedNumber)) failed.error = error
      if (error instanceof RoundedNumber) stop.abort()
    }
    const fetch = guardedFetch(outbound, signal, fail)
    const client = new Client({ name: 'innkeeper', version: '1.0.0' }, { jsonSchemaValidator: NONE })
    try {
      const transport = new StreamableHTTPClientTransport(url, { fetch, requestInit: { headers } })
      await client.connect(transport, { signal: stop.signal })
      return answered(await ask(client, args, stop.signal))
    } catch (error) {
      if (failed.error instanceof OutboundError) throw failed.error
      if (failed.error instanceof RoundedNumber) return roundedSignal(failed.error.pointer)
      return errorSignal('communication', sentenceOf(error), 502)
    } finally {
      await client.close().catch(() => {})
    }
  })
}

/** Only the protocol's own words: whatever else is in an error may name addresses and secrets. */
function sentenceOf(error: unknown): string {
  const isOfServer = error instanceof Error && error.name === 'ProtocolError'
  return isOfServer ? `The tool server refused: ${error.message}` : 'The tool server did not answer as it should.'
}

/** A tool that fails says so in its result. */
function answered(result: JsonObject): Signal {
  if (result['isError'] !== true) return resultSignal(result)
  const [first] = Array.isArray(result['content']) ? result['content'] : []
  return errorSignal('runtime', textOf(recordOf(first)['text'] ?? 'The tool failed.').slice(0, 2000))
}

async function ask(client: Client, args: JsonObject, signal: AbortSignal): Promise<JsonObject> {
  const millis = durationMillis((args['timeout'] ?? {}) as Duration, Date.now())
  const timeout = millis ? Math.min(millis, TIMEOUT_SECONDS_MAX * 1000) : TIMEOUT_SECONDS_MAX * 1000
  const params = recordOf(args['parameters'])
  const name = textOf(params['name'])
  switch (args['method']) {
    case 'tools/list':
      return plain(await client.listTools(params, { timeout, signal }))
    case 'tools/call':
      return plain(await client.callTool({ name, arguments: recordOf(params['arguments']) }, { timeout, signal }))
    case 'prompts/list':
      return plain(await client.listPrompts(params, { timeout, signal }))
    case 'prompts/get':
      return plain(await client.getPrompt({ name, arguments: textsIn(params['arguments']) }, { timeout, signal }))
    case 'resources/list':
      return plain(await client.listResources(params, { timeout, signal }))
    case 'resources/templates/list':
      return plain(await client.listResourceTemplates(params, { timeout, signal }))
    default:
      return plain(await client.readResource({ uri: textOf(params['uri']) }, { timeout, signal }))
  }
}

function plain(result: object): JsonObject {
  return JSON.parse(JSON.stringify(result)) as JsonObject
}

function textsIn(value: Json | undefined): Record<string, string> {
  return Object.fromEntries(Object.entries(recordOf(value)).map(([name, inner]) => [name, textOf(inner)]))
}

/** The `fetch` that the library is given: it reaches what the guarded client reaches, and nothing else. */
function guardedFetch(outbound: Outbound, signal: AbortSignal, fail: (error: unknown) => void): FetchLike {
  return async (input, { method = 'GET', headers, body, signal: own } = {}) => {
    try {
      const answer = await outbound.request(new URL(String(input)), {
        method,
        headers: Object.fromEntries(new Headers(headers as Record<string, string>)),
        ...(typeof body === 'string' ? { body } : {}),
        timeoutSeconds: TIMEOUT_SECONDS_MAX,
        sizeBytesMax: ANSWER_BYTES_MAX,
        signal: own ? AbortSignal.any([own, signal]) : signal,
      })
      const isEmpty = answer.status === 204 || answer.status === 304
      if (isEmpty) answer.body.resume()
      if (isEmpty) return new Response(null, { status: answer.status, headers: answer.headers })
      const isEvents = answer.headers['content-type']?.startsWith('text/event-stream') ?? false
      const exact = Readable.from(exactly(isEvents)(answer.body)).on('error', fail)
      const content = Readable.toWeb(exact) as ReadableStream<Uint8Array>
      return new Response(content, { status: answer.status, headers: answer.headers })
    } catch (error) {
      fail(error)
      throw error
    }
  }
}
