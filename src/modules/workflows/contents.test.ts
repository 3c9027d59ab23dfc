import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { accepted } from '#http/accept.ts'
import { addressOf, openEvents } from '#test/event-source.ts'
import { harness, type Harness } from '#test/harness.ts'
import { ANY, publish, reached, settled, start, workflows } from '#test/workflow-place.ts'
import { soon } from '#test/working.ts'

const YAML = { accept: 'application/yaml' }
const TEXT = `document: { dsl: 1.0.3, namespace: test, name: contents, version: 1.0.0 }
# Says hello.
do:
  - greet: { set: { text: Hello } }
`

test('the media type that a caller wants most', () => {
  const types = ['application/json', 'application/yaml']
  expect(accepted('application/yaml', types)).toBe('application/yaml')
  expect(accepted('text/html, application/yaml;q=0.5, application/json;q=0.9', types)).toBe('application/json')
  expect(accepted('Application/YAML; charset=utf-8, */*', types)).toBe('application/yaml')
  expect(accepted('application/yaml;q=0', types)).toBeUndefined()
  expect(accepted('*/*', types)).toBeUndefined()
  expect(accepted(undefined, types)).toBeUndefined()
})

function putText({ asKey, workspaceId }: Harness, workflowId: string, text: string, type = 'application/yaml') {
  const url = `/api/v1/workspaces/${workspaceId}/workflows/${workflowId}/draft`
  return asKey.send('PUT', url, text, { 'content-type': type, ...ANY })
}

test('a draft is written and read as YAML, just as its author wrote it', async () => {
  const here = await harness()
  const workflowId = await publish(here, 'do: [ { a: { set: { b: 1 } } } ]')
  const path = `/workflows/${workflowId}/draft`
  for (const type of ['application/yaml', 'text/yaml', 'application/x-yaml; charset=utf-8']) {
    expect(await putText(here, workflowId, TEXT, type)).toMatchObject({ status: 200, body: { isValid: true } })
  }
  const read = await here.asKey.get(path, YAML)
  expect(read).toMatchObject({ status: 200, body: TEXT, headers: { vary: 'accept' } })
  expect(read.headers['content-type']).toBe('application/yaml; charset=utf-8')
  expect((await here.asKey.get(path)).body).toMatchObject({ format: 'yaml', text: TEXT })
  const again = await here.asKey.get(path, { ...YAML, 'if-none-match': read.headers['etag'] ?? '' })
  expect(again.status).toBe(304)
  const document = { ...parse(TEXT), do: [{ other: { set: { a: 1 } } }] }
  const put = await here.asKey.put(path, { document }, { 'if-match': read.headers['etag'] ?? '' })
  expect(put.status).toBe(200)
  expect(parse((await here.asKey.get(path, YAML)).body)).toEqual(document)
})

test('the tag of a version is its hash: whoever has it need not ask again', async () => {
  const here = await harness()
  const workflowId = await publish(here, 'do: [ { a: { set: { b: 1 } } } ]')
  const path = `/workflows/${workflowId}/versions/1`
  const { headers, body } = await here.asKey.get(path)
  expect(headers).toMatchObject({ etag: `"${body.sha256}"`, vary: 'accept, authorization' })
  expect(headers['cache-control']).toBe('private, max-age=31536000, immutable')
  const listed = await here.asKey.get(`/workflows/${workflowId}/versions`)
  expect(listed.body.items[0].sha256).toBe(body.sha256)
  const same = await here.asKey.get(path, { 'if-none-match': `"0", W/"${body.sha256}"` })
  expect([same.status, same.body, same.headers.etag]).toEqual([304, '', headers.etag])
  // Another representation at the same address has a strong tag of its own.
  const yaml = await here.asKey.get(path, { ...YAML, 'if-none-match': headers.etag ?? '' })
  expect([yaml.status, yaml.headers.etag?.startsWith(`"${body.sha256}.`)]).toEqual([200, true])
  expect((await here.asKey.get(path, { ...YAML, 'if-none-match': yaml.headers.etag ?? '' })).status).toBe(304)
  expect((await here.asKey.get(`${path}?view=graph`)).body.graph).toBeDefined()
  expect((await here.asKey.get(`/workflows/${workflowId}/versions/2`)).headers['cache-control']).toBe('no-store')
})

test('YAML that explodes, is too long, or no UTF-8 is refused or told as a problem', async () => {
  const here = await harness()
  const workflowId = await publish(here, 'do: [ { a: { set: { b: 1 } } } ]')
  const bomb = ['a: &a [1, 1, 1, 1]', 'b: &b [*a, *a, *a]', 'c: &c [*b, *b, *b]', 'd: [*c, *c, *c]'].join('\n')
  const answer = await putText(here, workflowId, bomb)
  expect(answer).toMatchObject({ status: 200, body: { isValid: false, document: null } })
  expect(answer.body.problems[0]).toMatchObject({ code: 'alias_not_supported' })
  expect((await here.asKey.post(`/workflows/${workflowId}/versions`, undefined, ANY)).status).toBe(422)
  expect((await putText(here, workflowId, `a: ${'x'.repeat(270_000)}`)).status).toBe(400)
  expect((await putText(here, workflowId, '')).status).toBe(400)
  expect(await putText(here, workflowId, 'document: \0')).toMatchObject({
    status: 400,
    body: { code: 'invalid_request', errors: [{ pointer: '', code: 'invalid_text' }] },
  })
  expect((await putText(here, workflowId, TEXT, 'text/plain')).status).toBe(415)
  expect((await putText(here, workflowId, TEXT, 'application/yaml; charset=latin1')).status).toBe(415)
  expect((await putText(here, workflowId, '[1]', 'application/json')).status).toBe(400)
})

test('a version is had as YAML, as a diagram and as a graph', async () => {
  const here = await harness()
  const workflowId = await publish(here, TEXT)
  const path = `/workflows/${workflowId}/versions/1`
  expect(parse((await here.asKey.get(path, YAML)).body)).toEqual(parse(TEXT))
  const diagram = await here.asKey.get(path, { accept: 'text/vnd.mermaid' })
  expect(diagram.headers['content-type']).toBe('text/vnd.mermaid; charset=utf-8')
  expect(diagram.body).toMatch(/^flowchart TD\n[^]*greet/)
  expect((await here.asKey.get(`${path}?view=graph`)).body.graph.nodes).toBeDefined()
  expect((await here.asKey.get(path, { accept: 'text/html' })).body).toMatchObject({ number: 1 })
})

test('the history of a run comes as it happens, goes on from the last event, and ends with the run', async () => {
  const here = await harness()
  workflows(here)
  const workflowId = await publish(
    here,
    'do: [ { first: { set: { a: 1 } } }, { hear: { listen: { to: { one: { with: { type: test.go } } } } } } ]',
  )
  const runId = await start(here, workflowId)
  const base = await addressOf(here.app)
  const url = `${base}/api/v1/workspaces/${here.workspaceId}/workflow-runs/${runId}/events`
  const headers = { authorization: `Bearer ${here.asKey.token}`, accept: 'text/event-stream' }
  const events = await openEvents(url, headers)
  expect(events.response.headers.get('content-type')).toContain('text/event-stream')
  const [first] = await events.until('io.serverlessworkflow.workflow.started.v1')
  expect(first).toMatchObject({ id: '1', data: { seq: 1, subject: runId } })
  await reached(here, runId, 'waiting')
  const second = await openEvents(url, { ...headers, 'last-event-id': '2' })
  expect((await here.asKey.post(`/workflow-runs/${runId}/cancel`, {})).status).toBe(202)
  const seen = await events.until('io.serverlessworkflow.workflow.cancelled.v1')
  expect(await events.next()).toBeUndefined()
  const numbers = [first, ...seen].map((event) => Number(event?.id))
  expect(numbers).toEqual(numbers.map((_, at) => at + 1))
  const rest = await second.until('io.serverlessworkflow.workflow.cancelled.v1')
  expect(rest.map(({ id }) => Number(id))).toEqual(numbers.filter((number) => number > 2))
  const over = await openEvents(url, { ...headers, 'last-event-id': String(numbers.at(-1)) })
  expect(over.response.status).toBe(204)
  const unknown = await openEvents(url.replace(runId, workflowId), headers)
  expect(unknown.response.status).toBe(404)
  expect((await openEvents(url, { accept: 'text/event-stream' })).response.status).toBe(401)
  expect((await here.asKey.get(`/workflow-runs/${runId}/events`)).body.items).toHaveLength(numbers.length)
})

test('a stream ends when its reader has lost the right to it', async () => {
  const here = await harness()
  workflows(here)
  const workflowId = await publish(here, 'do: [ { pause: { wait: PT1H } } ]')
  const runId = await start(here, workflowId)
  await reached(here, runId, 'waiting')
  const { id, value } = await here.make.key()
  const url = `${await addressOf(here.app)}/api/v1/workspaces/${here.workspaceId}/workflow-runs/${runId}/events`
  const events = await openEvents(url, { authorization: `Bearer ${value}`, accept: 'text/event-stream' })
  await events.until('io.serverlessworkflow.workflow.started.v1')
  expect((await here.asAdmin.delete(`/api-keys/${id}`)).status).toBe(200)
  await soon(async () => {
    while (await events.next());
  })
  await here.asKey.post(`/workflow-runs/${runId}/cancel`, {})
  await settled(here, runId)
})
