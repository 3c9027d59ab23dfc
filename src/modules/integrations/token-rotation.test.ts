import { expect, test } from 'vitest'
import type { WorkspaceCtx } from '#core/context.ts'
import { DeliveryFailure } from '#core/delivery-failure.ts'
import { systemContext } from '#src/runtime.ts'
import { begun, installStage, type InstallStage } from '#test/install-stage.ts'
import { findWriter } from './token-rotation.service.ts'
import { UncertainDelivery } from './vendor-call.service.ts'

const HOUR = 3_600_000
const rotating = ({ granted }: InstallStage, n: number): object =>
  granted({ access_token: `xoxe.xoxb-token-${n}`, refresh_token: `xoxe-1-refresh-${n}`, expires_in: 43_200 })

/** A chat whose tokens run out after twelve hours; the connector's clock moves on by hand. */
async function rotatingChat() {
  const stage = await installStage()
  const place = await stage.place()
  stage.says['/oauth.v2.access'] = rotating(stage, 1)
  const { browser, back } = await begun(stage, place)
  await browser.open(back)
  const [{ id }] = (await place.asAdmin.get('/integrations')).body.items
  stage.says['/oauth.v2.access'] = rotating(stage, 2)
  stage.vendor.asked.length = 0
  const start = stage.clock.now.getTime()
  const at = (hours: number): WorkspaceCtx => ({
    ...systemContext(place.runtime),
    workspaceId: place.workspaceId,
    now: new Date(start + hours * HOUR),
  })
  const tokenAt = async (hours: number) => (await findWriter(at(hours), id))?.secrets('botToken')
  return { ...place, ...stage, id, tokenAt }
}

test('a token is changed for a new one before it runs out, with what came with it', async () => {
  const chat = await rotatingChat()
  const { vendor, says, tokenAt } = chat
  expect(await tokenAt(11)).toEqual(['xoxe.xoxb-token-1'])
  expect(vendor.asked).toEqual([])
  expect(await tokenAt(11.6)).toEqual(['xoxe.xoxb-token-2'])
  expect(Object.fromEntries(new URLSearchParams(String(vendor.asked[0]?.body)))).toMatchObject({
    grant_type: 'refresh_token',
    refresh_token: 'xoxe-1-refresh-1',
    client_id: '4123.9872',
  })
  expect(await tokenAt(12.5)).toEqual(['xoxe.xoxb-token-2'])
  says['/oauth.v2.access'] = rotating(chat, 3)
  expect(await tokenAt(30)).toEqual(['xoxe.xoxb-token-3'])
  expect(vendor.asked).toHaveLength(2)
})

test('although many want it at once it is changed once; the others go on with the old one, or come again', async () => {
  const { vendor, tokenAt } = await rotatingChat()
  const tokens = await Promise.all(Array.from({ length: 5 }, () => tokenAt(11.6)))
  expect(vendor.asked).toHaveLength(1)
  for (const token of tokens.flat()) expect(token).toMatch(/^xoxe\.xoxb-token-[12]$/)
  expect(await tokenAt(11.7)).toEqual(['xoxe.xoxb-token-2'])

  const late = await rotatingChat()
  const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => late.tokenAt(13)))
  expect(late.vendor.asked).toHaveLength(1)
  const heard = outcomes.map((each) => (each.status === 'fulfilled' ? each.value?.[0] : each.reason.message))
  expect(heard).toContain('xoxe.xoxb-token-2')
  expect(['xoxe.xoxb-token-2', 'The token is being renewed.']).toEqual(expect.arrayContaining(heard))
})

test('when it cannot be changed the old one serves as long as it is good, and then that is told', async () => {
  const { vendor, says, tokenAt } = await rotatingChat()
  vendor.next.push({ status: 503 })
  expect(await tokenAt(11.6)).toEqual(['xoxe.xoxb-token-1'])
  vendor.next.push({ status: 504 })
  // Nothing was sent: whoever wanted to write may try again.
  await expect(tokenAt(13)).rejects.toSatisfy((error) => !(error instanceof UncertainDelivery))
  says['/oauth.v2.access'] = { ok: false, error: 'invalid_refresh_token' }
  const failed = tokenAt(14)
  await expect(failed).rejects.toThrow(DeliveryFailure)
  await expect(failed).rejects.toThrow('refused: invalid_refresh_token')
})

test('a removed chat is taken back over there, with a token that is good; when that fails it is told', async () => {
  const { vendor, says, asAdmin, id } = await rotatingChat()
  says['/auth.revoke'] = { ok: false, error: 'org_login_required' }
  const path = `/integrations/${id}`
  const stale = await asAdmin.delete(path, { 'if-match': '"99.x"' })
  expect([stale.status, vendor.asked]).toEqual([412, []])
  const removed = await asAdmin.delete(path)
  expect(removed.body).toMatchObject({
    deleted: true,
    revocation: 'failed',
    problem: expect.stringContaining('org_login_required'),
  })
  expect(vendor.asked.at(-1)).toMatchObject({
    path: '/auth.revoke',
    headers: { authorization: 'Bearer xoxe.xoxb-token-1' },
  })
  expect((await asAdmin.get(path)).status).toBe(404)

  const entered = { kind: 'chat_workspace_app', name: 'Own app', accounts: ['A02/T02'] }
  const secrets = { signingSecret: 'a-secret-of-mine', botToken: 'xoxb-entered-by-hand' }
  const own = await asAdmin.post('/integrations', { ...entered, secrets })
  vendor.asked.length = 0
  expect((await asAdmin.delete(`/integrations/${own.body.id}`)).body).toMatchObject({
    revocation: 'none',
    problem: null,
  })
  expect(vendor.asked).toEqual([])
})
