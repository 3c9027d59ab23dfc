import { afterAll, beforeAll } from 'vitest'
import { newId } from '#core/crypto.ts'
import { run } from '#core/db.ts'
import type { DeliveredEvent, Subscriber } from '#core/jobs.ts'
import { sql } from '#core/sql.ts'
import { taskSync } from '#modules/sync/task-sync.ts'
import { startBreezeway, type Account, type FakeBreezeway } from './breezeway.ts'
import { harness, startTestApp, type Harness, type TestApp } from './harness.ts'

/** The subscriber as it is, but without pauses between tries. */
export const quickSync: Subscriber = { ...taskSync, retryDelaySeconds: 0 }

/** A workspace that is connected to an account of its own, with one property that both know by its code. */
export interface Connected extends Harness {
  provider: FakeBreezeway
  account: Account
  connectionId: string
  propertyId: string
  departmentId: string
  newTask(fields?: object): Promise<{ id: string; shortId: string }>
  /** What the history of the task says about sync, newest first. */
  said(taskId: string): Promise<Record<string, unknown>[]>
  connection(): Promise<Record<string, unknown>>
  /** Delivers an event by hand, as a late or repeated one: of this task, or with this payload. */
  deliver(type: string, about: string | Record<string, unknown>): Promise<void>
  /** As if this much time had passed since tokens were asked for. */
  minutePassed(): Promise<void>
}

/** A provider for all tests of a file, with a server that asks it: connects a workspace there, or on another server. */
export function withProvider(): (on?: TestApp) => Promise<Connected> {
  let provider: FakeBreezeway
  let server: TestApp
  beforeAll(async () => {
    provider = await startBreezeway()
    server = await startTestApp({ config: { breezewayUrl: provider.url } })
  })
  afterAll(async () => {
    await server.close()
    await provider.close()
  })
  return (on = server) => connected(on, provider)
}

async function connected(server: TestApp, provider: FakeBreezeway): Promise<Connected> {
  const place = await harness(server)
  const account = provider.account()
  account.properties.push({ id: 501, reference_property_id: 'LIS-014', name: 'Casa Azul' })
  const { id: propertyId } = await place.make.property({ internalCode: 'LIS-014' })
  const { id: departmentId } = await place.make.department({ name: 'Cleaning' })
  const { clientId, clientSecret } = account
  const body = { provider: 'breezeway', name: 'Breezeway', credentials: { clientId, clientSecret } }
  const { id: connectionId } = (await place.asAdmin.post('/connections', body)).body
  const { database, services, log } = place.runtime
  return {
    ...place,
    provider,
    account,
    connectionId,
    propertyId,
    departmentId,
    newTask: async (fields = {}) =>
      (await place.asKey.post('/tasks', { title: 'Change the linen', departmentId, propertyId, ...fields })).body,
    async said(taskId) {
      const { body: page } = await place.asAdmin.get(`/tasks/${taskId}/activity?limit=100`)
      return page.items
        .map(({ details }: { details: Record<string, unknown> }) => details)
        .filter(({ effect }: { effect?: string }) => effect === 'sync')
    },
    connection: async () => (await place.asAdmin.get(`/connections/${connectionId}`)).body,
    deliver(type, about) {
      const { workspaceId } = place
      const ctx = { db: database.pool, workspaceId, principal: { kind: 'system' } as const, requestId: newId() }
      const event: DeliveredEvent = {
        id: newId(),
        type,
        workspaceId,
        payload: typeof about === 'string' ? { taskId: about } : about,
        occurredAt: new Date().toISOString(),
        requestId: null,
      }
      return taskSync.handle({ ...ctx, now: new Date(), log, services }, event)
    },
    async minutePassed() {
      await run(
        database.pool,
        sql`
        update connections set token_asked_at = token_asked_at - interval '2 minutes', blocked_until = null
        where id = ${connectionId}`,
      )
    },
  }
}
