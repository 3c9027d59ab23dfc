import { fail } from '#core/errors.ts'
import { OutboundError, readBytes, type Outbound } from '#core/outbound.ts'
import { refuseAny, refuseFaults } from '#core/validate.ts'
import { audioIn, type Audio } from './audio.rules.ts'
import { formIn, shortJsonIn } from './gateway-body.ts'
import { checkedBody, type Visit } from './gateway-conduct.ts'
import { gatewayFailures } from './gateway-failures.ts'
import { TranscriptionForm, TranscriptionRequest } from './gateway.schema.ts'

export const AUDIO_BYTES_MAX = 25 * 1024 * 1024
const AUDIO_SECONDS_MAX = 2 * 3600
const FETCH_SECONDS = 30
/** Of speech that is kept small. */
const BYTES_PER_SECOND = 2000
/** Times inside a cluster of WebM have 16 bits, in milliseconds. */
const PIECE_SECONDS_MAX = 33

type Wishes = Omit<TranscriptionRequest, 'audio'>

export interface Recording {
  wishes: Wishes
  /** The bytes, or how to get them: an address is only called once the caller's limit allows it. */
  load(outbound: Outbound, timeoutMillis: number): Promise<{ bytes: Buffer; audio: Audio }>
}

/** A recording and what is wanted of it, from a form or from JSON. */
export async function recordingIn(visit: Visit): Promise<Recording> {
  if (/^multipart\/form-data\b/i.test(visit.contentType)) {
    const { fields, file } = await formIn(visit)
    const { timeout_ms: timeout, ...texts } = fields
    const wishes = checkedBody<Wishes>(TranscriptionForm, {
      ...texts,
      ...(timeout !== undefined && { timeout_ms: /^\d{1,9}$/.test(timeout) ? Number(timeout) : timeout }),
    })
    return { wishes, load: async () => checkedAudio(file) }
  }
  const { audio, ...wishes } = checkedBody<TranscriptionRequest>(TranscriptionRequest, shortJsonIn(visit))
  const { data_base64: data, url } = audio
  if ((data === undefined) === (url === undefined)) {
    refuseAny([{ pointer: '/audio', code: 'invalid', message: 'Send data_base64 or url, one of them.' }])
  }
  if (url === undefined) return { wishes, load: async () => checkedAudio(Buffer.from(data ?? '', 'base64')) }
  return { wishes, load: async (...how) => checkedAudio(await fetched(url, ...how)) }
}

function checkedAudio(bytes: Buffer): { bytes: Buffer; audio: Audio } {
  if (bytes.length > AUDIO_BYTES_MAX) fail(gatewayFailures.audio_too_large)
  const audio = audioIn(bytes) ?? fail(gatewayFailures.unsupported_audio)
  if ((audio.seconds ?? audio.lastPieceAt ?? 0) > AUDIO_SECONDS_MAX) {
    fail(gatewayFailures.audio_too_large, { detail: 'The recording is longer than two hours.' })
  }
  return { bytes, audio }
}

/** How long a recording is, or may be at most where it does not say it. */
export function secondsAtMost({ seconds, lastPieceAt }: Audio, bytes: number): number {
  const byPieces = lastPieceAt === undefined ? AUDIO_SECONDS_MAX : lastPieceAt + PIECE_SECONDS_MAX
  return seconds ?? Math.min(bytes / BYTES_PER_SECOND, byPieces, AUDIO_SECONDS_MAX)
}

async function fetched(url: string, outbound: Outbound, timeoutMillis: number): Promise<Buffer> {
  const timeoutSeconds = Math.min(FETCH_SECONDS, timeoutMillis / 1000)
  try {
    const answer = await outbound.request(url, { timeoutSeconds, sizeBytesMax: AUDIO_BYTES_MAX })
    if (answer.status !== 200) {
      answer.body.destroy()
      refuseUrl('unreachable', `The address answered ${answer.status}.`)
    }
    return await readBytes(answer)
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    if (error.reason === 'too_large') fail(gatewayFailures.audio_too_large)
    refuseUrl(error.reason, error.message)
  }
}

function refuseUrl(code: string, message: string): never {
  refuseFaults([{ pointer: '/audio/url', code, message }])
}
