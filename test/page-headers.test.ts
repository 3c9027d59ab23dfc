import { expect, onTestFinished, test } from 'vitest'
import { harness } from './harness.ts'
import { registered, asking, place } from './sign-in-place.ts'
import { routesOf } from './routes.ts'
import { secondNode } from './second-node.ts'

const URLS = { appUrl: 'https://app.example', baseUrl: 'https://api.example' }
const HSTS = 'max-age=31536000'

async function encrypted(config: object = {}) {
  const first = (await harness()).runtime.services
  const services = { settings: { ...first.settings, ...URLS } }
  const node = await secondNode({ services, config: { ...URLS, ...config } })
  onTestFinished(() => node.close())
  return node
}

/** The directives of a policy, by name. */
function policyIn(header: unknown): Record<string, string> {
  const parts = String(header).split('; ')
  return Object.fromEntries(parts.map((part) => [part.split(' ', 1)[0] ?? '', part.slice(part.indexOf(' ') + 1)]))
}

test('every page: nothing from elsewhere, nothing inline but a style that is known, in no frame, and no address told', async () => {
  const { app } = await encrypted()
  const at = await place()
  const authorize = new URL(asking(await registered(at)).address('http://x'))
  const paths = routesOf(app)
    .filter(({ method }) => method === 'GET')
    .map(({ path }) => path.replaceAll(/:\w+/g, 'x').replace('*', 'y'))
  const seen: string[] = []
  for (const url of new Set([...paths, '/w/tasks', authorize.pathname + authorize.search])) {
    if (url.includes('/changes') || url.includes('/stream')) continue
    const { headers } = await app.inject({ url })
    expect([url, headers['strict-transport-security']]).toEqual([url, HSTS])
    expect([url, headers['x-content-type-options']]).toEqual([url, 'nosniff'])
    if (!String(headers['content-type']).startsWith('text/html')) continue
    seen.push(url.split('?', 1)[0] ?? url)
    const policy = policyIn(headers['content-security-policy'])
    expect([url, policy]).toEqual([
      url,
      expect.objectContaining({ 'default-src': "'none'", 'base-uri': "'none'", 'frame-ancestors': "'none'" }),
    ])
    // Unnamed directives fall back to default-src: no objects, frames, or fonts. form-action has no fallback.
    expect(policy['form-action'], url).toMatch(/^'(none|self)'/)
    expect(policy['script-src'] ?? "'none'", url).toMatch(/^'(none|self)'$/)
    // The API reference's script adds inline styles to the page; no third-party script runs there.
    const styles = url.startsWith('/public-docs') ? /^'unsafe-inline'$/ : /^'(none|self|sha256-[\w+/=]+)'$/
    expect(policy['style-src'] ?? "'none'", url).toMatch(styles)
    expect(headers['referrer-policy'], url).toMatch(/^(no-referrer|same-origin)$/)
    expect(headers, url).toMatchObject({
      'x-frame-options': 'DENY',
      'permissions-policy': expect.stringContaining('microphone=()'),
      'cross-origin-resource-policy': 'same-origin',
    })
  }
  expect(seen).toEqual(expect.arrayContaining(['/w/tasks', '/t/x', '/m/x', '/authorize', '/public-docs']))
})

test('without encryption no browser is told to insist on it', async () => {
  const { app } = await harness()
  expect((await app.inject('/health')).headers['strict-transport-security']).toBeUndefined()
})

test('the cookie of a session is of this host alone, and no script reads it', async () => {
  const node = await encrypted()
  const here = await harness(node)
  const password = 'correct horse battery staple'
  const { email } = await here.make.person({ password })
  const sent = { method: 'POST', url: '/api/app/v1/session' } as const
  const answer = await node.app.inject({ ...sent, payload: { email, password } })
  const set = [answer.headers['set-cookie'] ?? []].flat()
  // Every other cookie is just as locked down.
  for (const each of set) expect(each).toMatch(/^__Host-.*; HttpOnly; .*Secure$/)
  const session = set.find((each) => each.includes('innkeeper_session')) ?? ''
  expect(session).toMatch(
    /^__Host-innkeeper_session=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
  )
  const cookie = session.split(';', 1)[0] ?? ''
  const resumed = await node.app.inject({ method: 'POST', url: `${sent.url}/refresh`, headers: { cookie } })
  expect(resumed.statusCode).toBe(200)
  // What a neighboring host could set.
  const planted = cookie.replace('__Host-', '')
  const refused = await node.app.inject({ method: 'POST', url: `${sent.url}/refresh`, headers: { cookie: planted } })
  expect(refused.statusCode).toBe(401)
})

test('whoever finds a hole learns whom to tell, where the operator has said it', async () => {
  const { app } = await encrypted({ securityContact: 'mailto:security@example.com' })
  const { statusCode, headers, body } = await app.inject('/.well-known/security.txt')
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
  expect(body).toMatch(
    /^Contact: mailto:security@example\.com\nExpires: (\S+)\nPreferred-Languages: en\nCanonical: https:\/\/app\.example\/\.well-known\/security\.txt\nCanonical: https:\/\/api\.example\/\.well-known\/security\.txt\n$/,
  )
  const days = (Date.parse(/Expires: (\S+)/.exec(body)?.[1] ?? '') - Date.now()) / 86_400_000
  expect([days > 170, days < 366]).toEqual([true, true])
  expect((await (await encrypted()).app.inject('/.well-known/security.txt')).statusCode).toBe(404)
})
