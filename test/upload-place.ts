import { readdir } from 'node:fs/promises'
import { request, type ClientRequest } from 'node:http'
import { tmpdir } from 'node:os'
import sharp from 'sharp'
import { expect } from 'vitest'
import { many } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import { clientOf, type Answer, type Client } from './client.ts'
import { harness, type Harness } from './harness.ts'

interface UploadPlace extends Harness {
  taskId: string
  departmentId: string
  token: string
  holder: Client
  upload(file: Buffer | undefined, fields?: Record<string, string>, headers?: Record<string, string>): Promise<Answer>
}

export async function uploadPlace(): Promise<UploadPlace> {
  const here = await harness()
  const { id: departmentId } = await here.make.department()
  const { body: task } = await here.asKey.post('/tasks', { title: 'Fix the tap', departmentId })
  const { body: link } = await here.asAdmin.post(`/tasks/${task.id}/share-links`, {})
  const token = link.url.split('/t/')[1]
  const holder = clientOf(here.app, `/api/v1/public/shared-task/${token}`)
  const upload: UploadPlace['upload'] = async (file, fields = {}, headers = {}) => {
    const { body, type } = formOf(file, fields)
    const url = `/api/v1/public/shared-task/${token}/upload`
    return holder.send('POST', url, body, { 'content-type': type, ...headers })
  }
  return { ...here, departmentId, taskId: task.id, token, holder, upload }
}

export function formOf(file: Buffer | undefined, fields: Record<string, string>, fileField = 'file') {
  const boundary = 'a-boundary-that-no-file-has'
  const part = (head: string, content: Buffer | string) =>
    Buffer.concat([
      Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; ${head}\r\n\r\n`),
      Buffer.from(content),
      Buffer.from('\r\n'),
    ])
  const parts = Object.entries(fields).map(([name, value]) => part(`name="${name}"`, value))
  if (file) parts.push(part(`name="${fileField}"; filename="../../etc/photo.jpg"\r\ncontent-type: image/jpeg`, file))
  return {
    body: Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]),
    type: `multipart/form-data; boundary=${boundary}`,
  }
}

/** An upload of which only so many bytes have come, and are being kept. */
export async function heldUpload(
  port: number,
  { token }: UploadPlace,
  { body, type }: ReturnType<typeof formOf>,
  sentBytes: number,
): Promise<ClientRequest> {
  const outgoing = request({
    port,
    host: '127.0.0.1',
    path: `/api/v1/public/shared-task/${token}/upload`,
    method: 'POST',
    headers: { 'content-type': type, 'content-length': body.length },
  })
  outgoing.on('error', () => {})
  outgoing.write(body.subarray(0, sentBytes))
  await expect.poll(leftovers).toHaveLength(1)
  return outgoing
}

/** Lying on its side, with a place and a name in it. */
export async function photo(width = 600, height = 400): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#3366cc' } })
    .jpeg()
    .withMetadata({ orientation: 6 })
    .withExifMerge({ IFD0: { Artist: 'A-NAME-IN-IT' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '38/1 42/1 36/1' } })
    .toBuffer()
}

export async function kept({ runtime, workspaceId }: Harness): Promise<unknown[]> {
  return many(runtime.database.pool, sql`select id from task_attachments where workspace_id = ${workspaceId}`)
}

export async function leftovers(): Promise<string[]> {
  return (await readdir(tmpdir())).filter((name) => name.startsWith(`innkeeper-upload-${process.pid}-`))
}
