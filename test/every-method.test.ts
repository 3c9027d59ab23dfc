import { METHODS } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { harness, type TestApp } from './harness.ts'
import { rawAnswer, rawAnswers } from './raw-http.ts'
import { routesOf } from './routes.ts'
import { secondNode } from './second-node.ts'

const HOST = 'Host: api.example'
const CLOSE = 'Connection: close'
const MADE_UP = ['BREW', 'QUERYX', 'get', 'X-MEN', '!', 'A'.repeat(300)]

async function node(addressPerMinute = 10_000_000): Promise<TestApp> {
  const rateLimit = { perMinute: 10_000_000, burst: 1_000_000, addressPerMinute }
  const server = await secondNode({ config: { rateLimit } })
  onTestFinished(() => server.close())
  return server
}

/** One address for every kind of door, and some that match none. */
function paths(workspaceId: string): string[] {
  return [
    '/',
    '/nothing',
    '/health',
    '/health/ready',
    '/metrics',
    '/w/x',
    '/t/x',
    '/m/x/y',
    '/assets/x.js',
    '/authorize',
    '/token',
    '/v1/mcp-server',
    '/v1/agent/sessions/x',
    '/v1/internal/ai-gateway/health',
    '/v1/internal/ai-gateway/x',
    '/v1/integrations/slack/callback',
    '/api/v1/auth/token',
    '/api/v1/files/x',
    '/api/v1/public/shared-task/x',
    `/api/v1/workspaces/${workspaceId}/tasks`,
    '/api/app/v1/session',
    `/api/app/v1/workspaces/${workspaceId}/changes`,
    '/public-docs',
    '/%zz',
    '/t/%ff%00',
    '*',
    'http://elsewhere.example/nothing',
  ]
}

/** Odd requests, and the status each one gets. */
const ODD: Record<string, { text: string | Buffer; status: number }> = {
  'two Host headers': { text: `GET /health HTTP/1.1\r\n${HOST}\r\nHost: other.example`, status: 400 },
  'two equal Host headers': { text: `GET /health HTTP/1.1\r\n${HOST}\r\n${HOST}`, status: 400 },
  'no Host header': { text: 'GET /health HTTP/1.1', status: 400 },
  'an expectation that nobody knows': { text: `GET /nothing HTTP/1.1\r\n${HOST}\r\nExpect: miracles`, status: 417 },
  'a tunnel': { text: 'CONNECT db.example:5432 HTTP/1.1\r\nHost: db.example:5432', status: 405 },
  TRACE: { text: `TRACE /health HTTP/1.1\r\n${HOST}`, status: 405 },
  'HTTP/0.9': { text: 'GET /', status: 400 },
  'HTTP/2.0 in words': { text: `GET /nothing HTTP/2.0\r\n${HOST}`, status: 400 },
  'HTTP/9.9': { text: `GET / HTTP/9.9\r\n${HOST}`, status: 400 },
  'the preface of HTTP/2': { text: 'PRI * HTTP/2.0\r\n\r\nSM', status: 400 },
  'a version with letters': { text: `GET / HTTP/x\r\n${HOST}`, status: 400 },
  'OPTIONS *': { text: `OPTIONS * HTTP/1.1\r\n${HOST}`, status: 404 },
  'length and chunks': {
    text: `POST /token HTTP/1.1\r\n${HOST}\r\nContent-Length: 4\r\nTransfer-Encoding: chunked`,
    status: 400,
  },
  'two lengths': { text: `POST /token HTTP/1.1\r\n${HOST}\r\nContent-Length: 4\r\nContent-Length: 5`, status: 400 },
  'a length that is none': { text: `POST /token HTTP/1.1\r\n${HOST}\r\nContent-Length: +4`, status: 400 },
  'chunks and something else': {
    text: `POST /token HTTP/1.1\r\n${HOST}\r\nTransfer-Encoding: chunked, identity`,
    status: 400,
  },
  'a blank before the colon': {
    text: `POST /token HTTP/1.1\r\n${HOST}\r\nTransfer-Encoding : chunked\r\nContent-Length: 0`,
    status: 400,
  },
  'a folded header': { text: `GET /nothing HTTP/1.1\r\n${HOST}\r\nX-A: b\r\n c: d`, status: 400 },
  'line feeds alone': { text: `GET /nothing HTTP/1.1\n${HOST}\n`, status: 400 },
  'a large header': { text: `GET / HTTP/1.1\r\n${HOST}\r\nX-A: ${'a'.repeat(40_000)}`, status: 431 },
  'a cookie of 64 KB': { text: `GET / HTTP/1.1\r\n${HOST}\r\nCookie: a=${'a'.repeat(65_536)}`, status: 431 },
  'a large address': { text: `GET /${'a'.repeat(40_000)} HTTP/1.1\r\n${HOST}`, status: 431 },
  'many headers': { text: `GET / HTTP/1.1\r\n${HOST}\r\n${'a:b\r\n'.repeat(4000)}`, status: 431 },
  'a percent sign and no code': { text: `GET /%zz HTTP/1.1\r\n${HOST}`, status: 404 },
  'bytes that are no text': { text: `GET /t/x/%ff%fe HTTP/1.1\r\n${HOST}`, status: 404 },
  'letters that have no code': { text: Buffer.from(`GET /t/\xe4 HTTP/1.1\r\n${HOST}`, 'latin1'), status: 400 },
  'an upgrade': {
    text: `GET /nothing HTTP/1.1\r\n${HOST}\r\nConnection: Upgrade\r\nUpgrade: websocket`,
    status: 404,
  },
  'numbers that are for this machine only': {
    text: `GET /metrics HTTP/1.1\r\n${HOST}\r\nX-Forwarded-For: 127.0.0.1`,
    status: 403,
  },
  'the page of another site at the tool server': {
    text: `POST /v1/mcp-server HTTP/1.1\r\n${HOST}\r\nOrigin: https://elsewhere.example\r\nContent-Length: 0`,
    status: 403,
  },
  'a body that no door reads': {
    text: `POST /nothing HTTP/1.1\r\n${HOST}\r\nContent-Type: text/plain\r\nContent-Length: 0`,
    status: 404,
  },
  'QUERY with a body': {
    text: `QUERY /nothing HTTP/1.1\r\n${HOST}\r\nContent-Type: application/json\r\nContent-Length: 0`,
    status: 404,
  },
}

const whole = (text: string | Buffer): Buffer => Buffer.concat([Buffer.from(text), Buffer.from(`\r\n${CLOSE}\r\n\r\n`)])

test('every method at every door: never a fault of ours, always a request id, and whoever is refused is counted', async () => {
  const { app } = await node()
  const { workspaceId } = await harness()
  const wrong: string[] = []
  const asked = [...METHODS, ...MADE_UP].map(async (method) => {
    for (const path of paths(workspaceId)) {
      const answer = await rawAnswer(app, whole(`${method} ${path} HTTP/1.1\r\n${HOST}`))
      const { status = 0, headers = {} } = answer ?? {}
      const isRefused = status >= 400
      const isGood = status > 0 && status < 500 && headers['x-request-id'] && (!isRefused || headers['ratelimit'])
      if (!isGood) wrong.push(`${method} ${path}: ${status} ${JSON.stringify(headers)}`)
    }
  })
  await Promise.all(asked)
  expect(wrong).toEqual([])
})

test('every method at every address that there is', async () => {
  const { app } = await node()
  const { workspaceId } = await harness()
  const known = routesOf(app).map(({ path }) =>
    path.replace(':workspaceId', workspaceId).replaceAll(/:\w+/g, 'x').replace('*', 'y'),
  )
  expect(known.length).toBeGreaterThan(200)
  const wrong: string[] = []
  for (const url of new Set(known)) {
    const answers = METHODS.filter((method) => method !== 'CONNECT').map(async (method) => {
      const { statusCode, headers } = await app.inject({ method: method as 'GET', url })
      if (statusCode >= 500 || !headers['x-request-id'] || (statusCode >= 400 && !headers['ratelimit']))
        wrong.push(`${method} ${url}: ${statusCode} ${JSON.stringify(headers)}`)
    })
    await Promise.all(answers)
  }
  expect(wrong).toEqual([])
})

test.for(Object.entries(ODD))('%s is answered, with a request id', async ([, { text, status }]) => {
  const { app } = await node()
  const answers = await rawAnswers(app, whole(text))
  expect(answers.map((answer) => answer.status)).toEqual([status])
  expect(answers[0]?.headers).toMatchObject({
    'x-request-id': expect.any(String),
    'x-ratelimit-remaining': expect.any(String),
    'x-content-type-options': 'nosniff',
  })
  expect(JSON.parse(answers[0]?.body ?? '')).toMatchObject({ status, requestId: answers[0]?.headers['x-request-id'] })
})

test('whoever has been refused too often is told so, whatever they send', async () => {
  const { app } = await node(1)
  for (let count = 0; count < 10; count++) await rawAnswer(app, whole(`QUERY /nothing HTTP/1.1\r\n${HOST}`))
  const later = Object.entries(ODD).map(async ([name, { text }]) => {
    const answer = await rawAnswer(app, whole(text))
    return [name, answer?.status, Number(answer?.headers['retry-after']) > 0]
  })
  expect(await Promise.all(later)).toEqual(Object.keys(ODD).map((name) => [name, 429, true]))
  // Static files and health checks are cheap and reveal nothing, so they still answer.
  expect(await rawAnswer(app, whole(`GET /health HTTP/1.1\r\n${HOST}`))).toMatchObject({ status: 200 })
})

test('an expectation that is known is met', async () => {
  const { app } = await node()
  const text = `POST /api/v1/auth/token HTTP/1.1\r\n${HOST}\r\nExpect: 100-Continue\r\nContent-Type: application/json\r\nContent-Length: 2\r\n${CLOSE}\r\n\r\n{}`
  expect((await rawAnswers(app, text)).map(({ status }) => status)).toEqual([100, 400])
})

test('requests that come behind each other on one connection each count', async () => {
  const { app } = await node(1)
  const one = `GET /nothing HTTP/1.1\r\n${HOST}\r\n\r\n`
  const answers = await rawAnswers(app, one.repeat(30) + String(whole(`GET /nothing HTTP/1.1\r\n${HOST}`)))
  const statuses = answers.map(({ status }) => status)
  expect(statuses).toHaveLength(31)
  expect(statuses.filter((status) => status !== 429).length).toBeLessThanOrEqual(10)
  expect(statuses.at(-1)).toBe(429)
})

test('what browsers and programs may ask of a page, however large, is no fault', async () => {
  const { app } = await node()
  const asked = [
    'Accept-Encoding: ((((*',
    `Accept-Encoding: ${'gzip,'.repeat(3000)}`,
    'Range: bytes=0-1,5-7,-9999999999',
    `If-None-Match: ${'"a",'.repeat(3500)}`,
    `Cookie: ${'a=b;'.repeat(3500)}`,
    'If-Modified-Since: never',
    'X-Forwarded-For: "',
  ]
  for (const path of ['/public-docs', '/openapi.json', '/t/x', '/w/', '/health', '/llms.txt']) {
    for (const header of asked) {
      const answer = await rawAnswer(app, whole(`GET ${path} HTTP/1.1\r\n${HOST}\r\n${header}`))
      expect([path, header.slice(0, 30), answer?.status]).toEqual([path, header.slice(0, 30), 200])
    }
  }
})
