import { parse } from 'yaml'
import { sha256 } from '#core/crypto.ts'
import { readText, type Outbound } from '#core/outbound.ts'
import { endpointOf, recordOf, textOf } from './call-args.rules.ts'
import { authorizationHeader } from './call-send.ts'
import type { Json, JsonObject } from './document.schema.ts'
import type { Signal } from './flow-state.rules.ts'
import { openApiCall } from './openapi-call.rules.ts'
import { errorSignal } from './run-function.ts'
import { caught, exchange, type Asked } from './run-http.ts'

const DOCUMENT_BYTES_MAX = 4 * 1024 * 1024
/** Reading YAML takes a hundred times as long as reading JSON, and holds up all others. */
const YAML_CHARACTERS_MAX = 1024 * 1024
const TIMEOUT_SECONDS = 30
const KEPT_MAX = 50
const KEPT_MILLIS = 5 * 60_000
const KEPT_CHARACTERS_MAX = 16 * 1024 * 1024
const kept = new Map<string, Kept>()

/**
 * Without aliases: a document that explodes looks like any other until it is opened. Names are not compared with each
 * other, which takes minutes where there are many, and nothing of it is written into our log.
 */
const YAML = { maxAliasCount: 0, uniqueKeys: false, prettyErrors: false, logLevel: 'error' } as const

interface Kept {
  document: JsonObject
  /** Of its text. */
  length: number
  until: number
}

/** `call: openapi`: an operation that a document of OpenAPI describes, called as it says. */
export function callOpenApi(outbound: Outbound, asked: Asked): Promise<Signal> {
  const { with: args } = asked
  return caught(async () => {
    const source = endpointOf(recordOf(args['document'])['endpoint'])
    const document = await documentAt(outbound, source, asked)
    if (typeof document === 'string') return errorSignal('configuration', document)
    const call = openApiCall(document, source.uri, textOf(args['operationId']), recordOf(args['parameters']))
    if (typeof call === 'string') return errorSignal('validation', call)
    const url = URL.parse(call.url)
    if (!url) return errorSignal('configuration', 'The document gives no address to call.')
    return exchange(outbound, asked, { ...call, url, authentication: recordOf(args['authentication']) })
  })
}

async function documentAt(
  outbound: Outbound,
  { uri, authentication }: ReturnType<typeof endpointOf>,
  { workspaceId, signal }: Asked,
): Promise<JsonObject | string> {
  const url = URL.parse(uri)
  if (!url) return 'The address of the document is none.'
  const key = sha256(JSON.stringify([workspaceId, uri, authentication])).toString('base64url')
  const known = kept.get(key)
  if (known && known.until > Date.now()) return known.document
  const answer = await outbound.request(url, {
    headers: {
      accept: 'application/json, application/yaml, */*;q=0.5',
      ...(await authorizationHeader(outbound, { authentication, workspaceId, signal })),
    },
    timeoutSeconds: TIMEOUT_SECONDS,
    sizeBytesMax: DOCUMENT_BYTES_MAX,
    redirectsMax: 3,
    signal,
  })
  const text = await readText(answer)
  if (answer.status !== 200) return `The document was answered with ${answer.status}.`
  const isJson = text.trimStart().startsWith('{')
  if (!isJson && text.length > YAML_CHARACTERS_MAX) return 'A document in YAML has at most 1 MiB: use JSON.'
  const document = read(text, isJson)
  if (!document) return 'The document cannot be read.'
  keep(key, { document, length: text.length, until: Date.now() + KEPT_MILLIS })
  return document
}

/** Those that are out of date go, and the oldest while there are too many or they are too long together. */
function keep(key: string, entry: Kept): void {
  kept.delete(key)
  kept.set(key, entry)
  let length = kept.values().reduce((total, each) => total + each.length, 0)
  for (const [name, each] of kept) {
    if (each.until > Date.now() && kept.size <= KEPT_MAX && length <= KEPT_CHARACTERS_MAX) return
    length -= each.length
    kept.delete(name)
  }
}

function read(text: string, isJson: boolean): JsonObject | undefined {
  try {
    const value: unknown = isJson ? JSON.parse(text) : parse(text, YAML)
    const document = recordOf(value as Json)
    return 'paths' in document ? document : undefined
  } catch {
    return undefined
  }
}
