import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'

import S3rver from 's3rver'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { openStorage, StorageTooLarge } from './storage.ts'
import type { Storage, StorageSettings } from './storage.ts'

const MIB = 1024 * 1024
/** As S3 gets them. On disk nothing is cut, and what is larger than its buffers is large. */
const PART_BYTES = { disk: MIB, s3: 8 * MIB }
const PNG = { contentType: 'image/png', sizeBytesMax: 64 * MIB }

const BAD_KEYS = [
  '',
  '/',
  '/etc/passwd',
  'ws//x',
  'ws/x/',
  '.',
  '..',
  '../x',
  'ws/../../x',
  'ws/./x',
  '.incoming/x',
  'C:/x',
  'ws\\x',
  'ws/x\0',
  'ws/x\n',
  'ws/ä',
  'ws/%2e%2e',
  `ws/${'x'.repeat(256)}`,
  `${'ws/'.repeat(170)}xyz`,
]

let folder: string
let stopS3: () => Promise<void>
/** Method and address of each request the S3 server got. */
const s3Requests: string[] = []
const settings: Record<string, StorageSettings> = {}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'storage-'))
  const s3 = new S3rver({
    silent: true,
    directory: join(folder, 's3'),
    vhostBuckets: false,
    configureBuckets: [{ name: 'files', configs: [] }],
  })
  await s3.configureBuckets()
  const handle = s3.callback()
  const server = createServer((request, response) => {
    s3Requests.push(`${request.method} ${request.url}`)
    handle(request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  stopS3 = async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  settings['disk'] = { kind: 'disk', folder: join(folder, 'disk') }
  settings['s3'] = {
    kind: 's3',
    bucket: 'files',
    region: 'eu-central-1',
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
    forcePathStyle: true,
    prefix: '/innkeeper/',
  }
})

afterAll(async () => {
  await stopS3()
  await rm(folder, { recursive: true, force: true })
})

async function withStorage(kind: string, run: (storage: Storage) => Promise<void>, change: object = {}) {
  const chosen = settings[kind]
  if (chosen === undefined) throw new Error(`no settings for ${kind}`)
  const storage = await openStorage({ ...chosen, ...change })
  try {
    await run(storage)
  } finally {
    storage.close()
  }
}

const newKey = () => `ws/attachments/${randomBytes(8).toString('hex')}`
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** A stream that does not say its length, in pieces that fit no part boundary. */
function streamOf(bytes: Uint8Array): Readable {
  return Readable.from(
    (function* () {
      for (let at = 0; at < bytes.length; at += 100_003) yield bytes.subarray(at, at + 100_003)
    })(),
  )
}

/** Gives the bytes and then breaks. */
function breakingAfter(bytes: Uint8Array): Readable {
  return Readable.from(
    (async function* () {
      yield* streamOf(bytes)
      throw new Error('the sender went away')
    })(),
  )
}

async function readBack(storage: Storage, key: string) {
  const found = await storage.get(key)
  if (found === undefined) return undefined
  const bytes = await buffer(found.body)
  return { sha256: sha256(bytes), length: bytes.length, sizeBytes: found.sizeBytes, contentType: found.contentType }
}

describe.each(['disk', 's3'] as const)('storage on %s', (kind) => {
  const part = PART_BYTES[kind]

  test.each([
    ['nothing', 0],
    ['a few bytes', 11],
    ['one part exactly', part],
    ['one part and a byte', part + 1],
    ['three parts', 2 * part + 7],
  ])('%s comes back as it was put, from a stream and from bytes', async (_name, size) => {
    await withStorage(kind, async (storage) => {
      const bytes = randomBytes(size)
      for (const body of [streamOf(bytes), bytes]) {
        const key = newKey()
        expect(await storage.put(key, body, PNG)).toEqual({ sizeBytes: size, sha256: sha256(bytes) })
        const expected = { sha256: sha256(bytes), length: size, sizeBytes: size, contentType: 'image/png' }
        expect(await readBack(storage, key)).toEqual(expected)
      }
    })
  })

  test('a second put replaces bytes and content type, also when the first was longer', async () => {
    await withStorage(kind, async (storage) => {
      const key = newKey()
      await storage.put(key, Buffer.from('the first, longer text'), PNG)
      await storage.put(key, Buffer.from('second'), { ...PNG, contentType: 'text/plain; charset=utf-8' })
      const found = await readBack(storage, key)
      expect(found).toMatchObject({ sha256: sha256(Buffer.from('second')), contentType: 'text/plain; charset=utf-8' })
    })
  })

  test('what was never put is undefined, and removing is idempotent', async () => {
    await withStorage(kind, async (storage) => {
      const key = newKey()
      expect(await storage.get(key)).toBeUndefined()
      await storage.remove(key)
      await storage.put(key, Buffer.from('x'), PNG)
      expect(await storage.get('ws/attachments')).toBeUndefined()
      await storage.remove('ws/attachments')
      await storage.remove(key)
      await storage.remove(key)
      expect(await storage.get(key)).toBeUndefined()
    })
  })

  test.each([
    ['small', 100],
    ['of several parts', 2 * part + 7],
  ])('a stream that is too large (%s) is refused, destroyed, and nothing is kept', async (_name, sizeBytesMax) => {
    await withStorage(kind, async (storage) => {
      const key = newKey()
      const body = streamOf(randomBytes(sizeBytesMax + 1))
      await expect(storage.put(key, body, { ...PNG, sizeBytesMax })).rejects.toThrow(StorageTooLarge)
      expect(body.destroyed).toBe(true)
      expect(await storage.get(key)).toBeUndefined()
      const exact = await storage.put(key, streamOf(randomBytes(sizeBytesMax)), { ...PNG, sizeBytesMax })
      expect(exact.sizeBytes).toBe(sizeBytesMax)
    })
  })

  test('an endless stream stops at the limit', async () => {
    await withStorage(kind, async (storage) => {
      let given = 0
      const endless = Readable.from(
        (function* () {
          for (;;) {
            given += MIB
            yield Buffer.alloc(MIB)
          }
        })(),
      )
      await expect(storage.put(newKey(), endless, { ...PNG, sizeBytesMax: 10 * MIB })).rejects.toThrow(StorageTooLarge)
      expect(given).toBeLessThan(40 * MIB)
    })
  })

  test.each([
    ['early', 10],
    ['after several parts', 2 * part + 7],
  ])('a stream that breaks (%s) leaves what was there before', async (_name, size) => {
    await withStorage(kind, async (storage) => {
      const key = newKey()
      await expect(storage.put(key, breakingAfter(randomBytes(size)), PNG)).rejects.toThrow('the sender went away')
      expect(await storage.get(key)).toBeUndefined()
      await storage.put(key, Buffer.from('before'), PNG)
      await expect(storage.put(key, breakingAfter(randomBytes(size)), PNG)).rejects.toThrow('the sender went away')
      expect(await readBack(storage, key)).toMatchObject({ sha256: sha256(Buffer.from('before')) })
    })
  })

  test('a stream that breaks before it is first read is a refusal, not the end of the process', async () => {
    await withStorage(kind, async (storage) => {
      const body = new PassThrough()
      const put = storage.put(newKey(), body, PNG)
      body.destroy(new Error('gone at once'))
      await expect(put).rejects.toThrow('gone at once')
    })
  })

  test('a reader sees the old object until the new one is whole', async () => {
    await withStorage(kind, async (storage) => {
      const key = newKey()
      await storage.put(key, Buffer.from('old'), PNG)
      const body = new PassThrough()
      const put = storage.put(key, body, PNG)
      const bytes = randomBytes(part + MIB)
      for (let at = 0; at < bytes.length; at += MIB) {
        if (!body.write(bytes.subarray(at, at + MIB))) await once(body, 'drain')
      }
      expect(await readBack(storage, key)).toMatchObject({ sha256: sha256(Buffer.from('old')) })
      body.end()
      await put
      expect(await readBack(storage, key)).toMatchObject({ sha256: sha256(bytes) })
    })
  })

  test('a key that is not a plain relative path is refused everywhere', async () => {
    await withStorage(kind, async (storage) => {
      for (const key of BAD_KEYS) {
        const body = streamOf(Buffer.from('x'))
        await expect(storage.put(key, body, PNG), key).rejects.toThrow('key is not valid')
        expect(body.destroyed).toBe(true)
        await expect(storage.get(key), key).rejects.toThrow('key is not valid')
        await expect(storage.remove(key), key).rejects.toThrow('key is not valid')
      }
    })
  })

  test('a content type that is no header value is refused', async () => {
    await withStorage(kind, async (storage) => {
      for (const contentType of ['', 'image/png\nx: y', 'x'.repeat(201), 'bild/ä']) {
        await expect(storage.put(newKey(), Buffer.from('x'), { ...PNG, contentType })).rejects.toThrow('content type')
      }
    })
  })

  test('the check passes on a storage that works', async () => {
    await withStorage(kind, (storage) => expect(storage.check()).resolves.toBeUndefined())
  })
})

test('on disk a failed put leaves no draft, and an old draft of a killed process goes away at start', async () => {
  const incoming = join(folder, 'disk', '.incoming')
  await mkdir(incoming, { recursive: true })
  await writeFile(join(incoming, 'old'), 'half a file')
  await utimes(join(incoming, 'old'), 0, 0)
  await writeFile(join(incoming, 'young'), 'being written by another process')
  await withStorage('disk', async (storage) => {
    await expect(storage.put(newKey(), breakingAfter(randomBytes(MIB)), PNG)).rejects.toThrow('went away')
    await expect(storage.put(newKey(), randomBytes(MIB), { ...PNG, sizeBytesMax: 5 })).rejects.toThrow(StorageTooLarge)
    await storage.check()
  })
  expect(await readdir(incoming)).toEqual(['young'])
})

test('the check fails when the folder is gone', async () => {
  await withStorage(
    'disk',
    async (storage) => {
      await rm(join(folder, 'gone'), { recursive: true })
      await expect(storage.check()).rejects.toThrow('ENOENT')
    },
    { folder: join(folder, 'gone') },
  )
})

test('a bucket that does not exist, or an unknown access key, is an error and never an absent object', async () => {
  const refused = async (change: object, httpStatusCode: number) =>
    withStorage(
      's3',
      async (storage) => {
        const expected = { $metadata: { httpStatusCode } }
        await expect(storage.check()).rejects.toMatchObject(expected)
        await expect(storage.get(newKey())).rejects.toMatchObject(expected)
        await expect(storage.put(newKey(), Buffer.from('x'), PNG)).rejects.toMatchObject(expected)
      },
      change,
    )
  await refused({ bucket: 'nowhere' }, 404)
  await refused({ accessKeyId: 'NOBODY' }, 403)
})

test('on S3 one part is one request, a failed upload of several is aborted, and the prefix leads every key', async () => {
  await withStorage('s3', async (storage) => {
    const key = newKey()
    await storage.put(key, randomBytes(8 * MIB), PNG)
    expect(s3Requests.at(-1)).toBe(`PUT /files/innkeeper/${key}?x-id=PutObject`)
    await storage.put(key, randomBytes(16 * MIB), PNG)
    expect(s3Requests.slice(-4).map((line) => line.replace(/uploadId=[^&]+/, 'uploadId=…').split(/[ ?&]/)[2])).toEqual([
      'uploads=',
      'partNumber=1',
      'partNumber=2',
      'uploadId=…',
    ])
    const from = s3Requests.length
    await expect(storage.put(key, breakingAfter(randomBytes(9 * MIB)), PNG)).rejects.toThrow('went away')
    const verbs = s3Requests.slice(from).map((line) => line.replace(/uploadId=[^&]+/, 'uploadId=…'))
    const path = `/files/innkeeper/${key}`
    expect(verbs).toEqual([
      `POST ${path}?uploads=`,
      `PUT ${path}?partNumber=1&uploadId=…&x-id=UploadPart`,
      `DELETE ${path}?uploadId=…&x-id=AbortMultipartUpload`,
    ])
  })
})
