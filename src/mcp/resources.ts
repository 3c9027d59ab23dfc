import {
  ResourceNotFoundError,
  ResourceTemplate,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { mayUse, type Caller } from '#core/tool-caller.ts'
import { builtIns } from './built-in.ts'
import { perform } from './call.ts'
import type { ServerParts } from './server.ts'
import { calledBy, traced } from './trace.ts'

const JSON_TYPE = 'application/json'

/** Few and stable: what a client may show beside the conversation. Each is what a tool answers, for whoever may use it. */
export function addResources(server: McpServer, parts: ServerParts, caller: Caller): void {
  const departments = parts.tools.find(({ tool }) => tool.name === 'list_departments')
  if (departments && mayUse(caller, departments.tool)) {
    const about = { title: 'Departments', description: 'The departments with their ids.', mimeType: JSON_TYPE }
    server.registerResource('departments', 'ops://departments', about, (uri, ctx) =>
      reading(parts, caller, uri, ctx, () => perform(parts, caller, departments, { limit: 100 })),
    )
  }
  addRecords(server, parts, caller, { kind: 'task', name: 'task', path: 'tasks', title: 'Task' })
  addRecords(server, parts, caller, { kind: 'article', name: 'article', path: 'kb', title: 'Knowledge article' })
}

interface Records {
  kind: string
  name: string
  path: string
  title: string
}

function addRecords(server: McpServer, parts: ServerParts, caller: Caller, records: Records): void {
  const { kind, name, path, title } = records
  if (!parts.tools.some(({ tool }) => tool.fetches?.kind === kind && mayUse(caller, tool))) return
  const template = new ResourceTemplate(`ops://${path}/{id}`, { list: undefined })
  server.registerResource(name, template, { title, mimeType: JSON_TYPE }, (uri, { id }, ctx) => {
    const asked = String(id)
    const fetched = /^TK-\d+$/i.test(asked) ? asked : `${kind}:${asked}`
    return reading(parts, caller, uri, ctx, () => fetchBy(parts, caller, fetched))
  })
}

type Contents = { contents: { uri: string; mimeType: string; text: string }[] }

/** Leaves a trace as a call of a tool does. */
function reading(
  parts: ServerParts,
  caller: Caller,
  uri: URL,
  ctx: ServerContext,
  read: () => Promise<object>,
): Promise<Contents> {
  const called = { ...calledBy('resources/read', { uri: uri.href }, ctx), isChange: false }
  return traced<Contents>(
    parts,
    caller,
    called,
    async () => ({ gate: 'none', answer: contentOf(uri, await read()) }),
    (refusal) => {
      if (refusal.failure.status < 500) throw new ResourceNotFoundError(uri.href)
      throw refusal
    },
  )
}

function fetchBy(parts: ServerParts, caller: Caller, id: string): Promise<Record<string, unknown>> {
  const fetcher = builtIns.find(({ name }) => name === 'fetch')
  if (!fetcher) throw new Error('there is no fetch')
  return fetcher.run(parts, caller, { id })
}

function contentOf(uri: URL, data: object): Contents {
  return { contents: [{ uri: uri.href, mimeType: JSON_TYPE, text: JSON.stringify(data) }] }
}
