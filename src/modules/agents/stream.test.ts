import { EventSchema } from '@ag-ui/core/schemas'
import { expect, test } from 'vitest'
import { newId } from '#core/crypto.ts'
import { run } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import { namesOf, sessionPlace, textIn } from '#test/agent-session.ts'
import { openMessage } from './message-writer.ts'
import { pruneAgentEvents } from './prune-events.ts'
import type { SessionEvent } from './session-event.schema.ts'
import { readPages } from './stream.queries.ts'

const step = (name: string): SessionEvent => ({ type: 'step.started', step_name: name })

test('a stream tells where it stands, replays the log, says that it has caught up, and goes on live', async () => {
  const { append, subscribe } = await sessionPlace()
  await append(step('one'), step('two'))
  const events = await subscribe()
  expect(events.response.status).toBe(200)
  expect(events.response.headers.get('content-type')).toContain('text/event-stream')
  expect(events.response.headers.get('cache-control')).toBe('no-store, no-transform')
  expect(events.response.headers.get('x-accel-buffering')).toBe('no')
  const replayed = await events.until('stream.caught_up')
  expect(namesOf(replayed)).toEqual(['stream.ready', 'STEP_STARTED', 'STEP_STARTED', 'stream.caught_up'])
  expect(replayed[0]?.data.value).toMatchObject({ head_seq: 2, active_run_id: null, active_message_id: null })
  expect(replayed.map(({ id }) => id)).toEqual(['0;;0;0;0', '1;;0;0;0', '2;;0;0;0', '2;;0;0;0'])
  await append(step('three'))
  expect((await events.next())?.data).toMatchObject({ stepName: 'three', metadata: { marks: { seq: 3 } } })
})

test('every event is one of AG-UI', async () => {
  const { append, subscribe, ctx, sessionId, admin } = await sessionPlace()
  const [runId, interactionId] = [newId(), newId()]
  const parts = [
    { type: 'text' as const, text: 'Look' },
    { type: 'file' as const, media_type: 'image/png', url: 'https://example.com/a.png' },
  ]
  await append(
    { type: 'message.user', message_id: newId(), parts, sender_user_id: admin.userId },
    { type: 'run.started', run_id: runId, message_id: newId() },
    step('one'),
  )
  const writer = await openMessage(ctx, { sessionId, messageId: newId() })
  await writer.reasoning('Hm.')
  await writer.reasoningEnd()
  await writer.text('Hello')
  await writer.toolStart({ id: 'c1', name: 'create_task' })
  await writer.toolArguments('c1', '{"title":"x"}')
  await writer.toolCall('c1', { title: 'x' })
  await writer.toolStart({ id: 'c2', name: 'create_task' })
  await writer.end()
  const usage = [{ provider: 'embedded', model: 'rules-1', input_tokens: 1, output_tokens: 2 }]
  const interrupts = [{ id: interactionId, reason: 'tool_approval', message: 'May I?', tool_call_id: 'c1' }]
  await append(
    { type: 'step.finished', step_name: 'one' },
    { type: 'interaction.requested', interaction_id: interactionId, tool_call_id: 'c1', interaction: { a: 1 } },
    { type: 'run.finished', run_id: runId, outcome: 'interrupt', interrupts, usage },
    { type: 'interaction.resolved', interaction_id: interactionId, interaction: { a: 1 } },
    { type: 'run.started', run_id: newId(), parent_run_id: runId },
    { type: 'tool.result', message_id: newId(), tool_call_id: 'c1', status: 'ok', output: { id: 'x' } },
    { type: 'state.changed', state: { a: 1 } },
    { type: 'message.reset', message_id: newId(), attempt: 2 },
    { type: 'run.finished', run_id: runId, outcome: 'success', result: null, finish_reason: 'stop' },
    { type: 'run.finished', run_id: runId, outcome: 'cancelled' },
    { type: 'run.failed', run_id: runId, message: 'No.', code: 'model_unavailable', usage },
  )
  const events = await (await subscribe()).until('stream.caught_up')
  expect(events.length).toBeGreaterThan(25)
  for (const { data } of events) {
    expect(EventSchema.safeParse(data), JSON.stringify(data)).toMatchObject({ success: true })
  }
})

test('with the marks of its last event a reader gets the rest, once, while the message is written and after', async () => {
  const { subscribe, ctx, sessionId } = await sessionPlace()
  const messageId = newId()
  const writer = await openMessage(ctx, { sessionId, messageId })
  await writer.reasoning('Think ')
  await writer.flush()
  await writer.reasoning('hard.')
  await writer.text('Hel')
  await writer.flush()
  const first = await (await subscribe()).until('TEXT_MESSAGE_CONTENT')
  const { id } = first.at(-1) ?? { id: '' }
  expect(id).toBe(`3;${messageId};1;2;3`)
  await writer.text('lo 😀')
  await writer.toolStart({ id: 'c1', name: 'list_tasks' })
  await writer.toolArguments('c1', '{"sta')
  await writer.flush()
  await writer.toolArguments('c1', 'tus":1}')
  await writer.flush()

  const inFlight = await (await subscribe('', { 'last-event-id': id })).until('stream.caught_up')
  expect(textIn(inFlight, 'TEXT_MESSAGE_CONTENT')).toBe('lo 😀')
  expect(textIn(inFlight, 'REASONING_MESSAGE_CONTENT')).toBe('')
  expect(textIn(inFlight, 'TOOL_CALL_ARGS')).toBe('{"status":1}')

  await writer.toolCall('c1', { status: 1 })
  await writer.end()
  const marks = `since_seq=3&message_id=${messageId}&text_offset=4&after_stream_seq=3&after_reasoning_seq=1`
  const ended = await (await subscribe(marks)).until('stream.caught_up')
  expect(textIn(ended, 'TEXT_MESSAGE_CONTENT')).toBe('o 😀')
  expect(textIn(ended, 'REASONING_MESSAGE_CONTENT')).toBe('hard.')
  expect(textIn(ended, 'TOOL_CALL_ARGS')).toBe('tus":1}')
  expect(namesOf(ended).slice(-3)).toEqual(['TOOL_CALL_END', 'TEXT_MESSAGE_END', 'stream.caught_up'])
  const wrongly = await (
    await subscribe('since_seq=2', { 'last-event-id': `6;${messageId};4;2;8` })
  ).until('stream.caught_up')
  expect(namesOf(wrongly)).toEqual(['stream.ready', 'stream.caught_up'])
})

test('a reader that counts pieces only has as much of the text as they had', async () => {
  const { subscribe, ctx, sessionId } = await sessionPlace()
  const messageId = newId()
  const writer = await openMessage(ctx, { sessionId, messageId })
  for (const text of ['one ', 'two ', 'three']) {
    await writer.text(text)
    await writer.flush()
  }
  const marks = `since_seq=1&message_id=${messageId}&after_stream_seq=2`
  const inFlight = await (await subscribe(marks)).until('stream.caught_up')
  expect(textIn(inFlight, 'TEXT_MESSAGE_CONTENT')).toBe('three')
  await writer.end()
  const ended = await (await subscribe(marks)).until('stream.caught_up')
  expect(textIn(ended, 'TEXT_MESSAGE_CONTENT')).toBe('three')
})

test('marks of another message than the one that is written do not count for it', async () => {
  const { subscribe, ctx, sessionId } = await sessionPlace()
  const writer = await openMessage(ctx, { sessionId, messageId: newId() })
  await writer.text('Hello')
  await writer.flush()
  for (const other of [newId(), 'no-uuid']) {
    const marks = `since_seq=1&message_id=${other}&text_offset=3&after_stream_seq=1`
    const events = await (await subscribe(marks)).until('stream.caught_up')
    expect(textIn(events, 'TEXT_MESSAGE_CONTENT')).toBe('Hello')
  }
})

test('live_only begins at the head, which it tells, and goes on with a message from its marks', async () => {
  const { append, subscribe, ctx, sessionId } = await sessionPlace()
  await append(step('one'))
  const messageId = newId()
  const writer = await openMessage(ctx, { sessionId, messageId })
  await writer.text('Hello')
  await writer.flush()
  const [live, continued] = [
    await subscribe('live_only=true'),
    await subscribe(`live_only=true&message_id=${messageId}&text_offset=2`),
  ]
  const ready = await live.until('stream.caught_up')
  expect(namesOf(ready)).toEqual(['stream.ready', 'stream.caught_up'])
  expect(ready[0]?.data.value).toMatchObject({ head_seq: 2, active_message_id: messageId })
  expect(ready[0]?.id).toBe(`2;${messageId};1;0;5`)
  expect(textIn(await continued.until('stream.caught_up'), 'TEXT_MESSAGE_CONTENT')).toBe('llo')
  await writer.text(' world')
  await writer.end()
  for (const events of [live, continued]) {
    expect(textIn(await events.until('TEXT_MESSAGE_END'), 'TEXT_MESSAGE_CONTENT')).toBe(' world')
  }
})

test('marks beyond the head are the head, and the stream says so', async () => {
  const { append, subscribe } = await sessionPlace()
  await append(step('one'))
  const events = await subscribe(`since_seq=${Number.MAX_SAFE_INTEGER}`)
  const [ready, caughtUp] = await events.until('stream.caught_up')
  expect(ready?.data.value).toMatchObject({ head_seq: 1, is_beyond_head: true, marks: { seq: 1 } })
  expect(caughtUp?.data.name).toBe('stream.caught_up')
  await append(step('two'))
  expect((await events.next())?.id).toBe('2;;0;0;0')
})

test('a message that is written again is begun anew by those who read it, and by those who come back', async () => {
  const { subscribe, ctx, sessionId } = await sessionPlace()
  const messageId = newId()
  const dead = await openMessage(ctx, { sessionId, messageId })
  await dead.text('A long beginning')
  await dead.flush()
  const events = await subscribe()
  const { id } = (await events.until('TEXT_MESSAGE_CONTENT')).at(-1) ?? { id: '' }
  const heir = await openMessage(ctx, { sessionId, messageId })
  await heir.text('Short')
  await heir.flush()
  for (const reader of [events, await subscribe('', { 'last-event-id': id })]) {
    const seen = await reader.until('TEXT_MESSAGE_CONTENT')
    expect(namesOf(seen).filter((name) => !name.startsWith('stream.'))).toEqual([
      'TEXT_MESSAGE_END',
      'message.reset',
      'TEXT_MESSAGE_START',
      'TEXT_MESSAGE_CONTENT',
    ])
    expect(seen.find(({ data }) => data.name === 'message.reset')?.data.value).toEqual({
      message_id: messageId,
      attempt: 2,
    })
    expect(textIn(seen, 'TEXT_MESSAGE_CONTENT')).toBe('Short')
  }
  const liar = await subscribe(`since_seq=4&message_id=${messageId}&text_offset=16`)
  const seen = await liar.until('stream.caught_up')
  expect(namesOf(seen)).toEqual(['stream.ready', 'message.reset', 'TEXT_MESSAGE_CONTENT', 'stream.caught_up'])
  expect(textIn(seen, 'TEXT_MESSAGE_CONTENT')).toBe('Short')
  // Who leaves before it is told to begin anew is told when it comes back.
  const again = await subscribe('', { 'last-event-id': seen[0]?.id ?? '' })
  expect(namesOf(await again.until('stream.caught_up'))).toEqual(namesOf(seen))
})

test('who comes back before the first piece of a message gets it live', async () => {
  const { append, subscribe, ctx, sessionId } = await sessionPlace()
  await append(step('one'))
  const writer = await openMessage(ctx, { sessionId, messageId: newId() })
  const [ready] = await (await subscribe()).until('stream.caught_up')
  const marks = (await (await subscribe('', { 'last-event-id': '1;;0;0;0' })).until('stream.ready'))[0]?.id ?? ''
  expect([ready?.data.value?.['active_message_id'], marks]).toEqual([writer.messageId, `1;${writer.messageId};0;0;0`])
  const events = await subscribe('', { 'last-event-id': marks })
  await events.until('stream.caught_up')
  await writer.text('Hello')
  await writer.flush()
  await writer.end()
  expect(textIn(await events.until('TEXT_MESSAGE_END'), 'TEXT_MESSAGE_CONTENT')).toBe('Hello')
})

test('who is told to begin a message anew gets it, though it ends at once and without an event of its own', async () => {
  const { subscribe, ctx, sessionId } = await sessionPlace()
  const messageId = newId()
  const writer = await openMessage(ctx, { sessionId, messageId })
  await writer.reasoning('Hm')
  await writer.toolStart({ id: 'c1', name: 'list_tasks' })
  await writer.toolArguments('c1', '{}')
  await writer.toolCall('c1', {})
  await writer.flush()
  const [, told] = await (await subscribe('', { 'last-event-id': `4;${messageId};9;1;0` })).until('message.reset')
  await writer.end()
  for (const id of [told?.id ?? '', `4;${messageId};0;1;0`, `4;${messageId};9;1;0`]) {
    const seen = await (await subscribe('', { 'last-event-id': id })).until('stream.caught_up')
    expect(textIn(seen, 'TOOL_CALL_ARGS'), id).toBe('{}')
    expect(textIn(seen, 'REASONING_MESSAGE_CONTENT'), id).toBe(id.includes(';0;1;') ? '' : 'Hm')
  }
  for (const marks of [`message_id=${messageId}&after_stream_seq=1&after_reasoning_seq=1`, '']) {
    const seen = await (await subscribe(`since_seq=4&${marks}`)).until('stream.caught_up')
    expect(namesOf(seen)).toEqual(['stream.ready', 'stream.caught_up'])
  }
})

test('pieces of a new attempt are found from the marks of the old one', async () => {
  const { ctx, sessionId, workspaceId } = await sessionPlace()
  const messageId = newId()
  const dead = await openMessage(ctx, { sessionId, messageId })
  await dead.text('A long beginning')
  await dead.flush()
  const heir = await openMessage(ctx, { sessionId, messageId })
  await heir.text('Short')
  await heir.flush()
  const cursor = { seq: 1, messageId, attempt: 1, streamSeq: 1, reasoningSeq: 0, textOffset: 16 }
  const [page = []] = await readPages(ctx.db, [{ workspaceId, sessionId, cursor }], 100)
  expect(page.map((entry) => ('delta' in entry ? entry.delta.content : entry.event.type))).toEqual([
    'text.ended',
    'message.reset',
    'text.started',
    'Short',
  ])
})

test('whoever misses events that are no longer kept gets the messages that came of them', async () => {
  const { append, subscribe, ctx, sessionId } = await sessionPlace()
  const parts = [{ type: 'text' as const, text: 'Hi' }]
  await append({ type: 'message.user', message_id: newId(), parts, sender_user_id: null })
  const writer = await openMessage(ctx, { sessionId, messageId: newId() })
  await writer.reasoning('Hm')
  await writer.text('Hello')
  await writer.toolStart({ id: 'c1', name: 'list_tasks' })
  await writer.toolArguments('c1', '{}')
  await writer.toolCall('c1', {})
  await writer.end()
  await append(
    { type: 'tool.result', message_id: newId(), tool_call_id: 'c1', status: 'ok', output: [] },
    { type: 'run.finished', run_id: newId(), outcome: 'success' },
  )
  await run(
    ctx.db,
    sql`update agent_events set created_at = created_at - interval '100 days' where session_id = ${sessionId}`,
  )
  await append(step('after'))
  await pruneAgentEvents.run(ctx)
  const events = await (await subscribe('since_seq=2')).until('stream.caught_up')
  expect(namesOf(events)).toEqual([
    'stream.ready',
    'stream.gap',
    'MESSAGES_SNAPSHOT',
    'STEP_STARTED',
    'stream.caught_up',
  ])
  expect(events[1]?.data.value).toEqual({ oldest_seq: 10 })
  expect(events[2]?.data['messages']).toMatchObject([
    { role: 'user', content: 'Hi' },
    { role: 'reasoning', content: 'Hm' },
    {
      role: 'assistant',
      content: 'Hello',
      toolCalls: [{ id: 'c1', function: { name: 'list_tasks', arguments: '{}' } }],
    },
    { role: 'tool', toolCallId: 'c1', content: '[]' },
  ])
  for (const { data } of events)
    expect(EventSchema.safeParse(data), JSON.stringify(data)).toMatchObject({ success: true })
  expect(namesOf(await (await subscribe('since_seq=9')).until('stream.caught_up'))).not.toContain('stream.gap')
})

test('a reader that does not read loses nothing, and many read what one look brought', async () => {
  const { append, subscribe } = await sessionPlace()
  const readers = await Promise.all(Array.from({ length: 5 }, () => subscribe()))
  const slow = await subscribe()
  const padding = 'x'.repeat(2000)
  for (let count = 0; count < 40; count++) {
    await append(...Array.from({ length: 50 }, (_, index) => step(`${count * 50 + index} ${padding}`)))
  }
  await append({ type: 'run.finished', run_id: newId(), outcome: 'success' })
  for (const reader of [slow, ...readers]) {
    const seen = (await reader.until('RUN_FINISHED')).filter(({ data }) => !data.name?.startsWith('stream.'))
    expect(seen.map(({ data }) => data.metadata.marks.seq)).toEqual(
      Array.from({ length: 2001 }, (_, index) => index + 1),
    )
  }
})
