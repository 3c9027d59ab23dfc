import { derivedId } from '#core/crypto.ts'
import { DeliveryFailure } from '#core/delivery-failure.ts'
import { Refusal } from '#core/errors.ts'
import { shortened } from '#core/plain-text.ts'
import type { Received, WebhookAnswer } from '#core/webhook.ts'
import { receiveMessage } from '#modules/conversations/inbound.service.ts'
import { SYSTEM } from '#modules/conversations/message.schema.ts'
import { say } from '#modules/conversations/message.service.ts'
import { isChatGenuine } from '#modules/inbound/chat-signature.ts'
import { bySecret } from '#modules/inbound/proof.ts'
import { objectIn, neededText, textAt } from '#modules/inbound/reading.ts'
import type { Handler, Sender } from '#modules/inbound/sender.ts'
import { findReceiver } from '#modules/integrations/receiver.service.ts'
import { placeOf } from '#modules/integrations/reply.service.ts'
import { endOf, startReading } from '#modules/workflows/chat-run.service.ts'
import type { WorkflowTools } from '#modules/workflows/workflow-tools.service.ts'

const SOURCE = 'chat-workspace-app'
const COMMAND = 'command'
const TEXT_LENGTH_MAX = 3000
const LOOKING = { response_type: 'ephemeral', text: 'The release status is being looked up; it is posted here.' }

const whispered = (text: string): WebhookAnswer => ({
  outcome: 'answered',
  body: { response_type: 'ephemeral', text },
})

const fieldsOf = ({ bytes }: Pick<Received, 'bytes'>): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(bytes.toString()))

/** A command of the chat: starts the workflow that the integration names, which may only look, and posts what it found. */
export function releaseStatus(tools: Pick<WorkflowTools, 'functions'>): Sender {
  return {
    name: 'release-status',
    path: '/v1/webhooks/chat-workspace-app/mobile-release-status',
    prove: bySecret({
      kind: 'chat_workspace_app',
      secret: 'signingSecret',
      setting: 'CHAT_WORKSPACE_APP_WEBHOOK_SECRET',
      find(received) {
        const { api_app_id: app = '', team_id: team = '' } = fieldsOf(received)
        return app === '' ? 'anybody' : { accounts: [`${app}/${team}`, app] }
      },
      isGenuine: isChatGenuine,
    }),
    async read(received, { workspaceId, integrationId }, { db, services }) {
      const payload = objectIn({ bytes: Buffer.from(JSON.stringify(fieldsOf(received))) })
      // The chat looks whether the address is there at all.
      if (payload['ssl_check'] === '1') return { outcome: 'answered', body: '' }
      neededText(payload, 'command')
      const externalId = `${COMMAND} ${neededText(payload, 'trigger_id')}`
      for (const name of ['user_id', 'channel_id']) neededText(payload, name)
      if (workspaceId === undefined || integrationId === undefined) return whispered('This chat is not connected.')
      const receiver = await findReceiver({ db, services, workspaceId, now: received.now }, integrationId)
      if (!receiver?.settings.releaseWorkflowId)
        return whispered('No workflow looks up the release status yet: an administrator names it in the integration.')
      return { externalId, kind: COMMAND, payload }
    },
    reply: LOOKING,
    handlers: { [COMMAND]: looksUp(tools) },
  }
}

function looksUp(tools: Pick<WorkflowTools, 'functions'>): Handler {
  return {
    /** Answers what is to be posted. */
    async reach(ctx, { id, integrationId, payload }): Promise<string> {
      const receiver = integrationId === null ? undefined : await findReceiver(ctx, integrationId)
      const workflowId = receiver?.settings.releaseWorkflowId
      if (!workflowId) return 'No workflow looks up the release status any more.'
      const { command = '', text = '', user_id: by = '', user_name: name = '' } = payload as Record<string, string>
      const input = { command, text, userId: by, userName: name, channelId: String(payload['channel_id']) }
      const runId = derivedId(id, 'run')
      try {
        const refused = await startReading(ctx, tools, { runId, workflowId, input, by })
        if (refused) return `The workflow does more than look, at ${refused.effect}, so it was not started.`
      } catch (error) {
        if (!(error instanceof Refusal) || error.failure.status >= 500) throw error
        return `The release status cannot be looked up: ${error.message}`
      }
      const end = await endOf(ctx, runId)
      if (!end) throw new DeliveryFailure('The workflow is not done yet.', { retryAfterSeconds: 5 })
      if (end.status === 'completed') return shortened(wordsOf(end.output), TEXT_LENGTH_MAX)
      return `The release status could not be looked up: the workflow is ${end.status}.`
    },
    async apply(ctx, { id, externalId, integrationId, payload }, reached) {
      const channel = neededText(payload, 'channel_id')
      const name = textAt(payload, 'user_name') ?? neededText(payload, 'user_id')
      const { conversationId, created } = await receiveMessage(ctx, {
        channel: 'chat',
        source: SOURCE,
        messageId: externalId,
        threadId: placeOf(integrationId ?? '', channel),
        from: { name, address: channel },
        text: [textAt(payload, 'command'), textAt(payload, 'text')].filter((part) => part !== undefined).join(' '),
        isAutomatic: true,
      })
      const text = String(reached)
      if (created) await say(ctx, conversationId, { id: derivedId(id, 'answer'), author: SYSTEM, text })
      return `Posted: ${text}`
    },
  }
}

/** The text that the workflow has made, or all that it has made. */
function wordsOf(output: unknown): string {
  if (typeof output === 'string') return output
  return textAt(output, 'text') ?? JSON.stringify(output)
}
