import { jwtVerify, SignJWT, type JWTPayload } from 'jose'
import type { Signer } from './crypto.ts'

const ALGORITHM = 'HS256'

interface Life {
  now: Date
  expiresAt: Date
}

/** A token of ours (JWT) with these claims. Its audience keeps it from every other place under the same key. */
export function signToken(
  signer: Signer,
  purpose: string,
  claims: JWTPayload & { aud: string; sub: string },
  { now, expiresAt }: Life,
): Promise<string> {
  return new SignJWT(claims)
    .setProtectedHeader({ alg: ALGORITHM })
    .setIssuedAt(now)
    .setExpirationTime(expiresAt)
    .sign(signer.key(purpose))
}

/** What such a token says; undefined when it is not one of ours, for another place, or expired. */
export async function claimsIn(
  signer: Signer,
  purpose: string,
  token: string,
  { audience, now }: { audience: string; now: Date },
): Promise<JWTPayload | undefined> {
  const rules = { audience, algorithms: [ALGORITHM], currentDate: now }
  for (const key of signer.keys(purpose)) {
    const read = await jwtVerify(token, key, rules).catch(() => undefined)
    if (read) return read.payload
  }
  return undefined
}
