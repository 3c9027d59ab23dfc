import { once } from 'node:events'
import { request, type ClientRequest } from 'node:http'
import { text } from 'node:stream/consumers'
import { createDeflate, crc32 } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#core/crypto.ts'
import { run } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import type { Answer } from '#test/client.ts'
import type { TestApp } from '#test/harness.ts'
import { secondNode } from '#test/second-node.ts'
import { formOf, heldUpload, kept, leftovers, photo, uploadPlace as place } from '#test/upload-place.ts'

const MEBIBYTE = 1_048_576

test('a photo is turned upright, freed of all that is not picture, and kept with a small one', async () => {
  const { upload, holder, asKey, asAdmin, taskId, app } = await place()
  const sent = await photo()
  expect(sent.includes('A-NAME-IN-IT')).toBe(true)
  const { status, body, headers } = await upload(sent, { caption: 'The new tap' })
  expect([status, body]).toEqual([
    201,
    {
      id: expect.any(String),
      url: expect.stringMatching(/^\/api\/v1\/public\/shared-task\/[\w-]+\/photos\/[\w-]+$/),
      thumbnailUrl: expect.stringMatching(/\?size=thumb$/),
      contentType: 'image/jpeg',
      sizeBytes: expect.any(Number),
      width: 400,
      height: 600,
      caption: 'The new tap',
      checklistItemId: null,
      createdAt: expect.any(String),
    },
  ])
  expect(headers.location).toBe(body.url)
  expect((await holder.get('')).body.photos).toEqual([body])
  for (const [url, width] of [
    [body.url, 400],
    [body.thumbnailUrl, 320],
  ]) {
    const answer = await app.inject({ url })
    const picture = await sharp(answer.rawPayload).metadata()
    expect([
      answer.statusCode,
      answer.headers['content-type'],
      picture.width,
      picture.exif,
      picture.orientation,
    ]).toEqual([200, 'image/jpeg', width, undefined, undefined])
    expect(answer.rawPayload.includes('A-NAME-IN-IT')).toBe(false)
    expect(answer.headers).toMatchObject({
      'cache-control': 'private, no-cache',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    })
    const again = await app.inject({ url, headers: { 'if-none-match': String(answer.headers.etag) } })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  }
  expect((await asKey.get(`/tasks/${taskId}/attachments`)).body.items).toMatchObject([
    { id: body.id, externalSource: null, caption: 'The new tap', contentType: 'image/jpeg', sizeBytes: body.sizeBytes },
  ])
  expect((await asAdmin.get(`/tasks/${taskId}/activity`)).body.items[0]).toMatchObject({
    action: 'task.attachment_added',
    actor: { kind: 'link' },
  })
  expect(await leftovers()).toEqual([])
})

test('a picture is not seen through a link that is withdrawn, nor through that of another task', async () => {
  const { upload, asAdmin, taskId, app } = await place()
  const other = await place()
  const { body } = await upload(await photo())
  const foreign = await other.holder.get(`/photos/${body.id}`)
  expect([foreign.status, foreign.body.code]).toEqual([404, 'photo_not_found'])
  const { body: links } = await asAdmin.get(`/tasks/${taskId}/share-links`)
  await asAdmin.post(`/tasks/${taskId}/share-links/${links.items[0].id}/revoke`)
  for (const url of [body.url, body.thumbnailUrl]) {
    const refused = await app.inject({ url, headers: { 'if-none-match': '*' } })
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'link_revoked'])
  }
})

test('a photo answers its item and a rule that asks for one', async () => {
  const here = await place()
  const { upload, holder, asAdmin, departmentId, runtime, workspaceId, taskId } = here
  const itemId = newId()
  await run(
    runtime.database.pool,
    sql`
    insert into task_checklist_items (workspace_id, id, task_id, kind, title, required, blocks_completion, position, created_at)
    values (${workspaceId}, ${itemId}, ${taskId}, 'PHOTO', 'The living room', true, true, 1, now())`,
  )
  await asAdmin.post('/completion-rules', { departmentId, requires: 'photo' })
  expect((await holder.get('')).body.blockers).toHaveLength(2)
  const unknown = await upload(await photo(), { checklistItemId: newId() })
  expect(unknown.body).toMatchObject({
    status: 422,
    code: 'reference_unknown',
    errors: [{ pointer: '/checklistItemId' }],
  })
  expect((await upload(await photo(), { checklistItemId: itemId })).body.checklistItemId).toBe(itemId)
  const { body } = await holder.get('')
  expect(body).toMatchObject({
    canComplete: true,
    blockers: [],
    checklist: [{ id: itemId, completedAt: expect.any(String) }],
  })
})

test('the same upload under a key makes one photo, also when two arrive at once', async () => {
  const here = await place()
  const { upload } = here
  const file = await photo()
  const key = { 'idempotency-key': 'queued-photo-1' }
  const twins = await Promise.all([upload(file, {}, key), upload(file, {}, key)])
  // The second is refused while the first is at work, and gets its answer when it comes just after.
  const isFirst = ({ status, headers }: Answer): boolean => status === 201 && !headers['idempotency-replayed']
  expect(twins.filter(isFirst)).toHaveLength(1)
  for (const { status } of twins) expect([201, 409]).toContain(status)
  const again = await upload(file, {}, key)
  expect([again.status, again.headers['idempotency-replayed']]).toEqual([201, 'true'])
  expect((await upload(await photo(300, 300), {}, key)).body.code).toBe('idempotency_key_reused')
  expect((await upload(file, { caption: 'Other' }, key)).body.code).toBe('idempotency_key_reused')
  // What a crash after the record and before the kept answer would leave behind.
  await run(here.runtime.database.pool, sql`delete from idempotency_keys`)
  expect((await upload(file, {}, key)).body).toEqual(again.body)
  expect(await kept(here)).toHaveLength(1)
})

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'

test('what is no picture by its bytes is refused, whatever it is called', async () => {
  const here = await place()
  const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
  const tiff = await sharp(await photo())
    .tiff()
    .toBuffer()
  const files = [
    Buffer.from(SVG),
    Buffer.from(`\uFEFF<?xml version="1.0"?>${SVG}`),
    Buffer.from('<html>'),
    Buffer.alloc(0),
    gif,
    tiff,
    Buffer.from('%PDF-1.7'),
    (await photo()).subarray(0, 200),
    Buffer.concat([(await photo()).subarray(0, 12), Buffer.from(SVG)]),
  ]
  for (const file of files) {
    const { body } = await here.upload(file)
    expect(body, file.toString('latin1', 0, 40)).toMatchObject({ status: 422, code: 'file_not_an_image' })
  }
  expect([await kept(here), await leftovers()]).toEqual([[], []])
})

test.for(['png', 'webp', 'avif'] as const)('%s is taken too', async (format) => {
  const { upload } = await place()
  const plain = sharp({ create: { width: 600, height: 400, channels: 3, background: '#3366cc' } })
  const file = await plain.toFormat(format).toBuffer()
  expect((await upload(file)).body).toMatchObject({ contentType: 'image/jpeg', width: 600, height: 400 })
})

/** A PNG that is small and unpacks to 40,000 x 40,000. */
async function bomb(): Promise<Buffer> {
  const side = 40_000
  const deflate = createDeflate({ level: 1 })
  const packed: Buffer[] = []
  deflate.on('data', (chunk: Buffer) => packed.push(chunk))
  const rows = Buffer.alloc((side / 8 + 1) * 100)
  for (let row = 0; row < side; row += 100) if (!deflate.write(rows)) await once(deflate, 'drain')
  deflate.end()
  await once(deflate, 'end')
  const chunk = (type: string, data: Buffer) => {
    const content = Buffer.concat([Buffer.from(type), data])
    const size = Buffer.alloc(4)
    size.writeUInt32BE(data.length)
    const check = Buffer.alloc(4)
    check.writeUInt32BE(crc32(content))
    return Buffer.concat([size, content, check])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.set([1, 0, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', Buffer.concat(packed)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

test('a PNG that unpacks to 40,000 x 40,000 is refused by its header, in little memory', async () => {
  const here = await place()
  const file = await bomb()
  expect(file.length).toBeLessThan(2 * MEBIBYTE)
  await here.upload(await photo())
  const before = process.memoryUsage().rss
  const { body } = await here.upload(file)
  expect(body).toMatchObject({ status: 422, code: 'image_too_many_pixels' })
  // Unpacked, it has 1.6 GB.
  expect(process.memoryUsage().rss - before).toBeLessThan(400 * MEBIBYTE)
  expect(await kept(here)).toHaveLength(1)
})

test('a large picture is brought to a bounded size', async () => {
  const { upload } = await place()
  const { body } = await upload(
    await sharp({ create: { width: 6000, height: 3000, channels: 3, background: '#fff' } })
      .png()
      .toBuffer(),
  )
  expect(body).toMatchObject({ width: 4096, height: 2048 })
})

test('a form that is not right is 422 and says why', async () => {
  const here = await place()
  const { holder, token, upload } = here
  const file = await photo()
  const refusal = async (answer: Promise<Answer>) => {
    const { status, body } = await answer
    return [status, body.code, body.errors[0]?.pointer]
  }
  const send = (body: Buffer, type: string) =>
    holder.send('POST', `/api/v1/public/shared-task/${token}/upload`, body, { 'content-type': type })
  expect(await refusal(upload(undefined, { caption: 'x' }))).toEqual([422, 'invalid_request', '/file'])
  expect(await refusal(upload(file, { colour: 'blue' }))).toEqual([422, 'invalid_request', '/colour'])
  expect(await refusal(upload(file, { checklistItemId: 'x' }))).toEqual([422, 'invalid_request', '/checklistItemId'])
  expect(await refusal(upload(file, { caption: 'x'.repeat(2001) }))).toEqual([422, 'invalid_request', '/caption'])
  expect(await refusal(upload(file, { caption: 'x'.repeat(70_000) }))).toEqual([422, 'invalid_request', '/caption'])
  expect(await refusal(upload(file, { caption: 'a\0b' }))).toEqual([422, 'invalid_request', '/caption'])
  expect(await refusal(upload(file, { file: 'x' }))).toEqual([422, 'invalid_request', '/file'])
  const { body: other, type } = formOf(file, {}, 'picture')
  expect(await refusal(send(other, type))).toEqual([422, 'invalid_request', '/picture'])
  const { body: whole } = formOf(file, {})
  expect(await refusal(send(whole.subarray(0, 300), type))).toEqual([422, 'invalid_request', ''])
  expect(await refusal(send(whole, 'multipart/form-data'))).toEqual([422, 'invalid_request', ''])
  expect(await refusal(send(whole, 'multipart/form-data; boundary=other'))).toEqual([422, 'invalid_request', ''])
  expect(await refusal(send(Buffer.from('{}'), 'application/json'))).toEqual([415, 'unsupported_media_type', undefined])
  expect(await refusal(send(file, 'image/jpeg'))).toEqual([415, 'unsupported_media_type', undefined])
  expect(
    await refusal(holder.send('POST', `/api/v1/public/shared-task/${token}/comment`, whole, { 'content-type': type })),
  ).toEqual([415, 'unsupported_media_type', undefined])
  expect([await kept(here), await leftovers()]).toEqual([[], []])
})

test('exactly 10 MB are taken for a file, one byte more is 413', async () => {
  const here = await place()
  const { upload } = here
  const small = await photo()
  // A picture may be followed by anything; what counts is the size of the file.
  const exact = Buffer.concat([small, Buffer.alloc(10 * MEBIBYTE - small.length)])
  expect((await upload(exact)).status).toBe(201)
  const over = await upload(Buffer.concat([exact, Buffer.alloc(1)]))
  expect(over.body).toMatchObject({ status: 413, code: 'file_too_large' })
  expect([(await kept(here)).length, await leftovers()]).toEqual([1, []])
})

let server: TestApp
let port: number
beforeAll(async () => {
  server = await secondNode()
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  port = (server.app.server.address() as { port: number }).port
})
afterAll(() => server.close())

function drained(outgoing: ClientRequest): Promise<void> {
  return new Promise((resolve) => outgoing.once('drain', () => resolve()))
}

/** Sends until it hears an answer, as a browser or curl does. */
async function stream(path: string, bytes: number, headers: Record<string, string | number>) {
  const { type } = formOf(undefined, {})
  const outgoing = request({
    port,
    host: '127.0.0.1',
    path,
    method: 'POST',
    headers: { 'content-type': type, ...headers },
  })
  const head = `--a-boundary-that-no-file-has\r\ncontent-disposition: form-data; name="file"; filename="x.jpg"\r\n\r\n`
  const stop = new AbortController()
  const answer = once(outgoing, 'response').then(async ([response]) => {
    stop.abort()
    return { status: response.statusCode as number, headers: response.headers, body: JSON.parse(await text(response)) }
  })
  outgoing.on('error', () => {})
  outgoing.write(head)
  const block = Buffer.alloc(65_536, 1)
  const closed = new Promise((resolve) => outgoing.once('close', resolve))
  let sent = 0
  for (; sent < bytes && !stop.signal.aborted && !outgoing.destroyed; sent += block.length) {
    if (!outgoing.write(block)) await Promise.race([drained(outgoing), answer, closed])
  }
  const received = await answer
  outgoing.destroy()
  return { ...received, sent }
}

test.for([
  ['with its length told', { 'content-length': 2048 * MEBIBYTE }],
  ['in pieces of unknown number', { 'transfer-encoding': 'chunked' }],
] as const)('an upload of 2 GB %s is stopped early, and nothing of it is kept', async ([, headers]) => {
  const here = await place()
  const before = process.memoryUsage().rss
  const answer = await stream(`/api/v1/public/shared-task/${here.token}/upload`, 2048 * MEBIBYTE, headers)
  expect([answer.status, answer.body.code, answer.headers.connection]).toEqual([413, 'file_too_large', 'close'])
  expect(answer.sent).toBeLessThan(200 * MEBIBYTE)
  expect(process.memoryUsage().rss - before).toBeLessThan(400 * MEBIBYTE)
  expect([await kept(here), await leftovers()]).toEqual([[], []])
  expect((await here.upload(await photo())).status).toBe(201)
})

test('an upload that is cut in the middle leaves nothing', async () => {
  const here = await place()
  const form = formOf(await photo(2000, 2000), {})
  const outgoing = await heldUpload(port, here, form, form.body.length / 2)
  outgoing.destroy()
  await expect.poll(leftovers).toEqual([])
  expect(await kept(here)).toEqual([])
})
