import { describe, expect, onTestFinished, test } from 'vitest'
import type { Answer } from './client.ts'
import { harness } from './harness.ts'
import { routesOf } from './routes.ts'
import { secondNode } from './second-node.ts'

const JSON_BODY = { 'content-type': 'application/json' }

/** Without what differs from one request to the next. */
function sayingOf({ status, body }: Answer): unknown {
  return { ...body, status, requestId: '', instance: '' }
}

describe('credentials', () => {
  test('a key of another workspace gets 401, for ids that exist and for those that do not', async () => {
    const home = await harness()
    const other = await harness()
    const { id } = await home.make.property()
    const stranger = home.as(other.asKey.token ?? '')
    const known = await stranger.get(`/properties/${id}`)
    const unknown = await stranger.get('/properties/0198f6a2-7c3b-7d11-9f5e-2b1f4c6a8d90')
    const nowhere = await stranger.send('GET', '/api/v1/workspaces/no-such-workspace/properties')
    expect(known).toMatchObject({ status: 401, body: { code: 'invalid_token' } })
    expect(sayingOf(unknown)).toEqual(sayingOf(known))
    expect(sayingOf(nowhere)).toEqual(sayingOf(known))
  })

  test('a user without membership gets 403, and 404 where there is no workspace', async () => {
    const home = await harness()
    const { token } = await home.make.stranger()
    expect(await home.as(token).get('/properties')).toMatchObject({
      status: 403,
      body: { code: 'workspace_forbidden' },
    })
    for (const workspace of ['no-such-workspace', 'NO', '%00', '..%2F', '%F0%9F%98%80', 'x'.repeat(200)]) {
      const answer = await home.as(token).send('GET', `/api/v1/workspaces/${workspace}/properties`)
      expect(answer).toMatchObject({ status: 404, body: { code: 'workspace_not_found' } })
    }
  })

  test.for([
    '',
    'Bearer',
    'Bearer ',
    'Basic YTpi',
    'Token x',
    'Bearer a b',
    'Bearer a,b',
    `Bearer ${'x'.repeat(5000)}`,
    'Bearer \u00fc',
    'Bearer null',
    'Bearer ink_srv_',
    'Bearer {"alg":"none"}',
  ])('the header "Authorization: %s" gets 401', async (authorization) => {
    const { asNobody, workspaceId } = await harness()
    const answer = await asNobody.send('GET', `/api/v1/workspaces/${workspaceId}/properties`, undefined, {
      authorization,
    })
    expect(answer).toMatchObject({ status: 401, body: { code: 'invalid_token' } })
    expect(answer.headers['www-authenticate']).toMatch(/^Bearer/)
  })

  test('the scheme is read in any case, and the token as it is', async () => {
    const { asNobody, asKey, workspaceId } = await harness()
    const url = `/api/v1/workspaces/${workspaceId}/properties`
    const token = asKey.token ?? ''
    expect((await asNobody.send('GET', url, undefined, { authorization: `bEARER   ${token}` })).status).toBe(200)
    expect(
      (await asNobody.send('GET', url, undefined, { authorization: `Bearer ${token.toUpperCase()}` })).status,
    ).toBe(401)
    expect((await asNobody.send('GET', url, undefined, { authorization: `Bearer ${token}x` })).status).toBe(401)
    const { body } = await asNobody.send('GET', url, undefined, { authorization: token })
    expect(body.detail).toContain('in the header "Authorization: Bearer')
  })

  test('an expired key and an expired session get 401', async () => {
    let hours = 0
    const node = await secondNode({ now: () => new Date(Date.now() + hours * 3_600_000) })
    onTestFinished(() => node.close())
    const home = await harness(node)
    const key = await home.make.key({ expiresAt: new Date(Date.now() + 1_800_000).toISOString() })
    const clients = [home.as(key.value), home.asUser]
    for (const client of clients) expect((await client.get('/properties')).status).toBe(200)
    hours = 1.1
    for (const client of clients)
      expect(await client.get('/properties')).toMatchObject({ status: 401, body: { code: 'invalid_token' } })
  })

  test('a revoked key gets 401 at once', async () => {
    const home = await harness()
    const { id, value } = await home.make.key()
    expect((await home.as(value).get('/properties')).status).toBe(200)
    await home.asAdmin.delete(`/api-keys/${id}`)
    expect(await home.as(value).get('/properties')).toMatchObject({ status: 401, body: { code: 'invalid_token' } })
  })
})

describe('addresses', () => {
  test('a request id of the caller is kept when it is one, and replaced when it is not', async () => {
    const { asKey, asNobody } = await harness()
    for (const own of ['a', 'Night-Audit_7.1:42', 'x'.repeat(128)]) {
      const answer = await asNobody.get('/properties', { 'x-request-id': own })
      expect([answer.headers['x-request-id'], answer.body.requestId]).toEqual([own, own])
    }
    for (const odd of ['', 'a b', 'x'.repeat(129), 'a/b', '<script>', 'ü']) {
      const answer = await asKey.get('/properties', { 'x-request-id': odd })
      expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
    }
  })

  test('an unknown address is 404, whatever its form', async () => {
    const { asKey } = await harness()
    for (const url of [
      '/nothing',
      '/api/v1/nothing',
      '/api/v2/workspaces',
      '/api/v1/workspaces/',
      '//',
      '/%',
      '/api/v1/%zz',
      `/${'x'.repeat(9000)}`,
    ]) {
      const answer = await asKey.send('GET', url)
      expect(answer, url).toMatchObject({ status: 404, body: { code: 'route_not_found' } })
      expect(answer.headers['x-request-id']).toBe(answer.body.requestId)
      expect(answer.headers['x-api-contract']).toBe('1.4.0')
    }
  })

  test('what is on the other surface is pointed at', async () => {
    const { asKey } = await harness()
    const detailOf = async (url: string): Promise<string> => (await asKey.send('GET', url)).body.detail
    const [open, console] = ['/api/v1/workspaces/acme', '/api/app/v1/workspaces/acme']
    const at = 'No such address. What you mean is at'
    expect(await detailOf(`${open}/reservations?limit=1`)).toBe(
      `${at} ${console}/reservations, for people who are signed in.`,
    )
    expect(await detailOf(`${console}/properties/x`)).toBe(`${at} ${open}/properties/x.`)
    expect(await detailOf(`${open}/nothing`)).toBe('No such address.')
  })

  test('a method that an address does not have is 405 and says which it has', async () => {
    const { asKey, workspaceId } = await harness()
    const url = `/api/v1/workspaces/${workspaceId}/properties`
    const list = await asKey.send('DELETE', url)
    expect(list).toMatchObject({ status: 405, body: { code: 'method_not_allowed' } })
    expect(list.headers.allow?.split(', ').toSorted()).toEqual(['GET', 'HEAD', 'POST'])
    const item = await asKey.send('POST', `${url}/0198f6a2-7c3b-7d11-9f5e-2b1f4c6a8d90`, '{}', JSON_BODY)
    expect(item.headers.allow?.split(', ').toSorted()).toEqual(['DELETE', 'GET', 'HEAD', 'PATCH', 'PUT'])
  })

  test('every address says which methods it has', async () => {
    const { app } = await harness()
    const routes = routesOf(app).filter(({ path }) => !path.includes('*'))
    expect(routes.length).toBeGreaterThan(300)
    for (const [path, all] of Map.groupBy(routes, (route) => route.path)) {
      const has = all.map(({ method }) => method)
      const { statusCode, headers } = await app.inject({ method: 'TRACE', url: path.replace(/:\w+/g, 'x') })
      expect([statusCode, String(headers.allow).split(', ')], path).toEqual([405, expect.arrayContaining(has)])
    }
  })

  test('HEAD answers as GET does, without the body', async () => {
    const { asKey, asNobody, make, workspaceId } = await harness()
    const { id } = await make.property()
    const url = `/api/v1/workspaces/${workspaceId}/properties/${id}`
    const [get, head] = [await asKey.send('GET', url), await asKey.send('HEAD', url)]
    expect([head.status, head.body, head.headers.etag]).toEqual([200, '', get.headers.etag])
    expect(head.headers['content-length']).toBe(get.headers['content-length'])
    expect((await asNobody.send('HEAD', url)).status).toBe(401)
  })
})
