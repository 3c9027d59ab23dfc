import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { publicApi } from '#src/catalogue.ts'
import { clientOf } from '#test/client.ts'
import { harness } from '#test/harness.ts'

const DOCUMENT = '/api/v1/openapi.public.json'

async function browser() {
  const { app } = await harness()
  return clientOf(app, '')
}

test('the document has the address of this installation, and is not sent twice', async () => {
  const { get } = await browser()
  const { body, headers } = await get(DOCUMENT)
  expect(body).toMatchObject({
    openapi: '3.1.0',
    info: { version: '1.4.0' },
    servers: [{ url: 'http://localhost:3000/api/v1' }],
    security: [{ apiKey: [] }],
  })
  expect(headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'public, no-cache',
  })
  const again = await get(DOCUMENT, { 'if-none-match': headers.etag ?? '' })
  expect(again).toMatchObject({ status: 304, body: '' })
})

test('it describes API keys and no other credential', async () => {
  const { get } = await browser()
  const { body } = await get(DOCUMENT)
  expect(Object.keys(body.components.securitySchemes)).toEqual(['apiKey'])
  expect(body.paths['/auth/token'].post.security).toEqual([])
  expect(body.paths['/auth/refresh'].post.security).toEqual([])
})

test('the reference page takes everything from this server', async () => {
  const { get } = await browser()
  const { body, headers } = await get('/public-docs')
  expect((await get('/public-docs/')).body).toBe(body)
  const policy = headers['content-security-policy'] ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).not.toMatch(/https?:|\*/)
  expect(body).not.toMatch(/https?:/)
  const addresses = [...body.matchAll(/(?:src|href)="(?<address>[^"]+)"/g)].map(({ groups }) => groups.address)
  expect(addresses).toEqual(['data:,', DOCUMENT, '/public-docs/scalar.js'])
})

test('the script of the page is the package’s own, sent small', async () => {
  const { app } = await harness()
  const { headers, rawPayload } = await app.inject({
    url: '/public-docs/scalar.js',
    headers: { 'accept-encoding': 'gzip, br' },
  })
  expect(headers).toMatchObject({ 'content-encoding': 'gzip', 'content-type': 'text/javascript; charset=utf-8' })
  expect(gunzipSync(rawPayload).toString()).toContain('createApiReference')
})

test('llms.txt names every operation, the base address and the document', async () => {
  const { get } = await browser()
  const { body, headers } = await get('/llms.txt')
  expect(headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(body).toContain(`http://localhost:3000${DOCUMENT}`)
  const lines = publicApi.flatMap(({ methods, path, summary }) =>
    methods.map((method) => `- \`${method} ${path.replace(/:(\w+)/g, '{$1}')}\`: ${summary}.`),
  )
  expect(lines.filter((line) => !body.includes(line))).toEqual([])
})
