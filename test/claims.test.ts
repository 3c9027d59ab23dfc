import { expect, test } from 'vitest'
import type { WorkspaceCtx } from '#core/context.ts'
import { newId, sha256 } from '#core/crypto.ts'
import { one, run } from '#core/db.ts'
import { insertion, sql } from '#core/sql.ts'
import { claimKey, dropClaim, findKept, saveKept } from '#modules/agents/sandbox.queries.ts'
import { claimAnswer, dropAnswer } from '#modules/ai/answer.queries.ts'
import { endDelivery, takeDelivery } from '#modules/automations/event-delivery.queries.ts'
import * as messages from '#modules/conversations/delivery.queries.ts'
import * as mails from '#modules/notifications/email.queries.ts'
import { notifications } from '#modules/notifications/notify.ts'
import { systemContext } from '#src/runtime.ts'
import { deliver } from './deliver.ts'
import { harness, type Harness } from './harness.ts'
import { sandboxPlace } from './sandbox-place.ts'

const SECONDS = 120

function ctxOf({ runtime, workspaceId }: Pick<Harness, 'runtime' | 'workspaceId'>): WorkspaceCtx {
  return { ...systemContext(runtime), workspaceId }
}

/** What a claim answers, for a claim that there has to be. */
async function taken<T>(claim: Promise<T | undefined>): Promise<T> {
  const found = await claim
  if (found === undefined) throw new Error('it is claimed by another')
  return found
}

test('a mail that another has taken over is not given away by who stalled', async () => {
  const here = await harness()
  const ctx = ctxOf(here)
  const [{ id: departmentId }, ana] = [await here.make.department(), await here.make.person()]
  await here.asUser.post('/tasks', { title: 'Fix the boiler', departmentId, primaryUserId: ana.userId })
  await deliver(here, notifications)
  const ofWorkspace = sql`workspace_id = ${ctx.workspaceId}`
  // As where a mail server is set up.
  await run(ctx.db, sql`update notifications set email = true where ${ofWorkspace}`)
  const { id } = await taken(one<{ id: string }>(ctx.db, sql`select id from notifications where ${ofWorkspace}`))
  const expire = () =>
    run(ctx.db, sql`update notifications set email_claimed_until = now() - interval '1 second' where ${ofWorkspace}`)
  const state = () =>
    one(
      ctx.db,
      sql`select emailed_at is not null as sent, email_refusal as refusal from notifications where ${ofWorkspace}`,
    )

  const first = await taken(mails.claimMail(ctx, id, SECONDS))
  await expire()
  const second = await taken(mails.claimMail(ctx, id, SECONDS))
  await mails.releaseMail(ctx, id, first)
  await mails.markRefused(ctx, id, { reason: 'No such mailbox', by: 'server', until: first })
  expect(await mails.claimMail(ctx, id, SECONDS)).toBeUndefined()
  expect(await state()).toEqual({ sent: false, refusal: null })

  await mails.releaseMail(ctx, id, second)
  const third = await taken(mails.claimMail(ctx, id, SECONDS))
  // What was sent was sent, and what comes after that changes nothing.
  await mails.markEmailed(ctx, id)
  await mails.markRefused(ctx, id, { reason: 'No such mailbox', by: 'server', until: third })
  expect(await state()).toEqual({ sent: true, refusal: null })
})

test('a message that another has taken over is not given away by who stalled', async () => {
  const here = await harness()
  const ctx = ctxOf(here)
  const said = { channel: 'email', recipient: 'grace@guest.example.com', subject: 'Your stay', text: 'Welcome!' }
  await here.asAdmin.post('/conversations', said)
  const ofWorkspace = sql`workspace_id = ${ctx.workspaceId}`
  const going = await taken(
    one<messages.Going>(
      ctx.db,
      sql`select id as "messageId", delivery_id as "deliveryId" from messages where ${ofWorkspace}`,
    ),
  )
  const claim = () => messages.claimMessage(ctx, going, SECONDS)
  const expire = () =>
    run(ctx.db, sql`update messages set claimed_until = now() - interval '1 second' where ${ofWorkspace}`)
  const parts = () => one(ctx.db, sql`select parts_sent as sent from messages where ${ofWorkspace}`)

  const first = { ...going, ...(await taken(claim())) }
  await expire()
  const second = { ...going, ...(await taken(claim())) }
  expect(second.isOrphan).toBe(true)
  await messages.releaseMessage(ctx, first)
  expect(await messages.notePart(ctx, first, { partsSent: 1, seconds: SECONDS })).toBeUndefined()
  expect(await messages.markFailed(ctx, first, { code: 'refused', error: 'No' })).toBeUndefined()
  expect([await claim(), await parts()]).toEqual([undefined, { sent: 0 }])

  const until = await taken(messages.notePart(ctx, second, { partsSent: 1, seconds: SECONDS }))
  expect(await parts()).toEqual({ sent: 1 })
  await messages.releaseMessage(ctx, { ...second, until })
  const third = { ...going, ...(await taken(claim())) }
  expect(await messages.markFailed(ctx, third, { code: 'refused', error: 'No' })).toEqual(expect.any(String))
})

test('a delivery to an event hook that another has taken over is not given away by who stalled', async () => {
  const here = await harness()
  const ctx = ctxOf(here)
  const { workspaceId, now } = ctx
  const hook = await here.asAdmin.post('/event-hooks', { url: 'http://localhost:1', events: ['task.created'] })
  const deliveryId = newId()
  const about = { hookId: hook.body.id, eventId: newId(), type: 'task.created', payload: {}, status: 'pending' }
  const row = { workspaceId, id: deliveryId, ...about, eventAt: now, createdAt: now }
  await run(ctx.db, sql`insert into event_hook_deliveries ${insertion(row)}`)
  const ofDelivery = sql`workspace_id = ${workspaceId} and id = ${deliveryId}`
  const take = () => takeDelivery(ctx, deliveryId, now)
  const expire = () =>
    run(ctx.db, sql`update event_hook_deliveries set leased_until = now() - interval '1 second' where ${ofDelivery}`)
  const failed = { answerStatus: null, error: 'It took too long.', deliveredAt: null }

  const first = await taken(take())
  await expire()
  const second = await taken(take())
  expect(await endDelivery(ctx, { deliveryId, leasedUntil: first }, failed)).toBe(false)
  expect(await take()).toBeUndefined()
  const delivered = { answerStatus: 200, error: null, deliveredAt: now }
  expect(await endDelivery(ctx, { deliveryId, leasedUntil: second }, delivered)).toBe(true)
  expect(await endDelivery(ctx, { deliveryId, leasedUntil: first }, failed)).toBe(false)
  const kept = await one(
    ctx.db,
    sql`select status, error, delivered_at is not null as "isDelivered" from event_hook_deliveries where ${ofDelivery}`,
  )
  expect(kept).toEqual({ status: 'delivered', error: null, isDelivered: true })
})

test('a call of a sandboxed program that another has taken over is not given away by who stalled', async () => {
  const { runId, runtime, workspaceId } = await sandboxPlace()
  const ctx = ctxOf({ runtime, workspaceId })
  const after = (seconds: number) => new Date(ctx.now.getTime() + seconds * 1000).toISOString()
  const [first, second] = [after(-1), after(SECONDS)]
  for (const status of ['running', 'asked'] as const) {
    const key = newId()
    const call = { key, id: newId(), tool: 'complete_task', argsHash: 'hash', status }
    const claim = (claimedUntil: string) =>
      runtime.database.pool.transaction((tx) => claimKey({ ...ctx, db: tx }, runId, { ...call, claimedUntil }))
    expect(await claim(first)).toBe(true)
    await saveKept(ctx, runId, key, { status, claimedUntil: second })
    await dropClaim(ctx, runId, { key, claimedUntil: first })
    expect(await claim(second)).toBe(false)
    expect(await findKept(ctx, runId, key)).toMatchObject({ status, claimedUntil: second })
    await dropClaim(ctx, runId, { key, claimedUntil: second })
    expect((await findKept(ctx, runId, key))?.claimedUntil).toBe(status === 'asked' ? null : undefined)
  }
})

test('an answer of the AI gateway that another has taken over is not given away by who stalled', async () => {
  const ctx = ctxOf(await harness())
  const key = sha256(newId())
  const at = (seconds: number) => new Date(ctx.now.getTime() + seconds * 1000)
  expect(await claimAnswer(ctx, key, at(0), at(10))).toBe(true)
  expect(await claimAnswer(ctx, key, at(11), at(21))).toBe(true)
  await dropAnswer(ctx, key, at(10))
  expect(await claimAnswer(ctx, key, at(12), at(22))).toBe(false)
  await dropAnswer(ctx, key, at(21))
  expect(await claimAnswer(ctx, key, at(12), at(22))).toBe(true)
})
