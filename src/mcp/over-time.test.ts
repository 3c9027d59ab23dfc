import { Client, StreamableHTTPClientTransport, type CallToolResult } from '@modelcontextprotocol/client'
import { expect, onTestFinished, test } from 'vitest'
import { run } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import { backend } from '#test/database.ts'
import { harness } from '#test/harness.ts'
import type { Person } from '#test/makers.ts'
import { listeningAlone, toolClient } from '#test/mcp.ts'
import { toolPlace as place, type ToolPlace } from '#test/tool-place.ts'
import { signInProvider, throughTheBrowser } from '#test/tool-sign-in.ts'
import { soon } from '#test/working.ts'
import { lockWaits } from '#test/lock-waits.ts'
import { join } from '#test/joined.ts'

const PASSWORD = 'correct horse battery'

async function signedIn(at: ToolPlace, mode: 'auto' | 'legacy' = 'auto', known?: Person) {
  const person = { ...(known ?? (await at.make.person({ role: 'manager', password: PASSWORD }))), password: PASSWORD }
  const provider = signInProvider('http://127.0.0.1/callback')
  const connection = () => {
    const transport = new StreamableHTTPClientTransport(new URL(`${at.url}/v1/mcp-server`), { authProvider: provider })
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
    return { client, transport, open: () => client.connect(transport) }
  }
  const first = connection()
  await expect(first.open()).rejects.toThrow(/nauthorized/)
  const back = await throughTheBrowser(provider.address ?? '', person, { workspaceId: at.workspaceId })
  await first.transport.finishAuth(back.searchParams)
  const { client, open } = connection()
  await open()
  onTestFinished(() => client.close())
  return { client, provider, person }
}

test.each(['auto', 'legacy'] as const)('who signs in by the client (%s) has every tool of their role', async (mode) => {
  const at = await place()
  const { client } = await signedIn(at, mode)
  const names = (await client.listTools()).tools.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['get_context', 'list_tasks', 'create_task', 'delete_task']))
})

test.each(['auto', 'legacy'] as const)('an access token that has run out is renewed on the way (%s)', async (mode) => {
  let hours = 0
  const server = await listeningAlone({ now: () => new Date(Date.now() + hours * 3_600_000) })
  const at = { ...(await harness(server)), url: server.url }
  const { client, provider } = await signedIn(at, mode)
  const before = await provider.tokens()
  hours = 2
  const { structuredContent } = await client.callTool({ name: 'get_context', arguments: {} })
  expect(structuredContent).toMatchObject({ workspace: { id: at.workspaceId } })
  const after = await provider.tokens()
  expect(after?.access_token).not.toBe(before?.access_token)
  expect(after?.refresh_token).not.toBe(before?.refresh_token)
})

test('a change of role counts for the next call of an open client', async () => {
  const at = await place()
  const { client, person } = await signedIn(at)
  const { id: departmentId } = await at.make.department()
  const { body: task } = await at.asKey.post('/tasks', { title: 'Fix the boiler', departmentId })
  const wish = { name: 'delete_task', arguments: { taskId: task.id } }
  const asked = (await client.callTool(wish)).structuredContent as Record<string, unknown>
  expect(asked['outcome']).toBe('confirmation_required')
  await at.asAdmin.patch(`/members/${person.membershipId}`, { role: 'member' })
  const confirmed = { ...wish.arguments, confirmationToken: asked['confirmationToken'] }
  await expect(client.callTool({ ...wish, arguments: confirmed })).rejects.toThrow(/delete_task/)
  expect((await at.asKey.get(`/tasks/${task.id}`)).status).toBe(200)
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).not.toContain('delete_task')
})

test('a yes that one program was given is no yes to another program of the same person', async () => {
  const at = await place()
  const { client, person } = await signedIn(at)
  const { client: other } = await signedIn(at, 'auto', person)
  const { id: departmentId } = await at.make.department()
  const { body: task } = await at.asKey.post('/tasks', { title: 'Fix the boiler', departmentId })
  const wish = { name: 'delete_task', arguments: { taskId: task.id } }
  const { confirmationToken } = (await client.callTool(wish)).structuredContent as Record<string, unknown>
  const confirmed = { ...wish, arguments: { ...wish.arguments, confirmationToken } }
  const stolen = await other.callTool(confirmed)
  expect(JSON.stringify(stolen.content)).toContain('confirmation_mismatch')
  expect((await at.asKey.get(`/tasks/${task.id}`)).status).toBe(200)
  expect((await client.callTool(confirmed)).structuredContent).toMatchObject({ deleted: true })
})

test.runIf(backend === 'postgres').each(['share_task', 'unshare_task'])(
  '%s: a task that changes between the look at it and the deed is not what the yes was for',
  async (name) => {
    const at = await place()
    const { pool } = at.runtime.database
    const { id: departmentId } = await at.make.department()
    const { body: task } = await at.asKey.post('/tasks', { title: 'Fix the boiler', departmentId })
    await at.asAdmin.post(`/tasks/${task.id}/share-links`, { mode: 'view' })
    const { call } = await toolClient(at.url, at.asKey.token ?? '')
    const wish = { taskId: task.id, ...(name === 'share_task' && { mode: 'view' }) }
    const { confirmationToken } = (await call(name, wish)).structuredContent as Record<string, unknown>
    let answer: CallToolResult | undefined
    let calling: Promise<void> | undefined
    await pool.transaction(async (tx) => {
      await run(tx, sql`update tasks set title = 'Sell the house', version = version + 1 where id = ${task.id}`)
      calling = call(name, { ...wish, confirmationToken }).then((said) => void (answer = said))
      await soon(async () => expect(answer !== undefined || (await lockWaits(pool)).length > 0).toBe(true))
    })
    await calling
    expect(JSON.stringify(answer?.content)).toContain('precondition_failed')
    const { body } = await at.asAdmin.get(`/tasks/${task.id}/share-links`)
    expect(body.items).toMatchObject([{ state: 'active' }])
  },
)

test('a revoked key is refused at once, in the middle of the work', async () => {
  const at = await place()
  const key = await at.make.key()
  const { call } = await toolClient(at.url, key.value)
  expect((await call('get_context')).isError).toBeFalsy()
  expect((await at.asAdmin.delete(`/api-keys/${key.id}`)).status).toBe(200)
  await expect(call('get_context')).rejects.toThrow(/401|nauthorized|invalid_token/)
})

test('fifty calls at once through one client are answered each by its own', async () => {
  const at = await place()
  const { id: departmentId } = await at.make.department()
  const { call } = await toolClient(at.url, at.asKey.token ?? '')
  const titles = Array.from({ length: 50 }, (_, number) => `Room ${number}`)
  const made = await Promise.all(titles.map((title) => call('create_task', { title, departmentId })))
  const tasks = made.map(({ structuredContent }) => structuredContent as { id: string; title: string; shortId: string })
  expect(tasks.map(({ title }) => title)).toEqual(titles)
  expect(new Set(tasks.map(({ shortId }) => shortId)).size).toBe(50)
  const read = await Promise.all(tasks.map(({ id }) => call('get_task', { taskId: id })))
  expect(read.map(({ structuredContent }) => (structuredContent as { title: string }).title)).toEqual(titles)
  expect((await at.asKey.get('/tasks?limit=1')).body.pagination.total).toBe(50)
})

test('a key for a retry counts in its own workspace, for a person who works in two', async () => {
  const [here, there] = [await place(), await place()]
  const { client, person } = await signedIn(here)
  await join(there, person, 'manager')
  const { client: other } = await signedIn(there, 'auto', person)
  const wish = { name: 'create_property', arguments: { name: 'Casa Azul', idempotencyKey: 'once' } }
  const made = (await client.callTool(wish)).structuredContent as { id: string }
  const second = (await other.callTool(wish)).structuredContent as { id: string }
  expect(second.id).not.toBe(made.id)
  expect((await there.asKey.get('/properties')).body.items).toMatchObject([{ id: second.id }])
})
