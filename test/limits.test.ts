import { describe, expect, onTestFinished, test } from 'vitest'
import type { Answer } from './client.ts'
import { harness, type Harness } from './harness.ts'
import { secondNode } from './second-node.ts'

describe('limits', () => {
  /** So slow that nothing comes back during a test. */
  const RATE_LIMIT = { perMinute: 1, burst: 5, addressPerMinute: 60 }

  async function limited(): Promise<Harness> {
    const node = await secondNode({ config: { rateLimit: RATE_LIMIT } })
    onTestFinished(() => node.close())
    return harness(node)
  }

  function expectLimitHeaders({ headers }: { headers: Record<string, unknown> }, limit: number): void {
    expect(headers['x-ratelimit-limit']).toBe(String(limit))
    expect(Number(headers['x-ratelimit-remaining'])).toBeGreaterThanOrEqual(0)
    expect(Number(headers['x-ratelimit-reset'])).toBeGreaterThanOrEqual(0)
    expect(headers['ratelimit-policy']).toMatch(new RegExp(`^"default";q=${limit};w=\\d+$`))
    expect(headers.ratelimit).toBe(`"default";r=${headers['x-ratelimit-remaining']};t=${headers['x-ratelimit-reset']}`)
  }

  test('each message of a batch for the tool server counts', async () => {
    const home = await limited()
    const send = async (count: number) => {
      const payload = Array.from({ length: count }, (_, id) => ({ jsonrpc: '2.0', id, method: 'ping' }))
      const headers = {
        authorization: `Bearer ${home.asKey.token}`,
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2025-03-26',
      }
      const answer = await home.app.inject({ method: 'POST', url: '/v1/mcp-server', headers, payload })
      return [answer.statusCode, answer.headers['x-ratelimit-remaining']]
    }
    expect(await send(3)).toEqual([200, '2'])
    expect(await send(20)).toEqual([429, '0'])
  })

  test('a credential beyond its burst gets 429 with Retry-After, and every answer says what is left', async () => {
    const home = await limited()
    const answers = await Promise.all(Array.from({ length: 20 }, () => home.asKey.get('/properties/x')))
    const refused = answers.filter(({ status }) => status === 429)
    expect(answers.filter(({ status }) => status === 400).length).toBeGreaterThanOrEqual(RATE_LIMIT.burst)
    expect(refused.length).toBeGreaterThan(0)
    for (const answer of answers) expectLimitHeaders(answer, RATE_LIMIT.burst)
    for (const answer of refused) {
      expect(answer).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
      expect(answer.body.retryable).toBe(true)
      expect(Number(answer.headers['retry-after'])).toBeGreaterThanOrEqual(1)
    }
  })

  test('the headers are on successes and refusals of every kind', async () => {
    const home = await limited()
    const answers = [
      await home.asKey.get('/properties'),
      await home.asKey.post('/properties', { name: 'Casa' }),
      await home.asKey.get('/properties?limit=0'),
      await home.asUser.get('/properties'),
      await home.as((await home.make.key({ scopes: ['tasks:read'] })).value).get('/properties'),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 201, 400, 200, 403])
    for (const answer of answers) expectLimitHeaders(answer, RATE_LIMIT.burst)
    // From where nobody else has asked within the last minute.
    const ask = (path: string, headers = {}) =>
      home.app.inject({ url: `/api/v1/${path}`, headers, remoteAddress: '192.0.2.11' })
    const strangers = [
      await ask(`workspaces/${home.workspaceId}/properties`),
      await ask('auth/me', { authorization: `Bearer ${home.asKey.token}` }),
    ]
    expect(strangers.map(({ statusCode }) => statusCode)).toEqual([401, 401])
    for (const answer of strangers) expectLimitHeaders(answer, 15)
  })

  test('each credential has its own', async () => {
    const home = await limited()
    const exhausted = await Promise.all(Array.from({ length: 12 }, () => home.asKey.get('/properties')))
    expect(exhausted.map(({ status }) => status)).toContain(429)
    const other = await home.make.key()
    expect((await home.as(other.value).get('/properties')).status).toBe(200)
    expect((await home.asUser.get('/properties')).status).toBe(200)
  })

  test('strangers share the limit of their address', async () => {
    const { app, workspaceId } = await limited()
    const knock = (remoteAddress: string) =>
      app.inject({ url: `/api/v1/workspaces/${workspaceId}/properties`, remoteAddress })
    const answers = await Promise.all(Array.from({ length: 40 }, () => knock('192.0.2.7')))
    const statuses = new Set(answers.map(({ statusCode }) => statusCode))
    expect([...statuses].toSorted()).toEqual([401, 429])
    expect((await knock('192.0.2.8')).statusCode).toBe(401)
    const neighbours = await Promise.all(Array.from({ length: 40 }, (_, n) => knock(`2001:db8:7:7::${n + 1}`)))
    expect(new Set(neighbours.map(({ statusCode }) => statusCode))).toContain(429)
    expect((await knock('2001:db8:7:8::1')).statusCode).toBe(401)
  })
})

describe('sign-in', () => {
  function signIn({ asNobody }: Harness, email: string, password: string): Promise<Answer> {
    return asNobody.send('POST', '/api/v1/auth/token', JSON.stringify({ email, password }), {
      'content-type': 'application/json',
    })
  }

  test('the 11th try in a minute for one e-mail is 429, known or not; other e-mails are free', async () => {
    const home = await harness()
    const person = await home.make.person({ password: 'correct horse' })
    for (const email of [person.email, `nobody-${person.email}`]) {
      for (let attempt = 1; attempt <= 10; attempt++) {
        const spelled = attempt % 2 === 0 ? email.toUpperCase() : email
        expect((await signIn(home, spelled, 'wrong')).status).toBe(401)
      }
      const limited = await signIn(home, email, 'correct horse')
      expect(limited).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
      const { headers } = limited
      expect(Number(headers['retry-after'])).toBeGreaterThan(0)
      expect(limited.body.detail).toBe(`Too many requests. Try again in ${headers['retry-after']} s.`)
      // Of this limit, not of the one for the address.
      expect(headers).toMatchObject({ 'x-ratelimit-limit': '10', 'x-ratelimit-remaining': '0' })
      expect(headers.ratelimit).toBe(`"default";r=0;t=${headers['x-ratelimit-reset']}`)
      expect(Number(headers['x-ratelimit-reset'])).toBeGreaterThanOrEqual(Number(headers['retry-after']))
    }
    const other = await home.make.person({ password: 'correct horse' })
    expect((await signIn(home, other.email, 'correct horse')).status).toBe(200)
  })

  test('an unknown e-mail and a wrong password get the same answer', async () => {
    const home = await harness()
    const person = await home.make.person({ password: 'correct horse' })
    const wrong = await signIn(home, person.email, 'wrong')
    const unknown = await signIn(home, `nobody-${person.email}`, 'wrong')
    expect(wrong.status).toBe(401)
    expect({ ...unknown.body, requestId: '' }).toEqual({ ...wrong.body, requestId: '' })
    expect(Object.keys(unknown.headers).toSorted()).toEqual(Object.keys(wrong.headers).toSorted())
  })
})
