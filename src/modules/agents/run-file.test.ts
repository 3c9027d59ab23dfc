import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { agentPlace, type AgentPlace } from '#test/agent-place.ts'
import { soon } from '#test/working.ts'

function fileAt(url: string, mediaType = 'image/jpeg'): object[] {
  return [
    { type: 'text', text: 'What is it?' },
    { type: 'file', media_type: mediaType, url },
  ]
}

function show({ call, workspaceId, agentId }: AgentPlace, input: object[]): ReturnType<AgentPlace['call']> {
  return call('POST', '/invoke', { workspace_id: workspaceId, agent_id: agentId, input })
}

function lastTold({ upstream }: AgentPlace): string {
  return JSON.stringify(upstream.calls.at(-1)?.body['messages'])
}

test('a file that the model cannot read fails its own run, and the session goes on without it', async () => {
  const place = await agentPlace()
  const { body: first } = await show(place, fileAt('https://files.example/plan.pdf?key=1', 'application/pdf'))
  expect([first.status, first.error?.code]).toEqual(['failed', 'model_refused'])
  const { body: next } = await place.invoke('Hello', { session_id: first.session_id })
  expect(next).toMatchObject({ status: 'completed', output_text: 'You said: Hello' })
  expect(lastTold(place)).toContain('[file application/pdf plan.pdf, sent earlier]')
})

test('a file is sent with the message it came with, also after a question, and named to later ones', async () => {
  const place = await agentPlace()
  const url = 'https://files.example/leak.jpg?key=1'
  place.upstream.replies.push({ calls: [{ name: 'ask_person', input: { message: 'Which corner?' } }] })
  const { body: asked } = await show(place, fileAt(url))
  await place.resolve(asked.interactions[0].id, { decision: 'respond', payload: { answer: 'The left one' } })
  await soon(() => expect(lastTold(place)).toContain('The left one'))
  expect(lastTold(place)).toContain(url)
  const { body: next } = await place.invoke('And the right one?', { session_id: asked.session_id })
  expect(next.status).toBe('completed')
  expect(lastTold(place)).toContain('[file image/jpeg leak.jpg, sent earlier]')
  expect(lastTold(place)).not.toContain('files.example')
})

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
  const { body } = await show(place, fileAt(url))
  expect(body).toMatchObject({ status: 'completed' })
  expect(lastTold(place)).toContain(url)
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
  const input = fileAt(url)
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
