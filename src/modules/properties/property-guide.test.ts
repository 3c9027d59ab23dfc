import { expect, test } from 'vitest'
import { harness } from '#test/harness.ts'

const WORDS = { accessNotes: 'Key box 4711', wifiPassword: 'hush-hush', houseRules: 'No smoking\nNo parties' }

test('the guide is read and changed by the console, with versions, and a member only reads', async () => {
  const { asAdmin, asConsole, make } = await harness()
  const { id } = await make.property()
  const path = `/properties/${id}/guide`
  expect((await asAdmin.get(path)).body).toMatchObject({ id, accessNotes: null, wifiPassword: null, houseRules: null })
  const set = await asAdmin.patch(path, WORDS)
  expect(set.body).toMatchObject(WORDS)
  expect((await asAdmin.patch(path, { ...set.body, houseRules: null })).body).toMatchObject({
    ...WORDS,
    houseRules: null,
  })
  const stale = await asAdmin.patch(path, { houseRules: 'x' }, { 'if-match': set.headers.etag ?? '' })
  expect(stale.body.code).toBe('precondition_failed')
  const member = asConsole((await make.person()).token)
  expect((await member.get(path)).body.wifiPassword).toBe('hush-hush')
  expect((await member.patch(path, WORDS)).body.code).toBe('insufficient_role')
})

test('nothing of it is in public REST, in answers, searches or events', async () => {
  const { asAdmin, asKey, as, make, runtime, workspaceId } = await harness()
  const { id } = await make.property({ name: 'Casa' })
  await asAdmin.patch(`/properties/${id}/guide`, WORDS)
  const restricted = as((await make.key({ integrationType: 'restricted', scopes: ['properties:read'] })).value)
  const answers = [
    await asKey.get('/properties'),
    await asKey.get(`/properties/${id}`),
    await restricted.get('/properties'),
    await asKey.patch(`/properties/${id}`, { city: 'Lisbon' }),
    await asKey.get(`/properties/${id}/guide`),
    await asKey.get('/properties?q=hush-hush'),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 404, 200])
  expect(answers[5]?.body.pagination.total).toBe(0)
  const { rows } = await runtime.database.pool.raw('select payload::text from outbox where workspace_id = $1', [
    workspaceId,
  ])
  for (const text of [...Object.values(WORDS), ...Object.keys(WORDS)]) {
    expect(JSON.stringify(answers.map(({ body }) => body))).not.toContain(JSON.stringify(text).slice(1, -1))
  }
  expect(JSON.stringify(rows)).not.toContain('hush-hush')
  for (const [field, value] of Object.entries(WORDS)) {
    expect((await asKey.patch(`/properties/${id}`, { [field]: value })).body).toMatchObject({
      status: 400,
      errors: [{ pointer: `/${field}`, code: 'unknown_field' }],
    })
  }
})
