import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'

export interface StoredObject {
  body: Readable
  sizeBytes: number
  contentType: string
}

/** Where files live. Bytes stream through it; a whole file is never held in memory. */
export interface Storage {
  /**
   * Keeps nothing when the stream fails or is longer than `sizeBytesMax` (`StorageTooLarge`); what the key held before
   * then stays. A reader sees all of the new object or none of it. The stream is destroyed on every failure.
   */
  put(
    key: string,
    body: Readable | Uint8Array,
    options: { contentType: string; sizeBytesMax: number },
  ): Promise<{ sizeBytes: number; sha256: string }>
  /** The caller reads the body to its end or destroys it. */
  get(key: string): Promise<StoredObject | undefined>
  /** Removing what is not there is no error. */
  remove(key: string): Promise<void>
  /** Rejects when files cannot be kept: readiness asks this. */
  check(): Promise<void>
  close(): void
}

export type StorageSettings =
  | { kind: 'disk'; folder: string }
  | {
      kind: 's3'
      bucket: string
      region: string
      endpoint?: string
      accessKeyId?: string
      secretAccessKey?: string
      forcePathStyle: boolean
      prefix: string
    }

/** What differs between disk and S3. Keys and content types arrive checked, the bytes measured. */
export interface StorageBackend {
  /** All or nothing: when `chunks` throws, nothing is kept. */
  write(key: string, chunks: AsyncIterable<Uint8Array>, contentType: string): Promise<void>
  read(key: string): Promise<StoredObject | undefined>
  remove(key: string): Promise<void>
  check(): Promise<void>
  close(): void
}

export class StorageTooLarge extends Error {
  readonly sizeBytesMax: number

  constructor(sizeBytesMax: number) {
    super(`The file is larger than ${sizeBytesMax} bytes.`)
    this.name = 'StorageTooLarge'
    this.sizeBytesMax = sizeBytesMax
  }
}

export async function openStorage(settings: StorageSettings): Promise<Storage> {
  const backend = await openBackend(settings)
  return {
    async put(key, body, { contentType, sizeBytesMax }) {
      try {
        // The stream may fail before it is first read, and an error nobody listens to ends the process.
        if (body instanceof Readable) body.on('error', () => {})
        const tally = { sizeBytes: 0, hash: createHash('sha256') }
        await backend.write(checkedKey(key), measured(body, sizeBytesMax, tally), checkedContentType(contentType))
        return { sizeBytes: tally.sizeBytes, sha256: tally.hash.digest('hex') }
      } catch (error) {
        if (body instanceof Readable) body.destroy()
        throw error
      }
    },
    get: async (key) => backend.read(checkedKey(key)),
    remove: async (key) => backend.remove(checkedKey(key)),
    check: () => backend.check(),
    close: () => backend.close(),
  }
}

/** Both are loaded on demand: the S3 SDK costs start time and memory that a disk installation should not pay. */
async function openBackend(settings: StorageSettings): Promise<StorageBackend> {
  if (settings.kind === 'disk') return (await import('./storage-disk.ts')).openDiskBackend(settings.folder)
  return (await import('./storage-s3.ts')).openS3Backend(settings)
}

async function* measured(
  body: Readable | Uint8Array,
  sizeBytesMax: number,
  tally: { sizeBytes: number; hash: ReturnType<typeof createHash> },
): AsyncGenerator<Uint8Array> {
  const chunks: AsyncIterable<Uint8Array | string> | Uint8Array[] = body instanceof Uint8Array ? [body] : body
  for await (const chunk of chunks) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
    tally.sizeBytes += bytes.byteLength
    if (tally.sizeBytes > sizeBytesMax) throw new StorageTooLarge(sizeBytesMax)
    tally.hash.update(bytes)
    yield bytes
  }
}

// No leading dot, which also rules out `.` and `..`; 255 is the longest file name of the usual file systems.
const SEGMENT = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,254}$/

/** Keys are made by the product (`ws/attachments/uuid`), so a wrong one is a bug or an attack, never echoed. */
function checkedKey(key: string): string {
  if (key.length > 512 || !key.split('/').every((segment) => SEGMENT.test(segment))) {
    throw new Error('The storage key is not valid.')
  }
  return key
}

function checkedContentType(contentType: string): string {
  if (!/^[\x20-\x7e]{1,200}$/.test(contentType)) throw new Error('The content type is not valid.')
  return contentType
}
