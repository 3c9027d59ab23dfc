import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { harness } from '#test/harness.ts'
import { serve } from '#test/peer.ts'
import { publish, ran, settled, start, workflows } from '#test/workflow-place.ts'

async function answering(answer: (response: ServerResponse, path: string) => void) {
  const { host } = await serve((request, response) => answer(response, request.url ?? ''))
  return `http://${host.replace('127.0.0.1', 'localhost')}`
}

const ROUNDED = [
  ['{"id":9007199254740993}', '/id'],
  ['{"items":[{"id":1},{"id":-12345678901234567890}]}', '/items/1/id'],
  ['[0, 1e400]', '/1'],
  ['{"a":{"b":1e-400}}', '/a/b'],
  ['{"amount":12345678901234.5678901}', '/amount'],
  ['9007199254740993', 'its top'],
] as const

test.each(ROUNDED)('an answer with %s fails the call, and says where', async (json, place) => {
  const here = await harness()
  workflows(here)
  const url = await answering((response) => response.writeHead(200, { 'content-type': 'application/json' }).end(json))
  const run = await ran(here, `do: [ { ask: { call: http, with: { method: get, endpoint: '${url}/' } } } ]`)
  expect(run).toMatchObject({ status: 'faulted', error: { instance: '/do/0/ask', status: 502 } })
  expect(run.error.detail).toContain(`at ${place} that would be rounded`)
})

test('each digit of an answer is kept as a text, and numbers that can be kept are', async () => {
  const here = await harness()
  workflows(here)
  const json = '{"id":9007199254740993,"uuid":"3e400000-9007199254740993"}'
  const url = await answering((response, path) =>
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(path === '/exact' ? '{"n":[9007199254740991,0.1,-0.5,1e3,0.30000000000000004,"1e400"]}' : json),
  )
  const run = await ran(
    here,
    `
    do:
      - ask: { call: http, with: { method: get, endpoint: '${url}/', output: raw } }
      - keep: { set: { id: '\${ @base64d | fromjson | .id | tojson }' }, export: { as: .id } }
      - again: { call: http, with: { method: get, endpoint: '${url}/exact' } }
      - all: { set: { id: '\${ $context }', n: '\${ .n }', sum: '\${ .n[0] - 1 }' } }`,
  )
  expect(run).toMatchObject({
    status: 'completed',
    output: {
      id: '9007199254740993',
      n: [9007199254740991, 0.1, -0.5, 1000, 0.30000000000000004, '1e400'],
      sum: 9007199254740990,
    },
  })
})

test.each(['application/json', 'text/event-stream'])('an answer of a tool server in %s too', async (type) => {
  const here = await harness()
  workflows(here)
  const url = await answering((response) => {
    const result =
      '{"protocolVersion":"2025-06-18","capabilities":{},"serverInfo":{"name":"x","version":"1"},"id":9007199254740993}'
    const message = `{"jsonrpc":"2.0","id":0,"result":${result}}`
    response.writeHead(200, { 'content-type': type })
    response.end(type === 'application/json' ? message : `event: message\ndata: ${message}\n\n`)
  })
  const run = await ran(
    here,
    `do: [ { ask: { call: mcp, with: { method: tools/list, transport: { http: { endpoint: '${url}/' } } } } } ]`,
  )
  expect(run).toMatchObject({ status: 'faulted', error: { status: 502 } })
  expect(run.error.detail).toContain('at /result/id that would be rounded')
})

test('what starts a run is refused where a number would be rounded', async () => {
  const here = await harness()
  const { app, asKey, admin, workspaceId } = here
  const workflowId = await publish(here, "do: [ { keep: { set: { got: '${ . }' } } } ]")
  const { body: trigger } = await asKey.post(`/workflows/${workflowId}/triggers`, { kind: 'webhook' })
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${admin.token}` }
  for (const [json, place] of ROUNDED) {
    const doors = [
      { url: `/v1/webhooks/trigger/${trigger.token}`, body: json, at: place.replace('its top', '') },
      {
        url: `/api/v1/workspaces/${workspaceId}/workflows/${workflowId}/runs`,
        body: `{"input":${json}}`,
        at: `/input${place.replace('its top', '')}`,
      },
    ]
    for (const { url, body, at } of doors) {
      const answer = await app.inject({ method: 'POST', url, headers, body })
      expect([400, 422], `${url} ${json}`).toContain(answer.statusCode)
      expect(answer.json().errors).toMatchObject([{ pointer: at }])
    }
  }
  expect((await asKey.get(`/workflow-runs?workflowId=${workflowId}`)).body.items).toEqual([])
})

test.each([
  ['yaml', 'n: 9007199254740993'],
  ['yaml', 'n: 1e400'],
  ['yaml', 'n: 1e-400'],
  ['yaml', 'n: 0.12345678901234567891'],
  ['yaml', 'n: .nan'],
  ['yaml', 'n: 0x20000000000001'],
  ['json', '"n": 9007199254740993'],
  ['json', '"n": 12345678901234.5678901'],
])('a document in %s with %s is refused', async (format, field) => {
  const { asKey } = await harness()
  const head = '"document": {"dsl": "1.0.3", "namespace": "test", "name": "flow", "version": "1.0.0"}'
  const text = `{${head}, "do": [{"a": {"set": {${field}}}}]}`
  const { body } = await asKey.post('/workflow-validations', { text, format })
  expect(body.problems).toMatchObject([{ pointer: '/do/0/a/set/n', code: 'number_not_supported' }])
})

test('what an expression makes of a number that is none fails where it stands', async () => {
  const here = await harness()
  workflows(here)
  for (const [text, words] of [
    ['pow(10; 400)', 'nan or infinity'],
    ['{a: (0 * infinite)}', 'nan or infinity'],
    ['9007199254740993', 'would be rounded'],
  ]) {
    const runId = await start(here, await publish(here, `do: [ { make: { set: { n: '\${ ${text} }' } } } ]`))
    const run = await settled(here, runId)
    expect(run).toMatchObject({ status: 'faulted', error: { instance: '/do/0/make' } })
    expect(run.error.detail).toContain(words)
  }
})
