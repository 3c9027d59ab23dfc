import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { exportJWK, exportPKCS8, generateKeyPair, importPKCS8, type CryptoKey } from 'jose'
import { makeFolder } from '#core/folder.ts'

/** What the simulated team chat signs with. */
export interface ChatKeys {
  kid: string
  key: CryptoKey
  /** As the chat publishes it. */
  jwk: object
  /** As the key file of a service account has it. */
  pem: string
}

interface Kept {
  kid: string
  jwk: object
  pem: string
}

/** Made once and kept: the service remembers published keys for an hour, so new ones each time would not be known. */
export async function chatKeysIn(dataDir: string): Promise<ChatKeys> {
  const file = join(dataDir, 'simulator-keys.json')
  const kept = read(file) ?? (await make(dataDir, file))
  return { ...kept, key: await importPKCS8(kept.pem, 'RS256') }
}

function read(file: string): Kept | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Kept
  } catch {
    return undefined
  }
}

async function make(dataDir: string, file: string): Promise<Kept> {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true })
  const kid = `simulated-${Date.now()}`
  const jwk = { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' }
  const kept = { kid, jwk, pem: await exportPKCS8(privateKey) }
  makeFolder(dataDir)
  writeFileSync(file, JSON.stringify(kept), { mode: 0o600 })
  return kept
}
