import { expect, test } from 'vitest'
import { applied, EMPTY, said, unsaid, type AgentEvent, type SessionView } from './session-view.ts'

const after = (events: AgentEvent[], view: SessionView = EMPTY): SessionView =>
  events.reduce((before, event) => applied(before, event), view)
const custom = (name: string, value: object): AgentEvent => ({ type: 'CUSTOM', name, value })
const user = (id: string, content: unknown): AgentEvent =>
  custom('message.user', { message: { id, role: 'user', content }, sender_user_id: null })

const CALL = [
  { type: 'TOOL_CALL_START', toolCallId: 'c1', toolCallName: 'list_tasks', parentMessageId: 'm1' },
  { type: 'TOOL_CALL_ARGS', toolCallId: 'c1', delta: '{"priority":' },
  { type: 'TOOL_CALL_ARGS', toolCallId: 'c1', delta: '"URGENT"}' },
  { type: 'TOOL_CALL_END', toolCallId: 'c1' },
]

test('a question, its reasoning, a call with its result, and the answer', () => {
  const view = after([
    custom('stream.ready', { head_seq: 0 }),
    custom('stream.caught_up', {}),
    user('u1', 'What is urgent?'),
    { type: 'RUN_STARTED', runId: 'r1' },
    { type: 'REASONING_MESSAGE_START', messageId: 'm1:reasoning' },
    { type: 'REASONING_MESSAGE_CONTENT', messageId: 'm1:reasoning', delta: 'They want ' },
    { type: 'REASONING_MESSAGE_CONTENT', messageId: 'm1:reasoning', delta: 'tasks.' },
    ...CALL,
    {
      type: 'TOOL_CALL_RESULT',
      messageId: 't1',
      toolCallId: 'c1',
      content: '{"items":[]}',
      metadata: { status: 'ok' },
    },
    { type: 'TEXT_MESSAGE_START', messageId: 'm2' },
    { type: 'TEXT_MESSAGE_CONTENT', messageId: 'm2', delta: 'Nothing' },
    { type: 'TEXT_MESSAGE_CONTENT', messageId: 'm2', delta: ' is.' },
    { type: 'TEXT_MESSAGE_END', messageId: 'm2' },
    { type: 'RUN_FINISHED', runId: 'r1', outcome: { type: 'success' } },
  ])
  expect(view).toMatchObject({ state: 'idle', runId: undefined, isCaughtUp: true })
  expect(view.turns).toEqual([
    { kind: 'said', id: 'u1', text: 'What is urgent?' },
    {
      kind: 'answer',
      id: 'm1',
      text: '',
      reasoning: 'They want tasks.',
      isWriting: false,
      calls: [
        {
          id: 'c1',
          name: 'list_tasks',
          input: '{"priority":"URGENT"}',
          isWhole: true,
          output: '{"items":[]}',
          status: 'ok',
        },
      ],
    },
    { kind: 'answer', id: 'm2', text: 'Nothing is.', reasoning: '', calls: [], isWriting: false },
  ])
})

test('what is said is shown before the server hears of it, once, and taken away when it is refused', () => {
  const shown = said(EMPTY, 'u1', 'Hello')
  expect(after([user('u1', 'Hello')], shown).turns).toEqual([{ kind: 'said', id: 'u1', text: 'Hello' }])
  expect(unsaid(shown, 'u1').turns).toEqual([])
})

test('a message that is begun again drops what was written, and a call that was not finished goes away', () => {
  const view = after([
    { type: 'TEXT_MESSAGE_START', messageId: 'm1' },
    { type: 'TEXT_MESSAGE_CONTENT', messageId: 'm1', delta: 'Half' },
    ...CALL.slice(0, 2),
    custom('message.reset', { message_id: 'm1', attempt: 2 }),
    { type: 'TEXT_MESSAGE_CONTENT', messageId: 'm1', delta: 'Whole' },
    { type: 'TOOL_CALL_START', toolCallId: 'c2', toolCallName: 'get_task', parentMessageId: 'm1' },
    { type: 'TOOL_CALL_END', toolCallId: 'c2', metadata: { dropped: true } },
  ])
  expect(view.turns).toMatchObject([{ text: 'Whole', calls: [] }])
})

test('a question stops the run, its answer takes its place, and the run goes on under its own id', () => {
  const interaction = { id: 'i1', status: 'pending', message: 'Create a task' }
  const asking = after([
    { type: 'RUN_STARTED', runId: 'r1' },
    custom('interaction.requested', interaction),
    { type: 'RUN_FINISHED', runId: 'r1', outcome: { type: 'interrupt' } },
  ])
  expect(asking).toMatchObject({ state: 'asking', runId: 'r1' })
  const going = after(
    [
      custom('interaction.resolved', { ...interaction, status: 'resolved' }),
      { type: 'RUN_STARTED', runId: 'r2', parentRunId: 'r1' },
    ],
    asking,
  )
  expect(going).toMatchObject({ state: 'running', runId: 'r1' })
  expect(going.turns).toMatchObject([{ kind: 'question', interaction: { status: 'resolved' } }])
})

test('a run that fails or is stopped says so', () => {
  const failed = after([
    { type: 'RUN_STARTED', runId: 'r1' },
    { type: 'RUN_ERROR', message: 'Too slow.', code: 'model_timeout' },
  ])
  expect(failed).toMatchObject({ state: 'idle', turns: [{ kind: 'failed', code: 'model_timeout', text: 'Too slow.' }] })
  const stopped = after([
    { type: 'RUN_STARTED', runId: 'r1' },
    { type: 'RUN_FINISHED', outcome: { type: 'cancelled' } },
  ])
  expect(stopped).toMatchObject({ state: 'idle', turns: [{ kind: 'stopped' }] })
  const early = after([
    user('u1', 'Hello'),
    { type: 'STATE_SNAPSHOT', snapshot: { run_id: 'r1', status: 'cancelled' } },
  ])
  expect(early).toMatchObject({ state: 'idle', turns: [{ kind: 'said' }, { kind: 'stopped' }] })
})

test('what is left of old events takes the place of everything', () => {
  const view = after([
    {
      type: 'MESSAGES_SNAPSHOT',
      messages: [
        {
          id: 'u1',
          role: 'user',
          content: [
            { type: 'text', text: 'Look' },
            { type: 'image', source: { value: 'https://a.example/b.jpg' } },
          ],
        },
        { id: 'm1:reasoning', role: 'reasoning', content: 'Hm.' },
        {
          id: 'm1',
          role: 'assistant',
          content: 'Yes',
          toolCalls: [{ id: 'c1', type: 'function', function: { name: 'get_task', arguments: '{}' } }],
        },
        { id: 't1', role: 'tool', toolCallId: 'c1', content: '{}' },
      ],
    },
  ])
  expect(view.turns).toMatchObject([
    { kind: 'said', text: 'Look\nhttps://a.example/b.jpg' },
    { kind: 'answer', text: 'Yes', reasoning: 'Hm.', isWriting: false, calls: [{ name: 'get_task', output: '{}' }] },
  ])
})

test('events that nobody knows, and broken ones, change nothing', () => {
  for (const event of [
    { type: 'NEW' },
    { type: 'CUSTOM' },
    { type: 'STATE_SNAPSHOT', snapshot: {} },
    { type: 'TOOL_CALL_RESULT' },
  ])
    expect(applied(EMPTY, event)).toEqual(EMPTY)
})
