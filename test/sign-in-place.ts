import { createHash, randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import { harness, type Harness } from './harness.ts'
import { listening } from './mcp.ts'
import { throughTheBrowser, type Person } from './tool-sign-in.ts'

export const PASSWORD = 'correct horse battery'
export const CALLBACK = 'http://127.0.0.1/callback'

export interface Place extends Harness {
  url: string
  person: Person & { userId: string; membershipId: string; fullName: string; token: string }
}

export async function place(role: 'member' | 'manager' | 'admin' = 'manager'): Promise<Place> {
  const server = await listening()
  const here = await harness(server)
  const made = await here.make.person({ role, password: PASSWORD })
  return { ...here, url: server.url, person: { ...made, password: PASSWORD } }
}

export type Json = Record<string, string>
export const post = async (url: string, body: URLSearchParams | string): Promise<{ status: number; body: Json }> => {
  const headers = typeof body === 'string' ? { 'content-type': 'application/json' } : undefined
  const answer = await fetch(url, { method: 'POST', body, ...(headers ? { headers } : {}) })
  return { status: answer.status, body: (await answer.json()) as Json }
}

export async function registered({ url }: Place, redirects = [CALLBACK]): Promise<string> {
  const metadata = { client_name: 'Test <program>', redirect_uris: redirects, token_endpoint_auth_method: 'none' }
  const { status, body } = await post(`${url}/register`, JSON.stringify(metadata))
  expect(status).toBe(201)
  return body['client_id'] ?? ''
}

export function asking(clientId: string, more: Json = {}): { address: (url: string) => string; verifier: string } {
  const verifier = randomBytes(32).toString('base64url')
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: CALLBACK,
    state: 'a-state',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...more,
  })
  return { address: (url) => `${url}/authorize?${query}`, verifier }
}

export async function tokensFor(at: Place, access: 'read' | 'write' = 'write') {
  const clientId = await registered(at)
  const { address, verifier } = asking(clientId)
  const back = await throughTheBrowser(address(at.url), at.person, { workspaceId: at.workspaceId, access })
  const form = {
    grant_type: 'authorization_code',
    client_id: clientId,
    redirect_uri: CALLBACK,
    code_verifier: verifier,
  }
  const code = back.searchParams.get('code') ?? ''
  const exchange = () => post(`${at.url}/token`, new URLSearchParams({ ...form, code }))
  const refresh = (token: string, more: Json = {}) =>
    post(
      `${at.url}/token`,
      new URLSearchParams({ grant_type: 'refresh_token', client_id: clientId, refresh_token: token, ...more }),
    )
  const { access_token = '', refresh_token = '', scope = '' } = (await exchange()).body
  return { clientId, back, exchange, refresh, access_token, refresh_token, scope }
}
