import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Answer, Client } from './client.ts'
import { harness, type Harness, type TestApp } from './harness.ts'
import { secondNode } from './second-node.ts'

const JSON_BODY = { 'content-type': 'application/json' }
const MEBIBYTE = 1_048_576

let home: Harness
let propertyId: string
beforeAll(async () => {
  home = await harness()
  propertyId = (await home.make.property()).id
})

/** A request that nobody should send: what is wrong, how it is sent, and what it gets. */
interface BadRequest {
  name: string
  status: number
  code: string
  /** What the answer names: a pointer into the body or a parameter. */
  named?: string
  send(client: Client): Promise<Answer>
}

const invalid = { status: 400, code: 'invalid_request' }
const here = (path: string): string => `/api/v1/workspaces/${home.workspaceId}${path}`
const raw =
  (body: string | Buffer, headers = JSON_BODY) =>
  (client: Client) =>
    client.send('POST', here('/properties'), body, headers)
const patched = (json: string) => (client: Client) =>
  client.send('PATCH', here(`/properties/${propertyId}`), json, JSON_BODY)
const listed = (query: string) => (client: Client) => client.send('GET', here(`/properties?${query}`))

function body(name: string, json: string, pointer: string): BadRequest {
  return { name, ...invalid, named: pointer, send: patched(json) }
}

function query(name: string, text: string, parameter: string): BadRequest {
  return { name, ...invalid, named: parameter, send: listed(text) }
}

const deep = `{"customFields":{"a":${'['.repeat(40)}${']'.repeat(40)}}}`

const badRequests: BadRequest[] = [
  { name: 'not JSON', status: 400, code: 'invalid_json', send: raw('{"name": "Casa') },
  { name: 'an empty body', ...invalid, named: '', send: raw('') },
  { name: 'a list for an object', ...invalid, named: '', send: raw('[{"name":"Casa"}]') },
  { name: 'null for an object', ...invalid, named: '', send: raw('null') },
  {
    name: 'invalid UTF-8',
    status: 400,
    code: 'invalid_json',
    send: raw(Buffer.from('7b226e616d65223a22c328227d', 'hex')),
  },
  {
    name: 'wrong content type',
    status: 415,
    code: 'unsupported_media_type',
    send: raw('{"name":"Casa"}', { 'content-type': 'text/plain' }),
  },
  {
    name: 'a form',
    status: 415,
    code: 'unsupported_media_type',
    send: raw('name=Casa', { 'content-type': 'application/x-www-form-urlencoded' }),
  },
  {
    name: 'no content type',
    status: 415,
    code: 'unsupported_media_type',
    send: raw('{"name":"Casa"}', {} as typeof JSON_BODY),
  },
  { name: 'a body over 1 MB', status: 413, code: 'body_too_large', send: raw(padded(MEBIBYTE + 1)) },
  body('a name twice', '{"city":"Porto","city":"Lisbon"}', '/city'),
  body('a name twice, spelled in two ways', '{"city":"Porto","cit\\u0079" : ":"}', '/city'),
  body('a name twice deep inside', '{"customFields":{"a":[{"b":1,"b":1}]}}', '/customFields/a/0/b'),
  body('a line break in a name', '{"name":"Casa\\nAzul"}', '/name'),
  body('a control character in a name', '{"internalCode":"B\\u0007-1"}', '/internalCode'),
  body('an unknown field', '{"nmae":"Casa"}', '/nmae'),
  body('an unknown field with a name of its own syntax', '{"a/b~c":1}', '/a~1b~0c'),
  body('a wrong type', '{"bedrooms":"2"}', '/bedrooms'),
  body('a number for a text', '{"name":5}', '/name'),
  body('null where it cannot be', '{"name":null}', '/name'),
  body('a fraction for a whole number', '{"bedrooms":1.5}', '/bedrooms'),
  body('an unknown value of an enum', '{"status":"CLOSED"}', '/status'),
  body('a blank name', '{"name":" \\t "}', '/name'),
  body('a text that is too long', JSON.stringify({ name: 'x'.repeat(201) }), '/name'),
  body('a number out of range', '{"latitude":90.0001}', '/latitude'),
  body('a number too large for anything', '{"customFields":{"n":1e400}}', '/customFields/n'),
  body('a null byte', '{"name":"a\\u0000b"}', '/name'),
  body('a null byte in a name', '{"customFields":{"a\\u0000":1}}', '/customFields/a\\u0000'),
  body('a lone surrogate', '{"name":"\\ud83d"}', '/name'),
  body('a lone surrogate deep inside', '{"customFields":{"a":[{"b":"\\udc00"}]}}', '/customFields/a/0/b'),
  body('a name that would change every object', '{"customFields":{"__proto__":{"a":1}}}', '/customFields/__proto__'),
  body('endless nesting', deep, `/customFields/a${'/0'.repeat(30)}`),
  query('an unknown query parameter', 'colour=blue', 'colour'),
  query('a query parameter that every object has', '__proto__=x', '__proto__'),
  query('a query parameter with a name of its own syntax', 'a%2Fb~c=1', 'a/b~c'),
  query('a query parameter twice', 'limit=5&limit=5', 'limit'),
  query('an unknown value in the query', 'status=CLOSED', 'status'),
  query('a null byte in the query', 'q=a%00b', 'q'),
  query('a moment that is none', 'updatedSince=yesterday', 'updatedSince'),
  ...['0', '101', '1.5', 'ten', '0x10', '1e1', '', '-1', '%2B5', '5%20', '9'.repeat(40)].map((limit) =>
    query(`limit=${limit}`, `limit=${limit}`, 'limit'),
  ),
  ...['-1', '2147483648', '0.5', 'x', ''].map((offset) => query(`offset=${offset}`, `offset=${offset}`, 'offset')),
  ...['x', '1', '0198f6a2-7c3b-7d11-9f5e-2b1f4c6a8d9g', '%00', '%F0%9F%98%80', '..%2F..'].map((id): BadRequest => ({
    name: `an id that is no UUID: ${id}`,
    ...invalid,
    named: 'propertyId',
    send: (client) => client.send('GET', here(`/properties/${id}`)),
  })),
]

function padded(bytes: number): string {
  const around = JSON.stringify({ name: 'Casa', cleaningInstructions: '' }).length
  return JSON.stringify({ name: 'Casa', cleaningInstructions: 'x'.repeat(bytes - around) })
}

describe('what is malformed is refused, and named', () => {
  test.for(badRequests)('$name: $status', async ({ status, code, named, send }) => {
    const before = await home.asKey.get(`/properties/${propertyId}`)
    for (const client of [home.asKey, home.asUser]) {
      const answer = await send(client)
      expect([answer.status, answer.body.code]).toEqual([status, code])
      expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8')
      const places = answer.body.errors.map(
        (fault: { pointer?: string; parameter?: string }) => fault.pointer ?? fault.parameter,
      )
      expect(named === undefined ? [undefined] : places).toContain(named)
    }
    expect((await home.asKey.get(`/properties/${propertyId}`)).body).toEqual(before.body)
  })

  test('all that is wrong is said at once', async () => {
    const { body } = await home.asKey.send(
      'PATCH',
      `${here(`/properties/x`)}?limit=5`,
      '{"nmae":1,"bedrooms":"2"}',
      JSON_BODY,
    )
    const places = body.errors.map(
      (fault: { pointer?: string; parameter?: string }) => fault.pointer ?? fault.parameter,
    )
    expect(places.toSorted()).toEqual(['/bedrooms', '/nmae', 'limit', 'propertyId'])
  })

  test('a name or a word that is nearly right is asked about', async () => {
    const { body } = await home.asKey.patch(`/properties/${propertyId}`, { max_guests: 2, colour: 'red' })
    expect(body.errors).toEqual([
      {
        pointer: '/max_guests',
        code: 'unknown_field',
        message: 'This field is not known here. Did you mean maxGuests?',
      },
      { pointer: '/colour', code: 'unknown_field', message: 'This field is not known here.' },
    ])
    const parts = await home.asKey.patch(`/tasks/${propertyId}`, { comment: 'x', tag: 'x', assignee: 'x', titel: 'x' })
    expect(parts.body.errors.map(({ message }: { message: string }) => message)).toEqual([
      ...Array.from({ length: 3 }, () => 'This field is not known here.'),
      'This field is not known here. Did you mean title?',
    ])
    const wrong = await home.asKey.get('/tasks?status=open')
    expect(wrong.body.detail).toMatch(/^status: Must be one of OPEN, .* Did you mean OPEN\?$/)
  })

  test('of many faults twenty are listed and the rest is counted', async () => {
    const fields = Object.fromEntries(Array.from({ length: 57 }, (_, n) => [`field${n}`, n]))
    const { body } = await home.asKey.patch(`/properties/${propertyId}`, fields)
    expect(body.errors).toHaveLength(20)
    expect(body.detail).toBe('/field0: This field is not known here. (and 56 more)')
  })

  test.for([
    ['{"status":null}', { code: 'wrong_type', message: 'Must be string.' }],
    ['{"name":""}', { code: 'blank', message: 'Must not be empty.' }],
    ['{"name":"\\n"}', { code: 'blank', message: 'Must not be blank.' }],
    ['{"name":"\\u200b"}', { code: 'blank', message: 'Must not be blank.' }],
    ['{"name":"\\u2060 \\u00ad"}', { code: 'blank', message: 'Must not be blank.' }],
    ['{"name":"\\u3164\\ufe0f\\u2800"}', { code: 'blank', message: 'Must not be blank.' }],
    [JSON.stringify({ name: 'x'.repeat(201) }), { code: 'too_long', message: 'Must have at most 200 characters.' }],
    [
      '{"bedrooms":99999999999999999999}',
      {
        code: 'out_of_range',
        message: 'A whole number this large would be rounded. Free fields can have it as text.',
      },
    ],
    ['{"latitude":91}', { code: 'out_of_range', message: 'Must be at most 90.' }],
    [
      '{"name":"a\\tb"}',
      { code: 'wrong_format', message: 'Must be one line of text, without line breaks and other control characters.' },
    ],
  ] as const)('what is wrong with one value is said once and plainly: %s', async ([json, fault]) => {
    const { body } = await patched(json)(home.asKey)
    const [name] = Object.keys(JSON.parse(json))
    expect(body.errors).toEqual([{ pointer: `/${name}`, ...fault }])
  })

  test.for([
    ['{"name": "Casa",\n  nope}', 'The body is not valid JSON at line 2, column 3.'],
    ['{"name": "Casa"', 'The body is not valid JSON: it ends too soon.'],
    ['{"secret": "hunter2" x', 'The body is not valid JSON at line 1, column 22.'],
    [Buffer.from([0x22, 0xc3, 0x28, 0x22]), 'The body is not UTF-8.'],
  ] as const)('broken JSON is told where: %s', async ([text, detail]) => {
    expect((await raw(text)(home.asKey)).body).toMatchObject({ code: 'invalid_json', detail })
  })

  test('a text of line breaks may stand where one is meant', async () => {
    const { status } = await home.asKey.post('/properties', { name: 'Casa', address: 'Rua das Flores 12\nLisbon' })
    expect(status).toBe(201)
  })

  test('a body of exactly 1 MB is read', async () => {
    const answer = await home.asKey.send('POST', here('/properties'), padded(MEBIBYTE), JSON_BODY)
    expect([answer.status, answer.body.errors[0].pointer]).toEqual([400, '/cleaningInstructions'])
  })
})

const strangers: [string, () => string | undefined][] = [
  ['nobody', () => undefined],
  ['an unknown key', () => `ink_srv_${'a'.repeat(40)}_aaaaaa`],
  ['a token that is none', () => 'e30.e30.e30'],
]

describe.for(strangers)('%s gets 401 before any of it', ([, token]) => {
  test.for(badRequests)('$name', async ({ send }) => {
    const known = token()
    const answer = await send(known === undefined ? home.asNobody : home.as(known))
    expect([answer.status, answer.body.code, answer.body.errors]).toEqual([401, 'invalid_token', []])
    expect(answer.headers['www-authenticate']).toBe(known === undefined ? 'Bearer' : 'Bearer error="invalid_token"')
  })
})

describe('over a real connection', () => {
  let server: TestApp
  let address: string
  let port: number
  beforeAll(async () => {
    server = await secondNode()
    address = await server.app.listen({ port: 0, host: '127.0.0.1' })
    port = (server.app.server.address() as AddressInfo).port
  })
  afterAll(() => server.close())

  /** Bytes as they are, and all that comes back until the server hangs up. */
  async function exchange(bytes: string): Promise<string> {
    const socket = connect(port, '127.0.0.1')
    socket.end(bytes)
    return text(socket)
  }

  const problemIn = (answer: Response) => answer.json() as Promise<{ code: string }>

  const post = (content: string, headers: Record<string, string> = {}) =>
    fetch(address + here('/properties'), {
      method: 'POST',
      headers: { ...JSON_BODY, authorization: `Bearer ${home.asKey.token}`, ...headers },
      body: content,
    })

  test('a 10 MB string is refused and the server lives on', async () => {
    const answer = await post(JSON.stringify({ name: 'x'.repeat(10 * MEBIBYTE) }))
    expect([answer.status, (await problemIn(answer)).code]).toEqual([413, 'body_too_large'])
    expect((await post(JSON.stringify({ name: 'Casa' }))).status).toBe(201)
  })

  test('10 MB in pieces of unknown number are refused', async () => {
    const piece = new TextEncoder().encode('x'.repeat(65_536))
    let left = 160
    const stream = new ReadableStream({
      pull(controller) {
        if (left-- > 0) controller.enqueue(piece)
        else controller.close()
      },
    })
    const request = {
      method: 'POST',
      headers: { ...JSON_BODY, authorization: `Bearer ${home.asKey.token}` },
      body: stream,
      duplex: 'half',
    }
    const answer = await fetch(address + here('/properties'), request as RequestInit)
    expect([answer.status, (await problemIn(answer)).code]).toEqual([413, 'body_too_large'])
  })

  test('a 10 MB string of a stranger is not even looked at', async () => {
    const answer = await post(JSON.stringify({ name: 'x'.repeat(10 * MEBIBYTE) }), { authorization: 'Bearer x' })
    expect(answer.status).toBe(401)
  })

  test.for([
    ['a header of 32 KB', `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(32_768)}\r\n\r\n`, 431],
    ['an address of 32 KB', `GET /${'x'.repeat(32_768)} HTTP/1.1\r\nHost: x\r\n\r\n`, 431],
    ['what is not HTTP', 'hello there\r\nHost: x\r\n\r\n', 400],
    ['a header with a null byte', 'GET / HTTP/1.1\r\nHost: x\r\nX-Odd: a\0b\r\n\r\n', 400],
    ['a length that is none', 'POST /api/v1/auth/token HTTP/1.1\r\nHost: x\r\nContent-Length: ten\r\n\r\n', 400],
    [
      'two lengths',
      'POST /api/v1/auth/token HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
      400,
    ],
    ['no host', 'GET /api/v1/auth/me HTTP/1.1\r\n\r\n', 400],
  ] as const)('%s is refused, and the connection with it', async ([, bytes, status]) => {
    const answer = await exchange(bytes)
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    // Node itself answers a request without a host, before anybody else hears of it.
    const isOurs = /application\/problem\+json[^]*x-request-id[^]*"requestId"/.test(answer)
    expect(isOurs).toBe(bytes.includes('Host'))
    expect((await fetch(`${address}/health`)).status).toBe(200)
  })

  test('two Idempotency-Key headers are refused, and nothing is done', async () => {
    const before = (await home.asKey.get('/properties')).body.pagination.total
    const head = `POST ${here('/properties')} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${home.asKey.token}\r\nConnection: close\r\n`
    const keys = 'Idempotency-Key: one\r\nidempotency-key: two\r\n'
    const sent = '{"name":"Casa"}'
    const answer = await exchange(
      `${head}${keys}Content-Type: application/json\r\nContent-Length: ${sent.length}\r\n\r\n${sent}`,
    )
    expect(answer).toMatch(/^HTTP\/1.1 400 [^]*idempotency_key_invalid[^]*"parameter":"Idempotency-Key"/)
    expect((await home.asKey.get('/properties')).body.pagination.total).toBe(before)
  })

  test('a connection cut in the middle of a body changes nothing', async () => {
    const before = (await home.asKey.get('/properties')).body.pagination.total
    const head = `POST ${here('/properties')} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${home.asKey.token}\r\n`
    await exchange(`${head}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"name":"Casa"`)
    expect((await home.asKey.get('/properties')).body.pagination.total).toBe(before)
  })
})
