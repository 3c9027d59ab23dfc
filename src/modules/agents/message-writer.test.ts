import { expect, test } from 'vitest'
import type { WorkspaceCtx } from '#core/context.ts'
import { inTransaction } from '#core/context.ts'
import { newId } from '#core/crypto.ts'
import { many } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import { harness } from '#test/harness.ts'
import { systemContext } from '#src/runtime.ts'
import { listDeltas } from './delta.queries.ts'
import { appendEvents } from './event.service.ts'
import { closeMessage } from './message-attempt.ts'
import { openMessage } from './message-writer.ts'
import { createSession } from './session.service.ts'

async function place(): Promise<{ ctx: WorkspaceCtx; sessionId: string }> {
  const { runtime, workspaceId, admin } = await harness()
  const ctx = { ...systemContext(runtime), workspaceId }
  const { id: sessionId } = await createSession(ctx, { userId: admin.userId })
  return { ctx, sessionId }
}

async function loggedTypes({ db, workspaceId }: WorkspaceCtx, sessionId: string): Promise<string[]> {
  const rows = await many<{ entry: string }>(
    db,
    sql`select seq || ' ' || type as entry from agent_events
      where workspace_id = ${workspaceId} and session_id = ${sessionId} order by seq`,
  )
  return rows.map(({ entry }) => entry)
}

test('the events of a session have numbers without gaps, whoever appends', async () => {
  const { ctx, sessionId } = await place()
  const event = { type: 'step.started', step_name: 'x' } as const
  await Promise.all(
    Array.from({ length: 20 }, () => inTransaction(ctx, (ctx) => appendEvents(ctx, sessionId, [event, event]))),
  )
  const numbers = (await loggedTypes(ctx, sessionId)).map((entry) => Number.parseInt(entry, 10))
  expect(numbers).toEqual(Array.from({ length: 40 }, (_, index) => index + 1))
})

test('a message is written in the order in which it came, and ends with all of it in few rows', async () => {
  const { ctx, sessionId } = await place()
  const messageId = newId()
  const writer = await openMessage(ctx, { sessionId, messageId })
  await writer.reasoning('Let me ')
  await writer.reasoning('look.')
  await writer.reasoningEnd()
  await writer.text('Hello ')
  await writer.flush()
  await writer.text('wor\ud83d')
  await writer.flush()
  await writer.text('\ude00ld\0')
  await writer.toolStart({ id: 'call_1', name: 'list_tasks' })
  await writer.toolArguments('call_1', '{"a"')
  await writer.toolArguments('call_1', ':1}')
  await writer.toolCall('call_1', { a: 1 })
  const ended = await writer.end()
  expect(ended).toEqual({
    text: 'Hello wor\ud83d\ude00ld\ufffd',
    reasoning: 'Let me look.',
    tool_calls: [{ id: 'call_1', name: 'list_tasks', arguments: '{"a":1}' }],
    endSeq: 6,
  })
  expect(await loggedTypes(ctx, sessionId)).toEqual([
    '1 reasoning.started',
    '2 reasoning.ended',
    '3 text.started',
    '4 tool.started',
    '5 tool.called',
    '6 text.ended',
  ])
  const rows = await listDeltas(ctx, sessionId, messageId, 1)
  expect(rows.map(({ channel, afterSeq, firstMark, content }) => ({ channel, afterSeq, firstMark, content }))).toEqual([
    { channel: 'reasoning', afterSeq: 1, firstMark: 1, content: 'Let me look.' },
    { channel: 'text', afterSeq: 3, firstMark: 1, content: 'Hello wor\ud83d\ude00ld\ufffd' },
    { channel: 'arguments', afterSeq: 4, firstMark: 4, content: '{"a":1}' },
  ])
  expect(rows[1]?.ends).toEqual([6, 9, 14])
  await expect(writer.text('more')).rejects.toThrow('the message is finished')
})

test('a message begun again is reset in the log, and who wrote it before can write no more', async () => {
  const { ctx, sessionId } = await place()
  const messageId = newId()
  const dead = await openMessage(ctx, { sessionId, messageId })
  await dead.text('Half of')
  await dead.toolStart({ id: 'call_1', name: 'list_tasks' })
  await dead.flush()
  const heir = await openMessage(ctx, { sessionId, messageId })
  expect(heir.attempt).toBe(2)
  await dead.text(' the answer').catch(() => {})
  await expect(dead.flush()).rejects.toThrow('somebody else')
  await expect(dead.end()).rejects.toThrow('somebody else')
  await heir.text('All of it')
  expect(await heir.end()).toMatchObject({ text: 'All of it', tool_calls: [] })
  expect(await loggedTypes(ctx, sessionId)).toEqual([
    '1 text.started',
    '2 tool.started',
    '3 text.ended',
    '4 tool.dropped',
    '5 message.reset',
    '6 text.started',
    '7 text.ended',
  ])
  await expect(openMessage(ctx, { sessionId, messageId })).rejects.toThrow('finished')
})

test('the next message ends the one that was left unfinished, with what there is of it', async () => {
  const { ctx, sessionId } = await place()
  const left = await openMessage(ctx, { sessionId, messageId: newId() })
  await left.text('Half')
  await left.flush()
  const next = await openMessage(ctx, { sessionId, messageId: newId() })
  await next.text('Whole')
  await next.end()
  const rows = await many<{ content: unknown }>(
    ctx.db,
    sql`select content from agent_messages where workspace_id = ${ctx.workspaceId} order by start_seq`,
  )
  expect(rows.map(({ content }) => content)).toMatchObject([{ text: 'Half' }, { text: 'Whole' }])
  await expect(left.end()).rejects.toThrow('somebody else')
})

test('a message whose writer is gone can be ended by whoever finds it', async () => {
  const { ctx, sessionId } = await place()
  const writer = await openMessage(ctx, { sessionId, messageId: newId() })
  await writer.text('Half')
  await writer.flush()
  await inTransaction(ctx, (ctx) => closeMessage(ctx, sessionId))
  await inTransaction(ctx, (ctx) => closeMessage(ctx, sessionId))
  expect(await loggedTypes(ctx, sessionId)).toEqual(['1 text.started', '2 text.ended'])
  await expect(writer.end()).rejects.toThrow('somebody else')
})

test('a long message is put together while it is written', async () => {
  const { ctx, sessionId } = await place()
  const messageId = newId()
  const writer = await openMessage(ctx, { sessionId, messageId })
  for (let count = 0; count < 300; count++) {
    await writer.text(`${count} `)
    await writer.flush()
  }
  expect((await listDeltas(ctx, sessionId, messageId, 1)).length).toBeLessThan(100)
  const { text } = await writer.end()
  expect(text).toBe(Array.from({ length: 300 }, (_, count) => `${count} `).join(''))
})
