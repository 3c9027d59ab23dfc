import { expect, test } from 'vitest'
import { agentPlace } from '#test/agent-place.ts'
import { plainCall } from '#test/mcp.ts'
import { newTask, toolPlace } from '#test/tool-place.ts'
import { soon } from '#test/working.ts'

type Json = Record<string, unknown>

async function place() {
  const at = await toolPlace()
  const { id: propertyId } = await at.make.property({ name: 'Casa Azul' })
  const { id: departmentId } = await at.make.department()
  const make = async (more: Json = {}): Promise<string> =>
    (await at.asKey.post('/tasks', { title: 'Fix the boiler', departmentId, propertyId, ...more })).body.id
  const call = (name: string, args: Json) => plainCall(at.url, at.asKey.token ?? '', name, args)
  /** Asks the question, runs `meanwhile`, then calls with the confirmation. */
  const agreed = async (name: string, args: Json, meanwhile: () => Promise<unknown>) => {
    const { data } = await call(name, args)
    expect(data['outcome']).toBe('confirmation_required')
    await meanwhile()
    return (await call(name, { ...args, confirmationToken: data['confirmationToken'] })).data
  }
  return { at, call, agreed, make, propertyId, departmentId }
}

test('a yes to share a task is none to share what was put beside it since', async () => {
  const { at, call, agreed, make, propertyId } = await place()
  const meanwhile: Record<string, (taskId: string) => Promise<unknown>> = {
    'a comment': (taskId) => call('add_task_comment', { taskId, content: 'The code is 4711.' }),
    'an item': (taskId) => call('update_task_checklist', { taskId, newTitles: ['The code is 4711.'] }),
    'the home': () => call('update_property', { propertyId, address: 'The code is 4711.' }),
  }
  for (const [what, change] of Object.entries(meanwhile)) {
    const taskId = await make()
    const answer = await agreed('share_task', { taskId, mode: 'view' }, () => change(taskId))
    expect({ what, code: answer['code'] }).toEqual({ what, code: 'record_changed' })
    expect((await at.asAdmin.get(`/tasks/${taskId}/share-links`)).body.items).toEqual([])
    const shared = await agreed('share_task', { taskId, mode: 'view' }, async () => {})
    expect(shared['url']).toContain('/t/')
    await at.asAdmin.post(`/tasks/${taskId}/share-links/${shared['id']}/revoke`)
  }
})

test('a yes to give work to a vendor is none to tell them what the home has become', async () => {
  const { at, call, agreed, make, propertyId, departmentId } = await place()
  const { id: primaryVendorOrgId } = (await at.asAdmin.post('/vendors', { name: 'Blue Pool' })).body
  let count = 0
  const rename = () => call('update_property', { propertyId, address: `The code is 471${(count += 1)}.` })
  const wishes = [
    ['assign_task', { taskId: await make(), primaryVendorOrgId }],
    ['create_task', { title: 'Fix the tap', departmentId, propertyId, primaryVendorOrgId }],
  ] as const
  for (const [name, args] of wishes) {
    expect((await agreed(name, args, rename))['code']).toBe('record_changed')
    expect(await agreed(name, args, async () => {})).toMatchObject({ id: expect.any(String) })
    // Takes the vendor off again, so that nobody outside reads the home.
    const { items } = (await at.asKey.get('/tasks?limit=50')).body as { items: { id: string }[] }
    for (const { id } of items) await at.asKey.patch(`/tasks/${id}`, { primaryVendorOrgId: null })
  }
})

test('an agent that was told yes shares nothing that came since', async () => {
  const approval = { asks: 'gated', alsoBefore: [], approvers: 'requester', validMinutes: 5 }
  const here = await agentPlace({ agent: { approval, tools: ['share_task'] } })
  const { id: taskId } = await newTask(here)
  const asked = async () => {
    here.upstream.replies.push({ calls: [{ name: 'share_task', input: { taskId, mode: 'view' } }] }, { text: 'Well.' })
    return (await here.invoke('Share it')).body
  }
  const links = async () => (await here.asAdmin.get(`/tasks/${taskId}/share-links`)).body.items
  const over = (runId: string) =>
    soon(async () => expect((await here.asAdmin.get(`/agent-runs/${runId}`)).body.status).toBe('completed'))
  const first = await asked()
  const comment = { content: 'The code is 4711.' }
  expect((await here.asAdmin.post(`/tasks/${taskId}/comments`, comment)).status).toBe(201)
  await here.resolve(first.interactions[0].id, { decision: 'approve' })
  await over(first.run_id)
  expect(await links()).toEqual([])
  expect(JSON.stringify(here.upstream.calls.at(-1)?.body['messages'])).toContain('precondition_failed')
  const second = await asked()
  await here.resolve(second.interactions[0].id, { decision: 'approve' })
  await over(second.run_id)
  expect(await links()).toHaveLength(1)
})
