import { harness, type Harness } from './harness.ts'
import { listening, toolClient, type ToolClient, type ToolClientOptions } from './mcp.ts'

export type ToolPlace = Harness & { url: string }

/** A workspace on a server that tool clients reach. */
export async function toolPlace(): Promise<ToolPlace> {
  const server = await listening()
  return { ...(await harness(server)), url: server.url }
}

/** A tool client with the key of the workspace. */
export function connected(at: ToolPlace, options?: ToolClientOptions): Promise<ToolClient> {
  return toolClient(at.url, at.asKey.token ?? '', options)
}

export async function newTask(at: Harness): Promise<{ id: string; version: number }> {
  const { id: departmentId } = await at.make.department()
  return (await at.asKey.post('/tasks', { title: 'Fix the boiler', departmentId })).body
}
