import { generateText, isStepCount, jsonSchema, tool, type ToolSet } from 'ai'
import { expect, test } from 'vitest'
import { perform, type Desks } from '#mcp/call.ts'
import { besidesOf } from '#core/outsiders.ts'
import { ready } from '#core/tool-ready.ts'
import { contextFor } from '#core/tool-run.ts'
import { tools as catalogue } from '#src/catalogue.ts'
import { wholeDay } from '#test/days.ts'
import { harness, type Harness } from '#test/harness.ts'

/** The product's own tools, called as this administrator. */
function toolsOf({ runtime, workspaceId, admin }: Harness): ToolSet {
  const { services, log, database } = runtime
  const membership = { membershipId: admin.membershipId, role: 'admin' as const }
  const principal = { kind: 'user' as const, userId: admin.userId, sessionId: '', membership }
  const desks = { pool: database.pool, services, now: () => new Date() } as Desks
  const caller = { principal, workspaceId, isReadOnly: false, toolsets: undefined, requestId: 'test', log }
  return Object.fromEntries(
    catalogue.map((each) => {
      const made = ready(each, { takesTokens: false })
      const { name, description } = each
      const inputSchema = jsonSchema<Record<string, unknown>>(made.inputSchema)
      return [
        name,
        tool({
          description,
          inputSchema,
          // As after a yes: what it covers is part of the call.
          execute: async (input) => {
            const ctx = contextFor(desks, caller, database.pool)
            return perform(desks, caller, made, input, { agreedTo: await besidesOf(ctx, each, input) })
          },
        }),
      ]
    }),
  )
}

/** One turn in the loop that agents run in. */
async function say(place: Harness, text: string): Promise<{ text: string; tools: string[] }> {
  const { model } = await place.runtime.services.models.language(place.workspaceId, 'default')
  const result = await generateText({ model, prompt: text, tools: toolsOf(place), stopWhen: isStepCount(8) })
  const tools = result.steps.flatMap(({ toolCalls }) => toolCalls.map(({ toolName }) => toolName))
  return { text: result.text, tools }
}

test('finds the home and the department, creates the task, lists it and completes it', async () => {
  await wholeDay('UTC')
  const place = await harness()
  const department = await place.make.department({ name: 'Maintenance' })
  await place.make.department({ name: 'Housekeeping' })
  const property = (await place.asKey.post('/properties', { name: 'Casa Azul' })).body
  const made = await say(place, 'Create an urgent task to fix the boiler leak at Casa Azul today')
  expect(made.tools).toEqual(['list_departments', 'list_properties', 'create_task'])
  const { items } = (await place.asKey.get('/tasks')).body
  const [task] = items
  expect(items).toHaveLength(1)
  expect(task).toMatchObject({
    title: 'Fix the boiler leak',
    priority: 'URGENT',
    source: 'AI',
    departmentId: department.id,
    property: { id: property.id },
  })
  expect(made.text).toContain(`Created ${task.shortId} "Fix the boiler leak" (Casa Azul, urgent`)
  expect((await say(place, "today's urgent tasks")).text).toContain(task.shortId)
  expect((await say(place, `complete ${task.shortId}`)).text).toContain('is now completed')
  expect((await place.asKey.get(`/tasks/${task.id}`)).body.status).toBe('COMPLETED')
  expect((await say(place, "today's urgent tasks")).text).toMatch(/^There are no open, urgent tasks/)
})

test('each of its reading tools takes the arguments it gives them', async () => {
  const place = await harness()
  await place.make.department({ name: 'Maintenance' })
  const asked = [
    'who is free tomorrow in maintenance?',
    'check-ins today',
    'how do I reset the boiler?',
    'unread messages',
    'list the homes in Lisbon',
    'list vendors',
    'overdue tasks',
    'list tasks this week',
    'list departments',
  ]
  for (const text of asked) {
    const said = await say(place, text)
    expect(said.tools.length, text).toBeGreaterThan(0)
    expect(said.text, text).not.toMatch(/did not work|No model/)
  }
})
