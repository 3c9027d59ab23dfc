import { expect, test } from 'vitest'
import { agentPlace } from '#test/agent-place.ts'

test('a session begins empty, is named by what is said first, and is listed for its owner alone', async () => {
  const { asAdmin, asConsole, make, call, agentId } = await agentPlace({ working: false })
  const begun = await asAdmin.post('/agent-sessions', {})
  expect(begun.status, JSON.stringify(begun.body)).toBe(201)
  expect(begun.body).toMatchObject({ title: null, isRunning: false, pendingCount: 0 })
  expect((await asAdmin.get('/agent-sessions')).body.items).toEqual([])
  const run = { agent_id: agentId, input: 'What is urgent today?' }
  expect((await call('POST', `/sessions/${begun.body.id}/runs_direct`, run)).status).toBe(200)
  const named = await asAdmin.post('/agent-sessions', { title: 'The week ahead' })
  await call('POST', `/sessions/${named.body.id}/runs_direct`, run)
  const titles = (await asAdmin.get('/agent-sessions')).body.items.map(({ title }: { title: string }) => title)
  expect(titles).toEqual(['The week ahead', 'What is urgent today?'])
  const { token } = await make.person({ role: 'admin' })
  const other = asConsole(token)
  expect((await other.get('/agent-sessions')).body.items).toEqual([])
})
