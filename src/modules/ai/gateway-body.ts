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

/** What makes JSON of bytes. A recording in base64 has none of it. */
const SIGNS = [',', ':', '[', '{']
const SIGNS_MAX = 20_000

/** Of a recording and some short fields. As many signs as fit beside it would keep everybody waiting for seconds. */
export function shortJsonIn(sent: Sent): unknown {
  if (SIGNS.some((sign) => placesOf(sign, sent.body, SIGNS_MAX).length > SIGNS_MAX)) {
    refuse('', 'too_many', `May have ${SIGNS_MAX} of each of these: ${SIGNS.join(' ')}`)
  }
  return jsonIn(sent)
}

const PARTS_MAX = 64
const HEAD_BYTES_MAX = 8192

/** The same for a form, which can have millions of parts, and of lines before one. */
function refuseEndless({ body, contentType }: Sent): void {
  const [boundary, another] = [...contentType.matchAll(/boundary="?([^";\\]{1,70})/gi)].map(([, each]) => each)
  if (boundary === undefined || another !== undefined) refuseForm()
  const places = placesOf(boundary, body, PARTS_MAX)
  const isLong = (at: number): boolean =>
    at + HEAD_BYTES_MAX < body.length && !body.subarray(at, at + HEAD_BYTES_MAX).includes('\r\n\r\n')
  if (places.length > PARTS_MAX || places.some(isLong)) {
    refuse('', 'too_many', `A form may have ${PARTS_MAX} parts, and ${HEAD_BYTES_MAX} bytes before each.`)
  }
}

/** Where it is in there; no more than one beyond the most. */
function placesOf(text: string, body: Buffer, most: number): number[] {
  const places: number[] = []
  for (let at = body.indexOf(text); at !== -1 && places.length <= most; at = body.indexOf(text, at + 1)) places.push(at)
  return places
}

function refuseForm(): never {
  refuse('', 'invalid', 'The form cannot be read.')
}

/** The parts of a form: texts by their names, and its one file. */
export async function formIn(sent: Sent): Promise<{ fields: Record<string, string>; file: Buffer }> {
  refuseEndless(sent)
  const { body, contentType } = sent
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': contentType } })
    .formData()
    .catch(refuseForm)
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
