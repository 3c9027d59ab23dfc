import { expect, test } from 'vitest'
import { harness } from '#test/harness.ts'
import { publish, start, settled, workflows } from '#test/workflow-place.ts'

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
