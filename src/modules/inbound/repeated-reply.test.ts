import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { newId } from '#core/crypto.ts'
import { run } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import { messages } from '#modules/conversations/messages.ts'
import { deliver } from '#test/deliver.ts'
import { startVendor } from '#test/vendor-server.ts'
import { called } from '#test/webhooks.ts'

const TOKEN = '12345:token-of-a-bot'
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const serviceAccountKey = JSON.stringify({
  client_email: 'bot@casa.iam.gserviceaccount.com',
  private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
})

/** A conversation that came through the messenger, or through a space of the team chat, and a vendor that takes answers. */
async function talking(source: 'bot-messenger' | 'team-chat') {
  const place = await called()
  const secret = `secret_${newId()}`
  await place.connect({ kind: 'bot_messenger', secrets: { webhookSecret: secret, botToken: TOKEN } })
  const space = await place.connect({ kind: 'team_chat', secrets: { setupSecret: secret, serviceAccountKey } })
  const update = { message_id: 7, chat: { id: 555 }, from: { id: 555, first_name: 'Ana' }, text: 'Hello?' }
  const headers = { 'x-telegram-bot-api-secret-token': secret }
  await place.call('/v1/webhooks/bot-messenger', JSON.stringify({ update_id: 1, message: update }), headers)
  await place.seen()
  const [talk] = (await place.asAdmin.get('/conversations')).body.items
  const { pool } = place.runtime.database
  const ofWorkspace = sql`workspace_id = ${place.workspaceId}`
  if (source === 'team-chat')
    await run(
      pool,
      sql`update conversations set source = ${source}, external_id = ${`${space.id} spaces/AAA`} where ${ofWorkspace}`,
    )
  const vendor = await startVendor(({ path }) => {
    if (path === '/token') return { body: { access_token: 'ya29', expires_in: 3600 } }
    return { body: { ok: true, result: { message_id: 99 }, name: 'spaces/AAA/messages/1' } }
  })
  const { settings } = place.runtime.services
  const { url } = vendor
  const vendorUrls = { ...settings.vendorUrls, telegram: url, googleChat: url, googleToken: `${url}/token` }
  const services = { ...place.runtime.services, settings: { ...settings, vendorUrls } }
  const inProcess = { ...place, runtime: { ...place.runtime, services } }
  return {
    vendor,
    write: (text: string) => place.asAdmin.post(`/conversations/${talk.id}/messages`, { text }),
    answer: () => deliver(inProcess, messages),
    /** As it is left by a worker that has ended while it was sending. */
    orphan: () =>
      run(
        pool,
        sql`update messages set claimed_until = now() - interval '1 second' where ${ofWorkspace} and state = 'queued'`,
      ),
    last: async () => (await place.asAdmin.get(`/conversations/${talk.id}/thread`)).body.messages.at(-1),
  }
}

test('what a worker was sending when it ended is not sent again where nobody could tell that it is the same', async () => {
  const { vendor, write, answer, orphan, last } = await talking('bot-messenger')
  await write('Yes.')
  await orphan()
  await answer()
  expect(vendor.asked).toEqual([])
  expect(await last()).toMatchObject({ state: 'failed', errorCode: 'uncertain' })
})

test('where the other side knows a message again it is sent again, under the same name', async () => {
  const { vendor, write, answer, orphan, last } = await talking('team-chat')
  await write('Yes.')
  await orphan()
  await answer()
  const { id, state } = await last()
  expect(state).toBe('sent')
  expect(vendor.asked.at(-1)?.path).toContain(`requestId=${id}`)
})

test('an answer that a proxy gave up on is not sent again; one that was refused for now is', async () => {
  const { vendor, write, answer, last } = await talking('bot-messenger')
  await write('Yes.')
  vendor.next.push({ status: 504 })
  await answer()
  await answer()
  expect(vendor.asked).toHaveLength(1)
  expect(await last()).toMatchObject({ state: 'failed', errorCode: 'uncertain' })

  await write('At three.')
  vendor.next.push({ status: 503, headers: { 'retry-after': '7' } }, { status: 429, headers: { 'retry-after': '8' } })
  // A date is waited for too, but for an hour at most.
  vendor.next.push({ status: 429, headers: { 'retry-after': 'Fri, 31 Dec 9999 23:59:59 GMT' } })
  for (const retryAfterSeconds of [7, 8, 3600]) await expect(answer()).rejects.toMatchObject({ retryAfterSeconds })
  await answer()
  expect(await last()).toMatchObject({ text: 'At three.', state: 'sent' })
})

test('where the other side knows a message again it is sent again after any failure of theirs', async () => {
  const { vendor, write, answer, last } = await talking('team-chat')
  await write('Yes.')
  vendor.next.push({ body: { access_token: 'ya29', expires_in: 3600 } }, { status: 504 })
  await expect(answer()).rejects.toThrow('504')
  await answer()
  expect(await last()).toMatchObject({ state: 'sent' })
})

test('a token to write with is asked for once while it is good, and again when it was withdrawn', async () => {
  const { vendor, write, answer } = await talking('team-chat')
  const asked = () => vendor.asked.map(({ path }) => path.split('?', 1)[0])
  const [token, post] = ['/token', '/v1/spaces/AAA/messages']
  for (const text of ['One.', 'Two.']) {
    await write(text)
    await answer()
  }
  expect(asked()).toEqual([token, post, post])
  vendor.next.push({ status: 401 })
  await write('Three.')
  await answer()
  await write('Four.')
  await answer()
  expect(asked().slice(3)).toEqual([post, token, post])
})
