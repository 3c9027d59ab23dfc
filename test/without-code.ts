import { schemaFault as faultOfOutput } from '#src/modules/agents/output-schema.ts'
import { readSchema, wrongBy } from '#src/modules/ai/structured-schema.ts'
import { schemaFault } from '#src/modules/workflows/schema-check.ts'
import { hostileSchemas } from './hostile-schemas.ts'

/**
 * Run by itself, with `--disallow-code-generation-from-strings`: whoever would make code out of a schema fails. Says as
 * JSON what each reader of other people's schemas made of each of the corpus, and what of it touched the process.
 */
const globals = (): string =>
  [Object.prototype, Array.prototype, Function.prototype, String.prototype, globalThis]
    .map((each) => Object.getOwnPropertyNames(each).join())
    .join('\n')

let codeIsForbidden = false
try {
  Reflect.construct(Function, ['return 1'])
} catch {
  codeIsForbidden = true
}
const before = globals()
const said = hostileSchemas.map(({ schema, good, bad }) => {
  const record = { type: 'object', properties: { value: schema } }
  const { read, problem } = readSchema(record, JSON.stringify(record))
  return {
    good: schemaFault(schema, good) ?? null,
    bad: schemaFault(schema, bad) ?? null,
    model: read ? [wrongBy(read, { value: good }), wrongBy(read, { value: bad })] : problem,
    agent: faultOfOutput(record) ?? null,
  }
})
const isUntouched = globals() === before && !('pwned' in globalThis)
process.stdout.write(JSON.stringify({ codeIsForbidden, isUntouched, said }))
