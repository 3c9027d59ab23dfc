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
