import { inTransaction, type TxCtx, type WorkspaceCtx } from '#core/context.ts'
import { withNames } from '#core/tool-names.ts'
import { questionText } from '#core/question-text.ts'
import { isAskedFirst, questionOf } from '#core/tool-question.ts'
import type { ReadyTool } from '#core/tool-ready.ts'
import { approvalMode } from '#modules/tools/confirmation.service.ts'
import { ASK_TOOL } from './agent.schema.ts'
import { approversOf, needsApproval } from './approval.rules.ts'
import { questionIn } from './ask-person.ts'
import type { InteractionRow } from './interaction.queries.ts'
import { keepQuestion, logQuestion, stopForAnswers, type Assigned, type Question } from './put-question.ts'
import { hold, personOf, type Job } from './run-job.ts'
import { isDeclined } from './run-call.ts'
import { saveCall, type CallRow } from './step.queries.ts'
import { boxFor, deedIn, memberCallerOf, type SpeakerCtx } from './speaker.ts'
import type { Toolbox } from './toolbox.service.ts'

const EFFECTS = { read: 'read', change: 'write', destroy: 'destructive' } as const

/** Whether a person has to say something before this call is over. What is wrong with it is no question. */
export async function asks(ctx: WorkspaceCtx, { shop, run }: Job, call: CallRow): Promise<boolean> {
  const { tool, input, status } = call
  if (status !== 'called' || !run.tools.includes(tool)) return false
  if (tool === ASK_TOOL) return !('fault' in questionIn(input))
  const ready = boxFor(shop.toolbox, run).find(tool)
  if (!ready || ready.check(input).length > 0) return false
  const { effect, asksFirst = false } = ready.tool
  return needsApproval({ tool, effect, isGated: asksFirst || (await isAskedFirst(ctx, ready, input)) }, run.approval)
}

/** With the version of the record it is about, if any, and the outsiders who would see the change at once. */
type AskedQuestion = Question & { recordVersion: number | null; readers: string[] }

/**
 * Puts all the questions and stops the run until they are answered: one transaction, so nobody answers too early. True
 * when there was nothing to ask after all, and the run goes on.
 */
export async function ask(job: Job, calls: readonly CallRow[]): Promise<boolean> {
  const person = await personOf(job)
  // What a question is about is read before, with the rights of the person: nothing waits for it in the transaction.
  const questions: { call: CallRow; question: AskedQuestion }[] = []
  for (const call of calls) {
    const asked = questions.map((each) => each.call)
    if (call.status === 'called' && (await isDeclined(job, person, call, asked))) continue
    questions.push({ call, question: await questionFor(job, person, call) })
  }
  if (questions.length === 0) return true
  const workspaceAsks = await approvalMode(person)
  const { run } = job
  await inTransaction(person, async (ctx) => {
    await hold(job, ctx)
    const assigned = approversOf(run.approval, {
      userId: run.userId,
      workspaceAsks,
      isOutside: person.speaksFor !== undefined,
    })
    const rows: InteractionRow[] = []
    for (const { call, question } of questions) rows.push(await put(job, ctx, call, question, assigned))
    await stopForAnswers(ctx, run, rows)
  })
  job.shop.services.sessionLog.tell(run.sessionId)
  job.shop.services.runSignals.send(`settled:${run.id}`)
  return false
}

async function put(
  { run }: Job,
  ctx: TxCtx,
  call: CallRow,
  { recordVersion, readers, ...question }: AskedQuestion,
  assigned: Assigned,
): Promise<InteractionRow> {
  const row = await keepQuestion(ctx, run, call.id, { ...question, ...assigned })
  await saveCall(ctx, run.id, call.id, { status: 'asked', recordVersion, readers })
  return logQuestion(ctx, row)
}

async function questionFor(job: Job, person: SpeakerCtx, call: CallRow): Promise<AskedQuestion> {
  const ready = job.shop.toolbox.find(call.tool)
  if (ready) return approvalOf(person, job.shop.toolbox, call, ready)
  const asked = questionIn(call.input)
  if ('fault' in asked) throw new Error(asked.fault)
  const message = messageFor(person, asked.message)
  return {
    ...asked,
    message,
    allowedDecisions: ['respond', 'cancel'],
    toolCall: null,
    recordVersion: null,
    readers: [],
  }
}

/** Tells the member who is asked on whose behalf the question comes. */
function messageFor(person: SpeakerCtx, message: string): string {
  const deed = deedIn(person)
  return deed === undefined ? message : `Asked by ${deed}.\n${message}`
}

const NO_PAYLOAD = { type: 'object', properties: {}, additionalProperties: false }

/** What cannot be read is asked about without it: whether it may be done is found out when it is done. */
export async function approvalOf(
  person: SpeakerCtx,
  toolbox: Toolbox,
  call: Pick<CallRow, 'id' | 'input'>,
  ready: ReadyTool,
): Promise<AskedQuestion> {
  const { tool } = ready
  const question = await questionOf(person, ready, call.input).catch(() => undefined)
  const unnamed = question?.preview ?? { action: tool.title, after: call.input }
  const preview = await withNames(person, memberCallerOf(person), toolbox.tools, unnamed)
  return {
    kind: 'tool_approval',
    message: messageFor(person, questionText(preview)),
    options: [],
    responseSchema: NO_PAYLOAD,
    allowedDecisions: ['approve', 'edit', 'reject', 'cancel'],
    toolCall: { id: call.id, name: tool.name, input: call.input, effect: EFFECTS[tool.effect] },
    recordVersion: question?.version ?? null,
    readers: question?.readers ?? [],
  }
}
