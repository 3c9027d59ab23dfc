import { expect, onTestFinished, test } from 'vitest'
import { openStoppableThread, type Lost } from '#core/stoppable-thread.ts'
import { openExpressionPool } from '#modules/workflows/expression-pool.ts'

const CODE = '6 * 7'
const refused = expect.stringMatching(/^EvalError: Code generation from strings/)

test('a thread of texts of others turns none of them into code, and nothing leads out of it', async () => {
  const thread = openStoppableThread<string, object>({
    file: new URL('./thread-power.ts', import.meta.url),
    isCompiled: () => false,
    lost: (_, lost: Lost) => lost,
  })
  onTestFinished(() => thread.close())
  expect(await thread.run('one', CODE)).toEqual({
    function: refused,
    eval: refused,
    asyncFunction: refused,
    environment: [],
    arguments: [],
    leadsOut: [],
    network: [],
    assembles: '[object WebAssembly.Module]',
  })
  // The main thread is unaffected: Fastify and Ajv compile our own schemas.
  expect(Reflect.construct(Function, [`return ${CODE}`])()).toBe(42)
})

test('jq starts behind that wall', async () => {
  const pool = openExpressionPool()
  onTestFinished(() => pool.close())
  const items = [{ expression: '[.a, .b] | add', data: { a: 40, b: 2 }, variables: {} }]
  expect(await pool.run('one', { kind: 'jq', items })).toEqual([{ value: 42 }])
})
