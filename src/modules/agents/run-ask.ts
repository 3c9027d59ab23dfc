import { inTransaction, type TxCtx } from '#core/context.ts'
import { newId } from '#core/crypto.ts'
import { withNames } from '#core/tool-names.ts'
import { isGated, questionOf, questionText } from '#core/tool-question.ts'
import type { ReadyTool } from '#core/tool-ready.ts'
import { approvalMode } from '#modules/tools/confirmation.service.ts'
import type { PersonCtx } from './actor.service.ts'
import { ASK_TOOL } from './agent.schema.ts'
import { approversOf, needsApproval } from './approval.rules.ts'
import { questionIn } from './ask-person.ts'
import { appendEvents } from './event.service.ts'
import { insertInteraction, setSeq, type InteractionRow, type NewInteraction } from './interaction.queries.ts'
import { noteInteractions } from './interaction-news.ts'
import { interactionOf } from './interaction-view.ts'
import { idsOf } from './run-events.ts'
import { callerOf, hold, personOf, type Job } from './run-job.ts'
import { saveRun } from './run.queries.ts'
import { saveCall, type CallRow } from './step.queries.ts'
import { tellTalk } from './talk.queries.ts'
import type { Toolbox } from './toolbox.service.ts'

const EFFECTS = { read: 'read', change: 'write', destroy: 'destructive' } as const
const MINUTE_MILLIS = 60_000

/** Whether a person has to say something before this call is over. What is wrong with it is no question. */
export function asks({ shop, run }: Job, { tool, input, status }: CallRow): boolean {
  if (status !== 'called' || !run.tools.includes(tool)) return false
  if (tool === ASK_TOOL) return !('fault' in questionIn(input))
  const ready = shop.toolbox.find(tool)
  if (!ready || ready.check(input).length > 0) return false
  return needsApproval({ tool, effect: ready.tool.effect, isGated: isGated(ready, input) }, run.approval)
}

type Question = Pick<
  NewInteraction,
  'kind' | 'message' | 'options' | 'responseSchema' | 'allowedDecisions' | 'toolCall'
> & {
  recordVersion: number | null
}

/** Puts all the questions and stops the run until they are answered: one transaction, so nobody answers too early. */
export async function ask(job: Job, calls: readonly CallRow[]): Promise<void> {
  const person = await personOf(job)
  // What a question is about is read before, with the rights of the person: nothing waits for it in the transaction.
  const questions: { call: CallRow; question: Question }[] = []
  for (const call of calls) questions.push({ call, question: await questionFor(job, person, call) })
  const workspaceAsks = await approvalMode(person)
  const { run } = job
  await inTransaction(person, async (ctx) => {
    await hold(job, ctx)
    const assigned = approversOf(run.approval, { userId: run.userId, workspaceAsks })
    const rows: InteractionRow[] = []
    for (const { call, question } of questions) rows.push(await put(job, ctx, call, question, assigned))
    await appendEvents(ctx, run.sessionId, [
      {
        type: 'run.finished',
        ...idsOf(run),
        outcome: 'interrupt',
        interrupts: rows.map(interruptOf),
      },
    ])
    await saveRun(ctx, run.id, { status: 'interrupted', leaseToken: null, leaseUntil: null, tries: 0 })
    await tellTalk(ctx, run)
    await noteInteractions(ctx, 'interaction.requested', rows)
  })
  job.shop.services.sessionLog.tell(run.sessionId)
  job.shop.services.runSignals.send(`settled:${run.id}`)
}

export function interruptOf({ id, kind, message, toolCallId, responseSchema, expiresAt }: InteractionRow) {
  return {
    id,
    reason: kind,
    message,
    tool_call_id: toolCallId,
    response_schema: responseSchema,
    expires_at: expiresAt,
  }
}

async function put(
  { run }: Job,
  ctx: TxCtx,
  call: CallRow,
  { recordVersion, ...question }: Question,
  assigned: Pick<NewInteraction, 'userIds' | 'roles'>,
): Promise<InteractionRow> {
  const { id: runId, sessionId, agentId, approval } = run
  const expiresAt = new Date(ctx.now.getTime() + approval.validMinutes * MINUTE_MILLIS).toISOString()
  const row = { id: newId(), sessionId, runId, agentId, toolCallId: call.id, ...question, ...assigned, expiresAt }
  const saved = await insertInteraction(ctx, row)
  if (!saved) throw new Error('an interaction was not kept')
  await saveCall(ctx, runId, call.id, { status: 'asked', recordVersion })
  const { lastSeq } = await appendEvents(ctx, sessionId, [
    {
      type: 'interaction.requested',
      interaction_id: saved.id,
      tool_call_id: call.id,
      interaction: { ...interactionOf(saved, 'interrupted') },
    },
  ])
  await setSeq(ctx, saved.id, lastSeq)
  return { ...saved, seq: lastSeq }
}

async function questionFor(job: Job, person: PersonCtx, call: CallRow): Promise<Question> {
  const ready = job.shop.toolbox.find(call.tool)
  if (ready) return approvalOf(person, job.shop.toolbox, call, ready)
  const asked = questionIn(call.input)
  if ('fault' in asked) throw new Error(asked.fault)
  return { ...asked, allowedDecisions: ['respond', 'cancel'], toolCall: null, recordVersion: null }
}

const NO_PAYLOAD = { type: 'object', properties: {}, additionalProperties: false }

/** What cannot be read is asked about without it: whether it may be done is found out when it is done. */
export async function approvalOf(
  person: PersonCtx,
  toolbox: Toolbox,
  call: Pick<CallRow, 'id' | 'input'>,
  ready: ReadyTool,
): Promise<Question> {
  const { tool } = ready
  const question = await questionOf(person, ready, call.input).catch(() => undefined)
  const unnamed = question?.preview ?? { action: tool.title, after: call.input }
  const preview = await withNames(person, callerOf(person), toolbox.tools, unnamed)
  return {
    kind: 'tool_approval',
    message: questionText(preview),
    options: [],
    responseSchema: NO_PAYLOAD,
    allowedDecisions: ['approve', 'edit', 'reject', 'cancel'],
    toolCall: { id: call.id, name: tool.name, input: call.input, effect: EFFECTS[tool.effect] },
    recordVersion: question?.version ?? null,
  }
}
