import { Readable } from 'node:stream'
import type { Client, FetchLike, jsonSchemaValidator } from '@modelcontextprotocol/client'
import { OutboundError, type Outbound } from '#core/outbound.ts'
import { endpointOf, recordOf, requestFault, textOf } from './call-args.rules.ts'
import { authorizationHeader } from './call-send.ts'
import type { Duration, Json, JsonObject } from './document.schema.ts'
import { durationMillis } from './flow-duration.rules.ts'
import type { Signal } from './flow-state.rules.ts'
import { errorSignal, resultSignal } from './run-function.ts'
import { caught, type Asked } from './run-http.ts'

const TIMEOUT_SECONDS_MAX = 60
const ANSWER_BYTES_MAX = 1024 * 1024

/**
 * The library would make code out of the schemas that the server sends. What a tool gives is data like that of any other
 * call, and the document says what shape it wants.
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
    const fetch = guardedFetch(outbound, signal, failed)
    const client = new Client({ name: 'innkeeper', version: '1.0.0' }, { jsonSchemaValidator: NONE })
    try {
      await client.connect(new StreamableHTTPClientTransport(url, { fetch, requestInit: { headers } }))
      return answered(await ask(client, args))
    } catch (error) {
      if (failed.error instanceof OutboundError) throw failed.error
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

async function ask(client: Client, args: JsonObject): Promise<JsonObject> {
  const millis = durationMillis((args['timeout'] ?? {}) as Duration, Date.now())
  const timeout = millis ? Math.min(millis, TIMEOUT_SECONDS_MAX * 1000) : TIMEOUT_SECONDS_MAX * 1000
  const params = recordOf(args['parameters'])
  const name = textOf(params['name'])
  switch (args['method']) {
    case 'tools/list':
      return plain(await client.listTools(params, { timeout }))
    case 'tools/call':
      return plain(await client.callTool({ name, arguments: recordOf(params['arguments']) }, { timeout }))
    case 'prompts/list':
      return plain(await client.listPrompts(params, { timeout }))
    case 'prompts/get':
      return plain(await client.getPrompt({ name, arguments: textsIn(params['arguments']) }, { timeout }))
    case 'resources/list':
      return plain(await client.listResources(params, { timeout }))
    case 'resources/templates/list':
      return plain(await client.listResourceTemplates(params, { timeout }))
    default:
      return plain(await client.readResource({ uri: textOf(params['uri']) }, { timeout }))
  }
}

function plain(result: object): JsonObject {
  return JSON.parse(JSON.stringify(result)) as JsonObject
}

function textsIn(value: Json | undefined): Record<string, string> {
  return Object.fromEntries(Object.entries(recordOf(value)).map(([name, inner]) => [name, textOf(inner)]))
}

/** The `fetch` that the library is given: it reaches what the guarded client reaches, and nothing else. */
function guardedFetch(outbound: Outbound, signal: AbortSignal, failed: { error?: unknown }): FetchLike {
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
      const content = isEmpty ? null : (Readable.toWeb(answer.body) as ReadableStream<Uint8Array>)
      return new Response(content, { status: answer.status, headers: answer.headers })
    } catch (error) {
      failed.error = error
      throw error
    }
  }
}
