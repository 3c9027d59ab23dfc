import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { agentPlace } from '#test/agent-place.ts'

test('an address in a message is for the provider: this service does not call it', async () => {
  const place = await agentPlace()
  let calls = 0
  const server = createServer((socket) => {
    calls += 1
    socket.destroy()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const url = `https://localhost:${(server.address() as AddressInfo).port}/leak.jpg`
  const input = [
    { type: 'text', text: 'What is it?' },
    { type: 'file', media_type: 'image/jpeg', url },
  ]
  const { body } = await place.call('POST', '/invoke', {
    workspace_id: place.workspaceId,
    agent_id: place.agentId,
    input,
  })
  expect(body).toMatchObject({ status: 'completed' })
  expect(JSON.stringify(place.upstream.calls[0]?.body['messages'])).toContain(url)
  expect(calls).toBe(0)
})

test.for([
  'https://169.254.169.254/latest',
  'https://10.0.0.5/leak.jpg',
  'https://[::1]/leak.jpg',
  'https://printer.localhost/leak.jpg',
  'http://localhost/leak.jpg',
])('a file at %s is refused, by either door', async (url) => {
  const place = await agentPlace({ working: false })
  const input = [
    { type: 'text', text: 'What is it?' },
    { type: 'file', media_type: 'image/jpeg', url },
  ]
  const { session_id: sessionId } = (await place.invoke('Hello', { mode: 'background' })).body
  const { workspaceId: workspace_id, agentId: agent_id } = place
  const answers = [
    await place.call('POST', '/invoke', { workspace_id, agent_id, input, mode: 'background' }),
    await place.call('POST', `/sessions/${sessionId}/runs_direct`, { input }),
  ]
  for (const { status, body } of answers) {
    expect([status, body.code]).toEqual([422, 'invalid_request'])
    expect(body.errors[0].pointer).toMatch(/^\/input/)
  }
  expect((await place.asAdmin.get('/agent-runs')).body.items).toHaveLength(1)
})
