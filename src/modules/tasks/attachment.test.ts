import { createHash, randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import type { RequestListener } from 'node:http'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { many, run } from '#core/db.ts'
import { newId } from '#core/crypto.ts'
import { sql } from '#core/sql.ts'
import { harness, type TestApp } from '#test/harness.ts'
import { logLines } from '#test/log-lines.ts'
import { serve } from '#test/peer.ts'
import { PNG } from '#test/photos.ts'
import { secondNode } from '#test/second-node.ts'
import { tablesIn } from '#test/snapshot.ts'

const MAX = 25 * 1024 * 1024
const photo: RequestListener = (_request, response) => response.setHeader('content-type', 'image/png').end(PNG)

async function place(answer: RequestListener = photo, on?: TestApp) {
  const here = await harness(on)
  const { id: departmentId } = await here.make.department()
  const newTask = async () => (await here.asKey.post('/tasks', { title: 'Task', departmentId })).body
  const task = await newTask()
  const peer = await serve(answer)
  const sourceUrl = `http://${peer.host.replace('127.0.0.1', 'localhost')}/1.png?signature=s3cr3t-${randomBytes(8).toString('hex')}`
  const body = (fields: object = {}) => ({ sourceUrl, externalSource: 'acme', externalId: 'p-1', ...fields })
  const { pool } = here.runtime.database
  const claims = () => many(pool, sql`select token from attachment_claims where workspace_id = ${here.workspaceId}`)
  const events = () =>
    many(
      pool,
      sql`select payload from outbox where workspace_id = ${here.workspaceId} and type = 'task.attachment_added'`,
    )
  const drafts = () => many(pool, sql`select storage_key from file_drafts where workspace_id = ${here.workspaceId}`)
  const { storage } = here.runtime.config
  /** What is kept of this workspace on the disk. */
  const files = async (): Promise<string[]> =>
    storage.kind === 'disk' ? readdir(join(storage.folder, here.workspaceId, 'attachments')).catch(() => []) : []
  const path = `/tasks/${task.id}`
  return {
    ...here,
    pool,
    task,
    newTask,
    departmentId,
    peer,
    body,
    claims,
    events,
    drafts,
    files,
    path,
    attach: `${path}/attachments`,
  }
}

/** Lets go when told. */
function gate() {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { passed: promise, open: resolve }
}

test('a photo is copied during the request, and read at its signed address by anybody', async () => {
  const { asKey, asNobody, attach, path, body, events, claims, drafts } = await place()
  const made = await asKey.post(attach, body({ fileName: 'a.png', caption: 'Tap', sizeBytes: 1 }))
  expect(made).toMatchObject({
    status: 201,
    body: {
      externalSource: 'acme',
      externalId: 'p-1',
      fileName: 'a.png',
      caption: 'Tap',
      contentType: 'image/png',
      sizeBytes: PNG.length,
      sha256: createHash('sha256').update(PNG).digest('hex'),
      externalUrl: made.body.internalUrl,
    },
  })
  expect((await asKey.send('GET', made.headers.location ?? '')).body).toEqual(made.body)
  expect((await asKey.get(attach)).body.items).toEqual([made.body])
  expect((await asKey.get(`${path}?include=attachments`)).body).toMatchObject({ version: 2, attachments: [made.body] })
  const actor = { kind: 'key', actorId: expect.any(String) }
  expect(await events()).toEqual([{ payload: { taskId: expect.any(String), attachmentId: made.body.id, actor } }])
  expect([await claims(), await drafts()]).toEqual([[], []])

  const file = new URL(made.body.internalUrl)
  expect(file.origin).toBe('http://localhost:3000')
  const read = await asNobody.send('GET', file.pathname)
  expect([read.status, read.headers['content-type'], read.headers['content-length']]).toEqual([
    200,
    'image/png',
    String(PNG.length),
  ])
  expect(read.headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'content-disposition': 'inline',
    'cache-control': 'private, max-age=300',
    'content-security-policy': expect.stringContaining('sandbox'),
  })
  const head = await asNobody.send('HEAD', file.pathname)
  expect([head.status, head.body, head.headers['content-length']]).toEqual([200, '', String(PNG.length)])
  const again = await asNobody.send('GET', file.pathname, undefined, { 'if-none-match': read.headers.etag ?? '' })
  expect([again.status, again.body]).toEqual([304, ''])
  for (const wrong of [`${file.pathname}x`, file.pathname.slice(0, -1), file.pathname.replace('files/', 'files/A')]) {
    expect((await asNobody.send('GET', wrong)).status).toBe(404)
  }
})

test('the bytes that come out are the bytes that went in', async () => {
  const bytes = Buffer.concat([PNG, randomBytes(3_000_000)])
  const { app, asKey, attach, body } = await place((_request, response) =>
    response.setHeader('content-type', 'image/jpeg').end(bytes),
  )
  const { body: made } = await asKey.post(attach, body())
  expect(made).toMatchObject({ contentType: 'image/png', sizeBytes: bytes.length })
  const { rawPayload } = await app.inject(new URL(made.internalUrl).pathname)
  expect(rawPayload.equals(bytes)).toBe(true)
})

test('the same again is 200 without a download, whichever key asks and whatever else it says', async () => {
  const { asKey, as, make, attach, body, peer, path } = await place()
  const { body: made } = await asKey.post(attach, body())
  const other = await make.key({ integrationType: 'restricted', scopes: ['attachments:write'] })
  const again = await as(other.value).post(attach, body({ sourceUrl: 'https://gone.example/', caption: 'Other' }))
  expect([again.status, again.body, again.headers.location]).toEqual([200, made, undefined])
  expect(peer.seen).toHaveLength(1)
  expect((await asKey.get(path)).body.version).toBe(2)
})

test('twenty at once download once', async () => {
  const { open, passed } = gate()
  const { asKey, attach, body, peer, events, claims } = await place(async (request, response) => {
    await passed
    photo(request, response)
  })
  const twins = Array.from({ length: 20 }, () => asKey.post(attach, body()))
  await expect.poll(() => peer.seen.length).toBe(1)
  open()
  const answers = await Promise.all(twins)
  expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array.from({ length: 19 }, () => 200), 201])
  expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1)
  expect(peer.seen).toHaveLength(1)
  expect(await events()).toHaveLength(1)
  expect(await claims()).toEqual([])
})

test('no connection is held while the source takes its time, with an Idempotency-Key too', async () => {
  const { open, passed } = gate()
  const { asKey, attach, body, peer, pool, newTask } = await place(async (request, response) => {
    await passed
    photo(request, response)
  })
  const key = { 'idempotency-key': 'photo-1' }
  const running = [asKey.post(attach, body(), key), asKey.post(`/tasks/${(await newTask()).id}/attachments`, body())]
  await expect.poll(() => peer.seen.length).toBe(2)
  await expect.poll(() => pool.usage().busy).toBe(0)
  expect(await asKey.post(attach, body(), key)).toMatchObject({
    status: 409,
    body: { code: 'idempotency_in_progress', retryable: true },
  })
  open()
  const [first] = await Promise.all(running)
  expect(first?.status).toBe(201)
  const replay = await asKey.post(attach, body(), key)
  expect(replay).toMatchObject({ status: 201, body: first?.body, headers: { 'idempotency-replayed': 'true' } })
  expect((await asKey.post(attach, body({ caption: 'x' }), key)).body.code).toBe('idempotency_key_reused')
  expect(peer.seen).toHaveLength(2)
})

test('a refusal under an Idempotency-Key is not kept', async () => {
  const statuses = [500, 200]
  const { asKey, attach, body } = await place((request, response) => {
    response.statusCode = statuses.shift() ?? 200
    photo(request, response)
  })
  const key = { 'idempotency-key': 'photo-2' }
  expect((await asKey.post(attach, body(), key)).body.code).toBe('source_unavailable')
  const accepted = await asKey.post(attach, body(), key)
  expect([accepted.status, accepted.headers['idempotency-replayed']]).toEqual([201, undefined])
})

test('the claim of a process that is gone is taken over after its lease, and not before', async () => {
  const { asKey, attach, body, task, pool, workspaceId, peer } = await place()
  await run(
    pool,
    sql`
    insert into attachment_claims (workspace_id, task_id, external_source, external_id, token, leased_until)
    values (${workspaceId}, ${task.id}, 'acme', 'p-1', ${newId()}, clock_timestamp() + interval '1 hour')`,
  )
  const waiting = asKey.post(attach, body())
  expect((await asKey.post(attach, body({ externalId: 'p-2' }))).status).toBe(201)
  expect(peer.seen).toHaveLength(1)
  await run(
    pool,
    sql`update attachment_claims set leased_until = clock_timestamp() where workspace_id = ${workspaceId}`,
  )
  expect((await waiting).status).toBe(201)
})

test('a download whose claim was taken over keeps nothing of its own', async () => {
  const { open, passed } = gate()
  let asked = 0
  const { app, asKey, attach, body, pool, workspaceId, files, claims, drafts } = await place(
    async (request, response) => {
      if (asked++ === 0) await passed
      photo(request, response)
    },
  )
  const slow = asKey.post(attach, body())
  await expect.poll(() => asked).toBe(1)
  await run(
    pool,
    sql`update attachment_claims set leased_until = clock_timestamp() where workspace_id = ${workspaceId}`,
  )
  const quick = await asKey.post(attach, body())
  expect(quick.status).toBe(201)
  open()
  expect(await slow).toMatchObject({ status: 200, body: quick.body })
  expect([await claims(), await drafts()]).toEqual([[], []])
  expect(await files()).toHaveLength(1)
  expect((await app.inject(new URL(quick.body.internalUrl).pathname)).rawPayload.equals(PNG)).toBe(true)
})

test('a record without a copy gets one from a fresh source', async () => {
  const { asKey, attach, body, task, pool, workspaceId, peer } = await place()
  const id = newId()
  await run(
    pool,
    sql`
    insert into task_attachments (workspace_id, id, task_id, external_source, external_id, caption, created_at)
    values (${workspaceId}, ${id}, ${task.id}, 'acme', 'p-1', 'Before', ${new Date('2026-01-01T00:00:00Z')})`,
  )
  expect((await asKey.get(`${attach}/${id}`)).body).toMatchObject({ internalUrl: null, sizeBytes: null })
  const filled = await asKey.post(attach, body())
  expect(filled).toMatchObject({ status: 200, body: { id, caption: 'Before', sizeBytes: PNG.length } })
  expect(filled.body.internalUrl).toEqual(expect.any(String))
  expect((await asKey.post(attach, body())).body).toEqual(filled.body)
  expect(peer.seen).toHaveLength(1)
})

const send =
  (type: string, bytes: string | Buffer): RequestListener =>
  (_request, response) =>
    void response.setHeader('content-type', type).end(bytes)

test.each<[string, string, RequestListener]>([
  ['a page', 'not_an_image', send('text/html', PNG)],
  ['no content type', 'not_an_image', (_request, response) => response.end(PNG)],
  ['a page called an image', 'not_an_image', send('image/png', '<!doctype html><p>Hello, this is not a photo')],
  ['an SVG', 'not_an_image', send('image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['an SVG called a PNG', 'not_an_image', send('image/png', '<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['nothing', 'not_an_image', send('image/png', '')],
  ['more than 25 MB, as it says', 'too_large', send('image/png', Buffer.concat([PNG, Buffer.alloc(MAX)]))],
  [
    'more than 25 MB, unsaid',
    'too_large',
    (_request, response) => {
      response.setHeader('content-type', 'image/png').write(PNG)
      response.end(Buffer.alloc(MAX))
    },
  ],
  ['an error', 'source_unavailable', (_request, response) => response.writeHead(403).end(PNG)],
  [
    'half of it',
    'source_unavailable',
    (_request, response) => {
      response.writeHead(200, { 'content-type': 'image/png', 'content-length': '100000' }).write(PNG)
      setImmediate(() => response.destroy())
    },
  ],
  [
    'a redirect to a private address',
    'source_not_allowed',
    (_request, response) => response.writeHead(302, { location: 'https://169.254.169.254/latest' }).end(),
  ],
  [
    'redirects without end',
    'source_unavailable',
    (request, response) => response.writeHead(302, { location: request.url ?? '' }).end(),
  ],
])('%s from the source is 422 %s and leaves nothing', async (_what, code, answer) => {
  const { asKey, attach, body, path, task, claims, drafts, events, files } = await place(answer)
  const refused = await asKey.post(attach, body())
  expect(refused.body).toMatchObject({ status: 422, code, errors: [{ pointer: '/sourceUrl', code }] })
  expect((await asKey.get(attach)).body.items).toEqual([])
  expect((await asKey.get(path)).body).toEqual(task)
  expect([await claims(), await drafts(), await events(), await files()]).toEqual([[], [], [], []])
})

test('a source that answers with an error is told by its status', async () => {
  const { asKey, attach, body } = await place((_request, response) => response.writeHead(404).end())
  expect((await asKey.post(attach, body())).body).toMatchObject({
    code: 'source_unavailable',
    detail: 'The source answered 404.',
  })
})

test('just 25 MB are taken', async () => {
  const bytes = Buffer.concat([PNG, Buffer.alloc(MAX - PNG.length)])
  const { asKey, attach, body } = await place(send('image/png', bytes))
  expect((await asKey.post(attach, body())).body).toMatchObject({ sizeBytes: MAX })
})

test('what is not https, or private, is 422 source_not_allowed and never asked', async () => {
  const { asKey, attach, body, peer } = await place()
  const port = peer.host.split(':')[1]
  for (const sourceUrl of [
    `http://${peer.host}/1.png`,
    `https://127.0.0.1:${port}/1.png`,
    `https://[::1]:${port}/`,
    'https://10.0.0.1/1.png',
    'https://169.254.169.254/latest/meta-data',
    'http://photos.example/1.png',
    'ftp://photos.example/1.png',
    'file:///etc/passwd',
    'data:image/png;base64,AAAA',
    'https://user:password@photos.example/1.png',
    'no address',
  ]) {
    expect((await asKey.post(attach, body({ sourceUrl }))).body, sourceUrl).toMatchObject({
      status: 422,
      code: 'source_not_allowed',
    })
  }
  expect(peer.connections()).toBe(0)
})

test('the source address is nowhere: not in the database, the log or an answer', async () => {
  const { logTo, lines: logged } = logLines()
  const node = await secondNode({ logTo })
  onTestFinished(() => node.close())
  let asked = 0
  const { asKey, attach, body, pool } = await place((request, response) => {
    if (asked++ > 0) response.statusCode = 500
    photo(request, response)
  }, node)
  const secret = new URL(body().sourceUrl).searchParams.get('signature') ?? ''
  const answers = [
    await asKey.post(attach, body(), { 'idempotency-key': 'secret' }),
    await asKey.post(attach, body({ externalId: 'p-2' })),
    await asKey.post(attach, body({ sourceUrl: `https://127.0.0.1/?signature=${secret}`, externalId: 'p-3' })),
    await asKey.post(attach, body({ sourceUrl: [body().sourceUrl] })),
    await asKey.get(attach),
  ]
  expect(answers.map(({ status }) => status)).toEqual([201, 422, 422, 400, 200])
  expect(JSON.stringify(answers)).not.toContain(secret)
  expect(logged.length).toBeGreaterThan(4)
  expect(logged.join('')).not.toContain(secret)
  for (const { name } of await tablesIn(pool)) {
    const { rows } = await pool.raw(`select 1 from "${name}" t where to_jsonb(t)::text like $1`, [`%${secret}%`])
    expect(rows, name).toEqual([])
  }
})

test('a photo that is required is one that we have a copy of', async () => {
  const { asKey, attach, body, path, departmentId, task, pool, workspaceId } = await place()
  await run(
    pool,
    sql`
    insert into completion_rules (workspace_id, id, department_id, requires, created_at)
    values (${workspaceId}, ${newId()}, ${departmentId}, 'photo', ${new Date()})`,
  )
  await run(
    pool,
    sql`
    insert into task_attachments (workspace_id, id, task_id, external_source, external_id, created_at)
    values (${workspaceId}, ${newId()}, ${task.id}, 'acme', 'p-1', ${new Date()})`,
  )
  expect((await asKey.patch(path, { status: 'COMPLETED' })).body.code).toBe('completion_blocked')
  await asKey.post(attach, body())
  expect((await asKey.patch(path, { status: 'COMPLETED' })).status).toBe(200)
})

test('what was read with its attachments can be put back', async () => {
  const { asKey, attach, body, path } = await place()
  await asKey.post(attach, body())
  const { body: read } = await asKey.get(`${path}?include=attachments`)
  expect((await asKey.put(path, { ...read, title: 'Other' })).status).toBe(200)
})
