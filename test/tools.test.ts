import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { expect, test } from 'vitest'
import { SCOPES } from '#core/access.ts'
import { harness } from './harness.ts'
import { listening, toolClient } from './mcp.ts'
import { tools } from '#src/catalogue.ts'

const TOOLS_MAX = 40
const TOKENS_MAX = 10_000

test('the whole list of tools is one that a model can carry', async () => {
  const { url, ...server } = await listening()
  const { asKey } = await harness(server)
  const { client } = await toolClient(url, asKey.token ?? '')
  const { tools: listed } = await client.listTools()
  expect(listed.length).toBeGreaterThan(tools.length)
  expect(listed.length).toBeLessThanOrEqual(TOOLS_MAX)
  expect(encode(JSON.stringify(listed)).length).toBeLessThan(TOKENS_MAX)
})

test('no name of a fixture is in a list of the product', async () => {
  const { url, ...server } = await listening()
  const { asKey } = await harness(server)
  const { client } = await toolClient(url, asKey.token ?? '')
  const listed = JSON.stringify([
    await client.listTools(),
    await client.listPrompts(),
    await client.listResources(),
    await client.listResourceTemplates(),
  ])
  expect(listed).toContain('"list_tasks"')
  expect(listed).not.toMatch(/"test_|test:\/\/|json_schema_/)
})

test('no two tools have one name, and every one is guarded by a scope', () => {
  const names = tools.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  for (const { access } of tools) expect(SCOPES).toContain(access.scope)
})

test('a tool that destroys or reaches out asks a person first', () => {
  const free = tools.filter(({ effect, gate }) => effect === 'destroy' && gate === undefined)
  expect(free.map(({ name }) => name)).toEqual([])
})
