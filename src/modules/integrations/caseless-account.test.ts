import { sign } from '@octokit/webhooks-methods'
import { expect, onTestFinished, test } from 'vitest'
import { newId } from '#core/crypto.ts'
import { harness, startTestApp } from '#test/harness.ts'
import { logLines } from '#test/log-lines.ts'
import { called } from '#test/webhooks.ts'

const HOST = '/v1/webhooks/company-knowledge/code-host'
const SECRET = 'a-secret-of-some-length-4711'

async function hosted() {
  const { logTo, lines } = logLines()
  const server = await startTestApp({ logTo })
  onTestFinished(() => server.close())
  const place = await called(await harness(server))
  const push = async (repository: string, secret = SECRET) => {
    const text = JSON.stringify({ ref: 'refs/heads/main', repository: { full_name: repository } })
    const headers = { 'x-github-event': 'push', 'x-hub-signature-256': await sign(secret, text) }
    return (await place.call(HOST, text, { ...headers, 'x-github-delivery': newId() })).status
  }
  return { ...place, push, lines }
}

const host = (...accounts: string[]) => ({ kind: 'code_host', accounts, secrets: { webhookSecret: SECRET } })

test('a repository or an inbox is found however its name is written, and shown as it was', async () => {
  const here = await hosted()
  const { id } = await here.connect(host('Casa/Docs'))
  for (const name of ['casa/docs', 'Casa/Docs', 'CASA/DOCS']) expect([name, await here.push(name)]).toEqual([name, 200])
  expect((await here.asAdmin.get(`/integrations/${id}`)).body.accounts).toEqual(['Casa/Docs'])
  expect(await here.push('casa/docs', 'another secret')).toBe(401)
})

test('an account is taken in whatever letters, where its name has no case', async () => {
  const here = await hosted()
  const connect = (integration: object) => here.asAdmin.post('/integrations', { name: 'Test', ...integration })
  await here.connect(host('Casa/Docs', 'casa/docs'))
  expect(await connect(host('casa/DOCS'))).toMatchObject({ status: 409, body: { code: 'integration_account_taken' } })
  const mail = (inbox: string) => ({ kind: 'agent_mail', accounts: [inbox], secrets: { webhookSecret: SECRET } })
  await here.connect(mail('Ops@casa.test'))
  expect((await connect(mail('ops@Casa.test'))).status).toBe(409)
  const voice = (agent: string) => ({ kind: 'voice_platform_a', accounts: [agent], secrets: { apiKey: SECRET } })
  await here.connect(voice('agent_x'))
  expect((await connect(voice('agent_X'))).status).toBe(201)
})

test('the log tells an account that nobody claims from a system that is not connected', async () => {
  const here = await hosted()
  expect(await here.push('casa/docs')).toBe(401)
  await here.connect(host('casa/docs'))
  expect(await here.push('casa/other')).toBe(401)
  expect((await here.call(HOST, '{}')).status).toBe(401)
  expect((await here.call('/v1/webhooks/voice-platform-a', '{}')).status).toBe(401)
  const refused = here.lines
    .map((line) => JSON.parse(line))
    .filter(({ msg }) => msg.startsWith('a webhook was refused'))
  expect(refused.map(({ kind, msg }) => [kind, msg.split(': ')[1]])).toEqual([
    ['code_host', 'no integration claims the account that it names, and the setting is not there'],
    ['code_host', 'no integration claims the account that it names, and the setting is not there'],
    ['voice_platform_a', 'neither an integration nor the setting is there'],
  ])
})
