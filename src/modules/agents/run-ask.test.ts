import { expect, test } from 'vitest'
import { newId } from '#core/crypto.ts'
import { agentPlace, eventsIn } from '#test/agent-place.ts'
import { soon } from '#test/working.ts'

test('nobody is asked about what is not there: the model is told, and the others are asked about', async () => {
  const place = await agentPlace()
  const { body: task } = await place.asKey.post('/tasks', {
    title: 'Here',
    departmentId: (await place.make.department()).id,
  })
  const deleting = (taskId: string) => ({ name: 'delete_task', input: { taskId } })
  place.upstream.replies.push({ calls: [deleting(newId())] }, { text: 'It is gone.' })
  const { body: alone } = await place.invoke('Delete it')
  expect(alone).toMatchObject({ status: 'completed', output_text: 'It is gone.', interactions: [] })
  place.upstream.replies.push({ calls: [deleting(newId()), deleting(task.id)] })
  const { body: both } = await place.invoke('Delete them')
  expect(both).toMatchObject({ status: 'interrupted', interactions: [{ tool_call: { input: { taskId: task.id } } }] })
  for (const { session_id: sessionId } of [alone, both]) {
    const told = (await eventsIn(place, sessionId)).filter(({ type }) => type === 'tool.result')
    expect(told.map(({ data }) => (data['output'] as { code: string }).code)).toEqual(['task_not_found'])
  }
})

test('nobody is asked about what would be refused after a yes, and nothing is left of trying it', async () => {
  const approval = { asks: 'changes', alsoBefore: [], approvers: 'requester', validMinutes: 5 }
  const place = await agentPlace({ agent: { approval } })
  const { id: departmentId } = await place.make.department()
  const refused = [
    { name: 'create_task', input: { title: 'Sweep', departmentId: newId() } },
    { name: 'create_task', input: { title: 'Sweep', departmentId, templateId: newId() } },
  ]
  place.upstream.replies.push({ calls: refused }, { text: 'There is no such department.' })
  expect((await place.invoke('Sweep it')).body).toMatchObject({ status: 'completed', interactions: [] })
  place.upstream.replies.push({ calls: [{ name: 'create_task', input: { title: 'Sweep', departmentId } }] })
  const { body } = await place.invoke('Sweep it')
  expect(body).toMatchObject({ status: 'interrupted', interactions: [{ kind: 'tool_approval' }] })
  expect((await place.asKey.get('/tasks')).body.items).toEqual([])
})

test('what needs only what is asked about before it is asked about too, and both are done', async () => {
  const approval = { asks: 'changes', alsoBefore: [], approvers: 'requester', validMinutes: 5 }
  const place = await agentPlace({ agent: { approval, tools: ['set_task_status'] } })
  const { id: departmentId } = await place.make.department()
  const made = async (more: object = {}) =>
    (await place.asKey.post('/tasks', { title: 'Pool', departmentId, ...more })).body.id
  const whole = await made()
  const part = await made({ parentTaskId: whole })
  const completions = [part, whole].map((taskId) => ({
    name: 'set_task_status',
    input: { taskId, status: 'COMPLETED' },
  }))
  place.upstream.replies.push({ calls: completions }, { text: 'Done.' })
  const { body } = await place.invoke('Complete the pool')
  expect(body.interactions).toHaveLength(2)
  expect((await place.asKey.get(`/tasks/${part}`)).body.status).not.toBe('COMPLETED')
  for (const { id } of body.interactions) await place.resolve(id, { decision: 'approve' })
  await soon(async () => expect((await place.asKey.get(`/tasks/${whole}`)).body.status).toBe('COMPLETED'))
})

test('a question that cannot be put is told to the model with what is wrong with it', async () => {
  const place = await agentPlace()
  const inputs = [
    { message: 'Which?', options: ['Red'] },
    { question: 'Which?' },
    { message: 'x', fields: { type: 'array' } },
  ]
  place.upstream.replies.push({ calls: inputs.map((input) => ({ name: 'ask_person', input })) }, { text: 'I see.' })
  const { body } = await place.invoke('Book it')
  expect(body).toMatchObject({ status: 'completed', output_text: 'I see.' })
  const told = (await eventsIn(place, body.session_id)).flatMap(({ type, data }) =>
    type === 'tool.result' ? [data['output'] as { code: string; message: string }] : [],
  )
  expect(told.map(({ code }) => code)).toEqual(inputs.map(() => 'invalid_request'))
  expect(told.map(({ message }) => message.split(':')[0])).toEqual(['/options', '/message', '/fields'])
})
