import { answerRequests, isCompiled } from '#core/walled-thread.ts'
import type { Json } from './document.schema.ts'
import { schemaFault, schemaProblem } from './schema-check.ts'

/** A schema, and a value that may have to fit it. */
export interface SchemaRequest {
  schema: Json
  value?: Json
}

/** Without a fault it fits, or is a schema. */
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
