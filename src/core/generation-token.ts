import { isProof, type Signer } from './crypto.ts'

/** Which generation of what (a session, a grant) a token is of. */
interface Proven {
  id: string
  generation: number
}

/** Tokens of which nothing is stored: each is a proof that we gave out this generation of this thing. */
export function generationTokens({ prefix, purpose }: { prefix: string; purpose: string }): {
  of(signer: Signer, id: string, generation: number): string
  /** Undefined when we did not make it. */
  provenIn(signer: Signer, token: string): Proven | undefined
} {
  const form = new RegExp(`^${prefix}_([0-9a-f-]{36})\\.(\\d{1,9})\\.([\\w-]+)$`)
  const of = (signer: Signer, id: string, generation: number): string =>
    `${prefix}_${id}.${generation}.${signer.mac(purpose, `${id}.${generation}`)}`
  return {
    of,
    provenIn(signer, token) {
      const [, id, generation, proof] = form.exec(token) ?? []
      if (!id || !generation || !proof) return undefined
      // Only the canonical form: `01` would be a second token for generation 1.
      if (generation !== String(Number(generation))) return undefined
      return isProof(signer, purpose, `${id}.${generation}`, proof) ? { id, generation: Number(generation) } : undefined
    },
  }
}
