import type { Ctx } from '#core/context.ts'
import { DeliveryFailure } from '#core/delivery-failure.ts'
import { errorText } from '#core/error-text.ts'
import { OutboundError, readText } from '#core/outbound.ts'
import { secondsToWait } from '#core/retry-after.ts'

interface Call {
  /** Who is called, for people. */
  vendor: string
  method?: 'GET' | 'POST' | 'DELETE'
  headers?: Record<string, string>
  json?: object
  form?: Record<string, string>
  timeoutSeconds?: number
  sizeBytesMax?: number
  /** It sends something: when nobody knows whether that was sent, the failure is an `UncertainDelivery`. */
  sends?: true
}

interface VendorAnswer {
  status: number
  /** JSON, or the text where it is none. */
  body: unknown
  retryAfterSeconds: number | undefined
}

const TIMEOUT_SECONDS = 15
const WAIT_SECONDS_MAX = 3600

/** Nobody knows whether it was sent. */
export class UncertainDelivery extends DeliveryFailure {}

/**
 * Calls somebody's interface. What may work later is thrown as a failure to be tried again; any other answer, a refusal
 * too, is for the caller to read.
 */
export async function callVendor(ctx: Pick<Ctx, 'services'>, url: string, call: Call): Promise<VendorAnswer> {
  const { vendor, method = 'POST', headers = {}, json, form } = call
  const type = json ? 'application/json; charset=utf-8' : form ? 'application/x-www-form-urlencoded' : undefined
  const content = json ? JSON.stringify(json) : form ? new URLSearchParams(form).toString() : undefined
  try {
    const answer = await ctx.services.outbound.request(url, {
      method,
      headers: { accept: 'application/json', ...headers, ...(type && { 'content-type': type }) },
      timeoutSeconds: call.timeoutSeconds ?? TIMEOUT_SECONDS,
      // A redirect could lead the credential elsewhere.
      redirectsMax: 0,
      ...(call.sizeBytesMax !== undefined && { sizeBytesMax: call.sizeBytesMax }),
      ...(content !== undefined && { body: content }),
    })
    const body = parsed(await readText(answer))
    const { status } = answer
    const retryAfterSeconds = secondsToWait(answer.headers['retry-after'], WAIT_SECONDS_MAX)
    if (status === 429 || status >= 500) {
      // Who says when to come again has refused; any other may be a proxy that did not wait for the end of it.
      const isRefused = status === 429 || (status === 503 && answer.headers['retry-after'] !== undefined)
      const Failure = call.sends && !isRefused ? UncertainDelivery : DeliveryFailure
      throw new Failure(`${vendor} answered ${status}.`, { retryAfterSeconds })
    }
    return { status, body, retryAfterSeconds }
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    const isFinal = error.reason === 'not_allowed'
    const Failure = call.sends && mayBeSent(error) ? UncertainDelivery : DeliveryFailure
    throw new Failure(`${vendor}: ${errorText(error)}`, { isFinal, cause: error })
  }
}

/** Trying again would change nothing. */
export function refusedBy(vendor: string, reason: string): DeliveryFailure {
  return new DeliveryFailure(`${vendor} refused: ${reason}`, { isFinal: true })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Nothing was sent if nobody was reached; but who was reached and gave no answer may have sent it. */
const NOT_REACHED = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT']

function mayBeSent({ reason, detail }: OutboundError): boolean {
  if (NOT_REACHED.includes(detail ?? '')) return false
  return reason === 'timeout' || reason === 'unreachable' || reason === 'too_large'
}
