// The client of SDK 1.x against the tool server: sign-in, refresh, list, read, gated write. Prints one JSON line a step.
import assert from 'node:assert/strict'
import { UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { signInProvider, throughTheBrowser } from '../../tool-sign-in.ts'

const { url, workspaceId, person, taskId } = JSON.parse(process.argv[2] ?? '{}')
const provider = signInProvider('http://127.0.0.1/callback')

async function connected() {
  const client = new Client({ name: 'older-client', version: '1.0.0' })
  const transport = new StreamableHTTPClientTransport(new URL(url), { authProvider: provider })
  await client.connect(transport)
  return client
}

async function signsIn() {
  const transport = new StreamableHTTPClientTransport(new URL(url), { authProvider: provider })
  const refused = await new Client({ name: 'older-client', version: '1.0.0' })
    .connect(transport)
    .catch((error) => error)
  assert.ok(refused instanceof UnauthorizedError, String(refused))
  const back = await throughTheBrowser(provider.address, person, { workspaceId })
  await transport.finishAuth(back.searchParams.get('code'))
  assert.ok((await provider.tokens())?.refresh_token)
}

async function lists() {
  const client = await connected()
  const { tools } = await client.listTools()
  assert.ok(tools.some(({ name }) => name === 'list_tasks'))
  assert.ok(tools.every(({ annotations }) => annotations?.title))
  assert.ok((await client.listPrompts()).prompts.length > 0)
  assert.ok((await client.listResourceTemplates()).resourceTemplates.length > 0)
  await client.close()
}

async function reads() {
  const client = await connected()
  const { structuredContent } = await client.callTool({ name: 'get_task', arguments: { taskId } })
  assert.equal(structuredContent?.id, taskId)
  const { contents } = await client.readResource({ uri: `ops://tasks/${structuredContent.shortId}` })
  assert.ok(contents[0]?.text.includes(taskId))
  await client.close()
}

async function read(client) {
  return (await client.callTool({ name: 'get_task', arguments: { taskId } })).structuredContent
}

async function writesAfterConfirmation() {
  const client = await connected()
  const call = async (args) => (await client.callTool({ name: 'set_task_status', arguments: args })).structuredContent
  const wish = { taskId, status: 'IN_PROGRESS' }
  const asked = await call(wish)
  assert.equal(asked?.outcome, 'confirmation_required')
  assert.equal((await read(client)).status, 'OPEN', 'without a yes nothing changes')
  const done = await call({ ...wish, confirmationToken: asked.confirmationToken })
  assert.equal(done?.status, 'IN_PROGRESS')
  const again = await client.callTool({
    name: 'set_task_status',
    arguments: { ...wish, confirmationToken: asked.confirmationToken },
  })
  assert.equal(again.isError, true)
  await client.close()
}

async function refreshes() {
  const before = await provider.tokens()
  await provider.saveTokens({ ...before, access_token: 'not-good-any-more' })
  const client = await connected()
  const { structuredContent } = await client.callTool({ name: 'get_context', arguments: {} })
  assert.equal(structuredContent?.workspace.id, workspaceId)
  const after = await provider.tokens()
  assert.notEqual(after?.refresh_token, before?.refresh_token)
  await client.close()
}

const steps = {
  'signs in': signsIn,
  lists,
  reads,
  'writes after confirmation': writesAfterConfirmation,
  refreshes,
}
for (const [step, act] of Object.entries(steps)) {
  const fault = await act().then(
    () => undefined,
    (error) => String(error?.message ?? error),
  )
  console.log(JSON.stringify({ step, fault }))
}
