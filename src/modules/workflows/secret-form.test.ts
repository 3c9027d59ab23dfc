import { generateKeyPairSync } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { harness } from '#test/harness.ts'
import { serve } from '#test/peer.ts'
import { publish, settled, start, workflows } from '#test/workflow-place.ts'

const WORD = `pa"ss\\wörd + 100% & <é>'/k`
const { privateKey: PEM } = generateKeyPairSync('ec', {
  namedCurve: 'P-384',
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
})
const BODY = PEM.split('\n').filter((line) => line !== '' && !line.startsWith('-'))

/** The forms a secret takes in URLs, forms, JSON, pages, and letters that are sent back. */
const FORMS: Record<string, (secret: string) => string> = {
  plain: (secret) => secret,
  json: (secret) => JSON.stringify(secret),
  jsonInJson: (secret) => JSON.stringify(JSON.stringify({ secret })),
  jsonEscaped: (secret) => [...secret].map((each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
  percent: encodeURIComponent,
  percentLower: (secret) => encodeURIComponent(secret).replace(/%../g, (each) => each.toLowerCase()),
  percentTwice: (secret) => encodeURIComponent(encodeURIComponent(secret)),
  plus: (secret) => new URLSearchParams({ secret }).toString(),
  address: (secret) => new URL(`https://a.example/?q=${secret.replaceAll(/[#&+%]/g, encodeURIComponent)}`).href,
  page: (secret) =>
    secret
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      .replaceAll("'", '&#39;'),
  base64: (secret) => Buffer.from(secret).toString('base64'),
  base64url: (secret) => Buffer.from(secret).toString('base64url'),
  hex: (secret) => Buffer.from(secret).toString('hex'),
  hexUpper: (secret) => Buffer.from(secret).toString('hex').toUpperCase(),
  basic: (secret) => `Basic ${Buffer.from(`ada:${secret}`).toString('base64')}`,
  wrapped: (secret) => Buffer.from(secret).toString('base64').replace(/.{20}/g, '$&\r\n'),
  windows: (secret) => secret.replaceAll('\n', '\r\n'),
  blanks: (secret) => secret.replaceAll('\n', ' '),
  oneLine: (secret) => secret.replaceAll('\n', ''),
}

test.for([
  ['a password', WORD, ['wörd', 'pa"ss']],
  ['a key in PEM', PEM, BODY],
] as const)('%s stays hidden in every form in which a server can send it back', async ([, value, parts]) => {
  const here = await harness()
  workflows(here)
  await here.asAdmin.post('/workflow-secrets', { name: 'KEY', value })
  const seen: string[] = []
  const peer = await serve(async (request, response) => {
    const body = await text(request)
    seen.push(body)
    const echoes = Object.fromEntries(Object.entries(FORMS).map(([name, form]) => [name, form(value)]))
    response.writeHead(200, { 'content-type': 'application/json', 'x-echo': encodeURIComponent(value) })
    response.end(JSON.stringify(echoes))
  })
  const url = `http://${peer.host.replace('127.0.0.1', 'localhost')}/`
  const workflowId = await publish(
    here,
    `use: { secrets: [KEY] }
do:
  - ask: { call: http, with: { method: post, endpoint: '${url}', query: { key: "\${ $secrets.KEY }" }, body: { key: "\${ $secrets.KEY }" }, output: response } }`,
  )
  const run = await settled(here, await start(here, workflowId))
  expect(seen.map((body) => JSON.parse(body))).toEqual([{ key: value }])
  expect(run).toMatchObject({ status: 'completed', output: { statusCode: 200 } })
  expect(run.output.request.uri).toBe(`${url}?key=[secret]`)
  expect(run.output.headers['x-echo']).toBe('[secret]')
  for (const [form, shown] of Object.entries(run.output.content)) expect(shown, form).toContain('[secret]')
  const steps = await here.asKey.get(`/workflow-runs/${run.id}/steps`)
  const history = await here.asKey.get(`/workflow-runs/${run.id}/events`)
  const everything = decodeURIComponent(
    JSON.stringify([run, steps.body, history.body]).replaceAll(/%(?![\da-f]{2})/gi, '%25'),
  )
  for (const part of parts) expect(everything).not.toContain(part)
})

test('a secret in the name of a header is told in no other spelling', async () => {
  const here = await harness()
  workflows(here)
  await here.asAdmin.post('/workflow-secrets', { name: 'KEY', value: 'Zq7-S3cret+Tok/En' })
  const ask = (headers: string) =>
    `{ call: http, with: { method: get, endpoint: 'http://localhost:1/', headers: "\${ ${headers} }" } }`
  const workflowId = await publish(here, `use: { secrets: [KEY] }\ndo: [ { ask: ${ask('{($secrets.KEY): 1}')} } ]`)
  const run = await settled(here, await start(here, workflowId))
  expect(run).toMatchObject({ status: 'faulted', error: { detail: expect.stringContaining('header') } })
  expect(JSON.stringify(run).toLowerCase()).not.toContain('zq7-s3cret+tok/en')
})
