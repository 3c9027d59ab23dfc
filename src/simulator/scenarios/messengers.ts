import type { Json } from '#src/simulator/service.ts'
import { googleChat, svix } from '#src/simulator/signing.ts'
import { integrationOf, made, seen, send, showConversation, showReply, type Scenario } from '#src/simulator/stage.ts'
import { TOKENS } from '#src/simulator/stand-in.ts'
import { agentIn } from './chat.ts'

export const telegram: Scenario = {
  name: 'telegram',
  summary: 'somebody writes to the bot in Telegram, and the agent answers in the chat',
  async play(stage) {
    const secrets = { webhookSecret: stage.ownSecret, botToken: TOKENS.telegram }
    // Somebody of the team: a stranger would be told of published articles and nothing else.
    const settings = { people: [{ externalId: '555', userId: stage.userId }] }
    const { id: linkedId } = await integrationOf(stage, 'bot_messenger', { secrets, ...(await agentIn(stage)) })
    await stage.patch(`/integrations/${String(linkedId)}`, { settings })
    const id = Math.floor(Date.now() / 1000)
    const ana = { id: 555, is_bot: false, first_name: 'Ana', language_code: 'en' }
    const chat = { id: 555, type: 'private', first_name: 'Ana' }
    const message = { message_id: id, date: id, chat, from: ana, text: 'What is urgent today?' }
    stage.say(`In Telegram, Ana: "${message.text}"`)
    const text = JSON.stringify({ update_id: id, message })
    const answer = await send(stage, '/v1/webhooks/bot-messenger', text, {
      'x-telegram-bot-api-secret-token': stage.ownSecret,
    })
    await seen(stage, answer)
    await showReply(stage, 'Telegram', stage.standIn.telegram.posted)
    await showConversation(stage, 'bot-messenger')
  },
}

const SPACE = { name: 'spaces/SIMULATED', type: 'ROOM' }

export const teamChat: Scenario = {
  name: 'team-chat',
  summary: 'a space of Google Chat is connected, and the agent answers in its thread',
  async play(stage) {
    const account = { client_email: 'bot@simulated.iam.gserviceaccount.com', private_key: stage.keys.pem }
    const secrets = { setupSecret: stage.ownSecret, serviceAccountKey: JSON.stringify(account) }
    await integrationOf(stage, 'team_chat', { secrets, ...(await agentIn(stage)) })
    const user = { name: 'users/1', displayName: 'Ana', type: 'HUMAN', email: stage.email }
    const write = async (words: string): Promise<Json> => {
      const thread = { name: `${SPACE.name}/threads/${made('t')}` }
      const message = { name: `${SPACE.name}/messages/${made('m')}`, sender: user, text: words, thread }
      const text = JSON.stringify({ type: 'MESSAGE', eventTime: new Date().toISOString(), space: SPACE, user, message })
      stage.say(`In Google Chat, Ana: "${words}"`)
      return send(stage, '/v1/webhooks/team-chat', text, await googleChat(stage.keys, stage.projectNumber))
    }
    await write(`link ${stage.ownSecret}`)
    await write('What is urgent today?')
    await showReply(stage, 'Google Chat', stage.standIn.google.posted)
    await showConversation(stage, 'team-chat')
  },
}

/** A number of the team. */
const BEA = '+34600000002'

export const messaging: Scenario = {
  name: 'messaging',
  summary: 'the main app forwards a message of WhatsApp, and the agent’s answer goes back through it',
  async play(stage) {
    const people = [{ externalId: BEA, userId: stage.userId }]
    const settings = { sendUrl: `${stage.simulatorUrl}/app/messages`, people }
    const secrets = { webhookSecret: stage.ownSecret }
    const about = { settings, ...(await agentIn(stage)) }
    const { id } = await integrationOf(stage, 'messaging', { secrets, ...about })
    // One that was made before answers could be sent has no address for them.
    await stage.patch(`/integrations/${id}`, about)
    const say = async (body: Json): Promise<Json> => {
      const text = JSON.stringify(body)
      const path = `/v1/webhooks/messaging-agent/${stage.workspaceId}/${id}`
      return seen(stage, await send(stage, path, text, svix(text, stage.ownSecret, made('msg_'))))
    }
    const message = {
      id: made('wamid.'),
      channel: 'whatsapp',
      from: { name: 'Bea', address: BEA },
      text: 'What is urgent today?',
    }
    stage.say(`In WhatsApp, Bea: "${message.text}"`)
    await say({ type: 'message.received', message })
    const answer = await showReply(stage, 'The main app', stage.standIn.messagingApp.posted)
    await say({ type: 'message.delivered', message: { id: answer.id } })
    await showConversation(stage, 'messaging-agent')
  },
}

const INBOX = 'seaside@agentmail.to'
/** The server that has looked at the letter's signature. */
const AUTHORITY = 'mx.simulated.example'

export const mail: Scenario = {
  name: 'mail',
  summary: 'a letter comes to the inbox of an agent (AgentMail), and is answered',
  async play(stage) {
    const secrets = { webhookSecret: stage.ownSecret, apiKey: TOKENS.agentMail }
    const { id } = await integrationOf(stage, 'agent_mail', { accounts: [INBOX], secrets, ...(await agentIn(stage)) })
    await stage.patch(`/integrations/${String(id)}`, { settings: { mailAuthority: AUTHORITY } })
    const [, domain = ''] = stage.email.split('@')
    const message = {
      inbox_id: INBOX,
      thread_id: made('thread_'),
      message_id: `<${made('letter-')}@example.test>`,
      from: `Alex Moreira <${stage.email}>`,
      headers: { 'Authentication-Results': `${AUTHORITY}; dkim=pass header.d=${domain}` },
      to: [INBOX],
      subject: 'Our stay',
      text: 'What is urgent today?',
    }
    stage.say(`Alex, of the team, writes to ${INBOX}: "${message.text}"`)
    const text = JSON.stringify({ event_type: 'message.received', event_id: made('evt_'), message })
    await seen(stage, await send(stage, '/v1/webhooks/agent-mail', text, svix(text, stage.ownSecret, made('msg_'))))
    const { posted } = stage.standIn.agentMail
    await showReply(stage, 'AgentMail', posted, ({ messageId }) => messageId === message.message_id)
    await showConversation(stage, 'agent-mail')
  },
}
