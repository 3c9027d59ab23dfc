import { inexactIn } from '#core/json-scan.ts'
import { OutboundError, readText, type Outbound, type OutboundAnswer } from '#core/outbound.ts'
import { endpointOf, recordOf, requestFault, textOf } from './call-args.rules.ts'
import { sendSigned, type HttpCall } from './call-send.ts'
import { SignInFailed } from './call-token.ts'
import type { Json, JsonObject } from './document.schema.ts'
import type { Signal } from './flow-state.rules.ts'
import { errorSignal, lastingSignal, resultSignal } from './run-function.ts'

export interface Asked {
  with: JsonObject
  key: string
  workspaceId: string
  signal: AbortSignal
  /** Addresses the author listed as their own, besides those that calls name. */
  servers: readonly string[]
  holdsSecret(value: Json): boolean
}

/** `call: http`, through the guarded client. The key is the same for every attempt, so that a receiver can tell. */
export async function callHttp(outbound: Outbound, asked: Asked): Promise<Signal> {
  const { with: args } = asked
  const { uri, authentication } = endpointOf(args['endpoint'])
  const url = URL.parse(uri)
  if (!url) return errorSignal('configuration', 'The endpoint is no address.')
  for (const [name, value] of Object.entries(recordOf(args['query']))) url.searchParams.set(name, textOf(value))
  return exchange(outbound, asked, {
    method: textOf(args['method'] ?? 'GET').toUpperCase(),
    url,
    headers: recordOf(args['headers']),
    body: args['body'] ?? undefined,
    authentication,
  })
}

/** What is to be sent, before it has a form. */
export interface Outgoing {
  method: string
  url: URL
  headers: JsonObject
  body: Json | undefined
  authentication: JsonObject
}

/** Sends it and gives what came back, in the shape that the document asks for. */
export async function exchange(outbound: Outbound, asked: Asked, outgoing: Outgoing): Promise<Signal> {
  const { with: args, key, workspaceId, signal } = asked
  const { method, url, body, authentication } = outgoing
  const named = Object.entries(outgoing.headers).map(([name, value]) => [name.toLowerCase(), textOf(value)])
  const call: HttpCall = {
    method,
    url,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      accept: 'application/json, */*;q=0.8',
      ...Object.fromEntries(named),
      'idempotency-key': key,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    redirectsMax: args['redirect'] === true ? 3 : 0,
    authentication,
    workspaceId,
    signal,
  }
  // Keep header names as written: in another spelling, a secret in a name would not be recognized.
  const asWritten = Object.entries(outgoing.headers).map(([name, value]) => [name, textOf(value)])
  const fault = requestFault(method, Object.fromEntries(asWritten))
  if (fault) return errorSignal('validation', fault)
  return caught(async () => outputOf(await sendSigned(outbound, call), args, method))
}

/** What goes wrong on the way is told to the workflow. */
export async function caught(work: () => Promise<Signal>): Promise<Signal> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof SignInFailed) return errorSignal('authentication', error.message)
    if (!(error instanceof OutboundError)) throw error
    return failed(error)
  }
}

const NAME_UNKNOWN = ['ENOTFOUND', 'EAI_AGAIN', 'EAI_NODATA', 'EAI_NONAME']

function failed({ reason, detail = '', message }: OutboundError): Signal {
  if (detail === 'UND_ERR_INVALID_ARG') return errorSignal('validation', 'The request holds what cannot be sent.')
  if (reason === 'timeout') return errorSignal('communication', message, 408)
  if (reason !== 'unreachable') return lastingSignal('communication', message, 502)
  const words = NAME_UNKNOWN.includes(detail) ? 'The name of the server could not be found.' : message
  return errorSignal('communication', words, 502)
}

async function outputOf(answer: OutboundAnswer, args: JsonObject, method: string): Promise<Signal> {
  const { status, headers } = answer
  const text = await readText(answer)
  const isGood = status >= 200 && status < (args['redirect'] === true ? 400 : 300)
  if (!isGood) return errorSignal('communication', `The server answered ${status}.`, status)
  const output = args['output'] ?? 'content'
  if (output === 'raw') return resultSignal(Buffer.from(text).toString('base64'))
  const isJson = /\bjson\b/i.test(headers['content-type'] ?? '')
  const place = isJson ? inexactIn(text) : undefined
  if (place !== undefined) return roundedSignal(place)
  const content = isJson ? contentOf(text) : text === '' ? null : text
  if (output !== 'response') return resultSignal(content)
  const request = { method, uri: answer.url, headers: {} }
  return resultSignal({ request, statusCode: status, headers, content })
}

/** Refuses an answer rather than passing on a number that differs from what the server wrote. */
export function roundedSignal(pointer: string): Signal {
  const words = `The answer has a number at ${pointer || 'its top'} that would be rounded.`
  return lastingSignal('communication', `${words} The server has to write it as a text. ${WAY_OUT}`, 502)
}
const WAY_OUT = 'With output: raw an HTTP call gives it whole: @base64d | fromjson keeps each digit, tojson writes it.'

function contentOf(text: string): Json {
  if (text === '') return null
  try {
    return JSON.parse(text) as Json
  } catch {
    return text
  }
}
