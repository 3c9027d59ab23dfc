import { Readable } from 'node:stream'

import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'

import type { StorageBackend, StorageSettings, StoredObject } from './storage.ts'

type S3Settings = Extract<StorageSettings, { kind: 's3' }>
type Target = { Bucket: string; Key: string }

const PART_BYTES = 8 * 1024 * 1024
const CHECK_TIMEOUT_MS = 5_000

export function openS3Backend(settings: S3Settings): StorageBackend {
  const client = openClient(settings)
  const folder = settings.prefix.replace(/^\/+|(?<!\/)\/+$/g, '')
  const targetOf = (key: string): Target => ({ Bucket: settings.bucket, Key: folder === '' ? key : `${folder}/${key}` })

  return {
    write: (key, chunks, contentType) => upload(client, targetOf(key), chunks, contentType),
    read: (key) => readObject(client, targetOf(key)),
    async remove(key) {
      await client.send(new DeleteObjectCommand(targetOf(key)))
    },
    async check() {
      const abortSignal = AbortSignal.timeout(CHECK_TIMEOUT_MS)
      await client.send(new HeadBucketCommand({ Bucket: settings.bucket }), { abortSignal })
    },
    close: () => client.destroy(),
  }
}

function openClient(settings: S3Settings): S3Client {
  const { region, endpoint, forcePathStyle, accessKeyId, secretAccessKey } = settings
  return new S3Client({
    region,
    forcePathStyle,
    ...(endpoint !== undefined && { endpoint }),
    // Without a pair of keys the SDK finds its own: environment, container or instance role.
    ...(accessKeyId !== undefined &&
      secretAccessKey !== undefined && { credentials: { accessKeyId, secretAccessKey } }),
    // Many servers that speak S3 refuse the checksums that the SDK adds by default.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Idle time, not total: a large file may take long, a silent server may not.
    requestHandler: { connectionTimeout: 5_000, socketTimeout: 60_000 },
  })
}

async function readObject(client: S3Client, target: Target): Promise<StoredObject | undefined> {
  try {
    const { Body, ContentLength, ContentType } = await client.send(new GetObjectCommand(target))
    if (!(Body instanceof Readable) || ContentLength === undefined) throw new Error('S3 answered without a body.')
    return { body: Body, sizeBytes: ContentLength, contentType: ContentType ?? 'application/octet-stream' }
  } catch (error) {
    if (error instanceof NoSuchKey) return undefined
    throw error
  }
}

/** One request when everything fits one part; otherwise S3 shows the object only once the last part is confirmed. */
async function upload(
  client: S3Client,
  target: Target,
  chunks: AsyncIterable<Uint8Array>,
  contentType: string,
): Promise<void> {
  const parts = inParts(chunks)
  const first = await parts.next()
  if (first.done === true) throw new Error('The stream gave no part.')
  if (first.value.isLast) {
    await client.send(new PutObjectCommand({ ...target, Body: first.value.bytes, ContentType: contentType }))
    return
  }
  const { UploadId } = await client.send(new CreateMultipartUploadCommand({ ...target, ContentType: contentType }))
  const sent = { ...target, UploadId }
  try {
    const etags = [await sendPart(client, sent, 1, first.value.bytes)]
    for await (const { bytes } of parts) etags.push(await sendPart(client, sent, etags.length + 1, bytes))
    const Parts = etags.map((ETag, index) => ({ ETag, PartNumber: index + 1 }))
    await client.send(new CompleteMultipartUploadCommand({ ...sent, MultipartUpload: { Parts } }))
  } catch (error) {
    // The first failure is the one to tell. Parts that stay behind are for the bucket's lifecycle rule to remove.
    await client.send(new AbortMultipartUploadCommand(sent)).catch(() => {})
    throw error
  }
}

async function sendPart(
  client: S3Client,
  sent: Target & { UploadId: string | undefined },
  PartNumber: number,
  Body: Uint8Array,
): Promise<string | undefined> {
  return (await client.send(new UploadPartCommand({ ...sent, PartNumber, Body }))).ETag
}

/** Cuts the stream into parts of exactly PART_BYTES (some servers want equal parts) and one last of what remains. */
async function* inParts(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<{ bytes: Uint8Array; isLast: boolean }> {
  let held: Uint8Array[] = []
  let heldBytes = 0
  for await (const chunk of chunks) {
    held.push(chunk)
    heldBytes += chunk.byteLength
    // A full part waits until more bytes prove that it is not the last.
    if (heldBytes <= PART_BYTES) continue
    let rest = Buffer.concat(held)
    for (; rest.byteLength > PART_BYTES; rest = rest.subarray(PART_BYTES)) {
      yield { bytes: rest.subarray(0, PART_BYTES), isLast: false }
    }
    held = [rest]
    heldBytes = rest.byteLength
  }
  yield { bytes: Buffer.concat(held), isLast: true }
}
