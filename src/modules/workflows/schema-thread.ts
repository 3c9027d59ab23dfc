import { parentPort } from 'node:worker_threads'
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

parentPort?.on('message', (request: SchemaRequest) => parentPort?.postMessage(answer(request), []))
parentPort?.postMessage('ready', [])

function answer({ schema, value }: SchemaRequest): SchemaAnswer {
  const problem = schemaProblem(schema)
  if (value === undefined) return problem === undefined ? {} : { fault: problem }
  parentPort?.postMessage('compiled', [])
  const fault = schemaFault(schema, value)
  return fault === undefined ? {} : { fault }
}
