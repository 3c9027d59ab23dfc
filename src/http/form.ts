import { createHash, randomUUID } from 'node:crypto'
import { open, rm, type FileHandle } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { coreFailures, fail, Refusal, type Fault } from '#core/errors.ts'
import { unstorableText } from '#core/json.ts'
import type { Raw } from '#core/operation.ts'
import type { Upload } from '#core/raw-operation.ts'

type Limits = Extract<Raw, { kind: 'upload' }>

/** What came with a form. The file is in a temporary place until it is discarded. */
export interface Form {
  fields: Record<string, string>
  file: Upload
  discard(): Promise<void>
}

const FILE_FIELD = 'file'
const FIELD_BYTES_MAX = 65_536
/** What a form needs around its file: the other fields, their headers, the boundaries. */
const OVERHEAD_BYTES_MAX = 262_144

/** Only for the routes of this scope: elsewhere a form stays refused. */
export function acceptForms(scope: FastifyInstance): void {
  void scope.register(multipart)
}

/** Streams the file to a temporary place and stops at the limit; whatever goes wrong, nothing of it is kept. */
export async function receiveForm(request: FastifyRequest, limits: Limits): Promise<Form> {
  if (!request.isMultipart()) {
    fail(coreFailures.unsupported_media_type, { detail: 'Send the file as multipart/form-data.' })
  }
  if (Number(request.headers['content-length'] ?? 0) > limits.sizeBytesMax + OVERHEAD_BYTES_MAX) {
    fail(limits.tooLarge, { unread: true })
  }
  const path = join(tmpdir(), `innkeeper-upload-${process.pid}-${randomUUID()}`)
  const discard = (): Promise<void> => rm(path, { force: true })
  // Before anything is read: a stream that opens it by itself may do so when it has been discarded already.
  const place = await open(path, 'wx', 0o600)
  try {
    const { fields, file } = await readParts(request, place, limits)
    return { fields, file: { path, ...file }, discard }
  } catch (error) {
    await discard()
    throw formRefusal(error)
  } finally {
    await place.close()
  }
}

type Saved = Omit<Upload, 'path'>

async function readParts(
  request: FastifyRequest,
  place: FileHandle,
  limits: Limits,
): Promise<{ fields: Form['fields']; file: Saved }> {
  const fields: Record<string, string> = Object.create(null)
  let file: Saved | undefined
  const parts = request.parts({
    // One byte more, so that the one too many is seen and not cut.
    limits: { fileSize: limits.sizeBytesMax + 1, fieldSize: FIELD_BYTES_MAX, files: 2, fields: 20, parts: 22 },
  })
  for await (const part of parts) {
    const name = part.fieldname
    if (part.type === 'file') {
      if (name !== FILE_FIELD) refuse({ pointer: `/${name}`, code: 'unknown_field', message: 'This takes no file.' })
      if (file) refuse({ pointer: `/${name}`, code: 'repeated', message: 'Send one file at a time.' })
      file = await save(part.file, place, limits)
    } else {
      fields[name] = textOf(fields, name, part)
    }
  }
  return { fields, file: file ?? refuse({ pointer: `/${FILE_FIELD}`, code: 'required', message: 'Send a file.' }) }
}

function textOf(
  earlier: Record<string, string>,
  name: string,
  { value, valueTruncated }: { value: unknown; valueTruncated: boolean },
): string {
  const pointer = `/${name}`
  if (name === FILE_FIELD) refuse({ pointer, code: 'wrong_type', message: 'Must be a file.' })
  if (name in earlier) refuse({ pointer, code: 'repeated', message: 'Send this field once.' })
  if (valueTruncated) refuse({ pointer, code: 'invalid', message: `Must have at most ${FIELD_BYTES_MAX} bytes.` })
  if (typeof value !== 'string') refuse({ pointer, code: 'wrong_type', message: 'Must be plain text.' })
  const fault = unstorableText(value, { pointer })
  return fault ? refuse(fault) : value
}

async function save(source: Readable, place: FileHandle, { sizeBytesMax, tooLarge }: Limits): Promise<Saved> {
  const hash = createHash('sha256')
  let sizeBytes = 0
  await pipeline(
    source,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        sizeBytes += chunk.length
        if (sizeBytes > sizeBytesMax) fail(tooLarge, { unread: true })
        hash.update(chunk)
        yield chunk
      }
    },
    place.createWriteStream(),
  )
  return { sizeBytes, sha256: hash.digest('hex') }
}

function refuse(fault: Fault): never {
  fail(coreFailures.invalid_request, {
    detail: `${fault.pointer}: ${fault.message}`,
    errors: [fault],
    unread: true,
  })
}

/** What the parser says of a form that it cannot read, or that ends in the middle. */
function formRefusal(error: unknown): unknown {
  if (error instanceof Refusal) return error
  const { code = '', syscall } = error as { code?: string; syscall?: string }
  // A disk that is full is no fault of the form.
  if (syscall !== undefined && code !== 'ECONNRESET') return error
  return new Refusal(coreFailures.invalid_request, {
    detail: 'The form cannot be read.',
    errors: [{ pointer: '', code: 'invalid', message: 'Must be a complete form with a file and a few short fields.' }],
  })
}
