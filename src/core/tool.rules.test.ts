import { expect, test } from 'vitest'
import type { WorkspaceAccess } from './access.ts'
import { operation, type Operation } from './operation.ts'
import { closed, WorkspacePath } from './schema.ts'
import { tool, type Tool } from './tool.ts'

function listFor(access: WorkspaceAccess): Operation {
  return operation({
    id: 'listThings',
    summary: 'List things',
    tag: 'Things',
    access,
    rest: { method: 'GET', path: '/workspaces/:workspaceId/things' },
    params: WorkspacePath,
    reply: closed({}),
    run: async () => ({}),
  })
}

function withChoice(access: WorkspaceAccess): Tool {
  return tool({
    name: 'make_thing',
    title: 'Make a thing',
    description: 'Makes a thing.',
    toolset: 'tasks',
    operation: listFor({ scope: 'tasks:create', role: 'manager' }),
    takes: [],
    gives: [],
    effect: 'change',
    choices: { things: { list: listFor(access), names: 'thingId' } },
  })
}

test('what a tool offers to choose from may be read by whoever has the tool, or the start is stopped', () => {
  for (const access of [{ role: 'member' }, { role: 'manager' }, { scope: 'tasks:create', role: 'member' }] as const) {
    expect(withChoice(access).access).toEqual({ scope: 'tasks:create', role: 'manager' })
  }
  for (const access of [{ role: 'admin' }, { scope: 'tasks:read', role: 'member' }] as const) {
    expect(() => withChoice(access)).toThrow('make_thing: not everybody who has it may read its things')
  }
})
