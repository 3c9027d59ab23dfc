import { describe, expect, test } from 'vitest'
import { many } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import { backend } from './database.ts'
import { harness } from './harness.ts'

describe('Idempotency-Key', () => {
  const key = (text: string) => ({ 'idempotency-key': text })

  test.for(['', '   ', 'k'.repeat(256), 'schlüssel', 'a\tb'])('"%s" is refused with 400', async (text) => {
    const { asKey } = await harness()
    const answer = await asKey.post('/properties', { name: 'Casa' }, key(text))
    expect(answer).toMatchObject({ status: 400, body: { code: 'idempotency_key_invalid' } })
    expect(answer.body.errors[0].parameter).toBe('Idempotency-Key')
    expect((await asKey.get('/properties')).body.pagination.total).toBe(0)
  })

  test('the same write again is answered as the first time', async () => {
    const { asKey } = await harness()
    const first = await asKey.post('/properties', { name: 'Casa' }, key('k'.repeat(255)))
    const again = await asKey.post('/properties', { name: 'Casa' }, key('k'.repeat(255)))
    expect([first.status, first.headers['idempotency-replayed']]).toEqual([201, undefined])
    expect([again.status, again.headers['idempotency-replayed']]).toEqual([201, 'true'])
    expect(again.body).toEqual(first.body)
    for (const name of ['location', 'etag', 'content-type']) expect(again.headers[name]).toBe(first.headers[name])
    expect((await asKey.get('/properties')).body.pagination.total).toBe(1)
  })

  test('another body under the same key is 422', async () => {
    const { asKey } = await harness()
    await asKey.post('/properties', { name: 'Casa' }, key('one'))
    const other = await asKey.post('/properties', { name: 'Villa' }, key('one'))
    expect(other).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } })
    expect((await asKey.get('/properties')).body.pagination.total).toBe(1)
  })

  test('the key counts for one caller, one method and one address', async () => {
    const home = await harness()
    const { id } = await home.make.property()
    const answers = [
      await home.asKey.post('/properties', { name: 'Casa' }, key('one')),
      await home.as((await home.make.key()).value).post('/properties', { name: 'Casa' }, key('one')),
      await home.asUser.post('/properties', { name: 'Casa' }, key('one')),
      await home.asKey.patch(`/properties/${id}`, { name: 'Casa' }, key('one')),
      await home.asKey.put(`/properties/${id}`, { name: 'Casa' }, key('one')),
    ]
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 200, 200])
    expect(answers.map(({ headers }) => headers['idempotency-replayed'])).toEqual(answers.map(() => undefined))
  })

  test('an address is the same however it is spelled', async () => {
    const { asKey, make, workspaceId } = await harness()
    const { id } = await make.property()
    const encoded = `%${workspaceId.charCodeAt(0).toString(16)}${workspaceId.slice(1)}`
    const api = '/api/v1/workspaces'
    const json = { 'content-type': 'application/json', ...key('one') }
    const body = JSON.stringify({ name: 'Casa' })
    await asKey.post('/properties', { name: 'Casa' }, key('one'))
    await asKey.patch(`/properties/${id}`, { name: 'Casa' }, key('one'))
    const again = [
      await asKey.send('POST', `${api}/${encoded}/properties`, body, json),
      await asKey.send('PATCH', `${api}/${workspaceId}/properties/${id.toUpperCase()}`, body, json),
    ]
    expect(again.map(({ headers }) => headers['idempotency-replayed'])).toEqual(['true', 'true'])
    expect((await asKey.get('/properties')).body.pagination.total).toBe(2)
  })

  test('twenty at once have one effect', async () => {
    const { asKey } = await harness()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => asKey.post('/properties', { name: 'Casa' }, key('twins'))),
    )
    const made = answers.filter(({ status }) => status === 201)
    expect(new Set(made.map(({ body }) => body.id)).size).toBe(1)
    expect(made.filter(({ headers }) => headers['idempotency-replayed'] === undefined)).toHaveLength(1)
    const others = answers.filter(({ status }) => status !== 201)
    for (const answer of others)
      expect(answer).toMatchObject({ status: 409, body: { code: 'idempotency_in_progress' } })
    // The embedded database is one session: there the twins queue, and all get the answer.
    expect(others.length).toBeLessThanOrEqual(backend === 'pglite' ? 0 : 19)
    expect((await asKey.get('/properties')).body.pagination.total).toBe(1)
  })

  test('a refusal is not kept: the same key may try again', async () => {
    const { asKey } = await harness()
    const refused = await asKey.post('/properties', { name: 'Casa', minNights: 5, maxNights: 2 }, key('again'))
    expect(refused.status).toBe(422)
    const accepted = await asKey.post('/properties', { name: 'Casa', minNights: 2, maxNights: 5 }, key('again'))
    expect([accepted.status, accepted.headers['idempotency-replayed']]).toEqual([201, undefined])
  })

  test('the value of a new key is not kept with it', async () => {
    const { asAdmin, runtime } = await harness()
    const wanted = { name: 'Export', integrationType: 'server', scopes: ['tasks:read'] }
    const first = await asAdmin.post('/api-keys', wanted, key('secret'))
    const again = await asAdmin.post('/api-keys', wanted, key('secret'))
    expect(first.body.value).toMatch(/^ink_srv_/)
    expect(again.body).toEqual({ ...first.body, value: null })
    const kept = await many<{ body: string }>(runtime.database.pool, sql`select body from idempotency_keys`)
    expect(kept.filter(({ body }) => body.includes(first.body.id))).toHaveLength(1)
    expect(kept.filter(({ body }) => body.includes(first.body.value))).toEqual([])
  })
})

describe('ETag', () => {
  test('If-None-Match with the current one is 304, for a key that sees less it is another', async () => {
    const home = await harness()
    const { id } = await home.make.property()
    const { headers } = await home.asKey.get(`/properties/${id}`)
    const same = await home.asKey.get(`/properties/${id}`, { 'if-none-match': `"0.x", W/${headers.etag}` })
    expect([same.status, same.body, same.headers.etag]).toEqual([304, '', headers.etag])
    const reduced = await home.make.key({ integrationType: 'restricted', scopes: ['properties:read'] })
    expect(
      (await home.as(reduced.value).get(`/properties/${id}`, { 'if-none-match': headers.etag ?? '' })).status,
    ).toBe(200)
  })

  test('If-Match with an old one is 412 and changes nothing', async () => {
    const { asKey, make } = await harness()
    const { id } = await make.property()
    const path = `/properties/${id}`
    const old = { 'if-match': (await asKey.get(path)).headers.etag ?? '' }
    expect((await asKey.patch(path, { name: 'Villa' }, old)).status).toBe(200)
    const before = await asKey.get(path)
    const refusals = [
      await asKey.patch(path, { name: 'Lost' }, old),
      await asKey.put(path, { name: 'Lost' }, old),
      await asKey.delete(path, old),
      await asKey.patch(path, { name: 'Lost' }, { 'if-match': '"junk"' }),
      await asKey.patch(path, { name: 'Lost' }, { 'if-match': `W/${before.headers.etag}` }),
    ]
    for (const answer of refusals) expect(answer).toMatchObject({ status: 412, body: { code: 'precondition_failed' } })
    for (const tag of ['junk', '', '1.x', '"1.x" "2.x"', '"1.x']) {
      const answer = await asKey.patch(path, { name: 'Lost' }, { 'if-match': tag })
      expect(answer.body, tag).toMatchObject({ code: 'invalid_request', errors: [{ parameter: 'If-Match' }] })
    }
    const after = await asKey.get(path)
    expect([after.body, after.headers.etag]).toEqual([before.body, before.headers.etag])
    expect((await asKey.delete(path, { 'if-match': `"0.x", ${after.headers.etag}` })).status).toBe(200)
  })

  test('If-Match is heard or refused, never passed over', async () => {
    const { asKey, asAdmin, make } = await harness()
    const { id: departmentId } = await make.department()
    const { id: tagId } = await make.tag()
    const { id } = (await asKey.post('/tasks', { title: 'Task', departmentId })).body
    const task = `/tasks/${id}`
    const old = { 'if-match': (await asKey.get(task)).headers.etag ?? '' }
    await asKey.patch(task, { title: 'Newer' })
    const link = {
      externalSource: 'acme',
      externalId: '1',
      actionUrl: 'https://acme.example/1',
      blocksCompletion: true,
    }
    const { body: item } = await asKey.post(`${task}/checklist-items`, link)
    const key = await make.key()
    await asAdmin.patch(`/api-keys/${key.id}`, { name: 'Newer' })
    const before = (await asKey.get(`${task}?include=checklist,tags`)).body
    const stale = [
      await asKey.put(`${task}/tags/${tagId}`, undefined, old),
      await asKey.delete(`${task}/tags/${tagId}`, old),
      await asKey.post(`${task}/checklist-items`, { ...link, externalId: '2' }, old),
      await asKey.post(`${task}/checklist-items/${item.id}/complete`, undefined, old),
      await asKey.post(`${task}/checklist-items/external/acme/1/complete`, undefined, old),
      await asAdmin.delete(`/api-keys/${key.id}`, { 'if-match': '"1.x"' }),
    ]
    for (const answer of stale) expect(answer.body).toMatchObject({ status: 412, code: 'precondition_failed' })
    expect((await asKey.get(`${task}?include=checklist,tags`)).body).toEqual(before)
    const now = { 'if-match': `"${before.version}.x"` }
    expect((await asKey.put(`${task}/tags/${tagId}`, undefined, now)).body.tags).toMatchObject([{ id: tagId }])
    const unheard = await asKey.post('/properties', { name: 'Casa' }, { 'if-match': '"1.x"' })
    expect(unheard.body).toMatchObject({ code: 'invalid_request', errors: [{ parameter: 'If-Match' }] })
    const unread = await asKey.get(task, { 'if-match': '"99.x"' })
    expect(unread.body).toMatchObject({ code: 'invalid_request', errors: [{ parameter: 'If-Match' }] })
    const absent = await asKey.patch(task, { title: 'Only if there is none' }, { 'if-none-match': '*' })
    expect(absent.body).toMatchObject({ code: 'invalid_request', errors: [{ parameter: 'If-None-Match' }] })
    // Some send it with everything.
    expect((await asKey.post('/properties', { name: 'Casa' }, { 'if-match': ' * ' })).status).toBe(201)
  })

  test('of twenty changes with the same If-Match one wins', async () => {
    const { asKey, make } = await harness()
    const { id } = await make.property()
    const etag = { 'if-match': (await asKey.get(`/properties/${id}`)).headers.etag ?? '' }
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => asKey.patch(`/properties/${id}`, { name: `Villa ${n}` }, etag)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 412)).toHaveLength(19)
  })
})
