import { createHmac } from 'node:crypto'
import { sign } from 'retell-sdk/lib/webhook_auth'
import { Webhook } from 'svix'
import { newId } from '#core/crypto.ts'
import { ready } from '#core/tool-ready.ts'
import { tools as catalogue } from '#src/catalogue.ts'
import { startCalendars } from './calendar-server.ts'
import { gatewayClient } from './gateway-client.ts'
import { harness } from './harness.ts'
import { startHostaway } from './hostaway.ts'
import { listening, plainCall } from './mcp.ts'
import { secondNode } from './second-node.ts'
import { called, type Called } from './webhooks.ts'

/** A part of the product that reads outside text, called through its public door. */
export interface TextReader {
  readonly name: string
  /** Longer texts are refused before they are read. */
  readonly lengthMax: number
  /** The name of a text that once stalled it; even the short test includes that text. */
  readonly worst?: string
  read(texts: readonly string[]): Promise<void>
}

const LONG = 100_000

async function each<T>(items: readonly T[], act: (item: T, index: number) => Promise<unknown>): Promise<void> {
  for (const [index, item] of items.entries()) await act(item, index)
}

function assertTaken(status: number, what: unknown): void {
  if (status >= 300) throw new Error(`it was not read: ${status} ${JSON.stringify(what).slice(0, 300)}`)
}

/** Gives each delivery its own number. */
let serial = 0

/** Messages, letters, calls, and meetings, received and processed. */
export async function senderReaders(): Promise<TextReader[]> {
  const place = await called()
  await place.make.department()
  return Promise.all([chat(place), letters(place), calls(place), meetings(place), pushes(place)])
}

async function chat(place: Called): Promise<TextReader> {
  const secret = `secret_${newId()}`
  await place.connect({ kind: 'bot_messenger', secrets: { webhookSecret: secret, botToken: '12345:token-of-a-bot' } })
  const from = { id: 555, is_bot: false, first_name: 'Ana' }
  const message = (text: string, id: number) => ({
    update_id: id,
    message: { message_id: id, date: 1_794_700_800, chat: { id: 555, type: 'private' }, from, text },
  })
  return reader(place, 'messages of a chat', (text, index) =>
    place.call('/v1/webhooks/bot-messenger', JSON.stringify(message(text, index)), {
      'x-telegram-bot-api-secret-token': secret,
    }),
  )
}

async function letters(place: Called): Promise<TextReader> {
  const secret = `whsec_${Buffer.from('a secret of letters that is long').toString('base64')}`
  const inbox = `ops-${newId()}@agentmail.to`
  await place.connect({ kind: 'agent_mail', accounts: [inbox], secrets: { webhookSecret: secret } })
  return reader(place, 'letters', (text, index) => {
    const message = {
      inbox_id: inbox,
      message_id: `<m${index}@example.test>`,
      from: `Ana <${text.slice(0, 2000)}@example.test>, ana@example.test`,
      subject: text,
      references: text,
      headers: { Precedence: text },
      html: text,
    }
    const body = JSON.stringify({ type: 'event', event_type: 'message.received', event_id: `e${index}`, message })
    return place.call('/v1/webhooks/agent-mail', body, standard(secret, body))
  })
}

async function calls(place: Called): Promise<TextReader> {
  const [agent, key] = [`agent_${newId()}`, 'key_of_an_account_4711']
  await place.connect({ kind: 'voice_platform_a', accounts: [agent], secrets: { apiKey: key } })
  return reader(place, 'calls with a transcript', async (text, index) => {
    const call = {
      call_id: `call_${index}`,
      agent_id: agent,
      direction: 'inbound',
      from_number: '+34600000001',
      to_number: '+34910000002',
      start_timestamp: 1_794_700_800_000,
      end_timestamp: 1_794_700_900_000,
      transcript: text,
      transcript_object: [{ role: 'user', content: text, words: [] }],
      call_analysis: { call_summary: text, user_sentiment: 'Negative', custom_analysis_data: {} },
    }
    const body = JSON.stringify({ event: 'call_analyzed', call })
    const signature = await sign(body, key)
    return place.call('/v1/webhooks/voice-platform-a', body, { 'x-retell-signature': signature })
  })
}

async function meetings(place: Called): Promise<TextReader> {
  const [secret, token] = [
    `whsec_${Buffer.from('a secret of the recorder').toString('base64')}`,
    'a-token-in-the-address',
  ]
  await place.connect({ kind: 'meeting_recorder', secrets: { webhookSecret: secret, transcriptToken: token } })
  return reader(place, 'words of a meeting', (text, index) => {
    const data = {
      data: { words: [{ text, start_timestamp: { relative: index } }], participant: { id: 1, name: 'Ana' } },
      transcript: { id: 'tr-1' },
      bot: { id: 'b-1', metadata: {} },
    }
    const path = `/v1/webhooks/meeting-recorder/${place.workspaceId}/transcript?token=${token}`
    return place.call(path, JSON.stringify({ event: 'transcript.data', data }))
  })
}

async function pushes(place: Called): Promise<TextReader> {
  const [secret, repository] = ['a-secret-of-the-code-host', `casa/docs-${newId()}`]
  await place.connect({ kind: 'code_host', accounts: [repository], secrets: { webhookSecret: secret } })
  return reader(place, 'pushes', (text, index) => {
    const body = JSON.stringify({
      ref: `refs/heads/${text}`,
      commits: [{ id: String(index), added: [text, `${text}.md`], modified: [], removed: [] }],
      repository: { full_name: repository, default_branch: 'main' },
    })
    const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
    const headers = { 'x-github-event': 'push', 'x-hub-signature-256': signature }
    return place.call('/v1/webhooks/company-knowledge/code-host', body, headers)
  })
}

function reader(
  place: Called,
  name: string,
  send: (text: string, index: number) => Promise<{ status: number; body: unknown }>,
): TextReader {
  return {
    name,
    lengthMax: LONG,
    async read(texts) {
      for (const text of texts) {
        serial += 1
        const { status, body } = await send(text, serial)
        assertTaken(status, body)
        if ((body as { duplicate?: boolean }).duplicate) throw new Error('it was taken for one that came before')
      }
      await place.seen()
    },
  }
}

function standard(secret: string, body: string): Record<string, string> {
  const [id, at] = [newId(), new Date()]
  const time = String(Math.floor(at.getTime() / 1000))
  return { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': new Webhook(secret).sign(id, at, body) }
}

/** Polled stays from other systems. */
export async function feedReaders(): Promise<TextReader[]> {
  return [await calendar(), await propertySystem()]
}

async function calendar(): Promise<TextReader> {
  const here = await harness()
  const calendars = await startCalendars()
  const { id: propertyId } = await here.make.property({ timezone: 'UTC' })
  const { id } = (await here.asAdmin.post('/property-systems', { provider: 'ical', name: 'Calendars' })).body
  await here.asAdmin.put(`/property-systems/${id}/properties/${propertyId}`, { feedUrl: calendars.url('home') })
  return {
    name: 'a calendar',
    worst: 'a name that never becomes an address',
    lengthMax: 2 * LONG,
    read: (texts) =>
      each(texts, async (text) => {
        const line = text.replaceAll(/[\r\n]+/g, '\\n')
        const event = ['UID', 'SUMMARY', 'DESCRIPTION', 'STATUS', 'X-OTHER'].map((name) => `${name}:${line}`)
        const days = ['DTSTART;VALUE=DATE:20270110', 'DTEND;VALUE=DATE:20270112']
        const lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'BEGIN:VEVENT', ...days, ...event, 'END:VEVENT']
        calendars.feeds.set('home', [...lines, 'END:VCALENDAR', ''].join('\r\n'))
        const asked = calendars.asked.get('home') ?? 0
        assertTaken((await here.asAdmin.post(`/property-systems/${id}/poll`)).status, 'the poll')
        if (calendars.asked.get('home') === asked) throw new Error('the calendar was not asked')
      }),
  }
}

async function propertySystem(): Promise<TextReader> {
  const provider = await startHostaway()
  const { settings } = (await harness()).runtime.services
  const server = await secondNode({ services: { settings: { ...settings, hostawayUrl: provider.url } } })
  const here = await harness(server)
  const credentials = { accountId: provider.accountId, apiKey: provider.apiKey }
  const made = await here.asAdmin.post('/property-systems', { provider: 'hostaway', name: 'Hostaway', credentials })
  const { id: propertyId } = await here.make.property({ timezone: 'UTC' })
  await here.asAdmin.put(`/property-systems/${made.body.id}/properties/${propertyId}`, { remoteId: '40160' })
  return {
    name: 'a property system',
    lengthMax: LONG,
    read: (texts) =>
      each(texts, async (text, index) => {
        provider.reservations = [
          {
            id: 100 + index,
            listingMapId: 40_160,
            status: 'new',
            channelName: text,
            arrivalDate: '2027-01-10',
            departureDate: '2027-01-12',
            guestName: text,
            guestEmail: `${text}@example.com`,
            phone: text,
            confirmationCode: text,
          },
        ]
        assertTaken((await here.asAdmin.post(`/property-systems/${made.body.id}/poll`)).status, 'the poll')
      }),
  }
}

/** What people and programs write in the product itself. */
export async function ownReaders(): Promise<TextReader[]> {
  const tools = catalogue.map((each) => {
    const { inputSchema } = ready(each, { takesTokens: false })
    return { type: 'function' as const, name: each.name, inputSchema }
  })
  const server = await listening()
  const here = await harness(server)
  const { id: departmentId } = await here.make.department()
  const gateway = await gatewayClient(here)
  const task = (await here.asKey.post('/tasks', { title: 'Fix the tap', departmentId })).body
  const own = (name: string, lengthMax: number, act: (text: string) => Promise<unknown>): TextReader => ({
    name,
    lengthMax,
    read: (texts) => each(texts, act),
  })
  const taken = async (answer: Promise<{ status: number; body: unknown }>): Promise<void> => {
    const { status, body } = await answer
    assertTaken(status, body)
  }
  return [
    own('articles', LONG, async (text) => {
      const { status, body } = await here.asAdmin.post('/articles', { title: 'Worst', body: text })
      assertTaken(status, body)
      await taken(here.asAdmin.post(`/articles/${body.id}/publish`))
    }),
    own('searches', 200, async (text) => {
      const q = encodeURIComponent(text)
      for (const path of ['/knowledge/search', '/tasks', '/properties', '/articles', '/contacts'])
        assertRefusedOrTaken(await here.asAdmin.get(`${path}?q=${q}`))
    }),
    own('tasks', 50_000, (text) =>
      taken(here.asKey.post('/tasks', { title: 'Fix it', description: text, departmentId })),
    ),
    own('comments', 10_000, (text) => taken(here.asAdmin.post(`/tasks/${task.id}/comments`, { content: text }))),
    own('tool calls', 50_000, (text) =>
      plainCall(server.url, here.asKey.token ?? '', 'create_task', {
        title: 'Fix it',
        description: text,
        departmentId,
      }),
    ),
    own('sorting of messages', LONG, (text) =>
      gateway.post('structured/inbox-classification', { prompt: text, labels: [{ id: 'repair' }, { id: 'booking' }] }),
    ),
    {
      ...own('requests to the embedded model', LONG, async (text) => {
        const { model } = await here.runtime.services.models.language(here.workspaceId, 'default')
        const prompt = [{ role: 'user' as const, content: [{ type: 'text' as const, text }] }]
        await model.doGenerate({ prompt, tools })
      }),
      worst: 'names with hyphens',
    },
  ]
}

function assertRefusedOrTaken({ status }: { status: number }): void {
  if (status >= 500) throw new Error(`it failed: ${status}`)
}
