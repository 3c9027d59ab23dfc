import { randomBytes } from 'node:crypto'
import { onTestFinished } from 'vitest'
import { createLogger } from '#core/log.ts'
import { createApp } from '#src/app.ts'
import { harness, type Harness, type TestApp } from './harness.ts'
import { startVendor, type Vendor } from './vendor-server.ts'

export const SIGNING_SECRET = 'secret-of-the-app-of-the-installation'
export const CHAT = '/v1/integrations/chat-workspace-app'
const APP = { clientId: '4123.9872', clientSecret: 'client-secret-of-the-app' }

/** What the chat answers to a code, as its interface documents it. */
const granted = (app: string, more: object): object => ({
  ok: true,
  app_id: app,
  authed_user: { id: 'U01' },
  scope: 'app_mentions:read,chat:write',
  token_type: 'bot',
  access_token: 'xoxb-token-of-the-bot-1',
  bot_user_id: 'U0BOT',
  team: { id: 'T01', name: 'Casa' },
  enterprise: null,
  is_enterprise_install: false,
  ...more,
})

export interface InstallStage {
  server: TestApp
  /** Speaks for the chat and for the tool connector. */
  vendor: Vendor
  /** By path: what is answered there. Changed freely. */
  says: Record<string, object>
  /** The app's id at the chat, of this test alone: the database is that of all tests. */
  app: string
  granted(more?: object): object
  /** Its clock; set back and forth freely. */
  clock: { now: Date }
  place(): Promise<Harness>
}

/** A server whose operator has an app at the chat and an account with the tool connector. */
export async function installStage(baseUrl = 'http://localhost:3000'): Promise<InstallStage> {
  const app = `A${randomBytes(6).toString('hex')}`
  const says: Record<string, object> = {
    '/oauth.v2.access': granted(app, {}),
    '/auth.revoke': { ok: true, revoked: true },
  }
  const vendor = await startVendor(({ path, method }) => {
    const said = says[`${method} ${path}`] ?? says[path.split('?', 1)[0] ?? '']
    return said ? { body: said } : { status: 404, body: { error: 'not there' } }
  })
  const clock = { now: new Date() }
  const { runtime } = await harness()
  const { settings } = runtime.services
  const slackAuthorize = 'https://chat.example/oauth/v2/authorize'
  const changes = {
    baseUrl,
    chatApp: APP,
    toolConnectorKey: 'key-of-the-connector',
    vendorUrls: { ...settings.vendorUrls, slack: vendor.url, slackAuthorize, composio: vendor.url },
  }
  const webhookSecrets = { CHAT_WORKSPACE_APP_WEBHOOK_SECRET: [SIGNING_SECRET] }
  const other = {
    ...runtime,
    config: { ...runtime.config, ...changes, webhookSecrets },
    services: { ...runtime.services, settings: { ...settings, ...changes } },
  }
  const fastify = createApp(other, { logger: createLogger('silent'), now: () => clock.now })
  await fastify.ready()
  onTestFinished(() => fastify.close())
  const server = { app: fastify, runtime: other, close: () => fastify.close() }
  return { server, vendor, says, app, granted: (more = {}) => granted(app, more), clock, place: () => harness(server) }
}

/** A browser that keeps its cookies. */
export interface Browser {
  open(url: string): Promise<{ status: number; location: URL | undefined; text: string; headers: object }>
  submit(url: string, form: Record<string, string>): ReturnType<Browser['open']>
  cookie: string
}

export function newBrowser({ app }: TestApp, more: Record<string, string> = {}): Browser {
  const jar = new Map<string, string>()
  const go = async (method: 'GET' | 'POST', url: string, form?: Record<string, string>) => {
    const { pathname, search } = new URL(url, 'http://localhost:3000')
    const answer = await app.inject({
      method,
      url: pathname + search,
      headers: {
        ...more,
        ...(browser.cookie !== '' && { cookie: `other=1; ${browser.cookie}` }),
        ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(form && { payload: new URLSearchParams(form).toString() }),
    })
    const { location, 'set-cookie': set } = answer.headers
    for (const each of [set ?? []].flat()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(each) ?? []
      jar.set(name, value)
    }
    if (jar.size > 0) browser.cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const target = location === undefined ? undefined : new URL(location)
    return { status: answer.statusCode, location: target, text: answer.body, headers: answer.headers }
  }
  const browser: Browser = {
    cookie: '',
    open: (url) => go('GET', url),
    submit: (url, form) => go('POST', url, form),
  }
  return browser
}

/** The administrator begins with a link of the console. Answers the browser and the state that it took along. */
export async function begun({ server }: InstallStage, { asAdmin }: Harness, agentId: string | null = null) {
  const { body } = await asAdmin.post('/integrations/chat-installs', { agentId })
  const browser = newBrowser(server)
  // Before an agent is bound, the administrator reads what it would do.
  const { status, location } = agentId === null ? await browser.open(body.url) : await browser.submit(body.url, {})
  const state = location?.searchParams.get('state') ?? ''
  const back = `${CHAT}${agentId === null ? '/workspace' : ''}/callback?${new URLSearchParams({ code: 'c-1', state })}`
  return { browser, status, location, state, back, url: String(body.url) }
}
