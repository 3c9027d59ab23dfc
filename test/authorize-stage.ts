import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { onTestFinished } from 'vitest'
import { newId } from '#core/crypto.ts'
import { run } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import { visitor, watched, type Setting } from './browser.ts'
import { harness, type Harness } from './harness.ts'
import { listening } from './mcp.ts'

const PASSWORD = 'correct horse battery'

/** A program that waits on this machine for its person, and the person before the page that asks them. */
export interface Asking {
  url: string
  page: Page
  complaints: string[]
  /** The person is in both. */
  workspaces: [Harness, Harness]
  signIn(password?: string): Promise<void>
  /** What the browser brought back to the program. */
  returned(): Promise<URLSearchParams>
  /** What the program gets for it. */
  exchanged(code: string): Promise<{ access_token: string; refresh_token: string; scope: string }>
}

export async function asking(setting: Setting = {}, clientName = 'Claude'): Promise<Asking> {
  const server = await listening()
  const [here, elsewhere] = [await harness(server), await harness(server)]
  const { email, userId } = await here.make.person({ role: 'manager', password: PASSWORD })
  const now = new Date()
  await run(
    server.runtime.database.pool,
    sql`
    insert into memberships (workspace_id, id, user_id, role, created_at, updated_at)
    values (${elsewhere.workspaceId}, ${newId()}, ${userId}, 'manager', ${now}, ${now})`,
  )
  const callback = await programHere()
  const clientId = await registered(server.url, clientName, callback)
  const verifier = randomBytes(32).toString('base64url')
  const { page, complaints } = await watched(await visitor(setting))
  await page.goto(`${server.url}/authorize?${requestOf(clientId, callback, verifier)}`)
  return {
    url: server.url,
    page,
    complaints,
    workspaces: [here, elsewhere],
    async signIn(password = PASSWORD) {
      await page.getByLabel('E-mail').fill(email)
      await page.getByLabel('Password').fill(password)
      await page.getByRole('button', { name: 'Sign in' }).click()
    },
    async returned() {
      await page.waitForURL(`${callback}?*`)
      return new URL(page.url()).searchParams
    },
    async exchanged(code) {
      const form = { grant_type: 'authorization_code', client_id: clientId, redirect_uri: callback }
      const body = new URLSearchParams({ ...form, code, code_verifier: verifier })
      const answer = await fetch(`${server.url}/token`, { method: 'POST', body })
      return (await answer.json()) as Awaited<ReturnType<Asking['exchanged']>>
    },
  }
}

async function programHere(): Promise<string> {
  const program = createServer((_, response) => response.end('Back in the program')).listen(0, '127.0.0.1')
  await once(program, 'listening')
  onTestFinished(() => {
    program.closeAllConnections()
    program.close()
  })
  return `http://127.0.0.1:${(program.address() as AddressInfo).port}/callback`
}

/** As programs do it: the port is another one each time. */
async function registered(url: string, clientName: string, callback: string): Promise<string> {
  const redirect = new URL(callback)
  redirect.port = ''
  const answer = await fetch(`${url}/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      client_name: clientName,
      redirect_uris: [redirect.href],
      token_endpoint_auth_method: 'none',
    }),
  })
  return ((await answer.json()) as { client_id: string }).client_id
}

function requestOf(clientId: string, callback: string, verifier: string): URLSearchParams {
  return new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: callback,
    state: 'a-state',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })
}
