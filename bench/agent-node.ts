/** One node of the product that also writes into sessions, told by its parent what: both ends of a stream in one process. */
import { setTimeout as sleep } from 'node:timers/promises'
import { inTransaction, type WorkspaceCtx } from '#core/context.ts'
import { newId } from '#core/crypto.ts'
import { createLogger } from '#core/log.ts'
import { run } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import { appendEvents } from '#modules/agents/event.service.ts'
import { openMessage, type MessageWriter } from '#modules/agents/message-writer.ts'
import { createSession } from '#modules/agents/session.service.ts'
import { openSession } from '#modules/identity/session.service.ts'
import { insertWorkspace } from '#modules/identity/workspace.queries.ts'
import { createApp } from '#src/app.ts'
import { readConfig } from '#src/config.ts'
import { openRuntime, systemContext } from '#src/runtime.ts'

export type Order =
  | { kind: 'sessions'; count: number }
  /** Events into one session, each with the time at which it was sent. */
  | { kind: 'pulse'; sessionId: string; perSecond: number; seconds: number }
  /** Kept events into all of these sessions, so many in each transaction, as quickly as it goes. */
  | { kind: 'append'; sessionIds: string[]; together: number; seconds: number }
  /** Messages into all of these sessions, so many pieces a second in all. */
  | { kind: 'talk'; sessionIds: string[]; perSecond: number; seconds: number }

const WRITERS = 16

// All readers are one person here.
const config = readConfig({
  ...process.env,
  AGENT_STREAMS_PER_PERSON: '10000',
  STREAMS_PER_CREDENTIAL: '10000',
  STREAMS_PER_WORKSPACE: '10000',
})
const runtime = await openRuntime({ config, log: createLogger('warn') })
const app = createApp(runtime, { logger: createLogger('warn') })
await app.listen({ host: '127.0.0.1', port: 0 })
const address = app.server.address()
const workspaceId = 'bench-agents'
const userId = newId()
await insertWorkspace(runtime.database.pool, {
  id: workspaceId,
  name: 'Bench',
  currency: 'EUR',
  timezone: 'Europe/Lisbon',
  now: new Date(),
})
const base = systemContext(runtime)
const ctx: WorkspaceCtx = { ...base, workspaceId }
await run(
  ctx.db,
  sql`insert into users (id, email, full_name, created_at) values (${userId}, 'bench@example.com', 'Bench', now())`,
)
await run(
  ctx.db,
  sql`insert into memberships (workspace_id, id, user_id, role, created_at, updated_at)
    values (${workspaceId}, ${newId()}, ${userId}, 'admin', now(), now())`,
)
const { accessToken } = await openSession(base, userId, null)
const port = typeof address === 'object' && address ? address.port : 0
process.send?.({ url: `http://127.0.0.1:${port}`, token: accessToken })
process.on('message', (order: Order) => void obey(order).then((answer) => process.send?.(answer)))
process.on('disconnect', () => process.exit(0))

async function obey(order: Order): Promise<object> {
  if (order.kind === 'sessions') {
    const made = Array.from({ length: order.count }, () => createSession(ctx, { userId }))
    return { sessionIds: (await Promise.all(made)).map(({ id }) => id) }
  }
  if (order.kind === 'append') return { perSecond: await append(order.sessionIds, order.together, order.seconds) }
  const { perSecond, seconds } = order
  if (order.kind === 'pulse') return { sent: await pulse(order.sessionId, perSecond, seconds) }
  const each = perSecond / order.sessionIds.length
  const writers = await Promise.all(
    order.sessionIds.map((sessionId) => openMessage(ctx, { sessionId, messageId: newId() })),
  )
  const startedAt = performance.now()
  const lengths = await Promise.all(writers.map((writer) => speak(writer, each, seconds)))
  return { lengths, seconds: (performance.now() - startedAt) / 1000 }
}

async function pulse(sessionId: string, perSecond: number, seconds: number): Promise<number> {
  const count = perSecond * seconds
  for (let sent = 0, startedAt = performance.now(); sent < count; sent++) {
    await sleep(Math.max(0, startedAt + (sent * 1000) / perSecond - performance.now()))
    const event = { type: 'step.started', step_name: `sent ${Date.now()}` } as const
    await inTransaction({ ...ctx, now: new Date() }, (ctx) => appendEvents(ctx, sessionId, [event]))
    ctx.services.sessionLog.tell(sessionId)
  }
  return count
}

async function append(sessionIds: readonly string[], together: number, seconds: number): Promise<number> {
  const events = Array.from({ length: together }, () => ({ type: 'step.started', step_name: 'one of many' }) as const)
  const startedAt = performance.now()
  let sent = 0
  let turn = 0
  const writers = Array.from({ length: WRITERS }, async () => {
    while (performance.now() < startedAt + seconds * 1000) {
      const sessionId = sessionIds[turn++ % sessionIds.length] ?? ''
      await inTransaction({ ...ctx, now: new Date() }, (ctx) => appendEvents(ctx, sessionId, events))
      ctx.services.sessionLog.tell(sessionId)
      sent += together
    }
  })
  await Promise.all(writers)
  return Math.round((sent * 1000) / (performance.now() - startedAt))
}

async function speak(writer: MessageWriter, perSecond: number, seconds: number): Promise<number> {
  const count = Math.round(perSecond * seconds)
  // Not all at the same moment.
  await sleep(Math.random() * (1000 / perSecond))
  for (let sent = 0, startedAt = performance.now(); sent < count; sent++) {
    await sleep(Math.max(0, startedAt + (sent * 1000) / perSecond - performance.now()))
    await writer.text(`${sent} `)
  }
  return (await writer.end()).text.length
}
