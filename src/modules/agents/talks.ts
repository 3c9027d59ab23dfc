import type { WorkspaceCtx } from '#core/context.ts'
import { derivedId } from '#core/crypto.ts'
import { DeliveryFailure } from '#core/delivery-failure.ts'
import { errorText } from '#core/error-text.ts'
import { Refusal } from '#core/errors.ts'
import type { Subscriber } from '#core/jobs.ts'
import { getConversation } from '#modules/conversations/conversation.service.ts'
import type { Author } from '#modules/conversations/message.schema.ts'
import { findMessageOf, say } from '#modules/conversations/message.service.ts'
import type { Button } from '#core/button.ts'
import { canReply, hasButtons } from '#modules/integrations/reply.service.ts'
import { getAgent } from './agent.service.ts'
import { listPending, type InteractionRow } from './interaction.queries.ts'
import { textIn } from './run-output.ts'
import { findRun, type RunRow } from './run.queries.ts'
import { speaksOutside } from './speaker.ts'
import { listSteps } from './step.queries.ts'
import { TALKS } from './talk.queries.ts'
import { askInWords } from './talk-word.service.ts'
import { answerCall, talkIn, type Call } from './talk.service.ts'

/** Agents in the conversations that come through integrations: they are called, and what they say is sent there. */
export const agentTalks: Subscriber = {
  name: TALKS.subscriber,
  on: [TALKS.called, TALKS.settled],
  retryLimit: 9,
  retryDelaySeconds: 5,
  async handle(ctx, { type, payload }) {
    if (type === TALKS.settled) return tell(ctx, String(payload['runId']))
    try {
      await answerCall(ctx, payload as unknown as Call)
    } catch (error) {
      // The agent is archived, or the person has left: that is so at the next try too.
      const isFinal = error instanceof Refusal && error.failure.status < 500
      throw isFinal ? new DeliveryFailure(errorText(error), { isFinal, cause: error }) : error
    }
  },
}

const SORRY = 'I could not answer this. Somebody of the team has it before them.'

async function tell(ctx: WorkspaceCtx, runId: string): Promise<void> {
  const run = await findRun(ctx, runId)
  if (!run) return
  const { conversationId } = await talkIn(ctx, run.sessionId)
  // Somebody may work with the agent in the same session by other ways: that is not for the other side.
  if (!(await findMessageOf(ctx, conversationId, run.messageId))) return
  const { name } = await getAgent(ctx, run.agentId)
  const author: Author = { kind: 'agent', id: run.agentId, name, byProgram: true }
  if (run.status === 'interrupted') return ask(ctx, conversationId, run, author)
  const text = run.status === 'failed' ? SORRY : run.status === 'completed' ? await answerOf(ctx, run) : ''
  if (text !== '')
    await say(ctx, conversationId, { id: derivedId(runId, 'answer'), answersId: run.messageId, author, text })
}

async function answerOf(ctx: WorkspaceCtx, { id }: RunRow): Promise<string> {
  const last = (await listSteps(ctx, [id])).at(-1)
  return last ? textIn(last).trim() : ''
}

/** Questions are put with buttons where there are any, and in words elsewhere; they wait in the list of all of them too. */
async function ask(ctx: WorkspaceCtx, conversationId: string, run: RunRow, author: Author): Promise<void> {
  const { source } = await getConversation(ctx, conversationId)
  // People outside never see a question or decide it: the team finds it in the console.
  if (!hasButtons(source) || speaksOutside(run))
    return canReply(source) ? askInWords(ctx, conversationId, run, author) : undefined
  for (const asked of await listPending(ctx, run.id)) {
    const about = { id: derivedId(asked.id, 'question'), answersId: run.messageId, author }
    const words = { ...about, text: asked.message, buttons: buttonsOf(asked) }
    await say(ctx, conversationId, words)
  }
}

function buttonsOf({ id, kind, options }: InteractionRow): Button[] {
  if (kind === 'tool_approval') {
    return [
      { label: 'Approve', press: `approve ${id}` },
      { label: 'Decline', press: `reject ${id}` },
    ]
  }
  return options.map((option) => ({ label: option.label, press: `choose ${id} ${option.id}` }))
}
