import type { Services } from './services.ts'
import { isProof, sameText, type Signer } from './crypto.ts'

export const FILES_PATH = '/api/v1/files'
const PURPOSE = 'file-link'

/** These addresses get copied elsewhere, so their proofs have no end date. */
export const FILE_LINK_PROOF = { purpose: PURPOSE }

/** A signed address of a stored file. It works for anybody who has it, as long as what the file belongs to exists. */
export function fileLink({ signer, settings }: Pick<Services, 'signer' | 'settings'>, storageKey: string): string {
  const name = Buffer.from(storageKey).toString('base64url')
  return `${settings.appUrl}${FILES_PATH}/${name}.${signer.mac(PURPOSE, storageKey)}`
}

/** The storage key that the last part of such an address stands for; undefined when we did not make it. */
export function storageKeyIn(signer: Signer, token: string): string | undefined {
  const [name = '', proof = ''] = token.split('.')
  const storageKey = Buffer.from(name, 'base64url').toString()
  return sameText(token, `${name}.${proof}`) && isProof(signer, PURPOSE, storageKey, proof) ? storageKey : undefined
}
