import type pg from 'pg'
import { startBreezeway, type Account } from './breezeway.ts'
import { CONSOLE } from './installation.ts'
import type { ServerProcess } from './process.ts'
import { startReceiver, type Receiver } from './receiver.ts'

/** Those outside who are told of tasks: an address for events, and an operations provider. */
export interface Outside {
  /** For servers and workers. */
  settings: Record<string, string>
  /** Makes them known to the demo's workspace. To be called before the first worker starts. */
  connect(server: ServerProcess, session: string, propertyIds: readonly string[]): Promise<void>
  /** What came to them more often than it should, or never; a line each. */
  wrong(client: pg.Client): Promise<string[]>
  counts(): [what: string, count: number][]
  close(): Promise<void>
}

export async function startOutside(): Promise<Outside> {
  const [receiver, provider] = [await startReceiver(), await startBreezeway()]
  const account = provider.account()
  return {
    settings: { BREEZEWAY_URL: provider.url },
    async connect(server, session, propertyIds) {
      const { clientId, clientSecret } = account
      account.properties.push(
        ...propertyIds.map((id, index) => ({ id: 500 + index, reference_property_id: id, name: `Property ${index}` })),
      )
      const admin = server.as(session)
      const credentials = { clientId, clientSecret }
      const made = [
        await admin.post(`${CONSOLE}/event-hooks`, { url: receiver.url, events: ['*'] }),
        await admin.post(`${CONSOLE}/connections`, { provider: 'breezeway', name: 'Breezeway', credentials }),
      ]
      for (const { status, body } of made) if (status !== 201) throw new Error(JSON.stringify(body))
    },
    wrong: async (client) => [
      ...(await wrongDeliveries(client, receiver)),
      ...(await wrongCounterparts(client, account)),
    ],
    counts: () => [
      ['events received by the hook', receiver.received.length],
      ['tasks made at the provider', account.tasks.length],
    ],
    close: () => provider.close(),
  }
}

/** Each event came at least once, and whenever it came under the same id. */
async function wrongDeliveries(client: pg.Client, { received }: Receiver): Promise<string[]> {
  const idsOf = new Map<string, Set<string>>()
  for (const { headers, body } of received) {
    const { id } = JSON.parse(body) as { id: string }
    idsOf.set(id, (idsOf.get(id) ?? new Set()).add(headers['webhook-id'] ?? 'none'))
  }
  const { rows } = await client.query('select event_id as id from event_hook_deliveries')
  return [
    ...rows.filter(({ id }) => !idsOf.has(id)).map(({ id }) => `event ${id} never came to the hook`),
    ...[...idsOf].filter(([, ids]) => ids.size !== 1).map(([id, ids]) => `event ${id} came as ${[...ids].join(', ')}`),
  ]
}

/** Every task that was made there is the counterpart of one of ours, now or before it was deleted. */
async function wrongCounterparts(client: pg.Client, { tasks }: Account): Promise<string[]> {
  const { rows } = await client.query(`
    select l.task_id, l.remote_id, l.former_remote_ids from task_sync_links l`)
  const known = rows.flatMap(({ remote_id: now, former_remote_ids: former }) =>
    now === null ? former : [now, ...former],
  )
  const made = new Set(tasks.map(({ id }) => String(id)))
  return [
    ...[...made.difference(new Set(known))].map((id) => `task ${id} at the provider is nobody's counterpart`),
    ...known.filter((id) => !made.has(id)).map((id) => `counterpart ${id} was never made`),
    ...(known.length > made.size ? ['two tasks have the same counterpart'] : []),
  ]
}
