import { expect, test } from 'vitest'
import { newId } from '#core/crypto.ts'
import { harness } from '#test/harness.ts'
import { ANY, publish, ran, settled, start, workflows } from '#test/workflow-place.ts'

test('a workflow runs another and gets its output, or its error', async () => {
  const here = await harness()
  workflows(here)
  const name = `child-${newId()}`
  await publish(
    here,
    `
    document: { dsl: 1.0.3, namespace: test, name: ${name}, version: 1.0.0 }
    do:
      - check: { if: .fails, raise: { error: { type: 'https://example.com/child', status: 409 } } }
      - twice: { set: { twice: '\${ .n * 2 }' } }`,
  )
  const parent = `do: [ { call: { run: { workflow: { namespace: test, name: ${name}, version: '1.0.0', input: { n: '\${ .n }', fails: '\${ .fails }' } } } } } ]`
  expect(await ran(here, parent, { n: 21, fails: false })).toMatchObject({ status: 'completed', output: { twice: 42 } })
  expect(await ran(here, parent, { n: 1, fails: true })).toMatchObject({
    status: 'faulted',
    error: { type: 'https://example.com/child', status: 409 },
  })
  const missing = "do: [ { call: { run: { workflow: { namespace: test, name: nowhere, version: '1.0.0' } } } } ]"
  expect(await ran(here, missing)).toMatchObject({ status: 'faulted', error: { status: 400 } })
})

test('what another workflow runs is what is active, whatever else is published under its name', async () => {
  const here = await harness()
  workflows(here)
  const name = `child-${newId()}`
  const said = (words: string, version = '1.0.0') =>
    `document: { dsl: 1.0.3, namespace: test, name: ${name}, version: ${version} }\ndo: [ { say: { set: { words: ${words} } } } ]`
  const calling = (version: string) =>
    `do: [ { call: { run: { workflow: { namespace: test, name: ${name}, version: ${version} } } } } ]`
  const childId = await publish(here, said('active'))
  const [exact, latest, other] = [
    await publish(here, calling('1.0.0')),
    await publish(here, calling('latest')),
    await publish(here, calling('1.1.0')),
  ]
  const run = async (workflowId: string) => settled(here, await start(here, workflowId))
  const author = here.as((await here.make.key({ scopes: ['workflows:write'] })).value)
  const write = async (id: string, text: string) => {
    await author.put(`/workflows/${id}/draft`, { text, format: 'yaml' }, ANY)
    expect((await author.post(`/workflows/${id}/versions`, undefined, ANY)).status).toBe(201)
  }
  await write(childId, said('published'))
  await write(childId, said('newer', '1.1.0'))
  const stranger = await author.post('/workflows', { name: 'Same name', text: said('strange'), format: 'yaml' })
  expect((await author.post(`/workflows/${stranger.body.id}/versions`, undefined, ANY)).status).toBe(201)
  expect((await run(exact)).output).toEqual({ words: 'active' })
  expect((await run(latest)).output).toEqual({ words: 'active' })
  const type = 'https://serverlessworkflow.io/spec/1.0.0/errors/configuration'
  expect(await run(other)).toMatchObject({ status: 'faulted', error: { type, instance: '/do/0/call' } })

  const routes = [
    { version: 2, weight: 1 },
    { version: 3, weight: 99 },
  ]
  expect((await here.asKey.put(`/workflows/${childId}/activation`, { routes }, ANY)).status).toBe(200)
  expect((await run(exact)).output).toEqual({ words: 'published' })
  expect((await run(other)).output).toEqual({ words: 'newer' })
  expect((await here.asKey.delete(`/workflows/${childId}/activation`, ANY)).status).toBe(204)
  expect(await run(latest)).toMatchObject({ status: 'faulted', error: { type } })
})
