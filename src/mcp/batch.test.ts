import { expect, test } from 'vitest'
import { harness } from '#test/harness.ts'

async function place() {
  const { app, asKey } = await harness()
  const headers = {
    authorization: `Bearer ${asKey.token}`,
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': '2025-03-26',
  }
  return (payload: object[]) => app.inject({ method: 'POST', url: '/v1/mcp-server', headers, payload })
}

const asked = (id: number) => ({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'get_context' } })
const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } }

test('what is asked and called off in one batch is answered', async () => {
  const send = await place()
  const answer = await send([asked(1), cancelled])
  expect([answer.statusCode, answer.body]).toEqual([200, expect.stringContaining('structuredContent')])
  expect((await send([cancelled])).statusCode).toBe(202)
})

test('two requests of one batch under the same id are refused', async () => {
  const send = await place()
  const answer = await send([asked(1), asked(2), asked(1)])
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toMatchObject({ id: null, error: { message: expect.stringContaining('an id of its own') } })
})
