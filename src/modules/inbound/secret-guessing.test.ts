import { expect, onTestFinished, test } from 'vitest'
import { harness, startTestApp } from '#test/harness.ts'

const SECRET = 'secret-of-the-property-system'
const PATH = '/v1/webhooks/property-system'

test('who has shown too many wrong secrets is not told which one is right; others are not hindered', async () => {
  const server = await startTestApp({
    config: {
      webhookSecrets: { PROPERTY_SYSTEM_WEBHOOK_SECRET: [SECRET] },
      rateLimit: { perMinute: 10_000, burst: 1000, addressPerMinute: 1 },
    },
  })
  onTestFinished(() => server.close())
  const { app } = await harness(server)
  const show = (secret: string, remoteAddress: string) =>
    app.inject({ method: 'POST', url: PATH, remoteAddress, headers: { 'x-webhook-secret': secret } })
  // Whoever is right from the start is never counted.
  for (let count = 0; count < 15; count++) expect((await show(SECRET, '192.0.2.1')).statusCode).toBe(200)
  for (let count = 0; count < 10; count++) expect((await show(`guess ${count}`, '192.0.2.2')).statusCode).toBe(401)
  const late = await show(SECRET, '192.0.2.2')
  expect([late.statusCode, late.json().code]).toEqual([429, 'rate_limited'])
  expect(Number(late.headers['retry-after'])).toBeGreaterThan(0)
  expect((await show(SECRET, '192.0.2.3')).statusCode).toBe(200)
  // A stranger can have the vendor itself show wrong ones, from the address that the right ones come from.
  for (let count = 0; count < 11; count++) await show(`guess ${count}`, '192.0.2.1')
  expect((await show('guess', '192.0.2.1')).statusCode).toBe(429)
  expect((await show(SECRET, '192.0.2.1')).statusCode).toBe(200)
})

test('every sender that shows a secret says so: a wrong one is counted, and the next is refused unseen', async () => {
  const server = await startTestApp({ config: { rateLimit: { perMinute: 10_000, burst: 1000, addressPerMinute: 1 } } })
  onTestFinished(() => server.close())
  const { app, workspaceId } = await harness(server)
  const paths = [
    PATH,
    '/v1/internal/tracing/alert-webhook',
    '/v1/webhooks/bot-messenger',
    `/v1/webhooks/meeting-recorder/${workspaceId}/transcript?token=x`,
    `/v1/webhooks/notes-workspace/${workspaceId}/setup/x`,
    `/v1/webhooks/voice-platform-b/${workspaceId}/tool/x`,
  ]
  for (const url of paths) {
    const statuses = []
    for (let count = 0; count < 11; count++)
      statuses.push((await app.inject({ method: 'POST', url, payload: {} })).statusCode)
    expect([url, ...statuses]).toEqual([url, ...Array(10).fill(401), 429])
  }
})

test('wrong secrets for one workspace hinder no other, and who makes up workspaces is refused like everybody', async () => {
  const server = await startTestApp({ config: { rateLimit: { perMinute: 10_000, burst: 1000, addressPerMinute: 1 } } })
  onTestFinished(() => server.close())
  const { app, workspaceId } = await harness(server)
  const { workspaceId: neighbour, asAdmin } = await harness(server)
  const secrets = { webhookSecret: SECRET }
  expect((await asAdmin.post('/integrations', { kind: 'voice_platform_b', name: 'Phones', secrets })).status).toBe(201)
  const show = async (workspace: string, remoteAddress = '192.0.2.1', secret = 'wrong') => {
    const url = `/v1/webhooks/voice-platform-b/${workspace}/tool/x`
    const headers = { 'x-webhook-secret': secret }
    return (await app.inject({ method: 'POST', url, payload: {}, remoteAddress, headers })).statusCode
  }
  for (let count = 0; count < 10; count++) expect(await show(workspaceId)).toBe(401)
  expect(await show(workspaceId)).toBe(429)
  expect(await show(neighbour)).toBe(401)
  const madeUp = []
  for (let count = 0; count < 11; count++) madeUp.push(await show(`made-up-${count}`, '192.0.2.2'))
  expect(madeUp).toEqual([...Array(10).fill(401), 429])
  // From there a wrong one for a workspace that is there is answered alike, and the right one is let in.
  expect(await show(neighbour, '192.0.2.2')).toBe(429)
  expect(await show(neighbour, '192.0.2.2', SECRET)).toBe(200)
  for (let count = 0; count < 9; count++) expect(await show(neighbour, '192.0.2.2')).toBe(429)
  expect(await show(neighbour)).toBe(401)
})
