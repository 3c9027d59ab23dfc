import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { openStorage } from './storage.ts'

const MEBIBYTE = 1_048_576
const GIBIBYTE = 1024 * MEBIBYTE

test('a gigabyte goes through the disk storage in pieces, there and back', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'innkeeper-soak-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const storage = await openStorage({ kind: 'disk', folder })
  const piece = Buffer.alloc(MEBIBYTE, 'x')
  const source = Readable.from(
    (function* () {
      for (let count = 0; count < 1024; count++) yield piece
    })(),
  )
  const before = process.memoryUsage().rss
  const options = { contentType: 'application/octet-stream', sizeBytesMax: GIBIBYTE }
  const { sizeBytes } = await storage.put('soak/gigabyte', source, options)
  expect(sizeBytes).toBe(GIBIBYTE)
  const stored = await storage.get('soak/gigabyte')
  let read = 0
  for await (const chunk of stored?.body ?? []) read += (chunk as Buffer).length
  expect(read).toBe(GIBIBYTE)
  expect(process.memoryUsage().rss - before).toBeLessThan(512 * MEBIBYTE)
})
