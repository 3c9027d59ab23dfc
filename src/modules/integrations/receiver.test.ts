import { Webhook } from 'standardwebhooks'
import { expect, onTestFinished, test } from 'vitest'
import { newId } from '#core/crypto.ts'
import { systemContext } from '#src/runtime.ts'
import { startVendor } from '#test/vendor-server.ts'
import { secondNode } from '#test/second-node.ts'
import { called } from '#test/webhooks.ts'
import { memberBehind } from './person.service.ts'
import { findReceiver, findReceivers } from './receiver.service.ts'

const SECRET = `whsec_${Buffer.from('a secret of twenty-four b').toString('base64')}`

test('who receives is remembered by each account, so strangers cannot fill the memory with what they put together', async () => {
  const place = await called()
  const [mine, other] = [`agent_${newId()}`, `+${newId()}`]
  const secrets = { apiKey: 'key_of_an_account_4711' }
  const { id } = await place.connect({ kind: 'voice_platform_a', accounts: [mine, other], secrets })
  const remembered = new Map<string, unknown>()
  const desk = {
    ...systemContext(place.runtime),
    /** Remembers as the desk of a process does: what is there, and nothing else. */
    async recall<T>(what: string, ask: () => Promise<T>): Promise<T> {
      const known = (remembered.get(what) as T | undefined) ?? (await ask())
      if (known !== undefined) remembered.set(what, known)
      return known
    },
  }
  const find = async (...accounts: string[]) =>
    (await findReceivers(desk, 'voice_platform_a', { accounts })).map((each) => each.id)
  for (let round = 0; round < 20; round++) {
    expect(await find(mine, `+${newId()}`, other)).toEqual([id])
    expect(await find(`agent_${newId()}`, `+${newId()}`)).toEqual([])
  }
  expect(await find(mine, '\u0000', 'x'.repeat(301))).toEqual([id])
  expect([...remembered.keys()].toSorted()).toEqual(
    [mine, other].map((account) => JSON.stringify(['voice_platform_a', { accounts: [account] }])).toSorted(),
  )
})

test('when a change is answered every node knows of it: what is paused takes nothing any more', async () => {
  const place = await called()
  const node = await secondNode()
  onTestFinished(() => node.close())
  const { id } = await place.connect({ kind: 'messaging', secrets: { webhookSecret: SECRET } })
  const send = async () => {
    const [text, deliveryId, at] = ['{"type":"message.read"}', newId(), new Date()]
    const headers = {
      'content-type': 'application/json',
      'webhook-id': deliveryId,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': new Webhook(SECRET).sign(deliveryId, at, text),
    }
    const url = `/v1/webhooks/messaging-agent/${place.workspaceId}/${id}`
    return (await node.app.inject({ method: 'POST', url, headers, payload: text })).statusCode
  }
  for (let round = 0; round < 25; round++) {
    await place.asAdmin.patch(`/integrations/${id}`, { status: 'active' })
    expect([round, await send(), await send()]).toEqual([round, 200, 200])
    await place.asAdmin.patch(`/integrations/${id}`, { status: 'paused' })
    expect([round, await send()]).toEqual([round, 401])
  }
})

test('somebody of another company in a shared channel is nobody’s member, whatever address they have', async () => {
  const place = await called()
  const { email, userId } = place.admin
  const people: Record<string, object> = {
    U1: { team_id: 'T01', profile: { email } },
    U2: { team_id: 'T99', profile: { email } },
    U3: { team_id: 'T01', is_stranger: true, profile: { email } },
    U4: { team_id: 'T01', deleted: true, profile: { email } },
    U5: { team_id: 'T01', is_email_confirmed: false, profile: { email } },
    U6: { team_id: 'T01', is_bot: true, profile: { email } },
    U7: { team_id: 'T01', profile: {} },
  }
  const vendor = await startVendor(({ body }) => {
    const user = people[new URLSearchParams(String(body)).get('user') ?? '']
    return { body: user ? { ok: true, user } : { ok: false, error: 'user_not_found' } }
  })
  const secrets = { signingSecret: 'a-secret-of-the-app', botToken: 'xoxb-token-of-a-bot' }
  const { id } = await place.connect({ kind: 'chat_workspace_app', accounts: [`A${newId()}/T01`], secrets })
  const { services } = place.runtime
  const vendorUrls = { ...services.settings.vendorUrls, slack: vendor.url }
  const settings = { ...services.settings, vendorUrls }
  const ctx = {
    ...systemContext(place.runtime),
    workspaceId: place.workspaceId,
    services: { ...services, settings },
  }
  const receiver = await findReceiver(ctx, id)
  // Each says to be of the company that the chat knows them in: the one that is connected counts.
  const member = async (externalId: string, team: string) =>
    receiver && (await memberBehind(ctx, receiver, { externalId, team }))
  expect(await member('U1', 'T01')).toBe(userId)
  for (const [user, team] of [
    ['U2', 'T99'],
    ['U2', 'T01'],
    ['U3', 'T01'],
    ['U4', 'T01'],
    ['U5', 'T01'],
    ['U6', 'T01'],
    ['U7', 'T01'],
    ['U8', 'T01'],
  ] as const)
    expect([user, team, await member(user, team)]).toEqual([user, team, undefined])
})
