import { createLocalJWKSet, decodeJwt, jwtVerify, type JSONWebKeySet } from 'jose'
import { coreFailures, fail } from '#core/errors.ts'
import type { Services } from '#core/services.ts'
import { callVendor } from '#modules/integrations/vendor-call.service.ts'

const CLASSIC = 'chat@system.gserviceaccount.com'
const ISSUERS = ['https://accounts.google.com', 'accounts.google.com']
const KEPT_MILLIS = 3_600_000
/** A key that is not among them may be new; to ask for it more often would be for others to make us do. */
const ASKED_AGAIN_MILLIS = 60_000
const TIMEOUT_SECONDS = 4
const CLOCK_SECONDS = 300

interface Kept {
  keys: JSONWebKeySet
  at: number
}

export interface TokenCheck {
  services: Services
  /** The address that it was sent to. */
  address: string
  projectNumber: string
  now: Date
}

/** Who signs for the chat: a classic app by the chat itself, others by the company's own sign-in. */
export function tokenVerifier(): (token: string, check: TokenCheck) => Promise<boolean> {
  const kept = new Map<string, Kept>()

  async function keysAt(services: Services, url: string, now: Date, isUnknown: boolean): Promise<JSONWebKeySet> {
    const known = kept.get(url)
    const age = known ? now.getTime() - known.at : Number.POSITIVE_INFINITY
    if (known && age < (isUnknown ? ASKED_AGAIN_MILLIS : KEPT_MILLIS)) return known.keys
    const call = { vendor: 'The keys of the team chat', method: 'GET' as const, timeoutSeconds: TIMEOUT_SECONDS }
    const answer = await callVendor({ services }, url, call).catch((cause: unknown) =>
      fail(coreFailures.unavailable, { cause }),
    )
    const keys = answer.body as JSONWebKeySet
    if (answer.status !== 200 || !Array.isArray(keys.keys)) fail(coreFailures.unavailable)
    kept.set(url, { keys, at: now.getTime() })
    return keys
  }

  return async (token, { services, address, projectNumber, now }) => {
    const { googleKeys, googleChatKeys } = services.settings.vendorUrls
    const isClassic = issuerOf(token) === CLASSIC
    const url = isClassic ? googleChatKeys : googleKeys
    const rules = {
      algorithms: ['RS256'],
      issuer: isClassic ? CLASSIC : ISSUERS,
      audience: isClassic ? projectNumber : address,
      currentDate: now,
      clockTolerance: CLOCK_SECONDS,
      requiredClaims: ['exp', 'iat'],
    }
    for (const isUnknown of [false, true]) {
      const keys = await keysAt(services, url, now, isUnknown)
      try {
        const { payload } = await jwtVerify(token, createLocalJWKSet(keys), rules)
        return isClassic || isOfChat(payload, projectNumber)
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'ERR_JWKS_NO_MATCHING_KEY')) return false
      }
    }
    return false
  }
}

/** Any add-on of any project can get a token for our address: only the own project's is meant. */
function isOfChat({ email, email_verified: isVerified }: Record<string, unknown>, projectNumber: string): boolean {
  const own = [CLASSIC, `service-${projectNumber}@gcp-sa-gsuiteaddons.iam.gserviceaccount.com`]
  return isVerified === true && typeof email === 'string' && own.includes(email)
}

function issuerOf(token: string): string | undefined {
  try {
    return decodeJwt(token).iss
  } catch {
    return undefined
  }
}
