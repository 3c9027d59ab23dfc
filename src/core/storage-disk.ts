import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat, unlink, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'

import { makeFolder } from './folder.ts'
import type { StorageBackend, StoredObject } from './storage.ts'

/** Longer than any content type the storage accepts, plus the line end. */
const FIRST_LINE_BYTES_MAX = 256
const DRAFT_AGE_MAX_MS = 24 * 60 * 60 * 1000

/**
 * An object is one file: a first line with its content type, then its bytes. So one rename makes both appear at once,
 * and a copy of the folder is a full backup. Drafts are written in `.incoming`, a name no key can have.
 */
export async function openDiskBackend(folder: string): Promise<StorageBackend> {
  const root = resolve(folder)
  const incoming = join(root, '.incoming')
  makeFolder(incoming)
  await removeOldDrafts(incoming)

  return {
    async write(key, chunks, contentType) {
      const target = join(root, key)
      const draft = join(incoming, randomUUID())
      try {
        await writeDraft(draft, chunks, contentType)
        await mkdir(dirname(target), { recursive: true })
        await rename(draft, target)
      } catch (error) {
        await rm(draft, { force: true }).catch(() => {})
        throw error
      }
      await syncFolders(dirname(target), root)
    },
    read: (key) => readObject(join(root, key)),
    remove: (key) => unlink(join(root, key)).catch(undefinedWhenAbsent),
    async check() {
      const probe = join(incoming, randomUUID())
      await writeFile(probe, 'x')
      await rm(probe)
    },
    close() {},
  }
}

async function writeDraft(path: string, chunks: AsyncIterable<Uint8Array>, contentType: string): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(`${contentType}\n`)
    await writeFile(file, chunks)
    await file.sync()
  } finally {
    await file.close()
  }
}

async function readObject(path: string): Promise<StoredObject | undefined> {
  const file = await open(path, 'r').catch(undefinedWhenAbsent)
  if (file === undefined) return undefined
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(FIRST_LINE_BYTES_MAX), 0, FIRST_LINE_BYTES_MAX, 0)
    const lineEnd = buffer.subarray(0, bytesRead).indexOf('\n')
    if (lineEnd < 0) throw new Error('A stored file does not begin with its content type.')
    const { size } = await file.stat()
    return {
      body: file.createReadStream({ start: lineEnd + 1 }),
      sizeBytes: size - lineEnd - 1,
      contentType: buffer.toString('latin1', 0, lineEnd),
    }
  } catch (error) {
    await file.close()
    return undefinedWhenAbsent(error)
  }
}

/** A folder on the way that is a file, or a key that names a folder: no such object either way. */
function undefinedWhenAbsent(error: unknown): undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EISDIR') return undefined
  throw error
}

/** A rename survives a power loss only when the folders that lead to it are on the disk as well. */
async function syncFolders(from: string, root: string): Promise<void> {
  for (let path = from; path.length >= root.length; path = dirname(path)) {
    const folder = await open(path, 'r')
    await folder.sync().finally(() => folder.close())
    if (path === root) return
  }
}

/** A process that was killed leaves its draft behind. A young one may belong to another process that is alive. */
async function removeOldDrafts(incoming: string): Promise<void> {
  for (const name of await readdir(incoming)) {
    const path = join(incoming, name)
    const draft = await stat(path).catch(undefinedWhenAbsent)
    if (draft !== undefined && Date.now() - draft.mtimeMs > DRAFT_AGE_MAX_MS) await rm(path, { force: true })
  }
}
