import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { Ajv } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, onTestFinished, test, vi } from 'vitest'
import { harness } from './harness.ts'
import type { Json } from '#modules/workflows/document.schema.ts'
import { hostileSchemas } from './hostile-schemas.ts'
import { publish } from './workflow-place.ts'

const run = promisify(execFile)

test('no schema of others becomes code: each is read, and judged right, where none can be made', async () => {
  const script = new URL('./without-code.ts', import.meta.url).pathname
  const { stdout } = await run(process.execPath, ['--disallow-code-generation-from-strings', script], {
    maxBuffer: 16 * 1024 * 1024,
  })
  const { said, ...process_ } = JSON.parse(stdout)
  expect(process_).toEqual({ codeIsForbidden: true, isUntouched: true })
  expect(said).toHaveLength(hostileSchemas.length)
  for (const [at, { what, schema }] of hostileSchemas.entries()) {
    const about = `${what}: ${JSON.stringify(schema).slice(0, 200)}`
    expect(said[at].good, about).toBeNull()
    expect(said[at].bad, about).toEqual(expect.any(String))
    expect(said[at].bad, about).not.toMatch(/code generation|EvalError/i)
    expect(JSON.stringify(said[at]), about).not.toMatch(/EvalError|Code generation/)
  }
})

const DOCUMENT = `document: { dsl: 1.0.3, namespace: test, name: kept, version: 0.1.0 }
do:
  - keep: { set: { got: true } }
`

test('what is sent to a trigger is judged by a hostile schema, and that is not compiled', async () => {
  const here = await harness()
  const workflowId = await publish(here, DOCUMENT)
  const compiling = [Ajv, Ajv2020].map(({ prototype }) => vi.spyOn(prototype, 'compile'))
  onTestFinished(() => compiling.forEach((each) => each.mockRestore()))
  // The API refuses this name, in schemas and in values.
  const taken = hostileSchemas.filter(({ schema, good }) => !/"__proto__":/.test(JSON.stringify([schema, good])))
  const some = taken.filter((_, at) => at % 7 === 0 || at > taken.length - 10)
  for (const { what, schema: payloadSchema, good, bad } of some) {
    const made = await here.asKey.post(`/workflows/${workflowId}/triggers`, { kind: 'webhook', payloadSchema })
    expect(made.status, `${what} ${JSON.stringify(made.body)}`).toBe(201)
    const send = async (payload: Json) => {
      const url = `/v1/webhooks/trigger/${made.body.token}`
      const headers = { 'content-type': 'application/json' }
      return (await here.app.inject({ method: 'POST', url, headers, payload: JSON.stringify(payload) })).statusCode
    }
    expect([await send(good), await send(bad)], what).toEqual([200, 400])
  }
  // Schemas of our own operations are compiled on first use.
  expect(JSON.stringify(compiling.map(({ mock }) => mock.calls))).not.toContain('pwned')
})
