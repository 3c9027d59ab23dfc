import { expect, test } from 'vitest'
import { harness } from '#test/harness.ts'
import { ANY, publish } from '#test/workflow-place.ts'

/** Total processor time of the main thread, so a busy machine changes nothing. It used to be about 5,000. */
const WORK_MILLIS_MAX = 2000
const HEAD = { document: { dsl: '1.0.3', namespace: 'test', name: 'large', version: '1.0.0' } }
const tasks = Array.from({ length: 7000 }, (_, at) => ({ [`t${at}`]: { set: { a: 1 } } }))
const json = JSON.stringify({ ...HEAD, do: tasks })
const yaml = `document: { dsl: 1.0.3, namespace: test, name: large, version: 1.0.0 }\ndo:\n${tasks
  .map((_, at) => `  - t${at}: { set: { a: 1 } }\n`)
  .join('')}`

test('a draft of very many tasks is told so, and nobody waits for it', async () => {
  const here = await harness()
  // Warm up: what is built once per process, such as the document schema, is not measured.
  await publish(here, 'do: [ { pass: { set: { a: 1 } } } ]')
  const before = process.threadCpuUsage()
  for (const [format, text] of Object.entries({ json, yaml })) {
    const created = await here.asKey.post('/workflows', { name: 'Large', text, format })
    expect(created.status, JSON.stringify(created.body).slice(0, 500)).toBe(201)
    const path = `/workflows/${created.body.id}`
    const { body: draft } = await here.asKey.get(`${path}/draft`)
    const problem = { pointer: '/do', code: 'too_many', message: expect.stringContaining('at most 1000 tasks') }
    expect(draft).toMatchObject({ isValid: false, problemCount: 1, problems: [problem] })
    expect(draft.problems[0].line).toBe(format === 'yaml' ? 2 : 1)
    expect(draft.document.do).toHaveLength(7000)
    expect((await here.asKey.post(`${path}/versions`, undefined, ANY)).status).toBe(422)
  }
  const { user, system } = process.threadCpuUsage(before)
  expect((user + system) / 1000).toBeLessThan(WORK_MILLIS_MAX)
})
