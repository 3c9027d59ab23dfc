import { DefaultChatTransport, readUIMessageStream, type UIMessage, type UIMessageChunk } from 'ai'
import { expect, test } from 'vitest'
import { newId } from '#core/crypto.ts'
import { logLines } from '#test/log-lines.ts'
import { agentPlace, runsWorking } from '#test/agent-place.ts'
import { sessionPlace, type SessionPlace } from '#test/agent-session.ts'
import { addressOf } from '#test/event-source.ts'
import { secondNode } from '#test/second-node.ts'
import { openMessage } from './message-writer.ts'

const ACCEPT = 'text/event-stream; profile=ai-sdk-ui'

/** The AI SDK's own client, told where our stream is. */
function transportTo(
  { url, admin, sessionId }: Pick<SessionPlace, 'url' | 'admin' | 'sessionId'>,
  query = '',
  headers: Record<string, string> = {},
) {
  const transport = new DefaultChatTransport({
    headers: { authorization: `Bearer ${admin.token}`, accept: ACCEPT, ...headers },
    prepareReconnectToStreamRequest: () => ({ api: `${url}/subscribe_direct?${query}` }),
  })
  return transport.reconnectToStream({ chatId: sessionId })
}

async function readToEnd(stream: ReadableStream<UIMessageChunk> | null): Promise<UIMessage | undefined> {
  if (!stream) return undefined
  let last: UIMessage | undefined
  for await (const message of readUIMessageStream({ stream, terminateOnError: true })) last = message
  return last
}

test('the chat client of the AI SDK reads an answer with its reasoning, tools and question', async () => {
  const here = await sessionPlace()
  const { append, ctx, sessionId } = here
  const [runId, answerId, interactionId] = [newId(), newId(), newId()]
  await append(
    { type: 'message.user', message_id: newId(), parts: [{ type: 'text', text: 'Hi' }], sender_user_id: null },
    { type: 'run.started', run_id: runId, message_id: answerId },
    { type: 'step.started', step_name: '1' },
  )
  const answer = readToEnd(await transportTo(here))
  const first = await openMessage(ctx, { sessionId, messageId: answerId })
  await first.reasoning('I should look.')
  await first.text('One moment.')
  await first.toolStart({ id: 'c1', name: 'list_tasks' })
  await first.toolArguments('c1', '{"status"')
  await first.toolArguments('c1', ':"OPEN"}')
  await first.toolCall('c1', { status: 'OPEN' })
  await first.end()
  await append(
    { type: 'tool.result', message_id: newId(), tool_call_id: 'c1', status: 'ok', output: { total: 2 } },
    { type: 'step.finished', step_name: '1' },
    { type: 'step.started', step_name: '2' },
  )
  const second = await openMessage(ctx, { sessionId, messageId: newId() })
  await second.text('There are ')
  await second.flush()
  const again = await openMessage(ctx, { sessionId, messageId: second.messageId })
  await again.text('Two. Close them?')
  await again.toolStart({ id: 'c2', name: 'update_task' })
  await again.toolCall('c2', { done: true })
  await again.end()
  await append(
    { type: 'interaction.requested', interaction_id: interactionId, tool_call_id: 'c2', interaction: {} },
    { type: 'step.finished', step_name: '2' },
    {
      type: 'run.finished',
      run_id: runId,
      outcome: 'interrupt',
      interrupts: [{ id: interactionId, reason: 'tool_approval' }],
    },
  )
  const message = await answer
  expect(message?.id).toBe(answerId)
  expect(message?.parts).toMatchObject([
    { type: 'step-start' },
    { type: 'reasoning', text: 'I should look.', state: 'done' },
    { type: 'text', text: 'One moment.', state: 'done' },
    {
      type: 'dynamic-tool',
      toolName: 'list_tasks',
      state: 'output-available',
      input: { status: 'OPEN' },
      output: { total: 2 },
    },
    { type: 'step-start' },
    { type: 'text', text: 'Two. Close them?', state: 'done' },
    { type: 'dynamic-tool', toolName: 'update_task', state: 'approval-requested', approval: { id: interactionId } },
  ])
  expect(await readToEnd(await transportTo(here, 'since_seq=0'))).toEqual(message)
})

test('without an answer under way the chat client has nothing to read', async () => {
  const here = await sessionPlace()
  expect(await transportTo(here)).toBeNull()
  const runId = newId()
  await here.append({ type: 'run.started', run_id: runId }, { type: 'run.finished', run_id: runId, outcome: 'success' })
  expect(await transportTo(here)).toBeNull()
})

test('the end of an answer is the end of its stream, whatever came behind it in the session', async () => {
  const here = await sessionPlace()
  for (const runId of [newId(), newId()]) {
    await here.append(
      { type: 'run.started', run_id: runId },
      { type: 'step.started', step_name: '1' },
      { type: 'step.finished', step_name: '1' },
      { type: 'run.finished', run_id: runId, outcome: 'success' },
    )
  }
  const { logTo, lines } = logLines()
  const node = await secondNode({ logTo })
  const url = `${await addressOf(node.app)}/v1/agent/sessions/${here.sessionId}`
  const chunks: UIMessageChunk[] = []
  for await (const chunk of (await transportTo({ ...here, url }, 'since_seq=0')) ?? []) chunks.push(chunk)
  await node.close()
  expect(chunks.filter(({ type }) => type === 'finish')).toHaveLength(1)
  expect(lines.filter((line) => JSON.parse(line).level >= 40)).toEqual([])
})

test('an answer that fails or is cancelled ends the stream of the chat client', async () => {
  for (const end of [
    { type: 'run.failed', run_id: newId(), message: 'The model is gone.', code: 'model_unavailable' } as const,
    { type: 'run.finished', run_id: newId(), outcome: 'cancelled' } as const,
  ]) {
    const here = await sessionPlace()
    await here.append({ type: 'run.started', run_id: end.run_id })
    const stream = await transportTo(here)
    await here.append(end)
    const chunks: UIMessageChunk[] = []
    for await (const chunk of stream ?? []) chunks.push(chunk)
    expect(chunks.at(-1)).toEqual(
      end.type === 'run.failed' ? { type: 'error', errorText: 'The model is gone.' } : { type: 'abort' },
    )
  }
})

test('the stream for the chat client says that it is one', async () => {
  const { append, subscribe } = await sessionPlace()
  await append({ type: 'run.started', run_id: newId() })
  const { response } = await subscribe('', { accept: ACCEPT })
  expect(response.headers.get('x-vercel-ai-ui-message-stream')).toBe('v1')
})

/** A session with a run in line and a second one behind it, and the chat client that waits for the second. */
async function waitingInLine(headersFor: (sinceSeq: unknown) => Record<string, string> = () => ({})) {
  const place = await agentPlace({ working: false })
  const { body: first } = await place.invoke('First', { mode: 'background' })
  const sessionId = String(first.session_id)
  const { body: second } = await place.call('POST', `/sessions/${sessionId}/runs_direct`, { input: 'Second' })
  const url = `${await addressOf(place.app)}/v1/agent/sessions/${sessionId}`
  const { since_seq: sinceSeq } = second
  const stream = await transportTo({ ...place, url, sessionId }, `since_seq=${sinceSeq}`, headersFor(sinceSeq))
  return { place, sessionId, second, stream }
}

test('the chat client that waits for a run gets its answer, and nothing of the one before it', async () => {
  const { place, second, stream } = await waitingInLine()
  place.upstream.replies.push({ text: 'One.' }, { text: 'Two.' })
  const answer = readToEnd(stream)
  runsWorking(place)
  const { id, parts } = (await answer) ?? {}
  expect(id).toBe(second.assistant_message_id)
  expect(parts).toMatchObject([{ type: 'step-start' }, { type: 'text', text: 'Two.' }])
})

test('a client that goes on after an event it has had gets the answer that is under way then, whoever waits behind it', async () => {
  const { place, stream } = await waitingInLine((seq) => ({ 'last-event-id': `${seq};;0;0;0` }))
  place.upstream.replies.push({ text: 'One.' }, { text: 'Two.' })
  const answer = readToEnd(stream)
  runsWorking(place)
  expect((await answer)?.parts).toMatchObject([{ type: 'step-start' }, { type: 'text', text: 'One.' }])
})

test('the chat client that waits for a run is told when that is cancelled before it begins', async () => {
  const { place, sessionId, stream } = await waitingInLine()
  await place.invoke('Third', { session_id: sessionId, mode: 'background', multitask_strategy: 'interrupt' })
  const chunks: UIMessageChunk[] = []
  for await (const chunk of stream ?? []) chunks.push(chunk)
  expect(chunks).toEqual([{ type: 'abort' }])
})
