import { once } from 'node:events'
import { request } from 'node:http'
import { json } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { addressOf } from './event-source.ts'
import { harness } from './harness.ts'
import { secondNode } from './second-node.ts'

/** A request of which all but the last byte is there. What it answers to that byte is the status and the code. */
async function held(url: string, body: object, headers: Record<string, string> = {}) {
  const text = Buffer.from(JSON.stringify(body))
  const outgoing = request(url, {
    method: 'POST',
    // The server says that it has begun with it, and that it waits for more.
    headers: { 'content-type': 'application/json', 'content-length': text.length, expect: '100-continue', ...headers },
  })
  onTestFinished(() => void outgoing.on('error', () => {}).destroy())
  outgoing.flushHeaders()
  await once(outgoing, 'continue')
  outgoing.write(text.subarray(0, -1))
  return async (): Promise<[number | undefined, unknown]> => {
    outgoing.end(text.subarray(-1))
    const [answer] = await once(outgoing, 'response')
    return [answer.statusCode, ((await json(answer)) as { code?: unknown }).code]
  }
}

test('who is refused while their body is on its way does nothing with it', async () => {
  const node = await secondNode()
  onTestFinished(() => node.close())
  const here = await harness(node)
  const { asAdmin, asKey, make, workspaceId } = here
  const address = await addressOf(here.app)
  const { id: departmentId } = await make.department()
  const { body: task } = await asKey.post('/tasks', { title: 'Fix the tap', departmentId })
  const { body: link } = await asAdmin.post(`/tasks/${task.id}/share-links`, {})
  const [key, leaving] = [await make.key(), await make.person({ role: 'admin' })]
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
  const comment = await held(`${address}/api/v1/public/shared-task/${link.url.split('/t/')[1]}/comment`, {
    content: 'Too late',
  })
  const create = await held(
    `${address}/api/v1/workspaces/${workspaceId}/tasks`,
    { title: 'Too late', departmentId },
    bearer(key.value),
  )
  const stay = await held(
    `${address}/api/app/v1/workspaces/${workspaceId}/api-keys`,
    { name: 'Too late', integrationType: 'server', scopes: ['*'] },
    bearer(leaving.token),
  )
  const call = await held(
    `${address}/v1/mcp-server`,
    { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} },
    { ...bearer(key.value), accept: 'application/json, text/event-stream' },
  )
  const fine = await held(
    `${address}/api/v1/workspaces/${workspaceId}/tasks`,
    { title: 'In time', departmentId },
    bearer(here.admin.token),
  )
  await asAdmin.post(`/tasks/${task.id}/share-links/revoke`, {})
  await asAdmin.delete(`/api-keys/${key.id}`)
  expect((await asAdmin.delete(`/members/${leaving.membershipId}`)).status).toBeLessThan(300)
  expect(await comment()).toEqual([403, 'link_revoked'])
  expect(await create()).toEqual([401, 'invalid_token'])
  expect(await call()).toEqual([401, 'invalid_token'])
  expect(await stay()).toEqual([403, 'workspace_forbidden'])
  expect(await fine()).toEqual([201, undefined])
})
