import {
  createLocalJWKSet,
  decodeJwt,
  decodeProtectedHeader,
  jwtVerify,
  UnsecuredJWT,
  type JSONWebKeySet,
  type JWTPayload,
  type JWTVerifyOptions,
} from 'jose'
import { coreFailures, fail } from '#core/errors.ts'
import type { Services } from '#core/services.ts'
import { callVendor } from '#modules/integrations/vendor-call.service.ts'
import type { Desk } from './sender.ts'

const CLASSIC = 'chat@system.gserviceaccount.com'
const ISSUERS = ['https://accounts.google.com', 'accounts.google.com']
/** They are asked for again long before they are given up: a day on which nobody can be asked must not close the door. */
const FRESH_SECONDS = 1800
const KEPT_MILLIS = 6 * 3_600_000
/** A key that is not among them may be new; to ask for it more often would be for others to make us do. */
const ASKED_AGAIN_MILLIS = 60_000
const TIMEOUT_SECONDS = 4
const CLOCK_SECONDS = 300

interface Kept {
  keys: JSONWebKeySet
  at: number
}

type Parts = Pick<Desk, 'services' | 'background' | 'answerMillis'>

interface TokenCheck {
  /** The address that it was sent to. */
  address: string
  projectNumber: string
  now: Date
}

interface Verifier {
  /** Has the keys there before somebody comes, and new from then on. */
  keepFresh(parts: Parts): void
  isGenuine(parts: Parts, token: string, check: TokenCheck): Promise<boolean>
}

/** Who signs for the chat: a classic app by the chat itself, others by the company's own sign-in. */
export function tokenVerifier(): Verifier {
  const kept = new Map<string, Kept>()
  const asking = new Map<string, Promise<JSONWebKeySet>>()

  function ask({ services }: Parts, url: string): Promise<JSONWebKeySet> {
    const begun = asking.get(url) ?? fetchKeys(services, url).finally(() => asking.delete(url))
    asking.set(url, begun)
    return begun.then((keys) => {
      kept.set(url, { keys, at: Date.now() })
      return keys
    })
  }

  /** Whoever knocks is not left waiting for others: they are told to come again. */
  function keysAt(parts: Parts, url: string, isUnknown: boolean): Promise<JSONWebKeySet> {
    const known = kept.get(url)
    const age = known ? Date.now() - known.at : Number.POSITIVE_INFINITY
    if (known && age < (isUnknown ? ASKED_AGAIN_MILLIS : KEPT_MILLIS)) return Promise.resolve(known.keys)
    const late = (): never => fail(coreFailures.unavailable, { retryAfterSeconds: TIMEOUT_SECONDS })
    return parts.background.within(() => ask(parts, url), { lane: 'keys', millis: parts.answerMillis, late })
  }

  return {
    keepFresh(parts) {
      const { googleKeys, googleChatKeys } = parts.services.settings.vendorUrls
      for (const url of new Set([googleKeys, googleChatKeys]))
        parts.background.every(FRESH_SECONDS, 'keys of the team chat', () => ask(parts, url))
    },
    async isGenuine(parts, token, { address, projectNumber, now }) {
      const { googleKeys, googleChatKeys } = parts.services.settings.vendorUrls
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
      const said = saidIn(token, rules)
      if (!said || !(isClassic || isOfChat(said, projectNumber))) return false
      for (const isUnknown of [false, true]) {
        const keys = await keysAt(parts, url, isUnknown)
        try {
          await jwtVerify(token, createLocalJWKSet(keys), rules)
          return true
        } catch (error) {
          if (!(error instanceof Error && 'code' in error && error.code === 'ERR_JWKS_NO_MATCHING_KEY')) return false
        }
      }
      return false
    },
  }
}

async function fetchKeys(services: Services, url: string): Promise<JSONWebKeySet> {
  const call = { vendor: 'The keys of the team chat', method: 'GET' as const, timeoutSeconds: TIMEOUT_SECONDS }
  const answer = await callVendor({ services }, url, call).catch((cause: unknown) =>
    fail(coreFailures.unavailable, { cause }),
  )
  const keys = answer.body as JSONWebKeySet
  if (answer.status !== 200 || !Array.isArray(keys.keys)) fail(coreFailures.unavailable)
  return keys
}

/** Any add-on of any project can get a token for our address: only the own project's is meant. */
function isOfChat({ email, email_verified: isVerified }: JWTPayload, projectNumber: string): boolean {
  const own = [CLASSIC, `service-${projectNumber}@gcp-sa-gsuiteaddons.iam.gserviceaccount.com`]
  return isVerified === true && typeof email === 'string' && own.includes(email)
}

/**
 * What it says, if that keeps to the rules whoever signed it. Only for such a token are keys asked for, or anybody could
 * make us ask.
 */
function saidIn(token: string, rules: JWTVerifyOptions): JWTPayload | undefined {
  try {
    const { alg = '' } = decodeProtectedHeader(token)
    if (!rules.algorithms?.includes(alg)) return undefined
    return UnsecuredJWT.decode(new UnsecuredJWT(decodeJwt(token)).encode(), rules).payload
  } catch {
    return undefined
  }
}

function issuerOf(token: string): string | undefined {
  try {
    return decodeJwt(token).iss
  } catch {
    return undefined
  }
}
