import { sha256 } from '#core/crypto.ts'
import { coreFailures, fail } from '#core/errors.ts'
import { readText, type Outbound } from '#core/outbound.ts'
import { openStoppableThread, type Lost } from '#core/stoppable-thread.ts'
import { endpointOf, recordOf, textOf } from './call-args.rules.ts'
import { authorizationHeader } from './call-send.ts'
import type { JsonObject } from './document.schema.ts'
import type { Signal } from './flow-state.rules.ts'
import type { OpenApiAnswer, OpenApiRequest } from './openapi-thread.ts'
import { errorSignal, lastingSignal } from './run-function.ts'
import { caught, exchange, type Asked } from './run-http.ts'

const DOCUMENT_BYTES_MAX = 4 * 1024 * 1024
/** Parsing YAML takes a hundred times as long as parsing JSON. */
const YAML_CHARACTERS_MAX = 1024 * 1024
const TIMEOUT_SECONDS = 30
const RETRY_SECONDS = 5
const KEPT_MAX = 50
const KEPT_MILLIS = 5 * 60_000
const KEPT_CHARACTERS_MAX = 16 * 1024 * 1024
const kept = new Map<string, Kept>()

interface Kept {
  text: string
  /** Why the document is unusable, kept so that retries do not read it again. */
  fault?: string
  until: number
}

type ThreadAnswer = OpenApiAnswer | { broken: Error }

/** Reads and searches other people's documents in a thread that can be stopped. Starts with the first one. */
const thread = openStoppableThread<OpenApiRequest, ThreadAnswer>({
  file: new URL('./openapi-thread.ts', import.meta.url),
  isCompiled: () => true,
  lost: answerWithout,
})

function answerWithout(_request: OpenApiRequest, lost: Lost): ThreadAnswer {
  if (lost.reason === 'error') return { broken: new Error(`the thread for documents broke: ${lost.message}`) }
  if (lost.reason === 'memory') return { fault: 'The document takes too much memory to be read: use a smaller one.' }
  return { fault: `The document takes longer than ${lost.limitMillis} ms to be read: use a smaller one, in JSON.` }
}

/** `call: openapi`: an operation that a document of OpenAPI describes, called as it says. */
export function callOpenApi(outbound: Outbound, asked: Asked): Promise<Signal> {
  const { with: args, workspaceId, signal } = asked
  return caught(async () => {
    const source = endpointOf(recordOf(args['document'])['endpoint'])
    const found = await documentAt(outbound, source, asked)
    if (typeof found === 'string') return errorSignal('configuration', found)
    if (found.fault !== undefined) return lastingSignal('configuration', found.fault)
    const [operationId, parameters] = [textOf(args['operationId']), recordOf(args['parameters'])]
    const request = { text: found.text, documentUrl: source.uri, operationId, parameters }
    const answer = await thread.run(workspaceId, request, signal)
    if ('broken' in answer) fail(coreFailures.unavailable, { retryAfterSeconds: RETRY_SECONDS, cause: answer.broken })
    if ('fault' in answer) {
      found.fault = answer.fault
      return lastingSignal('configuration', answer.fault)
    }
    if ('refusal' in answer) return errorSignal('validation', answer.refusal)
    const url = URL.parse(answer.call.url)
    if (!url) return errorSignal('configuration', 'The document gives no address to call.')
    const authentication = recordOf(args['authentication'])
    const stranger = strangerFault(url, source.uri, asked, { authentication, parameters })
    if (stranger !== undefined) return lastingSignal('authorization', stranger)
    return exchange(outbound, asked, { ...answer.call, url, authentication })
  })
}

/** The document decides where the call goes, but secrets go only where the workflow's author sends them. */
function strangerFault(
  { origin }: URL,
  documentUrl: string,
  { servers, holdsSecret }: Asked,
  { authentication, parameters }: { authentication: JsonObject; parameters: JsonObject },
): string | undefined {
  const isSecret = Object.keys(authentication).length > 0 || holdsSecret(parameters)
  const named = [documentUrl, ...servers].map((address) => URL.parse(address)?.origin)
  if (!isSecret || named.includes(origin)) return undefined
  return `The document sends the call to ${origin}, which this workflow does not name, so nothing secret is sent there. If it is right, add ${origin} to document.metadata.servers.`
}

async function documentAt(
  outbound: Outbound,
  { uri, authentication }: ReturnType<typeof endpointOf>,
  { workspaceId, signal }: Asked,
): Promise<Kept | string> {
  const url = URL.parse(uri)
  if (!url) return 'The address of the document is none.'
  const key = sha256(JSON.stringify([workspaceId, uri, authentication])).toString('base64url')
  const known = kept.get(key)
  if (known && known.until > Date.now()) return known
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
  const entry: Kept = { text, until: Date.now() + KEPT_MILLIS }
  keep(key, entry)
  return entry
}

/** Those that are out of date go, and the oldest while there are too many or they are too long together. */
function keep(key: string, entry: Kept): void {
  kept.delete(key)
  kept.set(key, entry)
  let length = kept.values().reduce((total, each) => total + each.text.length, 0)
  for (const [name, each] of kept) {
    if (each.until > Date.now() && kept.size <= KEPT_MAX && length <= KEPT_CHARACTERS_MAX) return
    length -= each.text.length
    kept.delete(name)
  }
}
