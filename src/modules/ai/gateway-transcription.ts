import type { TranscriptionModelV4 } from '@ai-sdk/provider'
import { sha256 } from '#core/crypto.ts'
import { NOTHING_USED } from '#core/model-use.ts'
import type { ChosenModel } from '#core/models.ts'
import type { Audio } from './audio.rules.ts'
import { keptOrMade } from './gateway-answers.ts'
import { attempted } from './gateway-attempts.ts'
import { recordingIn, secondsAtMost, type Recording } from './gateway-audio.ts'
import { toldSeconds } from './gateway-bounds.rules.ts'
import { spend, type GatewayCall, type Served } from './gateway-call.ts'
import { conduct, spendOne, type Conducted, type GatewayParts, type Visit } from './gateway-conduct.ts'
import { warningText } from './gateway-language.ts'
import { TIMEOUT_MILLIS } from './gateway.schema.ts'

type Heard = Awaited<ReturnType<TranscriptionModelV4['doGenerate']>>

export async function transcribe(parts: GatewayParts, visit: Visit): Promise<Conducted> {
  const { wishes, load } = await recordingIn(visit)
  await spendOne(parts, visit)
  const { timeout_ms: timeoutMillis = TIMEOUT_MILLIS.most } = wishes
  const deadlineAt = performance.now() + timeoutMillis
  const { bytes, audio } = await load(parts.outbound, timeoutMillis)
  return conduct(parts, visit, {
    object: 'transcription',
    timeoutMillis: deadlineAt - performance.now(),
    choose: (name = wishes.model ?? 'transcribe') => parts.models.transcription(visit.user.workspaceId, name),
    fallbacks: wishes.fallback_models,
    estimate: { ...NOTHING_USED, audioSeconds: secondsAtMost(audio, bytes.length) },
    work: (call, first) =>
      keptOrMade(parts, call, {
        keeping: wishes,
        // By what is heard, not by where it lies: the same address may have another recording the next time.
        sent: () => ({ ...wishes, audio: sha256(bytes).toString('base64') }),
        make: () => heard(parts, call, { wishes, first, bytes, audio }),
      }),
  })
}

interface Hearing {
  wishes: Recording['wishes']
  first: ChosenModel<TranscriptionModelV4>
  bytes: Buffer
  audio: Audio
}

async function heard(
  { models, circuits }: GatewayParts,
  call: GatewayCall,
  { wishes, first, bytes, audio }: Hearing,
): Promise<Served> {
  const { chosen, result } = await attempted<TranscriptionModelV4, Heard>(call, circuits, {
    first,
    fallbacks: wishes.fallback_models ?? [],
    choose: (name) => models.transcription(call.user.workspaceId, name),
    run: (model, abortSignal) =>
      model.doGenerate({ ...optionsOf(wishes), audio: bytes, mediaType: audio.mediaType, abortSignal }),
  })
  const seconds = toldSeconds(result.durationInSeconds) ?? audio.seconds
  call.model = { provider: chosen.provider, modelId: chosen.modelId }
  if (seconds === undefined) call.warnings.push('usage_estimated')
  spend(call, call.model, { audioSeconds: seconds ?? call.estimate.audioSeconds })
  call.warnings.push(...result.warnings.map(warningText))
  return { model: call.model, degraded: chosen.degraded, fields: fieldsOf(wishes, result, seconds) }
}

/** Providers of this kind take their own options under one name. */
function optionsOf({ language, prompt, timestamps = 'none' }: Recording['wishes']) {
  return {
    providerOptions: {
      openai: {
        ...(language !== undefined && { language: language.split('-')[0] ?? language }),
        ...(prompt !== undefined && { prompt }),
        ...(timestamps !== 'none' && { timestampGranularities: [timestamps] }),
      },
    },
  }
}

function fieldsOf(
  { language, response_format: format = 'json', timestamps = 'none' }: Recording['wishes'],
  result: Heard,
  seconds: number | undefined,
): Served['fields'] {
  const { text } = result
  if (format === 'text') return { text }
  const isDetailed = format === 'verbose_json' || timestamps !== 'none'
  return {
    text,
    language: result.language ?? language ?? null,
    duration_seconds: seconds ?? null,
    segments: isDetailed ? result.segments.map(pieceOf) : [],
    ...(timestamps === 'word' && { words: (result.words ?? []).map(pieceOf) }),
  }
}

function pieceOf({ startSecond, endSecond, text }: Heard['segments'][number]) {
  return { start: startSecond, end: endSecond, text }
}
