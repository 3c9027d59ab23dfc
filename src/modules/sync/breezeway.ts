import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { WorkspaceCtx } from '#core/context.ts'
import { DAY_MILLIS } from '#core/days.ts'
import { breezewayClient, type BreezewayClient } from './breezeway-client.ts'
import { taskBody } from './breezeway.rules.ts'
import { ProviderFailure, type OperationsProvider, type Photo } from './operations-provider.ts'

const PAGE = 100
const PAGES_MAX = 500

/** Breezeway's public API: docs/decisions/0008-operations-provider.md says what is documented and what was inferred. */
export function breezeway(ctx: WorkspaceCtx, connectionId: string): OperationsProvider {
  const client = breezewayClient(ctx, connectionId)
  const at = (remoteId: string): string => `/task/${encodeURIComponent(remoteId)}`
  return {
    async test() {
      await client.signIn()
      const page = await client.call('/property', { query: { limit: '1', page: '1' } })
      const total = numberIn(page, 'total_results')
      return { status: 200, message: total === undefined ? 'Signed in.' : `Signed in; ${total} properties.` }
    },
    listProperties: async () => {
      const found = new Map<string, string>()
      for await (const { id, reference_property_id: reference } of pagesOf(client, '/property')) {
        if (typeof reference === 'string' && reference !== '') found.set(reference, String(id))
      }
      return found
    },
    listPeople: async () => {
      const found = new Map<string, string>()
      for await (const { id, emails } of pagesOf(client, '/people', { status: 'active' })) {
        for (const email of Array.isArray(emails) ? emails : []) found.set(String(email).toLowerCase(), String(id))
      }
      return found
    },
    async findTask({ remotePropertyId, reference, since, exceptIds }) {
      const created_at = [since.getTime() - DAY_MILLIS, Date.now() + DAY_MILLIS].map(dayOf).join(',')
      for await (const task of pagesOf(client, '/task/', { home_id: remotePropertyId, created_at })) {
        const id = String(task['id'])
        if (String(task['description'] ?? '').includes(reference) && !exceptIds.includes(id)) return id
      }
      return undefined
    },
    async createTask(remotePropertyId, task) {
      const json = { home_id: remotePropertyId, ...taskBody(task) }
      return idIn(await client.call('/task/', { method: 'POST', json }))
    },
    updateTask: async (id, task) => void (await client.call(at(id), { method: 'PATCH', json: taskBody(task) })),
    closeTask: async (id) => void (await client.call(`${at(id)}/close`, { method: 'POST' })),
    reopenTask: async (id) => void (await client.call(`${at(id)}/reopen`, { method: 'POST' })),
    deleteTask: async (id) => void (await client.call(at(id), { method: 'DELETE' })),
    async photoIds(id) {
      const { photos } = ((await client.call(at(id))) ?? {}) as Record<string, unknown>
      return Array.isArray(photos) ? photos.map((photo) => String((photo as { id?: unknown } | null)?.id ?? photo)) : []
    },
    addPhoto: async (id, photo) =>
      idIn(await client.call(`${at(id)}/photos`, { method: 'POST', upload: () => multipart(photo) })),
  }
}

type Item = Record<string, unknown>

/** Pages of `{results, total_pages}`; some lists come whole, as an array. */
async function* pagesOf(
  client: BreezewayClient,
  path: string,
  filter: Record<string, string> = {},
): AsyncGenerator<Item> {
  for (let page = 1; page <= PAGES_MAX; page++) {
    const answer = await client.call(path, { query: { ...filter, limit: String(PAGE), page: String(page) } })
    const items = (Array.isArray(answer) ? answer : (answer as { results?: unknown } | null)?.results) ?? []
    if (!Array.isArray(items)) throw new ProviderFailure('unavailable', `Breezeway answered ${path} without a list.`)
    yield* items as Item[]
    const pages = numberIn(answer, 'total_pages')
    if (Array.isArray(answer) || items.length === 0 || (pages !== undefined && page >= pages)) return
  }
}

function numberIn(body: unknown, field: string): number | undefined {
  const value = typeof body === 'object' && body !== null ? (body as Item)[field] : undefined
  return typeof value === 'number' ? value : undefined
}

/** Without an id nobody knows what was made: that is as good as no answer. */
function idIn(body: unknown): string {
  const id = typeof body === 'object' && body !== null ? (body as Item)['id'] : undefined
  if (typeof id === 'number' || typeof id === 'string') return String(id)
  throw new ProviderFailure('unavailable', 'Breezeway answered without an id.')
}

function dayOf(millis: number): string {
  return new Date(millis).toISOString().slice(0, 10)
}

/** One file part, streamed, with its length known beforehand. */
async function multipart({ fileName, contentType, sizeBytes, open }: Photo): Promise<{
  body: Readable
  headers: Record<string, string>
}> {
  const file = await open()
  const boundary = `innkeeper-${randomUUID()}`
  const name = fileName.replace(/["\\\r\n]/g, '_')
  const head = Buffer.from(
    `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: ${contentType}\r\n\r\n`,
  )
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`)
  async function* parts(): AsyncGenerator<Uint8Array> {
    yield head
    yield* file as AsyncIterable<Uint8Array>
    yield tail
  }
  return {
    body: Readable.from(parts()),
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': String(head.length + sizeBytes + tail.length),
    },
  }
}
