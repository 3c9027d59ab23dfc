import { sha256 } from './crypto.ts'

const ID_LENGTH_MAX = 300

/** An external id, or its hash if it is too long for an index. */
export function shortId(externalId: string): string {
  return externalId.length <= ID_LENGTH_MAX ? externalId : sha256(externalId).toString('base64url')
}
