import { expect, test } from 'vitest'
import { harness } from './harness.ts'
import { workflowApi } from '#src/catalogue.ts'

test('the Workflow API has a document of its own that lists every operation once, with its scope', async () => {
  const { app } = await harness()
  const answer = await app.inject('/api/v1/openapi.workflows.json')
  expect(answer.statusCode).toBe(200)
  const { paths } = answer.json() as { paths: Record<string, Record<string, { operationId: string }>> }
  const entries = Object.values(paths).flatMap((path) => Object.values(path))
  expect(entries.map(({ operationId }) => operationId).toSorted()).toEqual(workflowApi.map(({ id }) => id).toSorted())
  expect(entries).toHaveLength(48)
  for (const entry of entries) expect(entry).toHaveProperty(['x-required-scope'], expect.stringMatching(/^workflows:/))
  const publicDocument = (await app.inject('/api/v1/openapi.public.json')).json() as { paths: object }
  expect(Object.keys(publicDocument.paths).filter((path) => path.includes('workflow'))).toEqual([])
})
