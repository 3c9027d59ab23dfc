import { sha256 } from './crypto.ts'

const ID_LENGTH_MAX = 300

/** What somebody else calls a thing; one that an index cannot hold is known by its hash. */
export function shortId(externalId: string): string {
  return externalId.length <= ID_LENGTH_MAX ? externalId : sha256(externalId).toString('base64url')
}
