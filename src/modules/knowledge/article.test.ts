import { expect, test } from 'vitest'
import { many, run } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import { harness, type Harness } from '#test/harness.ts'

const WIFI = { title: 'The Wi-Fi does not work', body: '# First\nRestart it.\n\n## Still no\nCall us.' }

async function begun({ asAdmin }: Harness, fields: object = {}) {
  const { body } = await asAdmin.post('/articles', { ...WIFI, ...fields })
  return { path: `/articles/${body.id}`, id: body.id as string }
}

test('an article begins as a draft with a slug of its title, numbered when that is taken', async () => {
  const h = await harness()
  const { asAdmin } = h
  const created = await asAdmin.post('/articles', WIFI)
  expect(created.status).toBe(201)
  expect(created.body).toEqual({
    id: created.body.id,
    status: 'draft',
    publishedVersion: null,
    hasDraft: true,
    shows: 'draft',
    slug: 'the-wi-fi-does-not-work',
    ...WIFI,
    category: null,
    tags: [],
    propertyId: null,
    visibility: 'internal',
    language: 'en',
    sections: [
      { level: 1, heading: 'First' },
      { level: 2, heading: 'Still no' },
    ],
    source: null,
    sourceUrl: null,
    createdAt: expect.any(String),
    updatedAt: created.body.createdAt,
  })
  const many = await Promise.all(Array.from({ length: 4 }, () => asAdmin.post('/articles', WIFI)))
  expect(many.map(({ body }) => body.slug.at(-1)).toSorted()).toEqual(['2', '3', '4', '5'])
  const taken = await asAdmin.post('/articles', { ...WIFI, slug: 'the-wi-fi-does-not-work' })
  expect(taken.body).toMatchObject({ status: 409, code: 'article_slug_taken', errors: [{ pointer: '/slug' }] })
})

test('readers see what is published while the next text is written', async () => {
  const h = await harness()
  const { asAdmin } = h
  const { path } = await begun(h)
  expect((await asAdmin.get(`${path}?text=published`)).body.code).toBe('article_unpublished')
  expect((await asAdmin.get(path)).body.shows).toBe('draft')
  const published = await asAdmin.post(`${path}/publish`)
  expect(published.body).toMatchObject({
    status: 'published',
    publishedVersion: 1,
    hasDraft: false,
    shows: 'published',
  })
  const edited = await asAdmin.patch(path, { title: 'No Wi-Fi', tags: ['wifi'] })
  expect(edited.body).toMatchObject({ title: 'No Wi-Fi', shows: 'draft', hasDraft: true, publishedVersion: 1 })
  expect((await asAdmin.get(path)).body).toMatchObject({
    title: WIFI.title,
    tags: [],
    shows: 'published',
    hasDraft: true,
  })
  expect((await asAdmin.get('/articles')).body.items).toMatchObject([{ title: WIFI.title, hasDraft: true }])
  expect((await asAdmin.get('/articles')).body.items[0].body).toBeUndefined()
  const again = await asAdmin.post(`${path}/publish`)
  expect(again.body).toMatchObject({ title: 'No Wi-Fi', publishedVersion: 2, hasDraft: false })
  expect((await asAdmin.post(`${path}/publish`)).headers.etag).toBe(again.headers.etag)
  expect((await asAdmin.get(`${path}/versions`)).body).toMatchObject({
    items: [
      { number: 2, title: 'No Wi-Fi', publishedBy: { kind: 'user', id: h.admin.userId } },
      { number: 1, title: WIFI.title },
    ],
    pagination: { total: 2 },
  })
})

test('a text that is like the published one again is no draft, and a draft can be dropped', async () => {
  const h = await harness()
  const { asAdmin } = h
  const { path } = await begun(h)
  expect((await asAdmin.post(`${path}/discard-draft`)).body.code).toBe('article_unpublished')
  await asAdmin.post(`${path}/publish`)
  await asAdmin.patch(path, { title: 'Other' })
  expect((await asAdmin.patch(path, { title: WIFI.title })).body.hasDraft).toBe(false)
  await asAdmin.patch(path, { title: 'Other', visibility: 'guest' })
  const dropped = await asAdmin.post(`${path}/discard-draft`)
  expect(dropped.body).toMatchObject({ title: WIFI.title, visibility: 'internal', hasDraft: false, shows: 'draft' })
})

test('an old version is compared, and restored as a draft', async () => {
  const h = await harness()
  const { asAdmin } = h
  const { path } = await begun(h)
  await asAdmin.post(`${path}/publish`)
  await asAdmin.patch(path, { body: '# First\nRestart the router.\n\n## Still no\nCall us.', category: 'Home' })
  await asAdmin.post(`${path}/publish`)
  const difference = await asAdmin.get(`${path}/difference?from=1&to=2`)
  expect(difference.body).toEqual({
    from: 1,
    to: 2,
    changedFields: ['category'],
    body: [
      { kind: 'same', lines: ['# First'] },
      { kind: 'removed', lines: ['Restart it.'] },
      { kind: 'added', lines: ['Restart the router.'] },
      { kind: 'same', lines: ['', '## Still no', 'Call us.'] },
    ],
  })
  const restored = await asAdmin.post(`${path}/versions/1/restore`)
  expect(restored.body).toMatchObject({ ...WIFI, category: null, shows: 'draft', hasDraft: true, publishedVersion: 2 })
  expect((await asAdmin.get(`${path}/difference?from=1`)).body).toMatchObject({ to: null, changedFields: [] })
  expect((await asAdmin.get(`${path}/versions/1`)).body).toMatchObject({ number: 1, ...WIFI })
  for (const missing of [`${path}/versions/3`, `${path}/difference?from=3`, `${path}/difference?from=1&to=3`]) {
    expect((await asAdmin.get(missing)).body).toMatchObject({ status: 404, code: 'article_version_not_found' })
  }
})

test('the database refuses to change what was published', async () => {
  const h = await harness()
  const { path, id } = await begun(h)
  await h.asAdmin.post(`${path}/publish`)
  const change = run(h.runtime.database.pool, sql`update article_versions set title = 'Never' where article_id = ${id}`)
  await expect(change).rejects.toThrow('a published version of an article never changes')
})

test('changes against an old version are refused, whatever they do', async () => {
  const h = await harness()
  const { asAdmin } = h
  const { path, id } = await begun(h)
  const old = { 'if-match': (await asAdmin.get(path)).headers.etag ?? '' }
  await asAdmin.patch(path, { title: 'Newer' })
  for (const answer of [
    await asAdmin.patch(path, { title: 'Late' }, old),
    await asAdmin.post(`${path}/publish`, undefined, old),
    await asAdmin.post(`${path}/archive`, undefined, old),
    await asAdmin.delete(path, old),
    await asAdmin.post('/article-drafts', { articleId: id, title: 'Late', expectedVersion: 1 }),
  ]) {
    expect(answer.body).toMatchObject({ status: 412, code: 'precondition_failed' })
  }
  const saved = await asAdmin.post('/article-drafts', { articleId: id, title: 'In time', expectedVersion: 2 })
  expect(saved.body).toMatchObject({ title: 'In time', version: 3, shows: 'draft' })
})

test('one door saves the draft of a new article and of one that is there, and publishes nothing', async () => {
  const { asAdmin } = await harness()
  const begun = await asAdmin.post('/article-drafts', { ...WIFI, language: 'pt' })
  expect(begun.body).toMatchObject({ ...WIFI, status: 'draft', language: 'pt', version: 1 })
  const path = `/articles/${begun.body.id}`
  await asAdmin.post(`${path}/publish`)
  await asAdmin.post('/article-drafts', { articleId: begun.body.id, body: 'Shorter.' })
  expect((await asAdmin.get(path)).body.body).toBe(WIFI.body)
  expect((await asAdmin.get(`${path}?text=draft`)).body.body).toBe('Shorter.')
  for (const [body, pointer] of [
    [{ body: 'x' }, '/title'],
    [{ title: 'x' }, '/body'],
  ] as const) {
    const refused = await asAdmin.post('/article-drafts', body)
    expect(refused.body).toMatchObject({ status: 422, code: 'article_draft_incomplete', errors: [{ pointer }] })
  }
})

test('an archived article waits; publishing brings it back without a new version', async () => {
  const h = await harness()
  const { asAdmin } = h
  const { path } = await begun(h)
  expect((await asAdmin.post(`${path}/archive`)).body.code).toBe('article_unpublished')
  await asAdmin.post(`${path}/publish`)
  expect((await asAdmin.post(`${path}/archive`)).body.status).toBe('archived')
  expect((await asAdmin.post(`${path}/archive`)).body.status).toBe('archived')
  expect((await asAdmin.post(`${path}/publish`)).body).toMatchObject({ status: 'published', publishedVersion: 1 })
})

test('the list filters by what readers see', async () => {
  const h = await harness()
  const { asAdmin } = h
  const { id: propertyId } = await h.make.property()
  const guest = await begun(h, { title: 'Pool', visibility: 'guest', category: 'House', tags: ['pool'], propertyId })
  await asAdmin.post(`${guest.path}/publish`)
  const same = await asAdmin.patch(guest.path, { propertyId: propertyId.toUpperCase() })
  expect(same.body).toMatchObject({ propertyId, hasDraft: false })
  await asAdmin.patch(guest.path, { tags: [], category: null })
  await begun(h)
  const found = async (query: string) =>
    (await asAdmin.get(`/articles?${query}`)).body.items.map(({ title }: { title: string }) => title)
  for (const query of ['status=published', 'visibility=guest', 'category=House', 'tag=pool', 'q=POOL']) {
    expect(await found(query), query).toEqual(['Pool'])
  }
  expect(await found(`propertyId=${propertyId}`)).toEqual(['Pool'])
  expect(await found('status=draft')).toEqual([WIFI.title])
  expect(await found('hasDraft=true&limit=1')).toEqual([WIFI.title])
})

test('deleted articles are gone, their slugs are free, and their rows stay', async () => {
  const h = await harness()
  const { asAdmin, runtime } = h
  const { path, id } = await begun(h)
  await asAdmin.post(`${path}/publish`)
  expect((await asAdmin.delete(path)).body).toMatchObject({ id, deleted: true })
  for (const gone of [path, `${path}/versions`, `${path}/versions/1`, `${path}/difference?from=1`]) {
    expect((await asAdmin.get(gone)).body, gone).toMatchObject({ status: 404, code: 'article_not_found' })
  }
  expect((await asAdmin.post(`${path}/publish`)).status).toBe(404)
  expect((await asAdmin.get('/articles')).body.items).toEqual([])
  expect((await asAdmin.post('/articles', WIFI)).body.slug).toBe('the-wi-fi-does-not-work')
  expect(await many(runtime.database.pool, sql`select 1 from article_versions where article_id = ${id}`)).toHaveLength(
    1,
  )
})

test('members read, managers write; a property of nobody is refused by name', async () => {
  const h = await harness()
  const { asAdmin, asConsole, make } = h
  const [member, manager] = [await make.person(), await make.person({ role: 'manager' })]
  const { path, id } = await begun(h)
  expect((await asConsole(member.token).get(path)).status).toBe(200)
  for (const answer of [
    await asConsole(member.token).post('/articles', WIFI),
    await asConsole(member.token).post('/article-drafts', WIFI),
    await asConsole(member.token).post(`${path}/publish`),
    await asConsole(member.token).delete(path),
  ]) {
    expect(answer.body.code).toBe('insufficient_role')
  }
  expect((await asConsole(manager.token).post(`${path}/publish`)).status).toBe(200)
  const wrong = await asAdmin.patch(path, { propertyId: id })
  expect(wrong.body).toMatchObject({ status: 422, errors: [{ pointer: '/propertyId' }] })
})

test('every change has its event and its trace', async () => {
  const h = await harness()
  const { asAdmin, runtime, workspaceId } = h
  const { path } = await begun(h)
  await asAdmin.patch(path, { title: 'Other' })
  await asAdmin.patch(path, { title: 'Other' })
  await asAdmin.post(`${path}/publish`)
  await asAdmin.post(`${path}/versions/1/restore`)
  await asAdmin.post(`${path}/archive`)
  await asAdmin.delete(path)
  const actions = ['created', 'updated', 'published', 'version_restored', 'archived', 'deleted'].map(
    (what) => `article.${what}`,
  )
  const events = await many<{ type: string }>(
    runtime.database.pool,
    sql`select type from outbox where workspace_id = ${workspaceId} and type like 'article.%' order by id`,
  )
  expect(events.map(({ type }) => type)).toEqual(actions)
  const { items } = (await asAdmin.get('/audit-log')).body
  expect(items.map(({ action }: { action: string }) => action).slice(0, 6)).toEqual(actions.toReversed())
})
