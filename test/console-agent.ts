import { inTransaction } from '#core/context.ts'
import { newId } from '#core/crypto.ts'
import { appendEvents } from '#modules/agents/event.service.ts'
import { openMessage, type MessageWriter } from '#modules/agents/message-writer.ts'
import type { SessionEvent } from '#modules/agents/session-event.schema.ts'
import { systemContext } from '#src/runtime.ts'
import type { Office } from './console-stage.ts'
import type { Person } from './makers.ts'

const TOOLS = ['list_tasks', 'create_task', 'list_departments', 'list_properties', 'search_knowledge', 'ask_person']

/** One that works with the embedded model and asks before every change. */
export async function makeAgent({ asAdmin }: Pick<Office, 'asAdmin'>): Promise<string> {
  const approval = { asks: 'changes', alsoBefore: [], approvers: 'requester', validMinutes: 1440 }
  const body = { name: 'Operations assistant', instructions: 'Help the team.', tools: TOOLS, approval }
  return (await asAdmin.post('/agents', body)).body.id
}

export interface Script {
  sessionId: string
  append(...events: SessionEvent[]): Promise<void>
  message(): Promise<MessageWriter>
}

/** A session of this person in which an agent does what the test says, word by word. */
export async function scripted(here: Office, person: Person): Promise<Script> {
  const sessionId = String((await here.asConsole(person.token).post('/agent-sessions', {})).body.id)
  const ctx = () => ({ ...systemContext(here.runtime), workspaceId: here.workspaceId, now: new Date() })
  return {
    sessionId,
    async append(...events) {
      await inTransaction(ctx(), (ctx) => appendEvents(ctx, sessionId, events))
      here.runtime.services.sessionLog.tell(sessionId)
    },
    message: () => openMessage(ctx(), { sessionId, messageId: newId() }),
  }
}

/** What a person says, as the log has it. */
export function saidEvent(text: string): SessionEvent {
  return { type: 'message.user', message_id: newId(), parts: [{ type: 'text', text }], sender_user_id: null }
}

/** A whole talk: asked, thought about, looked up, answered, and something wanted. */
export async function converse(here: Office, person: Person): Promise<string> {
  const { sessionId, append, message } = await scripted(here, person)
  const [runId, callId, wishId] = [newId(), 'call_1', 'call_2']
  await append(saidEvent('Is somebody free for the boiler at Casa do Farol today?'), {
    type: 'run.started',
    run_id: runId,
  })
  const first = await message()
  await first.reasoning('They want somebody for a repair. I look at what is planned for today first.')
  await first.toolStart({ id: callId, name: 'list_tasks' })
  await first.toolArguments(callId, '{"scheduledDate":"2026-11-15","isOpen":true}')
  await first.toolCall(callId, { done: true })
  await first.end()
  const output = { items: [{ shortId: 'TK-12', title: 'Inspect the pool pump', status: 'SCHEDULED' }] }
  await append({ type: 'tool.result', message_id: newId(), tool_call_id: callId, status: 'ok', output })
  const second = await message()
  await second.text(
    '**Duarte** has one task today, *TK-12* at 14:00, and is free before.\n\nI can make a task for him:',
  )
  await second.toolStart({ id: wishId, name: 'create_task' })
  await second.toolArguments(wishId, '{"title":"Look at the boiler"}')
  await second.toolCall(wishId, { done: true })
  await second.end()
  const interaction = askedOf(here, person, { sessionId, runId, wishId })
  await append(
    { type: 'interaction.requested', interaction_id: interaction.id, tool_call_id: wishId, interaction },
    { type: 'run.finished', run_id: runId, outcome: 'interrupt', interrupts: [] },
  )
  return sessionId
}

function askedOf(here: Office, person: Person, { sessionId, runId, wishId }: Record<string, string>) {
  const input = { title: 'Look at the boiler', priority: 'URGENT' }
  const message = [
    'Create a task',
    'title: Look at the boiler',
    'priority: NORMAL → URGENT',
    'departmentId: Maintenance',
    'propertyId: Casa do Farol',
  ].join('\n')
  return {
    id: newId(),
    session_id: sessionId,
    run_id: runId,
    workspace_id: here.workspaceId,
    agent_id: newId(),
    kind: 'tool_approval',
    status: 'pending',
    reason: 'tool_approval',
    message,
    tool_call: { id: wishId, name: 'create_task', input, effect: 'write' },
    options: [],
    response_schema: {},
    allowed_decisions: ['approve', 'reject'],
    assigned_to: { user_ids: [person.userId], roles: [] },
    created_at: new Date().toISOString(),
    expires_at: new Date(Date.now() + 3_600_000).toISOString(),
    resolved_at: null,
    resolved_by: null,
    resolution: null,
    run: { id: runId, status: 'interrupted' },
    seq: null,
  }
}
