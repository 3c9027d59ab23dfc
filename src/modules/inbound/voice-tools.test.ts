import { sign } from 'retell-sdk/lib/webhook_auth'
import { expect, test } from 'vitest'
import { newId } from '#core/crypto.ts'
import { called } from '#test/webhooks.ts'

const KEY = 'key_of_an_account_4711'
const SECRET = 'a-secret-of-the-tool-0815'

async function lineA(settings: object = {}) {
  const place = await called()
  const department = await place.make.department()
  const agent = `agent_${newId()}`
  await place.connect({ kind: 'voice_platform_a', accounts: [agent], secrets: { apiKey: KEY }, settings })
  const use = async (tool: string, args: unknown, call: object = {}, key = KEY) => {
    const text = JSON.stringify({ name: tool, args, call: { call_id: 'call_1', agent_id: agent, ...call } })
    const path = `/v1/webhooks/voice-platform-a/tool/${tool}`
    return place.call(path, text, { 'x-retell-signature': await sign(text, key) })
  }
  return { ...place, department, agent, use }
}

async function lineB() {
  const place = await called()
  await place.make.department()
  await place.connect({ kind: 'voice_platform_b', secrets: { webhookSecret: SECRET } })
  const path = (tool: string) => `/v1/webhooks/voice-platform-b/${place.workspaceId}/tool/${tool}`
  const use = (tool: string, args: unknown, headers: Record<string, string> = { authorization: `Bearer ${SECRET}` }) =>
    place.call(path(tool), JSON.stringify(args), headers)
  return { ...place, use }
}

test('a tool acts with what is known of the caller, and its retry changes nothing', async () => {
  const here = await lineA()
  const { id: propertyId } = await here.make.property()
  const { id: contactId } = await here.make.contact()
  const metadata = {
    reservation_id: 'none',
    workspace_id: here.workspaceId,
    property_id: propertyId,
    contact_id: contactId,
  }
  const first = await here.use('create_task', { title: 'No heating', priority: 'HIGH' }, { metadata })
  expect(first.body).toMatchObject({ shortId: 'TK-1', title: 'No heating' })
  const again = await here.use('create_task', { title: 'No heating', priority: 'HIGH' }, { metadata })
  expect(again.body).toEqual(first.body)
  await here.use('create_task', { title: 'No heating', priority: 'HIGH' }, { metadata, call_id: 'call_2' })
  const { items } = (await here.asKey.get('/tasks')).body
  expect(items).toHaveLength(2)
  expect(items[1]).toMatchObject({ source: 'CALL', propertyId, contactId, departmentId: here.department.id })
  expect((await here.asAdmin.get('/tool-calls')).body.items).toMatchObject(
    Array.from({ length: 3 }, () => ({ tool: 'create_task', client: 'voice platform A', outcome: 'done' })),
  )
})

test('what cannot be done is said in words that an agent can speak', async () => {
  const here = await lineA({ tools: ['create_task', 'get_task', 'delete_task'] })
  const { body: task } = await here.use('create_task', { title: 'Kept' })
  for (const [tool, args, error] of [
    ['open_all_doors', {}, 'There is no tool called open_all_doors.'],
    ['search_knowledge', { query: 'wifi' }, 'There is no tool called search_knowledge.'],
    ['create_task', {}, expect.stringContaining('title')],
    ['create_task', { title: 'x', colour: 'red' }, expect.stringContaining('colour')],
    ['create_task', 'title', expect.stringContaining('title')],
    ['get_task', { taskId: newId() }, 'No such task in this workspace.'],
    ['delete_task', { taskId: task.id }, 'This needs the approval of a person of the team.'],
  ] as const) {
    const answer = await here.use(tool, args)
    expect([tool, answer.status, answer.body]).toEqual([tool, 200, { error }])
  }
  expect((await here.asKey.get(`/tasks/${task.id}`)).status).toBe(200)
})

test('a forged call of a tool is refused before anything is done', async () => {
  const here = await lineA()
  expect((await here.use('create_task', { title: 'x' }, {}, 'another_key')).status).toBe(401)
  expect((await here.use('create_task', { title: 'x' }, { agent_id: 'agent_unknown' })).status).toBe(401)
  expect((await here.asKey.get('/tasks')).body.items).toEqual([])
})

test('the tools of platform B get exactly their arguments, under the secret of the workspace in the path', async () => {
  const here = await lineB()
  expect((await here.use('create_task', { title: 'No hot water' })).body).toMatchObject({ title: 'No hot water' })
  expect((await here.use('create_task', { title: 'More' }, { 'x-webhook-secret': SECRET })).status).toBe(200)
  expect((await here.use('create_task', { args: { title: 'x' } })).body.error).toContain('title')
  expect((await here.use('create_task', ['x'])).status).toBe(422)
  const stranger = await lineB()
  for (const headers of [
    {},
    { authorization: 'Bearer wrong' },
    { authorization: SECRET },
    { 'x-webhook-secret': '' },
  ]) {
    expect((await here.use('create_task', { title: 'x' }, headers as Record<string, string>)).status).toBe(401)
  }
  await stranger.asAdmin.patch(`/integrations/${(await stranger.asAdmin.get('/integrations')).body.items[0].id}`, {
    status: 'paused',
  })
  expect((await stranger.use('create_task', { title: 'x' })).status).toBe(401)
  expect((await here.asKey.get('/tasks')).body.items).toHaveLength(2)
})
