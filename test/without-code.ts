import { schemaFault as faultOfOutput } from '#src/modules/agents/output-schema.ts'
import { readSchema, wrongBy } from '#src/modules/ai/structured-schema.ts'
import { schemaFault } from '#src/modules/workflows/schema-check.ts'
import { hostileSchemas } from './hostile-schemas.ts'

/**
 * Run on its own with `--disallow-code-generation-from-strings`, so turning a schema into code throws. Prints, as JSON,
 * what each reader of outside schemas made of each entry in the corpus, and any globals they touched.
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
