import { expect, onTestFinished, test } from 'vitest'
import { harness } from '#test/harness.ts'
import { secondNode } from '#test/second-node.ts'
import { startVendor } from '#test/vendor-server.ts'

const TOKEN = 'token-of-an-account-4711'
const WEBHOOK = 'secret-of-a-webhook-0815'

test('an integration is tested by asking the other side who we are', async () => {
  const vendor = await startVendor(({ path, headers }) => {
    if (path === `/bot${TOKEN}/getMe`) return { body: { ok: true, result: { username: 'casa_bot' } } }
    if (headers['authorization'] !== `Bearer ${TOKEN}`) return { body: { ok: false, error: 'invalid_auth' } }
    const answers: Record<string, object> = {
      '/auth.test': { ok: true, user: 'casa' },
      '/v0/inboxes/ops%40casa.test': { inbox_id: 'ops@casa.test' },
      '/v1/users/me': { name: 'Casa notes' },
      '/repos/casa/docs': { full_name: 'casa/docs' },
    }
    return path in answers ? { body: answers[path] } : { status: 404, body: {} }
  })
  const { settings } = (await harness()).runtime.services
  const { url } = vendor
  const vendorUrls = { ...settings.vendorUrls, slack: url, telegram: url, agentMail: url, notion: url, github: url }
  const server = await secondNode({ services: { settings: { ...settings, vendorUrls } } })
  onTestFinished(() => server.close())
  const { asAdmin } = await harness(server)
  const check = async (body: object) => {
    const { id } = (await asAdmin.post('/integrations', { name: 'Test', ...body })).body
    return (await asAdmin.post(`/integrations/${id}/test`)).body
  }
  const works = (account: string | null) => ({ isWorking: true, account, problem: null })
  const hook = { webhookSecret: WEBHOOK }
  const chat = { kind: 'chat_workspace_app', accounts: ['A1'] }
  expect(await check({ ...chat, secrets: { signingSecret: WEBHOOK, botToken: TOKEN } })).toEqual(works('casa'))
  expect(await check({ kind: 'bot_messenger', secrets: { ...hook, botToken: TOKEN } })).toEqual(works('casa_bot'))
  const mail = { kind: 'agent_mail', accounts: ['ops@casa.test'], secrets: { ...hook, apiKey: TOKEN } }
  expect(await check(mail)).toEqual(works('ops@casa.test'))
  const notes = { kind: 'notes_workspace', secrets: { setupSecret: WEBHOOK, apiKey: TOKEN } }
  expect(await check(notes)).toEqual(works('Casa notes'))
  const code = { kind: 'code_host', accounts: ['casa/docs'], secrets: { ...hook, apiKey: TOKEN } }
  expect(await check(code)).toEqual(works('casa/docs'))
  expect(await check({ kind: 'messaging', secrets: hook })).toEqual(works(null))
  const wrong = { ...chat, accounts: ['A2'], secrets: { signingSecret: WEBHOOK, botToken: 'wrong-token' } }
  expect(await check(wrong)).toEqual({
    isWorking: false,
    account: null,
    problem: 'The other side refused: invalid_auth',
  })
  vendor.next.push({ status: 500 })
  const busy = { ...chat, accounts: ['A3'], secrets: { signingSecret: WEBHOOK, botToken: TOKEN } }
  expect(await check(busy)).toMatchObject({ isWorking: false, problem: 'The other side answered 500.' })
  expect(
    await check({ ...chat, accounts: ['A4'], status: 'paused', secrets: { signingSecret: WEBHOOK } }),
  ).toMatchObject({
    isWorking: false,
    problem: 'The integration is paused.',
  })
})
