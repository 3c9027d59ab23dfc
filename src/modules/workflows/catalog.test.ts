import { expect, test } from 'vitest'
import { appApi, publicApi, workflowTools } from '#src/catalogue.ts'
import { functionsOf } from './catalog.ts'

test('operations that say so are functions, with the input of the operation and without its workspace', () => {
  const functions = functionsOf([...publicApi, ...appApi])
  const names = functions.map(({ name }) => name)
  for (const name of ['task-create', 'task-update', 'message-send', 'property-get', 'reservation-list']) {
    expect(names).toContain(name)
  }
  const update = functions.find(({ name }) => name === 'task-update')
  const { properties = {} } = update?.input ?? {}
  expect(Object.keys(properties)).toEqual(expect.arrayContaining(['taskId', 'title', 'include']))
  expect(Object.keys(properties)).not.toContain('workspaceId')
  expect(update?.input).toMatchObject({ required: ['taskId'], additionalProperties: false })
})

test('workflows find what automations of the trade need', () => {
  const names = workflowTools.functions.map(({ name, version }) => `${name}:${version}`)
  const needed = ['task-create', 'task-update', 'message-send', 'ai-structured', 'approval', 'property-get']
  expect(names).toEqual(expect.arrayContaining(needed.map((name) => `${name}:1.0.0`)))
})

test('two operations of one name and version stop the start', () => {
  const operation = publicApi.find(({ workflow }) => workflow)
  expect(() => functionsOf(operation ? [operation, operation] : [])).toThrow('two operations')
})
