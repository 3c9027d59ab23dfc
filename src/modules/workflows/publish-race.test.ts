import { expect, test } from 'vitest'
import { workflowTools } from '#src/catalogue.ts'
import { systemContext } from '#src/runtime.ts'
import { harness } from '#test/harness.ts'
import { ANY } from '#test/workflow-place.ts'
import { publish } from './version.service.ts'

const textOf = (word: string) => `document: { dsl: 1.0.3, namespace: test, name: race, version: 1.0.0 }
do: [ { greet: { set: { text: '\${ "${word}" }' } } } ]
`

test('nobody waits while a draft is checked, and what is published is what was checked', async () => {
  const here = await harness()
  const created = await here.asKey.post('/workflows', { name: 'Race', text: textOf('before'), format: 'yaml' })
  const { id } = created.body
  let [checks, saved] = [0, 0]
  const usual = workflowTools.expressions.of(here.workspaceId)
  const check: typeof usual.check = async (...given) => {
    checks += 1
    const after = { text: textOf('after'), format: 'yaml' }
    if (checks === 1) saved = (await here.asKey.put(`/workflows/${id}/draft`, after, ANY)).status
    return usual.check(...given)
  }
  const ctx = { ...systemContext(here.runtime), workspaceId: here.workspaceId }
  const tools = { ...workflowTools, expressions: { ...workflowTools.expressions, of: () => ({ ...usual, check }) } }
  expect(await publish(ctx, id, tools)).toMatchObject({ number: 1, created: true })
  expect([checks, saved]).toEqual([2, 200])
  const { body } = await here.asKey.get(`/workflows/${id}/versions/1`)
  expect(body.document.do).toEqual([{ greet: { set: { text: '${ "after" }' } } }])
})
