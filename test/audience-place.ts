import { randomBytes } from 'node:crypto'
import { expect, onTestFinished } from 'vitest'
import { newId } from '#core/crypto.ts'
import { many } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import { agentTalks } from '#modules/agents/talks.ts'
import { messages } from '#modules/conversations/messages.ts'
import { inboundWork } from '#modules/inbound/inbound.ts'
import { senders, tools } from '#src/catalogue.ts'
import { telegramApi, type TelegramBot } from '#src/simulator/vendors/telegram.ts'
import { agentPlace } from './agent-place.ts'
import { dayAfter } from './days.ts'
import { harness, startTestApp, type Harness } from './harness.ts'
import { inRun, type SandboxPlace } from './sandbox-place.ts'
import { makeSubjects } from './subjects.ts'
import { startVendor } from './vendor-server.ts'
import { called } from './webhooks.ts'
import { soon, working } from './working.ts'

/** Their user ids in the messenger. */
const WRITERS = { stranger: 900, guest: 901, vendor: 902, member: 903 } as const
export type Writer = keyof typeof WRITERS

/**
 * A company in which every text carries a mark except those that an outsider may see, and an agent with every tool in a
 * messenger where a stranger, a guest, a vendor, and a member write.
 */
export async function audiencePlace() {
  const bot: TelegramBot = { token: '1:token-of-a-bot', posted: [], ended: [] }
  const telegram = await startVendor(telegramApi(bot))
  const { vendorUrls } = (await harness()).runtime.services.settings
  const server = await startTestApp({ config: { vendorUrls: { ...vendorUrls, telegram: telegram.url } } })
  onTestFinished(() => server.close())
  const agent = { tools: [...tools.map(({ name }) => name), 'ask_person'] }
  const agents = await agentPlace({ on: server, agent })
  const here = { ...agents, ...(await called(agents)) }
  const { asAdmin, make } = here
  await working(server, [inboundWork(senders), agentTalks, messages])
  const mark = `mark-${randomBytes(6).toString('hex')}`
  const ids = await makeSubjects(here, mark)
  const own = await furnish(here, mark, ids)
  const member = await make.person({ role: 'member' })
  const secrets = { webhookSecret: `secret_${newId()}`, botToken: bot.token }
  const people = [
    { externalId: String(WRITERS.guest), contactId: own.contactId },
    { externalId: String(WRITERS.vendor), vendorId: own.vendorId },
    { externalId: String(WRITERS.member), userId: member.userId },
  ]
  await here.connect({ kind: 'bot_messenger', secrets, settings: { people }, agentId: here.agentId })
  let number = 0
  const write = (writer: Writer, text: string, chat: object = {}) => {
    const id = WRITERS[writer]
    const message = {
      message_id: ++number,
      date: 1_794_700_000,
      text,
      chat: { id, type: 'private', ...chat },
      from: { id, is_bot: false, first_name: 'Somebody' },
    }
    const proof = { 'x-telegram-bot-api-secret-token': secrets.webhookSecret }
    return here.call('/v1/webhooks/bot-messenger', JSON.stringify({ update_id: ++number, message }), proof)
  }
  const runs = () =>
    many<{ id: string; sessionId: string; userId: string; status: string; audience: Record<string, unknown> }>(
      here.runtime.database.pool,
      sql`select id, session_id as "sessionId", user_id as "userId", status, audience from agent_runs
        where workspace_id = ${here.workspaceId} order by place`,
    )
  /** A sandbox program in a live run that this person started by writing. */
  const programFor = async (writer: Writer): Promise<SandboxPlace> => {
    const before = (await runs()).length
    await asAdmin.patch('/ai-settings', { models: { default: 'local:endless' } })
    await write(writer, 'Tell me everything.')
    const run = await soon(async () => {
      const found = (await runs())[before]
      expect(found?.status).toBe('running')
      return found
    })
    const { id: runId = '', sessionId = '' } = run ?? {}
    const access = { effects: ['read', 'write'], max_calls: 500 }
    const person = writer === 'member' ? member : agents.admin
    return inRun(agents, { runId, sessionId, isWorking: true, access, person })
  }
  return { ...here, bot, mark, ids, own, member, write, runs, programFor }
}

/** Creates what one outsider may see, and alongside it what they may not. Returns the ids of their own things. */
async function furnish({ asAdmin, asKey, make }: Harness, mark: string, ids: Record<string, string>) {
  const made = async (path: string, body: object): Promise<string> => {
    const answer = await (path === '/tasks' ? asKey : asAdmin).post(path, body)
    expect(answer.status, `${path}: ${JSON.stringify(answer.body)}`).toBe(201)
    return String(answer.body.id)
  }
  const publish = async (title: string, more: object) => {
    const id = await made('/articles', { title, body: `Text of ${title}.`, ...more })
    expect((await asAdmin.post(`/articles/${id}/publish`)).status).toBe(200)
    return id
  }
  const { id: propertyId } = await make.property({
    name: 'Own Home',
    address: 'Own Street 1',
    city: 'Own Town',
    wifiName: 'own-wifi',
    checkinInstructions: 'own-checkin',
    internalName: `Internal ${mark}`,
    internalCode: `c-${mark}`,
    cleaningInstructions: `Clean ${mark}`,
    cleaningFee: 654.25,
    customFields: { owner: `Owner ${mark}` },
  })
  const guide = { wifiPassword: 'own-password', houseRules: 'own-rules', accessNotes: `Access ${mark}` }
  expect((await asAdmin.patch(`/properties/${propertyId}/guide`, guide)).status).toBe(200)
  const contactId = await made('/contacts', { fullName: 'Own Guest', email: 'own@guest.example' })
  const earlier = await made('/contacts', { fullName: `Earlier ${mark}`, phone: '+34600111222' })
  const stay = (who: string, from: number, to: number, more: object) =>
    made('/reservations', {
      propertyId,
      contactId: who,
      checkinDate: dayAfter(from),
      checkoutDate: dayAfter(to),
      ...more,
    })
  const early = await stay(earlier, -9, -5, { code: `EARLY-${mark}`, notes: `Before ${mark}` })
  const reservationId = await stay(contactId, -1, 3, { code: 'OWN-CODE', notes: `Notes ${mark}`, guests: 2 })
  const vendorId = await made('/vendors', { name: 'Own Vendor', email: 'own@vendor.example' })
  const { id: departmentId } = await make.department({ name: `Department ${mark}` })
  const task = { departmentId, propertyId }
  const workId = await made('/tasks', { ...task, title: 'own-work', primaryVendorOrgId: vendorId, reservationId })
  expect((await asKey.patch(`/tasks/${workId}`, { cost: 654.25 })).status).toBe(200)
  await made(`/tasks/${workId}/comments`, { content: `Comment ${mark}` })
  await made('/tasks', { ...task, title: `Before ${mark}`, reservationId: early })
  await made('/tasks', { ...task, title: `Of the stay ${mark}`, reservationId })
  const articleId = await publish('own-general', { visibility: 'guest' })
  await publish('own-home-article', { visibility: 'guest', propertyId })
  await publish(`Elsewhere ${mark}`, { visibility: 'guest', propertyId: ids['propertyId'] })
  await publish(`Inside ${mark}`, { visibility: 'internal' })
  await publish(`Inside the home ${mark}`, { visibility: 'internal', propertyId })
  return { propertyId, contactId, reservationId, vendorId, taskId: workId, articleId }
}

export type AudiencePlace = Awaited<ReturnType<typeof audiencePlace>>
