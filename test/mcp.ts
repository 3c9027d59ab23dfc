import { Client, StreamableHTTPClientTransport, type CallToolResult } from '@modelcontextprotocol/client'
import { onTestFinished } from 'vitest'
import { freePort } from './free-port.ts'
import { startTestApp, type TestApp, type TestAppOptions } from './harness.ts'

let shared: Promise<TestApp & { url: string }> | undefined

/** A server of the worker's own that listens, because the clients are real. It knows its own address, as it must. */
export function listening(): Promise<TestApp & { url: string }> {
  return (shared ??= start())
}

/** One of the test's own, which ends with it. */
export async function listeningAlone(options: TestAppOptions): Promise<TestApp & { url: string }> {
  const server = await start(options)
  onTestFinished(() => server.close())
  return server
}

async function start(options: TestAppOptions = {}): Promise<TestApp & { url: string }> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const server = await startTestApp({ ...options, config: { appUrl: url, baseUrl: url } })
  await server.app.listen({ host: '127.0.0.1', port })
  return { ...server, url }
}

export interface ToolClient {
  client: Client
  /** What was put before the user. */
  asked: string[]
  call(name: string, args?: Record<string, unknown>): Promise<CallToolResult>
  names(): Promise<string[]>
}

export interface ToolClientOptions {
  /** 2026-07-28, or the handshake of the years before. */
  era?: 'modern' | 'legacy'
  /** What the user answers when asked; without it the client cannot ask. */
  user?: 'accept' | 'decline' | 'cancel'
  /** How it can ask; by forms unless said. */
  asksBy?: 'form' | 'url'
  query?: string
  headers?: Record<string, string>
}

/** The official client, connected. */
export async function toolClient(
  url: string,
  token: string,
  { era = 'modern', user, asksBy = 'form', query = '', headers = {} }: ToolClientOptions = {},
): Promise<ToolClient> {
  const asked: string[] = []
  const client = new Client(
    { name: 'test-client', version: '1.0.0' },
    {
      versionNegotiation: { mode: era === 'modern' ? 'auto' : 'legacy' },
      capabilities: user ? { elicitation: asksBy === 'form' ? { form: {} } : { url: {} } } : {},
    },
  )
  if (user) {
    client.setRequestHandler('elicitation/create', async ({ params }) => {
      asked.push(params.message)
      return user === 'accept' ? { action: 'accept', content: { confirm: true } } : { action: user }
    })
  }
  const transport = new StreamableHTTPClientTransport(new URL(`${url}/v1/mcp-server${query}`), {
    requestInit: { headers: { authorization: `Bearer ${token}`, ...headers } },
  })
  await client.connect(transport)
  onTestFinished(() => client.close())
  return {
    client,
    asked,
    call: (name, args = {}) => client.callTool({ name, arguments: args }),
    names: async () => (await client.listTools()).tools.map((tool) => tool.name),
  }
}

/** What the text of an answer says: of a refusal its problem. */
export function problemOf({ content }: CallToolResult): Record<string, unknown> {
  const [first] = content
  const text = first?.type === 'text' ? first.text : '{}'
  return JSON.parse(text) as Record<string, unknown>
}

export interface PlainAnswer {
  isError: boolean
  /** What a tool answered; of a refusal its problem. */
  data: Record<string, unknown>
}

/** A call without a client, of the kind that older ones send: quick enough to make hundreds of them. */
export async function plainCall(
  url: string,
  token: string,
  name: string,
  args: Record<string, unknown>,
): Promise<PlainAnswer> {
  const result = await plainRequest(url, token, 'tools/call', { name, arguments: args })
  const answer = result as CallToolResult
  const { isError = false, structuredContent } = answer
  return { isError, data: structuredContent ? (structuredContent as Record<string, unknown>) : problemOf(answer) }
}

/** What the server answers to a request of any method; fails where that is an error of the protocol. */
export async function plainRequest(url: string, token: string, method: string, params: object): Promise<unknown> {
  const answer = await fetch(`${url}/v1/mcp-server`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const [, data = '{}'] = /^data: ([^\n]*)$/m.exec(await answer.text()) ?? []
  const { result, error } = JSON.parse(data) as { result?: unknown; error?: { message: string } }
  if (result === undefined) throw new Error(`${answer.status} ${error?.message}`)
  return result
}
