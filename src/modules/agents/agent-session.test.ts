import { expect, test } from 'vitest'
import { newId } from '#core/crypto.ts'
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

test('what is wrong with a run is told to those whose session it is, and to nobody else', async () => {
  const place = await agentPlace()
  const { session_id: sessionId } = (await place.invoke('Hello')).body
  const ask = async (id: string, token?: string) => {
    const { status, body } = await place.call('POST', `/sessions/${id}/runs_direct`, {}, { token })
    return [status, body.code]
  }
  const [stranger, member] = [await place.make.stranger(), await place.make.person({ role: 'member' })]
  expect(await ask(sessionId)).toEqual([422, 'invalid_request'])
  expect(await ask(sessionId, stranger.token)).toEqual([403, 'workspace_forbidden'])
  expect(await ask(sessionId, member.token)).toEqual([403, 'session_forbidden'])
  expect(await ask(newId())).toEqual([404, 'session_not_found'])
  expect(await ask('nothing')).toEqual([422, 'invalid_request'])
})
