import { describe, expect, test } from 'vitest'
import { harness } from '#test/harness.ts'
import { publishedBefore, settled, start, workflows } from '#test/workflow-place.ts'
import { NO_JSONATA } from './jsonata.rules.ts'

describe('JSONata, whose expressions ran in the process of the server', () => {
  test.each([
    '$sum(list)',
    '$lookup($, "constructor")',
    '($f := $spread($sum); $f)',
    '$eval("1")',
    '$ ~> |$sum|{"apply": 1}|',
    '{"toString": function(){1}} & ""',
    '$string.constructor("return process")()',
  ])('a document with %s is refused with one sentence', async (expression) => {
    const place = await harness()
    const head = 'document: { dsl: 1.0.3, namespace: test, name: flow, version: 1.0.0 }\n'
    const text = `${head}evaluate: { language: jsonata }\ndo: [ { a: { set: { x: ${JSON.stringify(`\${ ${expression} }`)} } } } ]`
    const { body } = await place.asKey.post('/workflow-validations', { text, format: 'yaml' })
    expect(body).toMatchObject({
      isValid: false,
      problemCount: 1,
      problems: [
        {
          pointer: '/evaluate/language',
          code: 'language_not_supported',
          message: NO_JSONATA,
        },
      ],
    })
  })
})

test('a run of a version in JSONata ends with that sentence when it is taken up', async () => {
  const here = await harness()
  const tasks = 'evaluate: { language: jsonata }\ndo: [ { a: { try: [ { b: { wait: PT1S } } ], catch: { as: it } } } ]'
  const runId = await start(here, await publishedBefore(here, tasks))
  workflows(here)
  expect(await settled(here, runId)).toMatchObject({ status: 'faulted', error: { detail: NO_JSONATA } })
})

test('a draft in JSONata can be kept, read and changed, and is published once it is in jq', async () => {
  const { asKey } = await harness()
  const head = 'document: { dsl: 1.0.3, namespace: test, name: old, version: 1.0.0 }\n'
  const text = `${head}evaluate: { language: jsonata }\ndo: [ { a: { set: { n: '\${ $sum(list) }' } } } ]`
  const { body } = await asKey.post('/workflows', { name: 'Old', text, format: 'yaml' })
  const place = `/workflows/${body.id}`
  expect((await asKey.get(`${place}/draft`)).body).toMatchObject({ text, problemCount: 1 })
  const refused = await asKey.post(`${place}/versions`, undefined, { 'if-match': '*' })
  expect(refused).toMatchObject({
    status: 422,
    body: { code: 'workflow_invalid', problems: [{ message: NO_JSONATA }] },
  })
  const mended = `${head}do: [ { a: { set: { n: '\${ .list | add }' } } } ]`
  await asKey.put(`${place}/draft`, { text: mended, format: 'yaml' }, { 'if-match': '*' })
  expect((await asKey.post(`${place}/versions`, undefined, { 'if-match': '*' })).status).toBe(201)
})
