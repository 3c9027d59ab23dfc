import { expect, test } from 'vitest'
import { harness, type Harness } from '#test/harness.ts'
import { PASSWORD, place, post, tokensFor, registered, asking, CALLBACK } from '#test/sign-in-place.ts'
import { throughTheBrowser } from '#test/tool-sign-in.ts'
import { ANY, publish } from '#test/workflow-place.ts'

interface Entry {
  action: string
  actor: { kind: string; id: string | null }
  target: { kind: string; id: string }
  details: Record<string, unknown>
  before: object | null
}

async function entriesOf({ asAdmin }: Harness, noun: string): Promise<Entry[]> {
  const { items } = (await asAdmin.get('/audit-log?limit=100')).body as { items: Entry[] }
  return items.filter(({ action }) => action.startsWith(`${noun}.`)).toReversed()
}

test('a program that somebody lets in is in the log, and so is who took it back, or the program itself', async () => {
  const at = await place('admin')
  await tokensFor(at)
  const [given] = await entriesOf(at, 'tool_grant')
  const actor = { kind: 'user', id: at.person.userId }
  expect(given).toMatchObject({
    action: 'tool_grant.given',
    actor,
    details: { userId: at.person.userId, name: 'Test <program>', isReadOnly: false },
  })
  const grantId = given?.target.id ?? ''
  expect((await at.asAdmin.delete(`/tool-grants/${grantId}`)).status).toBe(200)
  // It has already ended: ending it again logs nothing.
  await at.asAdmin.delete(`/tool-grants/${grantId}`)
  const all = await entriesOf(at, 'tool_grant')
  expect(all).toHaveLength(2)
  expect(all[1]).toMatchObject({
    action: 'tool_grant.ended',
    actor: { kind: 'user', id: at.admin.userId },
    target: { id: grantId },
    details: { because: 'ended by a person', userId: at.person.userId },
  })
})

test('a code that is used twice ends what it opened, and that stays in the log', async () => {
  const at = await place()
  const clientId = await registered(at)
  const { address, verifier } = asking(clientId)
  const back = await throughTheBrowser(address(at.url), at.person, { workspaceId: at.workspaceId, access: 'write' })
  const form = new URLSearchParams({
    grant_type: 'authorization_code',
    client_id: clientId,
    redirect_uri: CALLBACK,
    code_verifier: verifier,
    code: back.searchParams.get('code') ?? '',
  })
  expect((await post(`${at.url}/token`, form)).status).toBe(200)
  expect((await post(`${at.url}/token`, form)).status).toBe(400)
  expect(await entriesOf(at, 'tool_grant')).toMatchObject([
    { action: 'tool_grant.given' },
    { action: 'tool_grant.ended', details: { because: 'code used again' } },
  ])
})

test('a new password is in the log of every workspace that its owner belongs to, without a word of it', async () => {
  const at = await place()
  await tokensFor(at)
  const newPassword = 'quite another battery'
  const change = async (currentPassword: string): Promise<number> => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${at.person.token}` }
    const body = JSON.stringify({ currentPassword, newPassword })
    return (await fetch(`${at.url}/api/app/v1/me/password`, { method: 'POST', headers, body })).status
  }
  expect(await change('a wrong password')).toBe(422)
  expect(await entriesOf(at, 'password')).toEqual([])
  expect(await change(PASSWORD)).toBe(200)
  const [entry, ...more] = await entriesOf(at, 'password')
  expect(more).toEqual([])
  expect(entry).toMatchObject({
    action: 'password.changed',
    actor: { kind: 'user', id: at.person.userId },
    target: { kind: 'member', id: at.person.membershipId, name: at.person.fullName },
    details: { isOwn: true },
  })
  expect(JSON.stringify(await entriesOf(at, ''))).not.toContain('battery')
  // Their programs lose access too.
  expect((await entriesOf(at, 'tool_grant')).at(-1)).toMatchObject({
    action: 'tool_grant.ended',
    details: { because: 'password changed' },
  })
})

test('workflows that are made, published, turned on, run by hand and deleted are in the log', async () => {
  const at = await harness()
  const id = await publish(at, 'do: [ { pass: { set: { a: 1 } } } ]')
  const started = await at.asUser.post(`/workflows/${id}/runs`, {})
  expect(started.status).toBe(202)
  // A run that a program starts appears only in the history of runs.
  expect((await at.asKey.post(`/workflows/${id}/runs`, {})).status).toBe(202)
  const trigger = await at.asUser.post(`/workflows/${id}/triggers`, { kind: 'webhook' })
  expect(trigger.status).toBe(201)
  await at.asUser.patch(`/workflows/${id}`, { name: 'Other' }, ANY)
  await at.asUser.delete(`/workflows/${id}/activation`, ANY)
  for (const runId of (await at.asUser.get(`/workflow-runs`)).body.items.map(({ id }: { id: string }) => id))
    await at.asUser.post(`/workflow-runs/${runId}/cancel`, {})
  expect((await at.asUser.delete(`/workflows/${id}`, ANY)).status).toBeLessThan(300)
  const entries = await entriesOf(at, 'workflow')
  expect(entries.map(({ action }) => action)).toEqual([
    'workflow.created',
    'workflow.published',
    'workflow.activated',
    'workflow.run_by_hand',
    'workflow.trigger_created',
    'workflow.updated',
    'workflow.deactivated',
    'workflow.archived',
  ])
  expect(entries.every(({ target }) => target.kind === 'workflow' && target.id === id)).toBe(true)
  expect(entries[1]?.details).toMatchObject({ version: 1, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) })
  expect(entries[3]).toMatchObject({
    actor: { kind: 'user', id: at.admin.userId },
    details: { workflowRunId: started.body.id, version: 1 },
  })
  expect(JSON.stringify(entries)).not.toContain(trigger.body.token)
})

test('an agent that is bound to an integration, to another and to none is in the log, with whose rights it has', async () => {
  const at = await harness()
  const agent = async (name: string): Promise<string> =>
    (await at.asAdmin.post('/agents', { name, instructions: 'Answers.' })).body.id
  const [first, second] = [await agent('First'), await agent('Second')]
  const made = await at.asAdmin.post('/integrations', {
    kind: 'bot_messenger',
    name: 'Bot',
    agentId: first,
    secrets: { botToken: '1234:a-token-of-the-bot', webhookSecret: 'a-secret-of-the-webhook' },
  })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  const path = `/integrations/${made.body.id}`
  await at.asAdmin.patch(path, { agentId: second }, ANY)
  await at.asAdmin.patch(path, { name: 'The bot' }, ANY)
  expect((await at.asAdmin.delete(path, ANY)).status).toBe(200)
  const entries = (await entriesOf(at, 'integration')).filter(({ action }) => action.includes('bound'))
  const actsForId = at.admin.userId
  expect(entries).toMatchObject([
    { action: 'integration.agent_bound', details: { agentId: first, actsForId }, before: null },
    { action: 'integration.agent_bound', details: { agentId: second, actsForId }, before: { agentId: first } },
    { action: 'integration.agent_unbound', details: { agentId: null }, before: { agentId: second } },
  ])
})
