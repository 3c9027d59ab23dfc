import { OAuth2Client } from 'google-auth-library'
import { exportJWK, exportPKCS8, exportSPKI, generateKeyPair, SignJWT, UnsecuredJWT, type JWTPayload } from 'jose'
import { expect, onTestFinished, test } from 'vitest'
import { newId } from '#core/crypto.ts'
import { messages } from '#modules/conversations/messages.ts'
import { googleApi } from '#src/simulator/vendors/google-chat.ts'
import { deliver } from '#test/deliver.ts'
import { harness, startTestApp } from '#test/harness.ts'
import { startVendor, type Vendor } from '#test/vendor-server.ts'
import { called } from '#test/webhooks.ts'
import { soon } from '#test/working.ts'

const PATH = '/v1/webhooks/team-chat'
const ADDRESS = `http://localhost:3000${PATH}`
const PROJECT = '123456789'
const CLASSIC = 'chat@system.gserviceaccount.com'
const ADD_ON = `service-${PROJECT}@gcp-sa-gsuiteaddons.iam.gserviceaccount.com`
const SETUP = 'a-setup-secret-of-ours'

const keys = await generateKeyPair('RS256', { extractable: true })
const others = await generateKeyPair('RS256', { extractable: true })
const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'k1', alg: 'RS256', use: 'sig' }

interface Claims extends JWTPayload {
  email?: string
  email_verified?: boolean
}

const classic: Claims = { iss: CLASSIC, aud: PROJECT }
const addOn: Claims = { iss: 'https://accounts.google.com', aud: ADDRESS, email: ADD_ON, email_verified: true }

function tokenOf(claims: Claims, { ageSeconds = 0, key = keys.privateKey, kid = 'k1' } = {}): Promise<string> {
  const iat = Math.floor(Date.now() / 1000) - ageSeconds
  return new SignJWT({ ...claims, iat, exp: iat + 3600 }).setProtectedHeader({ alg: 'RS256', kid }).sign(key)
}

async function chatting({ next = [], ...config }: { next?: Vendor['next']; webhookAnswerMillis?: number } = {}) {
  const vendor = await startVendor(googleApi({ keys: [jwk], posted: [] }))
  vendor.next.push(...next)
  const { url } = vendor
  const vendorUrls = {
    ...(await harness()).runtime.services.settings.vendorUrls,
    googleKeys: `${url}/keys`,
    googleChatKeys: `${url}/keys`,
    googleToken: `${url}/token`,
    googleChat: url,
  }
  const server = await startTestApp({ config: { vendorUrls, teamChatProjectNumber: PROJECT, ...config } })
  onTestFinished(() => server.close())
  const place = await called(await harness(server))
  const key = JSON.stringify({ client_email: 'bot@casa.test', private_key: await exportPKCS8(keys.privateKey) })
  const secrets = { setupSecret: SETUP, serviceAccountKey: key }
  const { id } = await place.connect({ kind: 'team_chat', secrets })
  const send = async (body: object, token?: string) =>
    place.call(PATH, JSON.stringify(body), { authorization: `Bearer ${token ?? (await tokenOf(classic))}` })
  return { ...place, id, vendor, send }
}

const space = { name: 'spaces/AAA', type: 'ROOM', spaceType: 'SPACE' }
const user = { name: 'users/1', displayName: 'Ana', type: 'HUMAN' }
const words = (text: string) => ({
  name: `spaces/AAA/messages/${newId()}`,
  sender: { name: 'users/1', displayName: 'Ana', type: 'HUMAN' },
  text: `@Bot ${text}`,
  argumentText: ` ${text}`,
  thread: { name: 'spaces/AAA/threads/t1' },
})
const message = (text: string) => ({ type: 'MESSAGE', space, user, message: words(text) })
const added = (payload: object) => ({ commonEventObject: { hostApp: 'CHAT' }, chat: { user, ...payload } })

test('a space is connected by its secret; then its messages join conversations and answers go into the thread', async () => {
  const here = await chatting()
  expect((await here.send(message('open tasks'))).body.text).toContain('not connected')
  expect((await here.send(message('link wrong-secret'))).body).toEqual({ text: 'No integration has this secret.' })
  expect((await here.send(message(`link ${SETUP}`))).body.text).toContain('is connected')
  const bound = await here.send(message('open tasks'))
  expect([bound.status, bound.body]).toEqual([200, {}])
  await here.seen()
  const { items } = (await here.asAdmin.get('/conversations')).body
  expect(items).toMatchObject([{ channel: 'chat', contactName: 'Ana', excerpt: 'open tasks' }])
  const sent = await here.asAdmin.post(`/conversations/${items[0].id}/messages`, { text: 'Two.' })
  await deliver(here, messages)
  const asked = here.vendor.asked.at(-1)
  expect(asked?.path).toMatch(
    new RegExp(`^/v1/spaces/AAA/messages\\?requestId=${sent.body.id}&messageReplyOption=REPLY`),
  )
  expect([asked?.headers['authorization'], asked?.body]).toEqual([
    'Bearer ya29.token-of-a-service-account',
    { text: 'Two.', thread: { name: 'spaces/AAA/threads/t1' } },
  ])
  const { messages: said } = (await here.asAdmin.get(`/conversations/${items[0].id}/thread`)).body
  expect(said.at(-1)).toMatchObject({ state: 'sent' })
})

test('what is answered at once is answered in the dialect that was spoken', async () => {
  const here = await chatting()
  const token = await tokenOf(addOn)
  const wrapped = (text: unknown) => ({
    hostAppDataAction: { chatDataAction: { createMessageAction: { message: { text } } } },
  })
  expect((await here.send({ type: 'ADDED_TO_SPACE', space, user })).body.text).toContain('Hello!')
  expect((await here.send(message('help'))).body.text).toContain('Write here')
  expect((await here.send({ type: 'REMOVED_FROM_SPACE', space, user })).body).toEqual({})
  expect((await here.send({ type: 'WIDGET_UPDATED' })).body).toEqual({})
  const text = expect.any(String)
  expect((await here.send(added({ addedToSpacePayload: { space } }), token)).body).toEqual(wrapped(text))
  const command = { appCommandPayload: { space, appCommandMetadata: { appCommandId: 1 } } }
  expect((await here.send(added(command), token)).body).toEqual(wrapped(expect.stringContaining('Write here')))
  expect((await here.send(added({ messagePayload: { space, message: words('hi') } }), token)).body).toEqual(
    wrapped(expect.stringContaining('not connected')),
  )
  expect((await here.send(added({ removedFromSpacePayload: { space } }), token)).body).toEqual({})
})

test('while the keys cannot be had nobody is believed, and the chat may try again', async () => {
  const bad: Vendor['next'] = [{ status: 500 }, { status: 404 }, { body: { keys: 'none' } }, 'hang up']
  const here = await chatting({ next: [...bad, ...bad] })
  for (let tries = 0; tries < 4; tries++) expect((await here.send(message('help'))).status).toBe(503)
  here.vendor.next.length = 0
  expect((await here.send(message('help'))).status).toBe(200)
})

test('who shows nothing that a key could prove is refused without the keys, and makes us ask for none', async () => {
  const here = await chatting({ next: Array.from({ length: 20 }, () => ({ status: 500 })) })
  const asked = () => here.vendor.asked.filter(({ path }) => path === '/keys').length
  await soon(() => expect(asked()).toBe(1))
  const unsigned = new UnsecuredJWT({ ...classic }).setIssuedAt().setExpirationTime('1h').encode()
  const refused: [string, string][] = [
    ['nothing', ''],
    ['no token', 'garbage'],
    ['unsigned', unsigned],
    ['another project', await tokenOf({ ...classic, aud: '987' })],
    ['another address', await tokenOf({ ...addOn, aud: 'https://elsewhere.test' })],
    ['another issuer', await tokenOf({ ...addOn, iss: 'https://evil.test' })],
    ['a person', await tokenOf({ ...addOn, email: 'ana@gmail.test' })],
    ['expired', await tokenOf(classic, { ageSeconds: 7200 })],
  ]
  for (const [name, token] of refused)
    expect([name, (await here.send(message('help'), token)).status]).toEqual([name, 401])
  expect((await here.call(PATH, JSON.stringify(message('help')))).status).toBe(401)
  expect(asked()).toBe(1)
  expect((await here.send(message('help'))).status).toBe(503)
  expect(asked()).toBe(2)
})

test('the keys are there before somebody comes, who is not left waiting when they are not', async () => {
  const here = await chatting()
  const asked = () => here.vendor.asked.filter(({ path }) => path === '/keys')
  await soon(() => expect(asked()).toHaveLength(1))
  here.vendor.next.push(...Array.from({ length: 5 }, () => ({ status: 500 })))
  expect((await here.send(message('help'))).status).toBe(200)
  expect(asked()).toHaveLength(1)

  const slow = Promise.withResolvers<{ body: object }>()
  const there = await chatting({ next: [slow.promise], webhookAnswerMillis: 50 })
  const refused = await there.send(message('help'))
  expect([refused.status, refused.headers['retry-after']]).toEqual([503, '4'])
  slow.resolve({ body: { keys: [jwk] } })
  await soon(async () => expect((await there.send(message('help'))).status).toBe(200))
  expect(there.vendor.asked.filter(({ path }) => path === '/keys')).toHaveLength(1)
})

test('a setup secret that was changed still connects for a week, and the one before it does not', async () => {
  const here = await chatting()
  const link = async (secret: string) => (await here.send(message(`link ${secret}`))).body.text
  const change = (setupSecret: string) => here.asAdmin.patch(`/integrations/${here.id}`, { secrets: { setupSecret } })
  const [first, second, third] = [`first-${newId()}`, `second-${newId()}`, `third-${newId()}`]
  await change(first)
  await change(second)
  expect(await link(first)).toContain('is connected')
  expect(await link(second)).toContain('is connected')
  await change(third)
  expect([await link(first), await link('third')]).toEqual(Array(2).fill('No integration has this secret.'))
  expect([await link(second), await link(third)]).toEqual(Array(2).fill(expect.stringContaining('is connected')))
})

test('a space that was only claimed brings nothing', async () => {
  const here = await chatting()
  await here.asAdmin.patch(`/integrations/${here.id}`, { accounts: ['spaces/AAA'] })
  expect((await here.send(message('hello'))).body.text).toContain('not connected')
  expect(await here.kept()).toEqual([])
})

test('tokens for somebody else, of somebody else, or out of their time are refused, as by the vendor’s library', async () => {
  const here = await chatting()
  const cases: [string, string][] = [
    ['none', 'x'],
    ['another project', await tokenOf({ ...classic, aud: '987' })],
    ['another address', await tokenOf({ ...addOn, aud: 'https://elsewhere.test' })],
    ['another issuer', await tokenOf({ ...classic, iss: 'https://evil.test' })],
    ['another add-on', await tokenOf({ ...addOn, email: 'service-1@gcp-sa-gsuiteaddons.iam.gserviceaccount.com' })],
    ['an unverified address', await tokenOf({ ...addOn, email_verified: false })],
    ['a person', await tokenOf({ ...addOn, email: 'ana@gmail.test' })],
    ['expired', await tokenOf(classic, { ageSeconds: 7200 })],
    ['another key', await tokenOf(classic, { key: others.privateKey })],
    ['an unknown key', await tokenOf(classic, { kid: 'k2' })],
  ]
  for (const [name, token] of cases) {
    expect([name, (await here.send(message('hi'), token)).status]).toEqual([name, 401])
  }
  const pem = await exportSPKI(keys.publicKey)
  const library = new OAuth2Client()
  const ticket = await library.verifySignedJwtWithCertsAsync(await tokenOf(classic), { k1: pem }, PROJECT, [CLASSIC])
  expect(ticket.getPayload()?.iss).toBe(CLASSIC)
  await expect(
    library.verifySignedJwtWithCertsAsync(await tokenOf({ ...classic, aud: '987' }), { k1: pem }, PROJECT, [CLASSIC]),
  ).rejects.toThrow('audience')
  for (const token of [await tokenOf(addOn), await tokenOf({ ...addOn, email: CLASSIC })]) {
    expect((await here.send(message('help'), token)).status).toBe(200)
  }
  const authorization = `bearer ${await tokenOf(classic)}`
  expect((await here.call(PATH, JSON.stringify(message('help')), { authorization })).status).toBe(200)
  expect(here.vendor.asked.filter(({ path }) => path === '/keys').length).toBeLessThanOrEqual(2)
})

test('a button in a card is pressed by whoever the chat says, in both dialects', async () => {
  const here = await chatting()
  await here.send(message(`link ${SETUP}`))
  const { id: departmentId } = await here.make.department()
  const make = async (title: string) => (await here.asKey.post('/tasks', { title, departmentId })).body
  const [first, second] = [await make('One'), await make('Two')]
  const person = { ...user, email: here.admin.email }
  const pressed = (taskId: string, by: object) => ({
    type: 'CARD_CLICKED',
    eventTime: newId(),
    space,
    user: by,
    message: words('Done?'),
    action: { actionMethodName: 'x', parameters: [{ key: 'press', value: `complete ${taskId}` }] },
  })
  expect((await here.send(pressed(first.id, user))).body).toEqual({})
  expect((await here.send(pressed(first.id, person))).body).toEqual({})
  const inAddOn = {
    ...added({ buttonClickedPayload: { space, message: words('Done?') } }),
    commonEventObject: { hostApp: 'CHAT', parameters: { press: `complete ${second.id}` } },
  }
  const told = { ...inAddOn, chat: { ...inAddOn.chat, user: person } }
  expect((await here.send(told, await tokenOf(addOn))).body).toEqual({})
  await here.seen()
  expect((await here.kept()).map(({ outcome }) => outcome).toReversed()).toEqual([
    'Ana is not known as a member of this workspace, so nothing was done.',
    `${first.shortId} was completed.`,
    `${second.shortId} was completed.`,
  ])
})
