import { ResourceNotFoundError, ResourceTemplate, type McpServer } from '@modelcontextprotocol/server'
import { Refusal } from '#core/errors.ts'
import { mayUse, type Caller } from '#core/tool-caller.ts'
import { builtIns } from './built-in.ts'
import { perform } from './call.ts'
import type { ServerParts } from './server.ts'

const JSON_TYPE = 'application/json'

/** Few and stable: what a client may show beside the conversation. Each is what a tool answers, for whoever may use it. */
export function addResources(server: McpServer, parts: ServerParts, caller: Caller): void {
  const departments = parts.tools.find(({ tool }) => tool.name === 'list_departments')
  if (departments && mayUse(caller, departments.tool)) {
    const about = { title: 'Departments', description: 'The departments with their ids.', mimeType: JSON_TYPE }
    server.registerResource('departments', 'ops://departments', about, async (uri) =>
      contentOf(uri, await perform(parts, caller, departments, { limit: 100 })),
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
  server.registerResource(name, template, { title, mimeType: JSON_TYPE }, async (uri, { id }) => {
    const asked = String(id)
    try {
      const found = await fetchBy(parts, caller, /^TK-\d+$/i.test(asked) ? asked : `${kind}:${asked}`)
      return contentOf(uri, found)
    } catch (error) {
      if (error instanceof Refusal && error.failure.status < 500) throw new ResourceNotFoundError(uri.href)
      throw error
    }
  })
}

function fetchBy(parts: ServerParts, caller: Caller, id: string): Promise<Record<string, unknown>> {
  const fetcher = builtIns.find(({ name }) => name === 'fetch')
  if (!fetcher) throw new Error('there is no fetch')
  return fetcher.run(parts, caller, { id })
}

function contentOf(uri: URL, data: object): { contents: { uri: string; mimeType: string; text: string }[] } {
  return { contents: [{ uri: uri.href, mimeType: JSON_TYPE, text: JSON.stringify(data) }] }
}
