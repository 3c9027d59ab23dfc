import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { openDatabaseServer } from './database.ts'
import { median } from './median.ts'
import { startOurs } from './servers.ts'
import { machine, publish, table } from './table.ts'
import { WORKSPACE } from './work.ts'

const TASKS = 10_000
const CALLS = 200
const WARM_CALLS = 300
const LIMIT = 20

const REVISION = '2026-07-28'
const META = {
  'io.modelcontextprotocol/protocolVersion': REVISION,
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
}

/** The same list of tasks through the tool server and through REST, one after the other, call by call. */
export async function measureTools(cleanup: AsyncDisposableStack, profileFolder?: string): Promise<void> {
  const database = await openDatabaseServer(cleanup)
  const about = machine(database.version)
  const { settings, key } = await database.filled(TASKS)
  const { url, stop } = await startOurs(settings, profileFolder)
  cleanup.defer(stop)

  const authorization = `Bearer ${key}`
  const rest = () => fetch(`${url}/api/v1/workspaces/${WORKSPACE}/tasks?limit=${LIMIT}`, { headers: { authorization } })
  const tool = (method: string, params: object, name?: string) =>
    fetch(`${url}/v1/mcp-server`, {
      method: 'POST',
      headers: {
        authorization,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': REVISION,
        'mcp-method': method,
        ...(name !== undefined && { 'mcp-name': name }),
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: META } }),
    })
  const call = (name: string, args: object) => tool('tools/call', { name, arguments: args }, name)

  const ways = {
    'REST `GET /tasks`': rest,
    'tool `list_tasks`': () => call('list_tasks', { limit: LIMIT }),
    'tool `tools/list`': () => tool('tools/list', {}),
  }
  const millis = await interleaved(ways)
  const [restMillis = Number.NaN] = Object.values(millis)
  const rows = Object.entries(millis).map(([way, each]) => [way, each.toFixed(2), (each / restMillis).toFixed(2)])
  const { result } = (await (await tool('tools/list', {})).json()) as { result: { tools: object[] } }
  const tokens = encode(JSON.stringify(result.tools)).length
  const how = `${TASKS.toLocaleString('en')} tasks, ${LIMIT} in an answer, ${CALLS} calls each in turns on one connection. ${about}`
  const list = `The list of ${result.tools.length} tools is ${tokens.toLocaleString('en')} tokens long (o200k).`
  publish('Tools', `${how}\n\n${table(['', 'median ms', 'against REST'], rows)}\n\n${list}`, {
    isKept: profileFolder === undefined,
  })
}

async function interleaved(ways: Record<string, () => Promise<Response>>): Promise<Record<string, number>> {
  const millis: Record<string, number[]> = {}
  for (let turn = -WARM_CALLS; turn < CALLS; turn++) {
    for (const [name, send] of Object.entries(ways)) {
      const startedAt = performance.now()
      const answer = await send()
      const text = await answer.text()
      if (!answer.ok || text.includes('"isError":true')) throw new Error(`${name}: ${answer.status} ${text}`)
      if (turn >= 0) (millis[name] ??= []).push(performance.now() - startedAt)
    }
  }
  return Object.fromEntries(Object.entries(millis).map(([name, all]) => [name, median(all)]))
}
