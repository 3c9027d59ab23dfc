import type { TxCtx, WorkspaceCtx } from '#core/context.ts'
import { cleanLines, oneLine, shortened } from '#core/plain-text.ts'
import { linkTask } from '#modules/conversations/conversation-task.service.ts'
import { receiveMessage, type Incoming } from '#modules/conversations/inbound.service.ts'
import { SYSTEM, type Author } from '#modules/conversations/message.schema.ts'
import { createTask } from '#modules/tasks/task.service.ts'
import { TASK_PRIORITIES, type TaskCreate } from '#modules/tasks/task.schema.ts'
import { findCaller, type Caller } from './caller.queries.ts'
import { isFirstEffect } from './delivery.queries.ts'
import { departmentFor } from './department-choice.ts'
import { fieldsAt, listAt, neededText, numberAt, textAt, type Fields } from './reading.ts'
import type { Delivery } from './sender.ts'

export const VOICE = 'voice-platform-a'
const TEXT_LENGTH_MAX = 50_000

/** The digits of a number, without what is dialled before a country. */
function digitsOf(number: string | undefined): string {
  return (number ?? '').replace(/\D/g, '').replace(/^00/, '')
}

/** The number of the other side, whoever called whom. */
function otherSide(call: Fields): string | undefined {
  return textAt(call, 'direction') === 'outbound' ? textAt(call, 'to_number') : textAt(call, 'from_number')
}

async function callerOf(ctx: WorkspaceCtx, number: string | undefined): Promise<Caller | undefined> {
  const digits = digitsOf(number)
  // A withheld number has no digits, and a few digits are an extension: nobody is known by those.
  return digits.length < 6 ? undefined : findCaller(ctx, digits, ctx.now.toISOString().slice(0, 10))
}

type Said = Pick<Incoming, 'text' | 'messageId'> & { at?: Date | undefined; by?: Author }

/** Adds what was said to the conversation of the call. */
async function noteCall(ctx: TxCtx, call: Fields, said: Said): Promise<{ conversationId: string; caller?: Caller }> {
  const callId = neededText(call, 'call_id')
  const number = otherSide(call)
  const caller = await callerOf(ctx, number)
  const { at, by, ...words } = said
  const { conversationId } = await receiveMessage(ctx, {
    ...words,
    channel: 'voice',
    source: VOICE,
    threadId: callId,
    subject:
      number === undefined ? 'Call' : `Call ${textAt(call, 'direction') === 'outbound' ? 'to' : 'from'} ${number}`,
    from: {
      name: caller?.name ?? number ?? 'Unknown caller',
      address: number ?? null,
      ...(caller && { contactId: caller.contactId }),
    },
    ...(caller?.reservationId && { reservationId: caller.reservationId }),
    ...(caller?.propertyId && { propertyId: caller.propertyId }),
    ...(by && { by }),
    ...(at && { at }),
  })
  return { conversationId, ...(caller && { caller }) }
}

export async function callStarted(ctx: TxCtx, call: Fields): Promise<string> {
  const callId = neededText(call, 'call_id')
  const at = timeIn(call, 'start_timestamp')
  const caller = await callerOf(ctx, otherSide(call))
  // Caller ID can be faked: the team is told whose number it is, and that this proves nothing.
  const whose = caller ? ` The number is that of ${caller.name}, which proves nothing.` : ''
  await noteCall(ctx, call, { messageId: `${callId}/started`, text: `The call began.${whose}`, by: SYSTEM, at })
  return 'A conversation was opened for the call.'
}

/** What was said, as one message of the caller: that is what somebody has to read. */
export async function callEnded(ctx: TxCtx, call: Fields): Promise<string> {
  const callId = neededText(call, 'call_id')
  const at = timeIn(call, 'end_timestamp')
  const transcript = transcriptOf(call)
  const text = transcript === '' ? 'There was a call in which nothing was said.' : transcript
  await noteCall(ctx, call, { messageId: `${callId}/transcript`, text, at })
  const end = endingOf(call)
  if (end !== '') await noteCall(ctx, call, { messageId: `${callId}/ended`, text: end, by: SYSTEM, at })
  return 'The transcript joined the conversation.'
}

/** What the platform makes of the call, and the task that it asks for. */
export async function callAnalyzed(ctx: TxCtx, call: Fields, delivery: Delivery): Promise<string> {
  const callId = neededText(call, 'call_id')
  const { conversationId, caller } = await noteCall(ctx, call, {
    messageId: `${callId}/analysis`,
    text: analysisOf(call),
    by: SYSTEM,
    at: timeIn(call, 'end_timestamp'),
  })
  const wanted = wantedTask(call)
  if (!wanted) return 'The analysis joined the conversation; it asks for no task.'
  if (!(await isFirstEffect(ctx, { sender: VOICE, what: `task of ${callId}`, targetId: conversationId })))
    return 'The analysis is there and its task was created before.'
  const departmentId = await departmentFor(ctx, delivery)
  const task = await createTask(ctx, {
    ...wanted,
    departmentId,
    contactId: caller?.contactId ?? null,
    reservationId: caller?.reservationId ?? null,
    propertyId: caller?.propertyId ?? null,
  })
  await linkTask(ctx, conversationId, task.id)
  return `The analysis joined the conversation and ${task.shortId} was created.`
}

type Wanted = Pick<TaskCreate, 'title' | 'description' | 'priority' | 'source' | 'isIssue'>

const FROM_OUTSIDE =
  'Reported from outside the company, on the phone. Whom and what it is about follows from the number, which proves nothing.'

/**
 * The analysis asks for a task with `create_task: true`, a `task_title` or an `issue` among its custom fields.
 * `create_task: false` is a no, whatever else is there.
 */
function wantedTask(call: Fields): Wanted | undefined {
  const custom = fieldsAt(call, 'call_analysis', 'custom_analysis_data')
  const asked = custom['create_task']
  const summary = textAt(call, 'call_analysis', 'call_summary')
  const title = textAt(custom, 'task_title') ?? textAt(custom, 'issue') ?? (asked === true ? summary : undefined)
  if (asked === false || (title === undefined && asked !== true)) return undefined
  const said = textAt(custom, 'task_description') ?? summary
  const urgency = (textAt(custom, 'task_priority') ?? '').toUpperCase()
  const priority = TASK_PRIORITIES.find((each) => each === urgency)
  return {
    title: shortened(oneLine(title ?? ''), 200) || 'Follow up on a call',
    description: [FROM_OUTSIDE, ...(said === undefined ? [] : ['', cleanLines(said)])].join('\n').slice(0, 10_000),
    ...(priority && { priority }),
    source: 'CALL',
    isIssue: textAt(custom, 'issue') !== undefined,
  }
}

const SPEAKERS: Record<string, string> = { agent: 'Agent', user: 'Caller', transfer_target: 'Colleague' }

function transcriptOf(call: Fields): string {
  const lines = listAt(call, 'transcript_object').map((line) => {
    const content = textAt(line, 'content')
    return content === undefined ? '' : `${SPEAKERS[textAt(line, 'role') ?? ''] ?? 'Somebody'}: ${oneLine(content)}`
  })
  const spoken = lines.filter((line) => line !== '').join('\n')
  return shortened(cleanLines(spoken || (textAt(call, 'transcript') ?? '')), TEXT_LENGTH_MAX)
}

function endingOf(call: Fields): string {
  const seconds = Math.round((numberAt(call, 'duration_ms') ?? Number.NaN) / 1000)
  const [reason, recording] = [textAt(call, 'disconnection_reason'), textAt(call, 'recording_url')]
  const parts = [
    Number.isFinite(seconds) && `The call lasted ${Math.floor(seconds / 60)} min ${seconds % 60} s.`,
    reason !== undefined && `It ended with: ${oneLine(reason).replaceAll('_', ' ')}.`,
    recording !== undefined && `Recording: ${oneLine(recording)}`,
  ]
  return parts.filter((part) => part !== false).join('\n')
}

function analysisOf(call: Fields): string {
  const analysis = fieldsAt(call, 'call_analysis')
  const [summary, sentiment] = [textAt(analysis, 'call_summary'), textAt(analysis, 'user_sentiment')]
  const successful = analysis['call_successful']
  const parts = [
    summary !== undefined && `Summary: ${cleanLines(summary)}`,
    sentiment !== undefined && `Mood of the caller: ${oneLine(sentiment).toLowerCase()}.`,
    typeof successful === 'boolean' && `The agent ${successful ? 'could help' : 'could not help'}.`,
    analysis['in_voicemail'] === true && 'It went to a voicemail.',
  ]
  const text = parts.filter((part) => part !== false).join('\n')
  return shortened(text, TEXT_LENGTH_MAX) || 'The call was analyzed; the analysis says nothing.'
}

function timeIn(call: Fields, field: string): Date | undefined {
  const millis = numberAt(call, field)
  const time = new Date(millis ?? Number.NaN)
  return Number.isNaN(time.getTime()) ? undefined : time
}
