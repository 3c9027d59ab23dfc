import { buffer } from 'node:stream/consumers'
import type { ImageModelV4 } from '@ai-sdk/provider'
import { newId } from '#core/crypto.ts'
import { fail } from '#core/errors.ts'
import { beginFile } from '#core/file-drafts.ts'
import { fileLink } from '#core/file-link.ts'
import { NOTHING_USED } from '#core/model-use.ts'
import type { ChosenModel } from '#core/models.ts'
import { keptOrMade, keptSeconds } from './gateway-answers.ts'
import { attempted } from './gateway-attempts.ts'
import { toldTokens, tokensOf } from './gateway-bounds.rules.ts'
import { spend, type GatewayCall, type Served } from './gateway-call.ts'
import { checkedBody, conduct, spendOne, type Conducted, type GatewayParts, type Visit } from './gateway-conduct.ts'
import { gatewayFailures } from './gateway-failures.ts'
import { warningText } from './gateway-language.ts'
import { ImageRequest, TIMEOUT_MILLIS } from './gateway.schema.ts'
import { jsonIn } from './gateway-body.ts'
import { pictureIn, type PictureFacts } from './picture.rules.ts'
import { redaction } from './redaction.rules.ts'

const PICTURE_BYTES_MAX = 10 * 1024 * 1024

type Painted = Awaited<ReturnType<ImageModelV4['doGenerate']>>

export async function paint(parts: GatewayParts, visit: Visit): Promise<Conducted> {
  const request = checkedBody<ImageRequest>(ImageRequest, jsonIn(visit))
  const { n = 1, response_format: format = 'b64_json' } = request
  const isHidden = request.redact?.pii === true
  const prompt = isHidden ? redaction([request.prompt]).hide(request.prompt) : request.prompt
  await spendOne(parts, visit)
  return conduct(parts, visit, {
    object: 'list',
    timeoutMillis: request.timeout_ms ?? TIMEOUT_MILLIS.most,
    choose: (name = request.model ?? 'image') => parts.models.image(visit.user.workspaceId, name),
    fallbacks: request.fallback_models,
    estimate: { ...NOTHING_USED, inputTokens: tokensOf(prompt.length), images: n },
    work: async (call, first) => {
      const served = await keptOrMade(parts, call, {
        keeping: request,
        sent: () => request,
        asked: isHidden ? () => ({ ...request, prompt }) : undefined,
        make: () => painted(parts, call, { request, prompt, first }),
      })
      const pictures = served.fields['data'] as MadePicture[]
      if (call.cached) await keepPictures(parts, call, request, pictures)
      const data = []
      for (const picture of pictures) data.push(await shown(parts, picture, format))
      return { ...served, fields: { data } }
    },
  })
}

interface Painting {
  request: ImageRequest
  prompt: string
  first: ChosenModel<ImageModelV4>
}

async function painted(parts: GatewayParts, call: GatewayCall, { request, prompt, first }: Painting): Promise<Served> {
  const { chosen, result } = await attempted<ImageModelV4, Painted>(call, parts.circuits, {
    first,
    fallbacks: request.fallback_models ?? [],
    choose: (name) => parts.models.image(call.user.workspaceId, name),
    run: (model, abortSignal) => model.doGenerate({ ...optionsOf(request, prompt), abortSignal }),
  })
  call.model = { provider: chosen.provider, modelId: chosen.modelId }
  spend(call, call.model, {
    images: result.images.length,
    inputTokens: toldTokens(result.usage?.inputTokens) ?? 0,
    outputTokens: toldTokens(result.usage?.outputTokens) ?? 0,
  })
  call.warnings.push(...result.warnings.map(warningText))
  if (result.images.length === 0) fail(gatewayFailures.invalid_model_output, { detail: 'The model sent no picture.' })
  const pictures = result.images.slice(0, request.n ?? 1).map(checkedPicture)
  const data: MadePicture[] = []
  for (const picture of pictures) data.push(await made(parts, call, request, picture))
  return { model: call.model, degraded: chosen.degraded, fields: { data } }
}

function optionsOf({ n = 1, size = '1024x1024', quality, format }: ImageRequest, prompt: string) {
  const openai = { ...(quality !== undefined && { quality }), ...(format !== undefined && { outputFormat: format }) }
  return {
    prompt,
    n,
    size: size as `${number}x${number}`,
    aspectRatio: undefined,
    seed: undefined,
    files: undefined,
    mask: undefined,
    providerOptions: { openai },
  }
}

interface Picture extends PictureFacts {
  bytes: Buffer
}

/** A model may answer anything: only what is a picture goes on. */
function checkedPicture(image: string | Uint8Array): Picture {
  const bytes = typeof image === 'string' ? Buffer.from(image, 'base64') : Buffer.from(image)
  const facts = pictureIn(bytes)
  if (!facts || bytes.length > PICTURE_BYTES_MAX) {
    const detail = facts ? 'A picture is larger than 10 MB.' : 'What the model sent is no picture.'
    fail(gatewayFailures.invalid_model_output, { detail })
  }
  return { ...facts, bytes }
}

interface MadePicture {
  /** Where the picture is stored; without it, it is in `b64_json`. An answer that is kept has the key, and so stays small. */
  key?: string
  b64_json?: string
  media_type: string
  width: number
  height: number
  bytes: number
}

async function made(
  parts: GatewayParts,
  call: GatewayCall,
  request: ImageRequest,
  { bytes, mediaType, width, height }: Picture,
): Promise<MadePicture> {
  const facts = { media_type: mediaType, width, height, bytes: bytes.length }
  const isStored = request.response_format === 'url' || keptSeconds(request) > 0
  if (!isStored) return { b64_json: bytes.toString('base64'), ...facts }
  const key = `${call.user.workspaceId}/ai-pictures/${newId()}`
  const picture = { key, ...facts }
  await keepPictures(parts, call, request, [picture])
  await parts.services.storage.put(key, bytes, { contentType: mediaType, sizeBytesMax: PICTURE_BYTES_MAX })
  return picture
}

/** Never recorded as kept, so they are swept away like an upload that was not finished, but not before the answer lapses. */
async function keepPictures(
  { pool, now }: GatewayParts,
  { user: { workspaceId } }: GatewayCall,
  request: ImageRequest,
  pictures: readonly MadePicture[],
): Promise<void> {
  const until = new Date(now().getTime() + keptSeconds(request) * 1000)
  const keys = pictures.flatMap(({ key }) => key ?? [])
  await beginFile({ db: pool, workspaceId, now: until }, ...keys)
}

async function shown(
  { services }: GatewayParts,
  { key, ...picture }: MadePicture,
  format: 'b64_json' | 'url',
): Promise<Record<string, unknown>> {
  if (key === undefined) return picture
  if (format === 'url') return { url: fileLink(services, key), ...picture }
  const stored = await services.storage.get(key)
  if (!stored) throw new Error(`a picture that is kept is not in the storage: ${key}`)
  return { b64_json: (await buffer(stored.body)).toString('base64'), ...picture }
}
