import { answerRequests, isCompiled } from '#core/walled-thread.ts'
import type { Json } from './document.schema.ts'
import { schemaFault, schemaProblem } from './schema-check.ts'

/** A schema, and optionally a value to check against it. */
export interface SchemaRequest {
  schema: Json
  value?: Json
}

/** Without a fault the value fits or, if there is no value, the schema is valid. */
export interface SchemaAnswer {
  fault?: string
}

answerRequests(answer)

function answer({ schema, value }: SchemaRequest): SchemaAnswer {
  const problem = schemaProblem(schema)
  if (value === undefined) return problem === undefined ? {} : { fault: problem }
  isCompiled()
  const fault = schemaFault(schema, value)
  return fault === undefined ? {} : { fault }
}
