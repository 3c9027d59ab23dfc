import { expect, test } from 'vitest'
import { newId } from '#core/crypto.ts'
import { harness } from '#test/harness.ts'
import { listening, plainCall, toolClient } from '#test/mcp.ts'
import { ANY, publish, start, settled, workflows } from '#test/workflow-place.ts'

test('there are no automations until something makes them', async () => {
  const { asAdmin } = await harness()
  expect((await asAdmin.get('/automations')).body).toMatchObject({ items: [], pagination: { total: 0 } })
})

test('workflows are seen as automations: by state, with their runs newest first, a run with its steps', async () => {
  const here = await harness()
  const other = await harness()
  workflows(here)
  const automationId = await publish(here, 'do: [ { first: { set: { done: true } } } ]')
  const draft = { name: 'Later', text: 'do: []' }
  const draftId = (await here.asKey.post('/workflows', draft)).body.id
  const [older, newer] = [await start(here, automationId), await start(here, automationId)]
  await settled(here, older)
  await settled(here, newer)

  const ids = async (path: string): Promise<string[]> =>
    (await here.asAdmin.get(path)).body.items.map(({ id }: { id: string }) => id)
  expect(await ids('/automations')).toEqual([draftId, automationId])
  expect(await ids('/automations?state=active')).toEqual([automationId])
  expect((await here.asAdmin.get(`/automations/${automationId}`)).body).toMatchObject({
    definitionVersion: 1,
    lastRunId: newer,
    lastRunOutcome: 'completed',
  })
  expect(await ids(`/automations/${automationId}/runs`)).toEqual([newer, older])
  expect(await ids(`/automations/${automationId}/runs?state=failed`)).toEqual([])
  expect((await here.asAdmin.get(`/automation-runs/${older}`)).body).toMatchObject({
    state: 'completed',
    steps: [{ name: 'first', state: 'completed', output: { done: true } }],
  })
  for (const path of [
    `/automations/${automationId}`,
    `/automations/${automationId}/runs`,
    `/automation-runs/${older}`,
  ]) {
    expect((await other.asAdmin.get(path)).status).toBe(404)
  }
})

test('an automation is started, turned off and on again, with the versions that it had', async () => {
  const here = await harness()
  workflows(here)
  const automationId = await publish(here, 'do: [ { first: { set: { got: "${ .word }" } } } ]')
  const path = `/automations/${automationId}`
  const started = await here.asAdmin.post(`${path}/runs`, { input: { word: 'hello' } })
  expect(started).toMatchObject({ status: 202, body: { state: 'running' } })
  expect(await settled(here, started.body.runId)).toMatchObject({ output: { got: 'hello' } })
  expect((await here.asAdmin.put(`${path}/state`, { state: 'paused' })).body).toMatchObject({ state: 'paused' })
  expect((await here.asAdmin.put(`${path}/state`, { state: 'paused' })).status).toBe(200)
  expect((await here.asAdmin.post(`${path}/runs`)).body).toMatchObject({ code: 'workflow_not_active' })
  expect((await here.asAdmin.put(`${path}/state`, { state: 'active' })).body).toMatchObject({ state: 'active' })
  expect((await here.asKey.get(`/workflows/${automationId}`)).body.routes).toEqual([{ version: 1, weight: 100 }])
  const draftId = (await here.asKey.post('/workflows', { name: 'Later', text: 'do: []' })).body.id
  const answer = await here.asAdmin.put(`/automations/${draftId}/state`, { state: 'active' })
  expect(answer.body.code).toBe('automation_not_published')
  const member = await here.make.person({ role: 'member' })
  expect((await here.asConsole(member.token).post(`${path}/runs`)).status).toBe(403)
})

test('models start automations and turn them on and off, once a person has agreed', async () => {
  const place = await listening()
  const here = await harness(place)
  workflows(here)
  const automationId = await publish(here, 'do: [ { first: { set: { a: 1 } } } ]')
  const { client, asked } = await toolClient(place.url, here.asKey.token ?? '', { user: 'accept' })
  const run = await client.callTool({ name: 'run_automation', arguments: { automationId, idempotencyKey: newId() } })
  const { runId } = run.structuredContent as { runId: string }
  expect(await settled(here, runId)).toMatchObject({ status: 'completed' })
  await client.callTool({ name: 'set_automation_state', arguments: { automationId, state: 'paused' } })
  expect((await here.asAdmin.get(`/automations/${automationId}`)).body.state).toBe('paused')
  expect(asked).toHaveLength(2)
  const again = await client.callTool({ name: 'set_automation_state', arguments: { automationId, state: 'paused' } })
  expect(again.structuredContent).toMatchObject({ id: automationId, state: 'paused' })
  expect(asked).toHaveLength(2)
})

test('a yes to start or turn on an automation is none to what was published since', async () => {
  const place = await listening()
  const here = await harness(place)
  workflows(here)
  const text = (word: string) =>
    `document: { dsl: 1.0.3, namespace: test, name: meanwhile, version: 1.0.0 }\ndo: [ { first: { set: { said: ${word} } } } ]`
  const automationId = await publish(here, text('one'))
  const call = (name: string, args: object) =>
    plainCall(place.url, here.asKey.token ?? '', name, { automationId, ...args })
  for (const [version, name, args] of [
    [2, 'run_automation', {}],
    [3, 'set_automation_state', { state: 'paused' }],
  ] as const) {
    const { confirmationToken } = (await call(name, args)).data
    const one = `/workflows/${automationId}`
    await here.asKey.put(
      `${one}/draft`,
      { text: text(`v${version}`).replace('1.0.0', `${version}.0.0`), format: 'yaml' },
      ANY,
    )
    const published = await here.asKey.post(`${one}/versions`, undefined, ANY)
    expect(published.status, JSON.stringify(published.body)).toBe(201)
    await here.asKey.put(`${one}/activation`, { routes: [{ version, weight: 100 }] }, ANY)
    expect((await call(name, { ...args, confirmationToken })).data['code']).toBe('record_changed')
    const again = (await call(name, args)).data['confirmationToken']
    expect((await call(name, { ...args, confirmationToken: again })).isError).toBe(false)
  }
})
