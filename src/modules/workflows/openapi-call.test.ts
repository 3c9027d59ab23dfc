import { expect, test } from 'vitest'
import { harness, type Harness } from '#test/harness.ts'
import { serve } from '#test/peer.ts'
import { publish, settled, start, workflows } from '#test/workflow-place.ts'

/** Serves documents by path and records every other request. */
async function serving(documents: Record<string, string>) {
  const seen: { path: string; authorization: string | undefined; key: unknown }[] = []
  let read = 0
  const peer = await serve((request, response) => {
    const { url = '', headers } = request
    const document = documents[url]
    if (document !== undefined) {
      read += 1
      response.end(document)
      return
    }
    seen.push({ path: url, authorization: headers.authorization, key: headers['x-key'] })
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}')
  })
  const url = `http://${peer.host.replace('127.0.0.1', 'localhost')}`
  return { url, seen, reads: () => read }
}

async function called(here: Harness, endpoint: string, more = '', head = '') {
  const ask = `{ call: openapi, with: { document: { endpoint: '${endpoint}' }, operationId: look${more} } }`
  const workflowId = await publish(here, `${head}do: [ { ask: ${ask} } ]`)
  return settled(here, await start(here, workflowId))
}

/** Total processor time of the main thread, so a busy machine changes nothing. It used to be about 200,000. */
const WORK_MILLIS_MAX = 3000
const operation = (parameters: unknown[], path = '/a') => ({
  paths: { [path]: { get: { operationId: 'look', parameters } } },
})
const long = 'x'.repeat(200_000)
const deep = Array.from({ length: 280_000 }, () => 'a').join('/')

test('a document that would take for ever holds up nobody, and is refused in words', async () => {
  const here = await harness()
  workflows(here)
  const many = Array.from({ length: 3000 }, () => ({ $ref: '#/x' }))
  const x = { $ref: `#/${deep}` }
  const { url } = await serving({
    '/many': JSON.stringify({ ...operation(many), x }),
    '/pointer': JSON.stringify({ ...operation(many.slice(0, 100)), x }),
    '/server': JSON.stringify({
      servers: [{ url: '/{a}{a}{a}{a}{a}{a}{a}{a}', variables: { a: { default: long } } }],
      ...operation([]),
    }),
    '/path': JSON.stringify(operation([{ name: 'a', in: 'path' }], '/{a}'.repeat(2000))),
    '/yaml': `paths: { /a: { get: { operationId: look } } }\nrest: [${'{a: [b, {c: d}]}, '.repeat(55_000)}]`,
  })
  // Warm up: what is built once per process, such as the document schema, is not measured.
  await called(here, `${url}/nothing`)
  const before = process.threadCpuUsage()
  const said = async (path: string, more?: string) => (await called(here, `${url}${path}`, more)).error?.detail
  expect(await said('/many')).toBe('An operation has at most 500 parameters.')
  expect(await said('/pointer')).toBe('A reference has at most 1000 characters.')
  expect(await said('/server')).toBe('The address of the operation would be longer than 8 KiB.')
  expect(await said('/path', `, parameters: { a: '${'x'.repeat(5000)}' }`)).toContain('longer than 8 KiB')
  expect((await called(here, `${url}/yaml`)).status).toMatch(/completed|faulted/)
  const { user, system } = process.threadCpuUsage(before)
  expect((user + system) / 1000).toBeLessThan(WORK_MILLIS_MAX)
})

test('a document is fetched and read once for several calls', async () => {
  const here = await harness()
  workflows(here)
  const { url, seen, reads } = await serving({ '/doc': JSON.stringify(operation([])) })
  for (let nth = 0; nth < 3; nth++) expect(await called(here, `${url}/doc`)).toMatchObject({ output: { ok: true } })
  expect([reads(), seen.length]).toEqual([1, 3])
})

test('what is secret goes to no server that only the document names', async () => {
  const here = await harness()
  workflows(here)
  await here.asAdmin.post('/workflow-secrets', { name: 'KEY', value: 'a-very-secret-key' })
  const elsewhere = await serving({})
  const document = JSON.stringify({
    servers: [{ url: elsewhere.url }],
    ...operation([{ name: 'X-Key', in: 'header' }]),
  })
  const { url } = await serving({ '/doc': document })
  const signed = ', authentication: { bearer: { token: abc } }'
  const keyed = ', parameters: { X-Key: "${ $secrets.KEY }" }'
  const uses = 'use: { secrets: [KEY] }\n'
  const detail = expect.stringMatching(/sends the call to .*document\.metadata\.servers/)
  expect(await called(here, `${url}/doc`, signed)).toMatchObject({ status: 'faulted', error: { detail } })
  expect(await called(here, `${url}/doc`, keyed, uses)).toMatchObject({ status: 'faulted', error: { detail } })
  const parts = ['.[0:6]', 'ascii_upcase', 'explode | reverse | implode', 'explode', 'length', '{key: .}'].map(
    (part) => `, parameters: { X-Key: "\${ $secrets.KEY | ${part} }" }`,
  )
  for (const part of parts) {
    expect(await called(here, `${url}/doc`, part, uses)).toMatchObject({ status: 'faulted', error: { detail } })
    const f = `{ call: openapi, with: { document: { endpoint: '${url}/doc' }, operationId: look${part} } }`
    const workflowId = await publish(
      here,
      `use: { secrets: [KEY], functions: { f: ${f} } }\ndo: [ { ask: { call: f } } ]`,
    )
    expect(await settled(here, await start(here, workflowId))).toMatchObject({ status: 'faulted', error: { detail } })
  }
  expect(elsewhere.seen).toEqual([])
  // Without a secret the call works as usual.
  expect(await called(here, `${url}/doc`)).toMatchObject({ output: { ok: true } })
  const named = `document: { dsl: 1.0.3, namespace: test, name: named, version: 0.1.0, metadata: { servers: ['${elsewhere.url}/v1'] } }\n`
  expect(await called(here, `${url}/doc`, signed.replace('abc', 'def'), named)).toMatchObject({
    output: { ok: true },
  })
  expect(elsewhere.seen.map(({ authorization, key }) => [authorization, key])).toEqual([
    [undefined, undefined],
    ['Bearer def', undefined],
  ])
})
