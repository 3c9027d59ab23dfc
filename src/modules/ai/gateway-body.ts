import { coreFailures, fail } from '#core/errors.ts'
import { parseJson } from '#core/json.ts'
import { refuseFaults } from '#core/validate.ts'

interface Sent {
  body: Buffer
  contentType: string
}

/** The body as JSON. */
export function jsonIn({ body, contentType }: Sent): unknown {
  if (!/^application\/json *(; *charset="?utf-?8"? *)?$/i.test(contentType)) fail(coreFailures.unsupported_media_type)
  return parseJson(body)
}

/** The parts of a form: texts by their names, and its one file. */
export async function formIn({ body, contentType }: Sent): Promise<{ fields: Record<string, string>; file: Buffer }> {
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': contentType } })
    .formData()
    .catch(() => refuse('', 'invalid', 'The form cannot be read.'))
  const fields: Record<string, string> = Object.create(null)
  let file: File | undefined
  for (const [name, value] of form) {
    if (name in fields || (name === 'file' && file)) refuse(`/${name}`, 'repeated', 'Send this field once.')
    if (typeof value === 'string') fields[name] = value
    else if (name === 'file') file = value
    else refuse(`/${name}`, 'unknown_field', 'This takes no file.')
  }
  if (!file) refuse('/file', 'required', 'Send the audio as a file.')
  return { fields, file: Buffer.from(await file.arrayBuffer()) }
}

function refuse(pointer: string, code: string, message: string): never {
  refuseFaults([{ pointer, code, message }])
}
