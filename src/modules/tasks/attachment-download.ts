import { Readable } from 'node:stream'
import { defineFailures, failAt, faultsAt, Refusal, type Failure } from '#core/errors.ts'
import { OutboundError } from '#core/outbound.ts'
import type { Services } from '#core/services.ts'
import { StorageTooLarge } from '#core/storage.ts'
import type { Copy } from './attachment.queries.ts'
import { HEAD_BYTES, imageTypeOf, saysImage } from './attachment.rules.ts'

const SIZE_BYTES_MAX = 25 * 1024 * 1024
export const DOWNLOAD_SECONDS_MAX = 30
/** The field of the request that all of it is about. */
const SOURCE = 'sourceUrl'

/** None of them repeats the address, which may hold a secret. */
export const downloadFailures = defineFailures({
  source_not_allowed: { status: 422, text: 'sourceUrl must be a public https address.' },
  source_unavailable: { status: 422, text: 'The source did not give the image, or not in time.' },
  not_an_image: { status: 422, text: 'The source gave something that is not an image we take.' },
  too_large: { status: 422, text: 'The image is larger than 25 MB.' },
})

/** Streams the image into the storage. Whatever goes wrong, nothing of it is kept. */
export async function storeImage(
  { outbound, storage }: Pick<Services, 'outbound' | 'storage'>,
  sourceUrl: string,
  storageKey: string,
): Promise<Copy> {
  let body: Readable | undefined
  try {
    const answer = await outbound.request(sourceUrl, {
      headers: { accept: 'image/*' },
      timeoutSeconds: DOWNLOAD_SECONDS_MAX,
      sizeBytesMax: SIZE_BYTES_MAX,
    })
    body = answer.body
    if (answer.status !== 200)
      throw refused(downloadFailures.source_unavailable, `The source answered ${answer.status}.`)
    if (!saysImage(answer.headers['content-type'])) failAt(downloadFailures.not_an_image, SOURCE)
    const { contentType, bytes } = await recognised(body)
    const stored = await storage.put(storageKey, bytes, { contentType, sizeBytesMax: SIZE_BYTES_MAX })
    return { contentType, storageKey, ...stored }
  } catch (error) {
    // A backend may wrap the error of the stream that it read.
    throw refusalOf(body?.errored ?? error)
  } finally {
    body?.destroy()
  }
}

/** What the first bytes say, and all of the bytes. */
async function recognised(body: Readable): Promise<{ contentType: string; bytes: Readable }> {
  const chunks: AsyncIterator<Buffer> = body[Symbol.asyncIterator]()
  let head = Buffer.alloc(0)
  while (head.length < HEAD_BYTES) {
    const { value, done } = await chunks.next()
    if (done) break
    head = Buffer.concat([head, value])
  }
  const contentType = imageTypeOf(head) ?? failAt(downloadFailures.not_an_image, SOURCE)
  return { contentType, bytes: Readable.from(joined(head, chunks)) }
}

async function* joined(head: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield head
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value
}

function refusalOf(error: unknown): unknown {
  if (error instanceof StorageTooLarge) return refused(downloadFailures.too_large)
  if (!(error instanceof OutboundError)) return error
  if (error.reason === 'not_allowed') return refused(downloadFailures.source_not_allowed)
  if (error.reason === 'too_large') return refused(downloadFailures.too_large)
  return refused(downloadFailures.source_unavailable, error.message)
}

function refused(failure: Failure, detail = failure.text): Refusal {
  return new Refusal(failure, { detail, errors: faultsAt(failure, SOURCE) })
}
