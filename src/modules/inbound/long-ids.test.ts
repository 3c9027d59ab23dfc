import { randomBytes } from 'node:crypto'
import { sign } from 'retell-sdk/lib/webhook_auth'
import { Webhook } from 'svix'
import { expect, test } from 'vitest'
import { newId } from '#core/crypto.ts'
import { github, linear, notion, slack } from '#src/simulator/signing.ts'
import { startVendor } from '#test/vendor-server.ts'
import { called, type Called } from '#test/webhooks.ts'

/** Incompressible, so an index has to store it at full length. */
const LONG = randomBytes(6000).toString('hex')
const KEY = 'a-secret-of-some-length'
const SVIX = `whsec_${Buffer.from('a secret that is long enough').toString('base64')}`

type Send = (id: string) => ReturnType<Called['call']>

/** One delivery from each sender, with `id` for every id that the sender assigns. */
const deliveries: Record<string, (place: Called) => Promise<Send>> = {
  async 'agent-mail'(place) {
    const inbox = `ops-${newId()}@agentmail.to`
    await place.connect({ kind: 'agent_mail', accounts: [inbox], secrets: { webhookSecret: SVIX } })
    return (id) => {
      const message = { inbox_id: inbox, thread_id: id, message_id: `<${id}@x.test>`, in_reply_to: `<${id}@y.test>` }
      const letter = {
        ...message,
        references: [`<${id}@z.test>`],
        from: 'Ana <ana@example.test>',
        subject: 's',
        text: 't',
      }
      const body = { event_type: 'message.received', event_id: id, message: letter }
      return standard(place, '/v1/webhooks/agent-mail', body, id)
    }
  },
  async 'messaging-agent'(place) {
    const { id: own } = await place.connect({ kind: 'messaging', secrets: { webhookSecret: SVIX }, settings: {} })
    return (id) => {
      const from = { name: id, address: id }
      const message = { id, channel: 'whatsapp', from, threadId: id, text: 'Where can we park?' }
      const path = `/v1/webhooks/messaging-agent/${place.workspaceId}/${own}`
      return standard(place, path, { type: 'message.received', message }, id)
    }
  },
  async 'meeting-recorder'(place) {
    await place.connect({ kind: 'meeting_recorder', secrets: { webhookSecret: SVIX, transcriptToken: KEY } })
    return (id) => {
      const bot = { id, metadata: { workspace_id: place.workspaceId } }
      const data = { bot, data: { code: 'in_call_recording', updated_at: new Date().toISOString() } }
      const body = { event: 'bot.in_call_recording', data }
      return standard(place, '/v1/webhooks/meeting-recorder/status', body, id)
    }
  },
  async 'meeting-recorder words'(place) {
    await place.connect({ kind: 'meeting_recorder', secrets: { webhookSecret: SVIX, transcriptToken: KEY } })
    const path = `/v1/webhooks/meeting-recorder/${place.workspaceId}/transcript?token=${KEY}`
    return (id) => {
      const words = [{ text: 'Hello', start_timestamp: { relative: 1 } }]
      const data = { data: { words, participant: { id, name: id } }, transcript: { id }, bot: { id } }
      return place.call(path, JSON.stringify({ event: 'transcript.data', data }))
    }
  },
  async 'voice-platform-a'(place) {
    const agent = `agent_${newId()}`
    await place.connect({ kind: 'voice_platform_a', accounts: [agent], secrets: { apiKey: KEY } })
    return async (id) => {
      const call = {
        call_id: id,
        agent_id: agent,
        direction: 'inbound',
        from_number: id,
        to_number: id,
        transcript: 'x',
      }
      const body = JSON.stringify({ event: 'call_analyzed', call: { ...call, call_analysis: { call_summary: 'x' } } })
      return place.call('/v1/webhooks/voice-platform-a', body, { 'x-retell-signature': await sign(body, KEY) })
    }
  },
  async 'chat-workspace-app'(place) {
    const app = `A-${newId()}`
    const secrets = { signingSecret: KEY, botToken: 'xoxb-token-1' }
    await place.connect({ kind: 'chat_workspace_app', accounts: [app], secrets })
    return (id) => {
      const event = { type: 'app_mention', user: id, channel: id, ts: id, thread_ts: id, text: 'hello' }
      const body = JSON.stringify({ type: 'event_callback', api_app_id: app, team_id: id, event_id: id, event })
      return place.call('/v1/webhooks/chat-workspace-app', body, slack(body, KEY))
    }
  },
  async 'release-status'(place) {
    const app = `A-${newId()}`
    const secrets = { signingSecret: KEY, botToken: 'xoxb-token-1' }
    await place.connect({ kind: 'chat_workspace_app', accounts: [app], secrets })
    return (id) => {
      const about = { team_id: 'T01', channel_id: id, user_id: id, user_name: id, api_app_id: app, text: id }
      const said = { ...about, command: '/release-status', trigger_id: id, response_url: 'https://hooks.slack.com/x' }
      const body = new URLSearchParams(said).toString()
      const headers = { ...slack(body, KEY), 'content-type': 'application/x-www-form-urlencoded' }
      return place.call('/v1/webhooks/chat-workspace-app/mobile-release-status', body, headers)
    }
  },
  async 'issue-tracker'(place) {
    const organization = `org-${newId()}`
    const secrets = { signingSecret: KEY, botToken: 'xoxb-token-1' }
    const chat = await place.connect({ kind: 'chat_workspace_app', accounts: [`A-${newId()}`], secrets })
    const createdAt = new Date().toISOString()
    await place.connect({
      kind: 'issue_tracker',
      accounts: [organization],
      secrets: { webhookSecret: KEY },
      settings: { chatIntegrationId: chat.id, channel: 'C' },
    })
    return (id) => {
      const about = { organizationId: organization, webhookId: id, webhookTimestamp: Date.now() }
      const data = { id, identifier: id, title: 'Lock' }
      const body = JSON.stringify({ action: 'remove', type: id, createdAt, ...about, data })
      return place.call('/v1/webhooks/issue-tracker', body, linear(body, KEY, id))
    }
  },
  async 'knowledge-tracker'(place) {
    const organization = `org-${newId()}`
    await place.connect({ kind: 'knowledge_tracker', accounts: [organization], secrets: { webhookSecret: KEY } })
    const now = new Date().toISOString()
    return (id) => {
      const data = { id, title: 'Bins', content: 'On Mondays.', url: 'https://x.test', updatedAt: now, createdAt: now }
      const about = { organizationId: organization, webhookId: id, webhookTimestamp: Date.now(), createdAt: now }
      const body = JSON.stringify({ action: 'update', type: 'Document', ...about, data })
      return place.call('/v1/webhooks/company-knowledge/issue-tracker', body, linear(body, KEY, id))
    }
  },
  async 'notes-workspace'(place) {
    await place.connect({ kind: 'notes_workspace', secrets: { setupSecret: KEY, apiKey: 'ntn_key_of_an_account' } })
    const path = `/v1/webhooks/notes-workspace/${place.workspaceId}`
    const at = new Date().toISOString()
    await place.call(`${path}/setup/${KEY}`, JSON.stringify({ verification_token: 'a-token-of-verification' }))
    return (id) => {
      const event = { id, timestamp: at, type: 'page.deleted', entity: { id, type: 'page' } }
      const body = JSON.stringify(event)
      return place.call(path, body, notion(body, 'a-token-of-verification'))
    }
  },
  async 'code-host'(place) {
    const repository = `casa/docs-${newId()}`
    await place.connect({ kind: 'code_host', accounts: [repository], secrets: { webhookSecret: KEY } })
    return (id) => {
      const commits = [{ id, added: [], modified: [], removed: [`${id}.md`] }]
      const about = { full_name: repository, default_branch: 'main' }
      const body = JSON.stringify({ ref: 'refs/heads/main', before: id, after: id, commits, repository: about })
      const path = '/v1/webhooks/company-knowledge/code-host'
      return place.call(path, body, github(body, KEY, { event: 'push', delivery: id }))
    }
  },
  async 'bot-messenger'(place) {
    const secret = `secret_${newId()}`
    await place.connect({ kind: 'bot_messenger', secrets: { webhookSecret: secret, botToken: '12345:token-of-a-bot' } })
    return (id) => {
      const from = { id: 555, is_bot: false, first_name: id, username: id }
      const message = { message_id: 1, date: 1_794_700_800, chat: { id: 555, type: 'private' }, from, text: id }
      const body = JSON.stringify({ update_id: 7, message })
      return place.call('/v1/webhooks/bot-messenger', body, { 'x-telegram-bot-api-secret-token': secret })
    }
  },
}

test.each(Object.keys(deliveries))(
  'an id of 12,000 letters of %s is kept or refused, and comes again as itself',
  async (name) => {
    const place = await called()
    await place.make.department()
    const send = await deliveries[name]?.(place)
    const first = await send?.(LONG)
    // A refusal is about the content (422), never about the proof.
    expect([first?.status, first?.body]).toEqual([
      expect.toSatisfy((status) => [200, 422].includes(status)),
      expect.anything(),
    ])
    if (first?.status !== 200) return
    expect((await send?.(LONG))?.body).toMatchObject(name === 'release-status' ? {} : { duplicate: true })
    // A different id with the same beginning is a different delivery.
    const other = await send?.(`${LONG.slice(0, -1)}~`)
    expect([name, other?.status, other?.body?.duplicate ?? false]).toEqual([name, 200, name === 'bot-messenger'])
    // The vendor has nothing that it is asked for.
    const vendor = await startVendor(({ path }) =>
      path.startsWith('/api/') ? { body: { ok: true } } : { status: 404 },
    )
    const { vendorUrls } = place.runtime.services.settings
    await place.seen(Object.fromEntries(Object.keys(vendorUrls).map((each) => [each, vendor.url])))
    const { items } = (await place.asAdmin.get('/inbound-deliveries')).body
    expect(items.filter(({ status }: { status: string }) => status === 'pending' || status === 'failed')).toEqual([])
  },
)

function standard(place: Called, path: string, body: object, id: string): ReturnType<Called['call']> {
  const [text, at] = [JSON.stringify(body), new Date()]
  const signature = new Webhook(SVIX).sign(id, at, text)
  const time = String(Math.floor(at.getTime() / 1000))
  return place.call(path, text, { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signature })
}
