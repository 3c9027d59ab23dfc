import { expect, test } from 'vitest'
import { harness } from '#test/harness.ts'

const AGENT = { name: 'Night porter', instructions: 'Answers the team at night.', tools: ['list_tasks', 'ask_person'] }

test('an agent is made with what was left out, under a slug of its name', async () => {
  const { asAdmin } = await harness()
  const { status, body } = await asAdmin.post('/agents', AGENT)
  expect(status).toBe(201)
  expect(body).toMatchObject({
    ...AGENT,
    slug: 'night-porter',
    model: 'default',
    stepsMax: 20,
    approval: { asks: 'gated', alsoBefore: [], approvers: 'requester', validMinutes: 1440 },
    archivedAt: null,
  })
  const second = await asAdmin.post('/agents', AGENT)
  expect(second.body.slug).toBe('night-porter-2')
  const taken = await asAdmin.post('/agents', { ...AGENT, slug: 'night-porter' })
  expect([taken.status, taken.body.code]).toEqual([409, 'agent_slug_taken'])
})

test('only administrators make and change agents; everybody sees them', async () => {
  const { asAdmin, asConsole, make } = await harness()
  const { body: agent } = await asAdmin.post('/agents', AGENT)
  const asManager = asConsole((await make.person({ role: 'manager' })).token)
  expect((await asManager.post('/agents', AGENT)).body.code).toBe('insufficient_role')
  expect((await asManager.patch(`/agents/${agent.id}`, { name: 'Mine' })).body.code).toBe('insufficient_role')
  expect((await asManager.get(`/agents/${agent.id}`)).body).toMatchObject({ name: AGENT.name })
})

test('a tool that does not exist is refused with its place', async () => {
  const { asAdmin } = await harness()
  const approval = { asks: 'gated', alsoBefore: ['burn_house'], approvers: 'requester', validMinutes: 5 }
  const { status, body } = await asAdmin.post('/agents', { ...AGENT, tools: ['list_tasks', 'list_tusks'], approval })
  expect([status, body.code]).toEqual([422, 'agent_tool_unknown'])
  expect(body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual(['/tools/1', '/approval/alsoBefore/0'])
})

test('what was read can be sent back, and a change raises the version', async () => {
  const { asAdmin } = await harness()
  const { body: agent } = await asAdmin.post('/agents', AGENT)
  const path = `/agents/${agent.id}`
  expect((await asAdmin.put(path, agent)).status).toBe(200)
  const changed = await asAdmin.patch(path, { tools: [], approval: { ...agent.approval, asks: 'changes' } })
  expect(changed.body).toMatchObject({ tools: [], approval: { asks: 'changes' }, name: AGENT.name })
  const fixed = await asAdmin.patch(path, { slug: 'other' })
  expect([fixed.status, fixed.body.code]).toEqual([422, 'read_only_field'])
})

test('an archived agent leaves the list until it is restored', async () => {
  const { asAdmin } = await harness()
  const { body: agent } = await asAdmin.post('/agents', AGENT)
  const ids = async (query = ''): Promise<string[]> =>
    (await asAdmin.get(`/agents${query}`)).body.items.map(({ id }: { id: string }) => id)
  expect((await asAdmin.post(`/agents/${agent.id}/archive`)).body.archivedAt).not.toBeNull()
  expect(await ids()).toEqual([])
  expect(await ids('?archived=true')).toEqual([agent.id])
  expect((await asAdmin.post(`/agents/${agent.id}/restore`)).body.archivedAt).toBeNull()
  expect(await ids()).toEqual([agent.id])
})
