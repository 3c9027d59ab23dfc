import type { CallOptions, ClientOptions } from './options.ts'
import { listingOf, type PagedRead } from './paging.ts'
import { apiAddress, requestOf, type Call, type Operation } from './request.ts'
import { planOf } from './retry.ts'
import { operations, type Groups } from './schema.ts'
import { send } from './send.ts'

export { InnkeeperProblem, InnkeeperUnreachable, isCompletionBlocked, isProblem, type ProblemCode } from './problem.ts'
export type { Listing } from './paging.ts'
export type { CallOptions, ChangeOptions, ClientOptions, RetryOptions, Versioned, WriteOptions } from './options.ts'
export type * from './schema.ts'

/** The API, with a method for each operation. */
export type Client<Restricted extends boolean = false> = Groups<Restricted>

const TIMEOUT_SECONDS = 60

/** A client for one workspace. It holds no connection and nothing else that must be closed. */
export function createClient<Restricted extends boolean = false>(
  options: ClientOptions<Restricted>,
): Client<Restricted> {
  const call = callerOf(options)
  const groups = Object.entries(operations).map(([group, rows]) => {
    const methods = Object.entries<Operation>(rows).flatMap(([name, operation]) => methodsOf(name, operation, call))
    return [group, Object.fromEntries(methods)]
  })
  // The table of operations and the interface of the groups were made from one document.
  return Object.fromEntries(groups) as Client<Restricted>
}

type CallService = (call: Call) => Promise<unknown>

function callerOf({
  baseUrl,
  apiKey,
  token,
  workspaceId,
  retry,
  timeoutSeconds,
  fetch,
}: ClientOptions<boolean>): CallService {
  if (apiKey !== undefined && token !== undefined) throw new TypeError('Give the client apiKey or token, not both.')
  const address = apiAddress(baseUrl)
  const credential = async (): Promise<string> => {
    const value = apiKey ?? (await token?.())
    if (value === undefined || value === '') throw new TypeError('The client needs apiKey or token for this call.')
    return value
  }
  return async (call) => {
    const { operation, options } = call
    return send(requestOf(address, workspaceId, call), {
      // Looked up at each call: whoever replaces the platform's own later, as tests do, is heard.
      fetch: fetch ?? globalThis.fetch,
      credential: operation.isOpen ? async () => undefined : credential,
      isRepeatable: operation.isRepeatable ?? false,
      timeoutSeconds: options.timeoutSeconds ?? timeoutSeconds ?? TIMEOUT_SECONDS,
      plan: planOf(retry, options.retry),
      signal: options.signal,
    })
  }
}

type Method = (...args: unknown[]) => unknown

function methodsOf(name: string, operation: Operation, call: CallService): [name: string, method: Method][] {
  const { pagedBy } = operation
  const one: Method = async (...args) => call(placed(operation, args))
  if (pagedBy === undefined) return [[name, one]]
  const all: Method = (...args) => {
    const placedCall = placed(operation, args)
    const read: PagedRead['read'] = async (range) =>
      (await call({ ...placedCall, query: { ...placedCall.query, ...range } })) as Awaited<
        ReturnType<PagedRead['read']>
      >
    return listingOf({ read, id: pagedBy, limit: placedCall.query['limit'] as number | undefined })
  }
  return [
    [name, one],
    [name.replace('list', 'listAll'), all],
  ]
}

/** The arguments stand in this order: ids of the path, body or filter, options. A write's query stands in its options. */
function placed(operation: Operation, args: readonly unknown[]): Call {
  const count = operation.path.split('{').length - 1 - (operation.path.includes('{workspaceId}') ? 1 : 0)
  const ids = args.slice(0, count) as string[]
  const rest = args.slice(count)
  const body = operation.hasBody ? rest.shift() : undefined
  const filter = operation.method === 'GET' && operation.query ? rest.shift() : undefined
  const options = (rest.shift() ?? {}) as CallOptions & Record<string, unknown>
  const beside = Object.fromEntries((operation.query ?? []).map((name) => [name, options[name]]))
  const query = operation.method === 'GET' ? ((filter ?? {}) as Call['query']) : beside
  return { operation, ids, query, options, ...(operation.hasBody ? { body: body ?? null } : {}) }
}
