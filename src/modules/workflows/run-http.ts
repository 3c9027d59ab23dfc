import { OutboundError, readText, type Outbound, type OutboundAnswer } from '#core/outbound.ts'
import type { Json, JsonObject } from './document.schema.ts'
import type { Signal } from './flow-state.rules.ts'
import { errorSignal, resultSignal } from './run-function.ts'

const TIMEOUT_SECONDS_MAX = 60
const ANSWER_BYTES_MAX = 1024 * 1024

interface Asked {
  with: JsonObject
  key: string
  signal: AbortSignal
}

/** `call: http`, through the guarded client. The key is the same for every attempt, so that a receiver can tell. */
export async function callHttp(outbound: Outbound, { with: args, key, signal }: Asked): Promise<Signal> {
  const endpoint = isRecord(args['endpoint']) ? args['endpoint'] : { uri: args['endpoint'] ?? null }
  const url = URL.parse(String(endpoint['uri'] ?? ''))
  if (!url) return errorSignal('configuration', 'The endpoint is no address.')
  for (const [name, value] of Object.entries(recordOf(args['query']))) url.searchParams.set(name, plain(value))
  const authorization = authorizationOf(recordOf(endpoint['authentication']))
  if (authorization === undefined) return errorSignal('authentication', 'Only basic and bearer are supported.')
  const { body } = args
  const headers: Record<string, string> = {
    ...(body === undefined || body === null ? {} : { 'content-type': 'application/json' }),
    accept: 'application/json, */*;q=0.8',
    ...Object.fromEntries(
      Object.entries(recordOf(args['headers'])).map(([name, value]) => [name.toLowerCase(), plain(value)]),
    ),
    'idempotency-key': key,
    ...authorization,
  }
  try {
    const answer = await outbound.request(url, {
      method: String(args['method'] ?? 'GET'),
      headers,
      ...(body === undefined || body === null ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      timeoutSeconds: TIMEOUT_SECONDS_MAX,
      sizeBytesMax: ANSWER_BYTES_MAX,
      redirectsMax: args['redirect'] === true ? 3 : 0,
      signal,
    })
    return await outputOf(answer, args)
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    return errorSignal('communication', error.message, error.reason === 'timeout' ? 408 : 502)
  }
}

async function outputOf(answer: OutboundAnswer, args: JsonObject): Promise<Signal> {
  const { status, headers } = answer
  const text = await readText(answer)
  const isGood = status >= 200 && status < (args['redirect'] === true ? 400 : 300)
  if (!isGood) return errorSignal('communication', `The server answered ${status}.`, status)
  const output = args['output'] ?? 'content'
  if (output === 'raw') return resultSignal(Buffer.from(text).toString('base64'))
  const content = contentOf(text, headers['content-type'] ?? '')
  if (output !== 'response') return resultSignal(content)
  const request = { method: String(args['method'] ?? 'GET'), uri: answer.url, headers: {} }
  return resultSignal({ request, statusCode: status, headers, content })
}

function contentOf(text: string, type: string): Json {
  if (text === '') return null
  if (!/\bjson\b/i.test(type)) return text
  try {
    return JSON.parse(text) as Json
  } catch {
    return text
  }
}

/** Undefined for a way of signing in that is not known here. */
function authorizationOf(authentication: JsonObject): Record<string, string> | undefined {
  const kinds = Object.keys(authentication)
  if (kinds.length === 0) return {}
  const [basic, bearer] = [recordOf(authentication['basic']), recordOf(authentication['bearer'])]
  if (kinds.includes('bearer')) return { authorization: `Bearer ${plain(bearer['token'] ?? '')}` }
  if (!kinds.includes('basic')) return undefined
  const pair = `${plain(basic['username'] ?? '')}:${plain(basic['password'] ?? '')}`
  return { authorization: `Basic ${Buffer.from(pair).toString('base64')}` }
}

function plain(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function recordOf(value: Json | undefined): JsonObject {
  return isRecord(value) ? value : {}
}

function isRecord(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
