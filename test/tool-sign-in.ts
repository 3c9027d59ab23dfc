import type { OAuthClientProvider } from '@modelcontextprotocol/client'

export interface Person {
  email: string
  password: string
}

interface Consent {
  workspaceId: string
  access?: 'read' | 'write'
  step?: 'allow' | 'deny'
}

/** What a person does in the browser: opens the address, signs in, chooses, and is sent back. Answers where to. */
export async function throughTheBrowser(address: URL | string, person: Person, consent: Consent): Promise<URL> {
  const first = await fetch(address, { redirect: 'manual' })
  if (first.status === 303) return new URL(first.headers.get('location') ?? '')
  const { email, password } = person
  const second = await submit(address, await first.text(), { step: 'sign-in', email, password })
  if (second.status !== 200) throw new Error(`sign-in answered ${second.status}`)
  const { workspaceId, access = 'write', step = 'allow' } = consent
  const third = await submit(address, await second.text(), { step, workspace: workspaceId, access })
  return new URL(third.headers.get('location') ?? `about:blank#${third.status}`)
}

/** Sends the form of a page as a browser would: its hidden fields and what the person filled in. */
export function submit(address: URL | string, page: string, filled: Record<string, string>): Promise<Response> {
  const hidden = [...page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)]
  const fields = Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, plain(value)]))
  const body = new URLSearchParams({ ...fields, ...filled })
  return fetch(new URL('/authorize', address), { method: 'POST', body, redirect: 'manual' })
}

function plain(text: string): string {
  return text.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
}

/** The official client's side of a sign-in, with everything in memory. */
export function signInProvider(redirectUrl: string): OAuthClientProvider & { address: URL | undefined } {
  let client: Awaited<ReturnType<OAuthClientProvider['clientInformation']>>
  let tokens: Awaited<ReturnType<OAuthClientProvider['tokens']>>
  let verifier = ''
  let discovered: Awaited<ReturnType<NonNullable<OAuthClientProvider['discoveryState']>>>
  return {
    address: undefined,
    redirectUrl,
    clientMetadata: {
      client_name: 'Test program',
      redirect_uris: [redirectUrl],
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
    },
    state: () => 'a-state',
    clientInformation: () => client,
    saveClientInformation: (information) => void (client = information),
    tokens: () => tokens,
    saveTokens: (saved) => void (tokens = saved),
    redirectToAuthorization(url) {
      this.address = url
    },
    saveCodeVerifier: (saved) => void (verifier = saved),
    codeVerifier: () => verifier,
    saveDiscoveryState: (state) => void (discovered = state),
    discoveryState: () => discovered,
  }
}
